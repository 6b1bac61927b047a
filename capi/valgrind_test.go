package main_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// report is what valgrind writes of a run.
type report struct {
	Errors []complaint `xml:"error"`
	Died   *struct {
		Signal string  `xml:"signame"`
		Event  string  `xml:"event"`
		Frames []frame `xml:"stack>frame"`
	} `xml:"fatal_signal"`
}

// complaint is what it says of an error.
type complaint struct {
	Kind   string   `xml:"kind"`
	What   string   `xml:"what"`
	Leak   string   `xml:"xwhat>text"`
	Where  []string `xml:"auxwhat"`
	Frames []frame  `xml:"stack>frame"` // where it happened, then where the memory is from
}

// frame is a call.
type frame struct {
	Function string `xml:"fn"`
	File     string `xml:"file"`
	Line     int    `xml:"line"`
}

func (f frame) String() string { return fmt.Sprintf("\n\t%s %s:%d", f.Function, f.File, f.Line) }

func (c complaint) String() string {
	s := fmt.Sprintf("%s: %s%s: %s", c.Kind, c.What, c.Leak, strings.Join(c.Where, "; "))
	for _, f := range c.Frames {
		s += f.String()
	}
	return s
}

// stackOfGo is how valgrind describes memory that the system has mapped, but that lies in no
// block of malloc's and on no stack that it knows, and that it takes for one that was left:
// Go's stacks are in Go's heap. Valgrind takes each return of a function there for the end of
// some memory, and is not told when the runtime makes something else of it.
var stackOfGo = regexp.MustCompile(`^Address 0x[0-9a-f]+ is in a rw- anonymous segment$`)

// ends reports whether a frame is of a lazy function's first call in a process that was forked off, which the library ends.
// The program that has called it looks at how it ended.
func ends(f frame) bool { return f.Function == "rtdyldx_lazy" }

// underValgrind runs a program, and gives what valgrind says of C's memory.
func underValgrind(t *testing.T, program string, args ...string) []complaint {
	t.Helper()
	citest.Need(t, "valgrind")
	file := filepath.Join(t.TempDir(), "report")
	// Errors of Go's stacks would come to the limit of errors. Signals by which the runtime
	// interrupts goroutines come at any instruction, for which valgrind has no exact state.
	_, err := command([]string{"TEST_VALGRIND=1", "GODEBUG=asyncpreemptoff=1"}, "valgrind", append([]string{"-q", "--xml=yes", "--xml-file=" + file,
		"--error-limit=no", "--undef-value-errors=no", "--suppressions=testdata/go.supp", "--leak-check=full",
		"--show-leak-kinds=definite", "--errors-for-leak-kinds=definite", program}, args...)...)
	b, missing := os.ReadFile(file)
	var r report
	if missing == nil {
		missing = xml.Unmarshal(b, &r)
	}
	if err != nil || missing != nil {
		t.Error(err, missing)
	}
	if r.Died != nil && !slices.ContainsFunc(r.Died.Frames, ends) {
		t.Error(r.Died.Signal, r.Died.Event, r.Died.Frames)
	}
	return slices.DeleteFunc(r.Errors, func(c complaint) bool { return len(c.Where) == 1 && stackOfGo.MatchString(c.Where[0]) })
}

// unwatched are programs that take too long under valgrind: calls of this one have to end in time.
var unwatched = []string{"cancel.c"}

// TestValgrind: programs whose callbacks fail in turn, that have bad arguments and that use most of the library lose no
// memory of C's, and neither they nor the library touch any that is not theirs.
func TestValgrind(t *testing.T) {
	if citest.Sample() {
		t.Skip("long")
	}
	shared(t)
	built(t)
	for _, p := range programs {
		if slices.Contains(unwatched, p.source) {
			continue
		}
		t.Run(p.source, func(t *testing.T) {
			t.Parallel()
			if p.source == "executor.c" {
				if err := child(); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range underValgrind(t, compile(t, p.source), arguments(p.args)...) {
				t.Error(c)
			}
		})
	}
	t.Run("wrong.c", func(t *testing.T) {
		want := []string{
			`InvalidWrite: .* 1 bytes after a block of size 3 alloc'd\n\tmain wrong.c`,
			`SyscallParam: .*access.* free'd`,
			`Leak_DefinitelyLost: 3 bytes .*\n\tmalloc .*\n\tmain wrong.c`,
			`InvalidRead: .* free'd; .*\n\truntime\.memmove .*\n\tfree .*\n\tmain wrong.c`, // by the library
		}
		// Of errors with one call stack valgrind tells the first alone: what it takes for one in Go's stacks, now and then, hides the
		// library's reading.
		var told strings.Builder
		for range 3 {
			told.Reset()
			for _, c := range underValgrind(t, compile(t, "wrong.c"), arguments([]string{"sum.o"})...) {
				fmt.Fprintln(&told, c)
			}
			if !slices.ContainsFunc(want, func(re string) bool { return !regexp.MustCompile(re).MatchString(told.String()) }) {
				return
			}
		}
		for _, re := range want {
			if !regexp.MustCompile(re).MatchString(told.String()) {
				t.Errorf("valgrind does not tell of %s but of\n%s", re, told.String())
			}
		}
	})
}
