package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
)

// testdata is the folder of the test objects, a folder in it for each target;
// testdata/README.md says how a case is written.
const testdata = "../../testdata"

// caseFile is a source with RUN lines.
type caseFile struct {
	name   string // elf-amd64/pc32
	source string
	runs   []caseRun
	layout string // the only one that it is for, or empty
	noLLVM bool
}

// caseRun is a RUN line and what is to come of it.
type caseRun struct {
	line    int
	words   []string // behind rtdyld-check, %s, %o and %S replaced
	err     string   // what standard error has; empty: it succeeds
	objects []string // the words that are objects
}

var layouts = []string{"runtimedyld", "default"}

// findCases reads all cases.
func findCases(t testing.TB) []*caseFile {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(testdata, "*", "*.s"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []*caseFile
	for _, source := range sources {
		src, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		c, err := readCase(source, src)
		if err != nil {
			t.Errorf("%s:%v", source, err)
		} else if len(c.runs) > 0 {
			cases = append(cases, c)
		}
	}
	if len(cases) < 30 {
		t.Fatalf("only %d cases in %s", len(cases), testdata)
	}
	return cases
}

// readCase finds the RUN, ERR, layout and llvm lines of a source. Its errors begin
// with a line number.
func readCase(source string, src []byte) (*caseFile, error) {
	base := strings.TrimSuffix(source, ".s")
	c := &caseFile{name: filepath.ToSlash(strings.TrimPrefix(base, testdata+string(filepath.Separator))), source: source}
	expand := strings.NewReplacer("%s", source, "%o", base+".o", "%S", filepath.Dir(source))
	open := "" // a RUN line that goes on
	for i, line := range strings.Split(string(src), "\n") {
		n := i + 1
		keyword, rest, _ := strings.Cut(line, ":")
		rest = strings.TrimSpace(rest)
		if open != "" && keyword != "# RUN" {
			return nil, fmt.Errorf("%d: the RUN line above does not go on", n)
		}
		switch {
		case keyword == "# RUN":
			open += rest
			if s, ok := strings.CutSuffix(open, `\`); ok {
				open = s
				continue
			}
			words := strings.Fields(open)
			open = ""
			if len(words) == 0 || words[0] != "rtdyld-check" {
				return nil, fmt.Errorf("%d: no command rtdyld-check", n)
			}
			r := caseRun{line: n}
			for _, w := range words[1:] {
				w = expand.Replace(w)
				r.words = append(r.words, w)
				if w[0] != '-' {
					r.objects = append(r.objects, w)
				}
			}
			c.runs = append(c.runs, r)
		case keyword == "# ERR":
			if len(c.runs) == 0 || rest == "" || c.runs[len(c.runs)-1].err != "" {
				return nil, fmt.Errorf("%d: ERR without a RUN line or a text", n)
			}
			c.runs[len(c.runs)-1].err = rest
		case keyword == "# llvm":
			if reason, ok := strings.CutPrefix(rest, "no "); !ok || reason == "" {
				return nil, fmt.Errorf("%d: want # llvm: no REASON", n)
			}
			c.noLLVM = true
		case keyword == "# layout":
			only, reason, _ := strings.Cut(rest, " ")
			if !slices.Contains(layouts, only) || reason == "" {
				return nil, fmt.Errorf("%d: want # layout: %s REASON", n, strings.Join(layouts, " or "))
			}
			c.layout = only
		}
	}
	if len(c.runs) == 0 && (c.noLLVM || c.layout != "") {
		return nil, fmt.Errorf("1: llvm or layout without a RUN line")
	}
	return c, nil
}

// layouts are those that the case is for.
func (c *caseFile) layouts() []string {
	if c.layout != "" {
		return []string{c.layout}
	}
	return layouts
}

// args is the command line of a run in a layout.
func (r *caseRun) args(layout string) []string {
	return append([]string{"rtdyld-check", "-layout=" + layout}, r.words...)
}

// verify runs the command and returns why that is not what the run is to give, nil
// if it is.
func (r *caseRun) verify(layout string) error {
	var out, errs bytes.Buffer
	status := Main(r.args(layout), strings.NewReader(""), &out, &errs)
	switch text := errs.String(); {
	case r.err == "" && (status != 0 || text != ""):
		return fmt.Errorf("line %d: exit status %d\n%s%s", r.line, status, out.String(), text)
	case r.err != "" && (status != 1 || !hasWords(text, r.err)):
		return fmt.Errorf("line %d: exit status %d, want 1 and the text\n\t%s\ngot\n%s%s", r.line, status, r.err, out.String(), text)
	}
	return nil
}

// hasWords reports whether text has what is wanted and that does not end in the
// middle of a word.
func hasWords(text, want string) bool {
	_, rest, ok := strings.Cut(text, want)
	return ok && (rest == "" || !wordByte.MatchString(rest[:1]))
}

var wordByte = regexp.MustCompile(`\w`)

// again is the command that runs one case of a test alone.
func again(t testing.TB) string {
	return "go test ./cmd/rtdyld-check -run '" + t.Name() + "$'"
}

// command is the shell's command line of a run, from the project's folder.
func (r *caseRun) command(layout string) string {
	words := r.args(layout)
	words[0] = "go run ./cmd/rtdyld-check"
	for i, w := range words {
		words[i] = strings.ReplaceAll(filepath.ToSlash(w), testdata, "testdata")
	}
	return strings.Join(words, " ")
}

// TestCheck links the objects of every case at the addresses of its RUN lines, in
// both layouts, and evaluates its rules.
func TestCheck(t *testing.T) {
	for _, c := range findCases(t) {
		t.Run(c.name, func(t *testing.T) {
			for _, layout := range c.layouts() {
				t.Run(layout, func(t *testing.T) {
					for i := range c.runs {
						if err := c.runs[i].verify(layout); err != nil {
							t.Errorf("%v\nagain: %s\nalone: %s", err, again(t), c.runs[i].command(layout))
						}
					}
				})
			}
		})
	}
}

// TestCheckLLVM runs the same lines, or a sample, through LLVM's tool, which has neither the
// errors nor the default layout.
func TestCheckLLVM(t *testing.T) {
	const tool = "llvm-rtdyld-14"
	citest.Need(t, tool)
	for _, c := range sampled(findCases(t)) {
		valid := slices.DeleteFunc(slices.Clone(c.runs), func(r caseRun) bool { return r.err != "" })
		if c.noLLVM || c.layout == "default" || len(valid) == 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			for _, r := range valid {
				if out, err := exec.Command(tool, r.words...).CombinedOutput(); err != nil {
					t.Errorf("%s:%d: %v\n%s\nalone: %s %s", c.source, r.line, err, out, tool, strings.Join(r.words, " "))
				}
			}
		})
	}
}

// TestOffByOne changes each side of every rule by one: all are refused, with sides
// that differ by one.
func TestOffByOne(t *testing.T) {
	for _, c := range findCases(t) {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.runs {
				if c.runs[i].err == "" {
					offByOne(t, c, &c.runs[i])
				}
			}
		})
	}
}

var falseRule = regexp.MustCompile(`(?m)^Expression '(.*)' is false: (\S+) != (\S+)$`)

func offByOne(t *testing.T, c *caseFile, r *caseRun) {
	src, err := os.ReadFile(c.source)
	if err != nil {
		t.Fatal(err)
	}
	rules := check.Rules(src, check.PrefixRTDyld)
	if len(rules) == 0 || !slices.Contains(r.words, "-check="+c.source) {
		t.Fatalf("%s:%d: no rules are checked", c.source, r.line)
	}
	var wrong []string
	for _, rule := range rules {
		left, right, ok := strings.Cut(rule.Text, "=")
		if !ok {
			t.Errorf("%s:%d: a rule without = says nothing", c.source, rule.Line)
			continue
		}
		left, right = strings.TrimSpace(left), strings.TrimSpace(right)
		// A load takes all that follows it as its address.
		wrong = append(wrong, "("+left+") + 1 = "+right, left+" = ("+right+") + 1")
	}
	file := filepath.Join(t.TempDir(), "off.s")
	text := check.PrefixRTDyld + " " + strings.Join(wrong, "\n"+check.PrefixRTDyld+" ") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	changed := *r
	changed.words = slices.Clone(r.words)
	for i, w := range changed.words {
		if w == "-check="+c.source {
			changed.words[i] = "-check=" + file
		}
	}
	for _, layout := range c.layouts() {
		allRefused(t, &changed, layout, wrong)
	}
}

// allRefused runs the command, which must say of every rule that it is false, with
// sides that differ by one.
func allRefused(t *testing.T, r *caseRun, layout string, rules []string) {
	var errs bytes.Buffer
	status := Main(r.args(layout), strings.NewReader(""), &errs, &errs)
	refused := map[string]bool{}
	for _, m := range falseRule.FindAllStringSubmatch(errs.String(), -1) {
		left, err1 := strconv.ParseUint(m[2], 0, 64)
		right, err2 := strconv.ParseUint(m[3], 0, 64)
		refused[m[1]] = err1 == nil && err2 == nil && (left == right+1 || right == left+1)
	}
	if status != 1 {
		t.Errorf("line %d: layout %s: exit status %d", r.line, layout, status)
	}
	for _, rule := range rules {
		if !refused[rule] {
			t.Errorf("line %d: layout %s: not refused: %s", r.line, layout, rule)
		}
	}
	if t.Failed() {
		t.Logf("%s\nagain: %s", errs.String(), again(t))
	}
}
