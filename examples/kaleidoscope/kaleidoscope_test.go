package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// asMain has the test's program be the command.
const asMain = "KALEIDOSCOPE_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asMain) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// need skips a test where a compiler is not.
func need(t *testing.T, compiler string) {
	t.Helper()
	_, err := irc.Open(t.Context(), irc.Config{Compiler: compiler})
	if err != nil && citest.CI() {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
}

// open makes a session.
func open(t *testing.T, opt options) *session {
	t.Helper()
	need(t, opt.compiler)
	s, err := newSession(t.Context(), opt)
	if errors.Is(err, host.ErrSystem) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// play types the lines of a transcript, those that begin with a prompt, and returns the
// transcript that comes of it.
func play(t *testing.T, path string, opt options) ([]byte, *session) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var inputs []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		for _, p := range []string{prompt, more} {
			if rest, ok := strings.CutPrefix(line+" ", p); ok {
				inputs = append(inputs, strings.TrimSuffix(rest, " "))
			}
		}
	}
	var out bytes.Buffer
	opt.out = &out
	s := open(t, opt)
	err = repl(t.Context(), s, func(prompt string) (string, error) {
		if len(inputs) == 0 {
			return "", io.EOF
		}
		line := inputs[0]
		inputs = inputs[1:]
		fmt.Fprintln(&out, strings.TrimRight(prompt+line, " "))
		return line, nil
	})
	if err != nil {
		t.Error(err)
	}
	return out.Bytes(), s
}

// TestTranscripts: what is typed in testdata/*.txt gives what stands there.
func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) < 4 {
		t.Fatal(paths, err)
	}
	for _, way := range irc.Ways {
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".txt")
			t.Run(way+"/"+name, func(t *testing.T) {
				if way == "clang" && citest.Sample() && name != "lazy" {
					t.Skip("the same as llvm's, with a process a line")
				}
				got, _ := play(t, path, options{compiler: way})
				golden.Check(t, path, got)
			})
		}
	}
}

// TestCache: a second session compiles nothing, one whose cache is damaged what is.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	opt := options{cache: dir}
	first, s1 := play(t, "testdata/language.txt", opt)
	second, s2 := play(t, "testdata/language.txt", opt)
	if !bytes.Equal(first, second) {
		t.Errorf("transcripts differ:\n%s\n%s", first, second)
	}
	n := s1.compiled.Load()
	if n == 0 || s1.cached.Load() != 0 || s2.compiled.Load() != 0 || s2.cached.Load() != n {
		t.Errorf("compiled %d and %d, from the cache %d and %d", n, s2.compiled.Load(), s1.cached.Load(), s2.cached.Load())
	}
	damaged := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || damaged > 0 {
			return err
		}
		damaged++
		text, err := os.ReadFile(path)
		if err == nil {
			text[len(text)/2] ^= 1
			err = os.WriteFile(path, text, 0o600)
		}
		return err
	})
	if err != nil || damaged != 1 {
		t.Fatal(damaged, err)
	}
	third, s3 := play(t, "testdata/language.txt", opt)
	if s3.compiled.Load() != 1 || s3.cached.Load() != n-1 || !bytes.Contains(third, []byte("\ncache: ")) {
		t.Errorf("with one that is damaged: compiled %d, from the cache %d:\n%s", s3.compiled.Load(), s3.cached.Load(), third)
	}
}

// TestPipe: what is no terminal is read as it is, and printed without prompts.
func TestPipe(t *testing.T) {
	need(t, "")
	cmd := citest.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asMain+"=1")
	cmd.Stdin = strings.NewReader("def twice(x)\n  x * 2\r\ntwice(21)\n:stats\n:quit\n1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	const want = "twice is defined\n42\n2 modules compiled, 0 from the cache\n"
	if string(out) != want {
		t.Errorf("printed %q, want %q", out, want)
	}
}

// TestTerminal: on a terminal lines are edited, and come back.
func TestTerminal(t *testing.T) {
	need(t, "")
	citest.Need(t, "script") // which gives a program a terminal
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	self := "'" + strings.Join(citest.Command(os.Args[0]).Args, "' '") + "'"
	cmd := exec.CommandContext(ctx, "script", "-qec", self, "/dev/null")
	cmd.Env = append(os.Environ(), asMain+"=1", "TERM=xterm")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all []byte
	seen := 0
	wait := func(what string) { // behind what was waited for before
		t.Helper()
		for b := make([]byte, 1000); !bytes.Contains(all[seen:], []byte(what)); {
			n, err := out.Read(b)
			if all = append(all, b[:n]...); err != nil {
				t.Fatalf("no %q behind %q: %v", what, all[seen:], err)
			}
		}
		seen += bytes.Index(all[seen:], []byte(what)) + len(what)
	}
	const (
		backspace = "\x7f"
		home      = "\x01"
		up        = "\x1b[A"
		end       = "\x04"
	)
	wait("> ")
	io.WriteString(in, "20 * 3"+backspace+"2"+home+"1000 + \r")
	wait("\r\n1040\r\n")
	wait("> ")
	io.WriteString(in, up+" + 1\r")
	wait("\r\n1041\r\n")
	wait("> ")
	io.WriteString(in, end)
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestDeep: what is nested without end is refused.
func TestDeep(t *testing.T) {
	for _, text := range []string{"(", "-", "if ", "f(", "1+("} {
		if _, err := parse(strings.Repeat(text, 100000)); err == nil || !strings.Contains(err.Error(), "nested more than 500 deep") {
			t.Errorf("%s...: %.100v", text, err)
		}
	}
}

// TestNoCompiler: without a compiler the error says what to install.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := run(t.Context(), []string{"-compiler", "clang"})
	var missing *irc.MissingError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "apt-get install libllvm14") {
		t.Errorf("%v", err)
	}
}
