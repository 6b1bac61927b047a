// Package page writes docs/performance.md, its pictures, and the README's table, of what a run of benchmarks has measured.
//
// Law: what it writes depends on the run alone. It measures nothing.
package page

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// RunFile is where the run of a page is stored.
func RunFile(page string) string { return filepath.Join(strings.TrimSuffix(page, ".md"), "run.json") }

// page is docs/performance.md while it is written: what it says depends on a run alone.
type page struct {
	run *figures.Run
	dir string // of the pictures, as the page names it
	b   strings.Builder
	svg map[string][]byte // by file name
}

// Write writes a page, its pictures and the run, and the README's table if that is there.
func Write(file string, run *figures.Run) error {
	files, err := render(file, run)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	readme := filepath.Join(filepath.Dir(file), "..", "README.md")
	text, err := os.ReadFile(readme)
	if err != nil {
		return nil // a page somewhere else
	}
	if text, ok := inReadme(string(text), run); ok {
		return os.WriteFile(readme, []byte(text), 0o666)
	}
	return nil
}

// render makes all files of a page.
func render(file string, run *figures.Run) (files map[string][]byte, err error) {
	dir := strings.TrimSuffix(file, ".md")
	p := &page{run: run, dir: filepath.Base(dir), svg: map[string][]byte{}}
	p.all()
	files = map[string][]byte{file: []byte(p.b.String())}
	if files[RunFile(file)], err = run.JSON(); err != nil {
		return nil, err
	}
	for name, svg := range p.svg {
		files[filepath.Join(dir, name)] = svg
	}
	return files, nil
}

// What stands around the README's table.
const (
	readmeBegin = "<!-- by bench/report: begin -->\n"
	readmeEnd   = "<!-- by bench/report: end -->\n"
)

// inReadme is the README with a run's table.
func inReadme(readme string, run *figures.Run) (string, bool) {
	before, rest, ok := strings.Cut(readme, readmeBegin)
	_, after, ok2 := strings.Cut(rest, readmeEnd)
	if !ok || !ok2 {
		return readme, false
	}
	p := &page{run: run}
	p.say("Processor time of whole processes that link objects of Debian's archives, one thread; in brackets ours over theirs (lld and mold write a file, too):")
	p.linked("cpu", "ms")
	p.inShort()
	return before + readmeBegin + p.b.String() + readmeEnd + after, true
}

// get is a figure, NaN if it is missing.
func (p *page) get(format string, args ...any) float64 {
	v, _ := p.run.Get(fmt.Sprintf(format, args...))
	return v
}

// has says whether any figure of a part is there.
func (p *page) has(part string) bool {
	for _, f := range p.run.Figures {
		if strings.HasPrefix(f.ID, part+"/") {
			return true
		}
	}
	return false
}

// say writes a paragraph.
func (p *page) say(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n\n", args...) }

// picture shows a chart.
func (p *page) picture(name, what string, svg []byte) {
	p.svg[name] = svg
	p.say("![%s](%s/%s)", what, p.dir, name)
}

// table writes a table. Columns behind the first that are empty are left out, and so are rows of which nothing but the first cell is left.
func (p *page) table(head []string, rows [][]string) {
	keep := make([]bool, len(head))
	keep[0] = true
	var full [][]string
	for _, r := range rows {
		some := false
		for i, cell := range r[1:] {
			if cell != "" {
				keep[i+1], some = true, true
			}
		}
		if some {
			full = append(full, r)
		}
	}
	if len(full) == 0 {
		return
	}
	line := func(cells []string) {
		p.b.WriteByte('|')
		for i, cell := range cells {
			if keep[i] {
				fmt.Fprintf(&p.b, " %s |", cell)
			}
		}
		p.b.WriteByte('\n')
	}
	line(head)
	rule := make([]string, len(head))
	for i := range rule {
		if rule[i] = "---:"; i == 0 {
			rule[i] = "---"
		}
	}
	line(rule)
	for _, r := range full {
		line(r)
	}
	p.b.WriteByte('\n')
}

// Show is a value with its unit, three digits of it; "" of one that is missing.
func Show(v float64, unit string) string {
	if math.IsNaN(v) {
		return ""
	}
	for _, smaller := range [][2]string{{"ms", "µs"}, {"us", "ns"}} {
		if unit == smaller[0] && v < 0.1 && v > 0 {
			v, unit = v*1000, smaller[1]
		}
	}
	for _, larger := range [][3]string{{"us", "ms", "10000"}, {"ms", "s", "10000"}} {
		if most, _ := strconv.ParseFloat(larger[2], 64); unit == larger[0] && v >= most {
			v, unit = v/1000, larger[1]
		}
	}
	if unit == "us" {
		unit = "µs"
	}
	text := digits(v)
	if unit != "" {
		text += " " + unit
	}
	return text
}

// digits is a number with three digits that count.
func digits(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100 || v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// ratio is one value over another, "" if one is missing.
func ratio(a, b float64) string {
	if math.IsNaN(a / b) {
		return ""
	}
	return strconv.FormatFloat(a/b, 'f', 2, 64)
}

// beside is a value of others' with ours over it.
func beside(theirs, ours float64, unit string) string {
	if math.IsNaN(theirs) {
		return ""
	}
	if r := ratio(ours, theirs); r != "" {
		return Show(theirs, unit) + " (" + r + ")"
	}
	return Show(theirs, unit)
}

// parts are those of a run, each of which has a section, in order.
var parts = []struct {
	name  string
	write func(*page)
}{
	{"link", (*page).link}, {"images", (*page).images}, {"templates", (*page).templates}, {"growth", (*page).growth}, {"many", (*page).many}, {"small", (*page).small}, {"calls", (*page).calls}, {"engine", (*page).engine},
	{"remote", (*page).remote}, {"static", (*page).static}, {"orc", (*page).orc}, {"start", (*page).start}, {"sqlite", (*page).sqlite},
}

// all writes the page.
func (p *page) all() {
	m := p.run.Machine
	p.b.WriteString("<!-- Made by go run ./bench/report -o docs/performance.md: edit bench/report, not this file. -->\n\n# Performance\n\n")
	p.say("What a user pays, beside what others take for the same. All of it was measured in one run of one command, on %d processors (%s; %s; %s), at commit %s, %s UTC:",
		m.Processors, m.Processor, m.System, m.Go, m.Commit, m.Date)
	p.say("    go run ./bench/report -o docs/performance.md")
	p.say("Figures are the least of some runs, if nothing else is said: what a quiet machine would show. Programs that are compared run in turns, and again where their least times differ. " +
		"In brackets stands our time over theirs: below 1 we are faster. `-against docs/performance/run.json` compares another run with this one.")
	var tools []string
	for _, name := range []string{"llvm-rtdyld", "ld.lld", "mold", "gcc"} {
		if v := m.Tools[name]; v != "" {
			tools = append(tools, name+": "+v)
		}
	}
	if len(tools) > 0 {
		p.say("%s.", strings.Join(tools, "; "))
	}
	for _, part := range slices.Sorted(maps.Keys(m.Later)) {
		p.say("Measured again: %s, %s.", part, m.Later[part])
	}
	for _, part := range parts {
		if p.has(part.name) {
			part.write(p)
		}
	}
	if len(p.run.Missing) > 0 {
		p.b.WriteString("## Not measured\n\n")
		for _, m := range p.run.Missing {
			p.b.WriteString("- " + m.What + ": " + oneLine(m.Why) + "\n")
		}
		p.b.WriteByte('\n')
	}
	text := bytes.TrimRight([]byte(p.b.String()), "\n")
	p.b.Reset()
	p.b.Write(append(text, '\n'))
}

// oneLine is a text without what would end a line of a list or begin something else.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "|", "/", "<", "(", ">", ")", "`", "'").Replace(s)
}
