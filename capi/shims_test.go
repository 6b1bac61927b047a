package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/golden"
)

// prototype is a function of the header.
type prototype struct {
	text   string // without the semicolon
	name   string // without rtdyld_
	params []string
}

var (
	comments   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	prototypes = regexp.MustCompile(`(?m)^[a-z][^\n;{(]*\brtdyld_(\w+)\(([^;{]*)\);`)
	lastName   = regexp.MustCompile(`\w+$`)
)

// header is the header without its comments.
func header(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("rtdyld.h")
	if err != nil {
		t.Fatal(err)
	}
	return comments.ReplaceAllString(string(b), "")
}

// declarations are the functions of the header.
func declarations(t *testing.T) (ps []prototype) {
	t.Helper()
	for _, m := range prototypes.FindAllStringSubmatch(header(t), -1) {
		if strings.HasPrefix(m[0], "typedef") {
			continue
		}
		p := prototype{text: strings.TrimSuffix(m[0], ";"), name: m[1]}
		for _, param := range strings.Split(m[2], ",") {
			p.params = append(p.params, strings.Join(strings.Fields(param), " "))
		}
		ps = append(ps, p)
	}
	return ps
}

// inGo are the names of the functions that Go exports, without their rtdyldx_.
func inGo(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^//export (rtdyldx?_)(\w+)$`).FindAllStringSubmatch(string(b), -1) {
			if names[m[2]] = true; m[1] != "rtdyldx_" {
				t.Errorf("%s exports rtdyld_%s: it would hang in a child of a fork; export rtdyldx_%[2]s", file, m[2])
			}
		}
	}
	return names
}

// out reports whether a function gives something through a parameter, and of what size.
func (p *prototype) out(i int) (size string, ok bool) {
	param := p.params[i]
	name := lastName.FindString(param)
	if strings.HasPrefix(param, "const ") || strings.Contains(param, "*const") || name == "error" {
		return "", false
	}
	switch typ := strings.TrimSuffix(param, name); {
	case strings.HasSuffix(typ, " **") && i > 0 && p.params[i-1] == "size_t count":
		return "count * sizeof *" + name, true
	case strings.HasSuffix(typ, " **"), typ == "rtdyld_state *", strings.HasSuffix(typ, "_t *"):
		return "sizeof *" + name, true
	}
	return "", false
}

// forkedCalls are calls of all functions that need Go, for fork.c: what they give goes to `slot`.
func forkedCalls(t *testing.T) []byte {
	var b strings.Builder
	for _, p := range declarations(t) {
		if lastName.FindString(p.params[len(p.params)-1]) != "error" || strings.HasPrefix(p.name, "error_") {
			continue
		}
		args, outs := make([]string, len(p.params)), 0
		for i, param := range p.params {
			args[i] = "0"
			if _, ok := p.out(i); ok {
				args[i] = fmt.Sprintf("(%s)slot[%d]", strings.TrimSuffix(param, lastName.FindString(param)), outs)
				outs++
			} else if param == "size_t count" {
				args[i] = "1"
			}
		}
		args[len(args)-1] = "&error"
		fmt.Fprintf(&b, "REFUSED(rtdyld_%s(%s), %d);\n", p.name, strings.Join(args, ", "), outs)
	}
	return []byte(b.String())
}

// TestShims: the functions that Go has are called by those of C that the header declares, which look first whether there was
// a fork. With -update the file is written.
func TestShims(t *testing.T) {
	var b strings.Builder
	b.WriteString("//go:build cgo && (linux || windows)\n\n// Written by go test -run '^TestShims$' -update.\n\n#include \"bridge.h\"\n#include \"_cgo_export.h\"\n")
	names, shims := inGo(t), 0
	byHand, err := os.ReadFile("bridge.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range declarations(t) {
		if !names[p.name] || strings.Contains(string(byHand), "\nrtdyld_status rtdyld_"+p.name+"(") {
			continue
		}
		shims++
		fmt.Fprintf(&b, "\n%s\n{\n\tif (rtdyldx_forked) {\n", p.text)
		var args []string
		for i, param := range p.params {
			name := lastName.FindString(param)
			if size, ok := p.out(i); ok {
				fmt.Fprintf(&b, "\t\tif (%s)\n\t\t\tmemset(%[1]s, 0, %s);\n", name, size)
			}
			args = append(args, name)
		}
		fmt.Fprintf(&b, "\t\treturn rtdyldx_refuse(error);\n\t}\n\treturn rtdyldx_%s(%s);\n}\n", p.name, strings.Join(args, ", "))
	}
	if shims < 30 {
		t.Errorf("there are %d", shims)
	}
	golden.Check(t, "shims.c", []byte(b.String()))
}
