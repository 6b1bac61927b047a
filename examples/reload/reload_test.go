package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// log is what the program prints.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// session is the program with a folder of its own.
type session struct {
	*testing.T
	log  log
	file string
	done chan error
}

// write changes the file in a moment: nobody sees a part of it.
func (s *session) write(text string) {
	s.Helper()
	err := os.WriteFile(s.file+".new", []byte(text), 0o666)
	if err == nil {
		err = os.Rename(s.file+".new", s.file)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// wait waits until the program has printed what matches, behind an offset, and returns where
// all that was printed then ends.
func (s *session) wait(from int, pattern string) int {
	s.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if text := s.log.String(); re.MatchString(text[from:]) {
			return len(text)
		}
		select {
		case err := <-s.done:
			if errors.Is(err, host.ErrSystem) {
				s.Skip(err)
			}
			s.Fatalf("the program ended: %v\n%s", err, s.log.String())
		default:
		}
	}
	text := s.log.String()
	s.Fatalf("nothing that matches %q was printed behind %d:\n%s", pattern, from, text[from:min(len(text), from+2000)])
	return 0
}

// rule is a step that adds something to the height.
func rule(change string) string {
	return fmt.Sprintf("#include \"world.h\"\nvoid step(void)\n{\n\tworld.height += %s;\n\tshow(++world.tick, world.height);\n}\n", change)
}

const ticks = `(?m)^ +\d+ .*\n +\d+ ` // two steps

// TestReload: an edit is seen while the state goes on; what does not compile or link changes
// nothing.
func TestReload(t *testing.T) {
	citest.Need(t, "clang")
	s := &session{T: t, file: filepath.Join(t.TempDir(), "step.c"), done: make(chan error, 1)}
	for _, name := range []string{"world.c", "world.h"} {
		text, err := os.ReadFile(filepath.Join("code", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(filepath.Dir(s.file), name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.write(rule("1"))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		s.done <- run(ctx, []string{"-dir", filepath.Dir(s.file), "-every", "5ms"}, &s.log)
	}()
	at := s.wait(0, ticks)

	s.write(rule("1000"))
	at = s.wait(at, `step\.c is replaced`)
	at = s.wait(at, ticks)
	s.write(rule("speeed"))
	at = s.wait(at, `step\.c stays as it was\n`)
	at = s.wait(at, ticks)
	s.write("double nowhere(void);\n" + rule("nowhere()"))
	at = s.wait(at, `stays as it was: .*nowhere`)
	at = s.wait(at, ticks)
	s.write("#include <math.h>\n" + rule("sqrt(world.tick) * 0 - 0.5"))
	at = s.wait(at, `step\.c is replaced`)
	s.wait(at, ticks)
	cancel()
	if err := <-s.done; err != nil {
		t.Error(err)
	}

	text := s.log.String()
	if want := s.file + ":4:18: error: use of undeclared identifier 'speeed'\n"; !strings.Contains(text, want) {
		t.Errorf("no message %q:\n%s", want, text)
	}
	// No step was lost and none done twice, by three rules one after the other.
	var rules []float64
	tick, height := 0, 20.0
	for _, m := range regexp.MustCompile(`(?m)^ *(\d+) +(-?[\d.]+) \|`).FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		h, _ := strconv.ParseFloat(m[2], 64)
		if n != tick+1 {
			t.Fatalf("step %d after %d:\n%s", n, tick, text)
		}
		rules = append(rules, h-height)
		tick, height = n, h
	}
	if got, want := slices.Compact(rules), []float64{1, 1000, -0.5}; !slices.Equal(got, want) {
		t.Errorf("heights changed by %v, want %v:\n%s", got, want, text)
	}
}

// TestSample: the ball that comes with the program bounces.
func TestSample(t *testing.T) {
	citest.Need(t, "clang")
	var out bytes.Buffer
	err := run(t.Context(), []string{"-dir", "code", "-every", "1ms", "-ticks", "12"}, &out)
	if errors.Is(err, host.ErrSystem) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	const want = "" +
		"     1   19.00 |                   *\n" +
		"     2   17.00 |                 *\n" +
		"     3   14.00 |              *\n" +
		"     4   10.00 |          *\n" +
		"     5    5.00 |     *\n" +
		"     6    1.00 | *\n" +
		"     7    5.40 |     *\n" +
		"     8    8.80 |        *\n" +
		"     9   11.20 |           *\n" +
		"    10   12.60 |            *\n" +
		"    11   13.00 |             *\n" +
		"    12   12.40 |            *\n"
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", &out, want)
	}
}

// TestStart: what is wrong at the start is told at once.
func TestStart(t *testing.T) {
	citest.Need(t, "clang")
	dir := t.TempDir()
	err := run(t.Context(), []string{"-dir", dir}, new(bytes.Buffer))
	if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, host.ErrSystem) {
		t.Errorf("no files: %v", err)
	}
	for name, text := range map[string]string{"world.c": "int world;\n", "step.c": "void step(void) { x; }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err = run(t.Context(), []string{"-dir", dir}, new(bytes.Buffer))
	if err == nil || !strings.Contains(err.Error(), "step.c:1:19: error: use of undeclared identifier 'x'") && !errors.Is(err, host.ErrSystem) {
		t.Errorf("an error of the compiler: %v", err)
	}
}

// TestNoCompiler: without a compiler the error says what to install.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := run(t.Context(), nil, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "install clang or gcc") {
		t.Errorf("%v", err)
	}
}
