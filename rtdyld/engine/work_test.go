package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestWork: what is done to a few modules, objects or names is the same work, counted in statements that run, those of
// Go's slices, lists and heaps among them, whether there are 250 others or 4,000, and if all define one name.
func TestWork(t *testing.T) {
	if citest.Sample() {
		t.Skip("compiles the standard library once more: with " + citest.Full + "=1")
	}
	citest.Need(t, "go")
	prog := filepath.Join(t.TempDir(), "work")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=github.com/go-rtdyld/rtdyld/...,slices,container/heap,container/list", "-o", prog, "./testdata/work")
	build.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS="+citest.GoFlags("-buildvcs=false")) // for the machine that go is on
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		kind  string
		least int // statements: fewer would not be the work
	}{
		{"lazy", 1000}, {"added", 1000}, {"unknown", 1000}, {"failed", 1000}, {"loaded", 1000}, {"finalized", 1000},
		{"one by one", 1000}, {"linker", 1000}, {"aliases", 500},
	} {
		t.Run(c.kind, func(t *testing.T) {
			few, many := statements(t, prog, c.kind, 250), statements(t, prog, c.kind, 4000)
			t.Logf("%d statements of 250, %d of 4,000", few, many)
			if few < c.least || many > few+few/5 { // a heap of 16 times as many is half as deep again
				t.Errorf("%d statements of 250, %d of 4,000", few, many)
			}
		})
	}
}

// statements runs the program and sums how often each statement ran.
func statements(t *testing.T, prog, kind string, many int) (sum int) {
	t.Helper()
	dir := t.TempDir()
	run := exec.Command(prog, dir, kind, strconv.Itoa(many))
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := filepath.Join(t.TempDir(), "profile")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+dir, "-o="+text).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	profile, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(profile) {
		var numbers [2]int // statements of a block, and how often it ran: file:from,to N COUNT
		if _, rest, ok := strings.Cut(string(line), " "); ok && !strings.HasPrefix(string(line), "mode:") {
			if _, err := fmt.Sscan(rest, &numbers[0], &numbers[1]); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		sum += numbers[0] * numbers[1]
	}
	return sum
}
