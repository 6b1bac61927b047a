package command

import (
	"fmt"
	"slices"
	"strings"
)

// hole is a place in a template.
type hole uint8

const (
	holeNone hole = iota
	holeSrc
	holeObj
	holeTriple
	holeName
	holeDir
	holeTmp
	holeFlags
	numHoles
)

var holeWords = [numHoles]string{"", "{src}", "{obj}", "{triple}", "{name}", "{dir}", "{tmp}", "{flags}"}

// values are what stands in the places.
type values [numHoles]string

// part is a text and the place behind it.
type part struct {
	text string
	then hole
}

// template is a list of arguments with places in them.
type template [][]part

// parseTemplate finds the places.
func parseTemplate(args []string) (template, error) {
	t := make(template, 0, len(args))
	for _, arg := range args {
		var parts []part
		rest, begin := arg, 0
		for {
			i := strings.IndexByte(rest[begin:], '{')
			if i < 0 {
				break
			}
			i += begin
			end := strings.IndexByte(rest[i:], '}')
			if end < 0 || strings.Trim(rest[i+1:i+end], "abcdefghijklmnopqrstuvwxyz") != "" || end == 1 {
				begin = i + 1 // braces of another language
				continue
			}
			word := rest[i : i+end+1]
			h := slices.Index(holeWords[:], word)
			if h < 0 || hole(h) == holeFlags && arg != word {
				return nil, fmt.Errorf("argument %q: %s has no meaning there", arg, word)
			}
			parts = append(parts, part{rest[:i], hole(h)})
			rest, begin = rest[i+end+1:], 0
		}
		if rest != "" || len(parts) == 0 {
			parts = append(parts, part{rest, holeNone})
		}
		t = append(t, parts)
	}
	return t, nil
}

// has reports whether a place is in some argument.
func (t template) has(h hole) bool {
	return slices.ContainsFunc(t, func(parts []part) bool {
		return slices.ContainsFunc(parts, func(p part) bool { return p.then == h })
	})
}

// fill puts values in the places.
func (t template) fill(cfg *Config, v values) []string {
	args := make([]string, 0, len(t)+len(cfg.Flags))
	for _, parts := range t {
		if parts[0].then == holeFlags {
			args = append(args, cfg.Flags...)
			continue
		}
		if slices.ContainsFunc(parts, func(p part) bool { return (p.then == holeDir || p.then == holeTriple) && v[p.then] == "" }) {
			continue
		}
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(p.text)
			b.WriteString(v[p.then])
		}
		args = append(args, b.String())
	}
	return args
}
