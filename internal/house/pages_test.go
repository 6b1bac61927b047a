package house

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// pages are the documents for users.
var pages = []string{"README.md", "docs/c-library.md", "docs/jit.md", "docs/ship.md", "docs/crash.md", "docs/see.md"}

// quoted is a block of Go and the file that it says it is of.
var quoted = regexp.MustCompile("(?s)(?:<!-- (\\S+) -->\n)?```go\n(.*?)\n```")

// TestPages: each page for users has code that is part of a program which is compiled and
// tested, word for word, and README leads to the page.
func TestPages(t *testing.T) {
	tested := map[string]bool{"internal/house/testdata/static": true} // folders with tests; TestStatic is that one's
	for _, f := range goFiles(t) {
		tested[f.dir] = tested[f.dir] || f.test
	}
	for _, page := range pages[1:] {
		text := read(t, page)
		if !strings.Contains(read(t, "README.md"), "]("+page+")") {
			t.Errorf("README.md does not lead to %s", page)
		}
		blocks := quoted.FindAllStringSubmatch(text, -1)
		if len(blocks) == 0 {
			t.Errorf("%s has no program", page)
		}
		for _, b := range blocks {
			file, code := b[1], b[2]
			switch {
			case file == "":
				t.Errorf("%s: of which file is\n%s", page, code)
			case !tested[file[:max(strings.LastIndexByte(file, '/'), 0)]]:
				t.Errorf("%s: nobody tests %s", page, file)
			case !strings.Contains(read(t, file), code+"\n"):
				t.Errorf("%s: %s has no\n%s", page, file, code)
			}
		}
	}
}

// needs says what commands of the pages take.
var needs = map[string][]string{
	"gcc ":               {"gcc", "/usr/include/stdio.h"},
	"clang ":             {"clang"},
	"./examples/jit":     {"clang"},
	"liblua5.4":          {"/usr/lib/x86_64-linux-gnu/liblua5.4.a", "/usr/include/lua5.4/lua.h"},
	"libsqlite3.a":       {"/usr/lib/x86_64-linux-gnu/libsqlite3.a", "/usr/include/sqlite3.h"},
	"./examples/sqlite":  {"/usr/lib/x86_64-linux-gnu/libsqlite3.a"},
	"./examples/static":  {"/usr/lib/x86_64-linux-gnu/libsqlite3.a", "/usr/lib/x86_64-linux-musl/libc.a"},
	"buildmode=c-shared": {"gcc", "/usr/include/stdio.h"},
}

// TestCommands runs the commands of the pages' console blocks, each block in a new clone, and
// compares what they print: "..." stands for anything. A command that says nothing of what it
// prints must succeed. For who may mount, clones are at the project's own place: what was
// compiled there is not compiled again.
func TestCommands(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	if citest.Sample() {
		t.Skip("builds the project in clones: with " + citest.Full + "=1")
	}
	citest.Need(t, "go", "bash")
	count, dir := 0, t.TempDir()
	for _, page := range pages {
		for i, block := range consoles(read(t, page)) {
			count++
			t.Run(fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(page), ".md"), i), func(t *testing.T) {
				runBlock(t, dir, block)
			})
		}
	}
	if count < 8 {
		t.Errorf("only %d blocks", count)
	}
}

// step is a command and what it prints.
type step struct {
	command string
	output  []string
}

// consoles returns the steps of each block of commands.
func consoles(text string) (blocks [][]step) {
	for _, m := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(text, -1) {
		var steps []step
		for line := range strings.Lines(m[1]) {
			line = strings.TrimSuffix(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				steps = append(steps, step{command: command})
			} else if last := len(steps) - 1; last >= 0 && strings.HasSuffix(steps[last].command, "\\") {
				steps[last].command += "\n" + line
			} else if last >= 0 {
				steps[last].output = append(steps[last].output, line)
			}
		}
		blocks = append(blocks, steps)
	}
	return blocks
}

func runBlock(t *testing.T, dir string, steps []step) {
	t.Helper()
	const mark = "@@@@"
	var script strings.Builder
	for i, s := range steps {
		for word, tools := range needs {
			if strings.Contains(s.command, word) {
				citest.Need(t, tools...)
			}
		}
		fmt.Fprintf(&script, "%s\nstatus=$?; echo; echo %s %d $status\n", s.command, mark, i)
	}
	clone := filepath.Join(dir, "rtdyld")
	defer os.RemoveAll(clone)
	copyProject(t, clone)
	cmd := exec.Command("bash", "-c", "exec 2>&1\n"+script.String())
	cmd.Dir = clone
	besides := strings.Contains(script.String(), "../") // of the clone, whose name the page has
	if !besides && exec.Command("unshare", "-m", "mount", "--bind", clone, root(t)).Run() == nil {
		cmd.Args = append([]string{"unshare", "-m", "bash", "-c", `mount --bind "$0" "$1" && cd "$1" && exec "${@:2}"`, clone, root(t)}, cmd.Args...)
		cmd.Path, cmd.Err = exec.LookPath("unshare")
	}
	cmd.Env = append(os.Environ(), "GOFLAGS="+citest.GoFlags("-buildvcs=false"), "GOPROXY=off", "GOSUMDB=off", "GOBIN="+filepath.Join(t.TempDir(), "bin"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rest := string(out)
	for i, s := range steps {
		got, after, ok := strings.Cut(rest, fmt.Sprintf("\n%s %d ", mark, i))
		status, after, _ := strings.Cut(after, "\n")
		if !ok {
			t.Fatalf("%s: did not end\n%s", s.command, rest)
		}
		rest = after
		if len(s.output) == 0 && status != "0" || !like(strings.Join(s.output, "\n"), got) {
			t.Errorf("$ %s\n%s\nstatus %s; the page has\n%s", s.command, got, status, strings.Join(s.output, "\n"))
		}
	}
}

// like reports whether a text is one in which "..." stands for anything. None at all takes any text.
func like(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	return regexp.MustCompile("(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(pattern)), `\.\.\.`, ".*") + "$").MatchString(strings.TrimSpace(text))
}

// copyProject copies what a clone has.
func copyProject(t *testing.T, to string) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		if slices.Contains([]string{".git", "fuzz"}, d.Name()) && rel != "fuzz" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLike: what a page leaves out is any text, what it has must be there.
func TestLike(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "any", true}, {"14", "14\n", true}, {"14", "15\n", false}, {"at 0x...: f", "at 0x77: f", true}, {"at 0x...: f", "at 0x77: g", false},
		{"...", "a\nb", true}, {"a\n...\nc", "a\nb\nc", true}, {"a.c", "abc", false},
	} {
		if like(c.pattern, c.text) != c.want {
			t.Errorf("%q like %q: %v", c.text, c.pattern, !c.want)
		}
	}
}
