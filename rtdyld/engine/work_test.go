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

// TestRemoveWork: removing a lazy module is the same work, counted in statements that run,
// whether there are 250 others or 4,000.
func TestRemoveWork(t *testing.T) {
	citest.Need(t, "go")
	prog := filepath.Join(t.TempDir(), "work")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=github.com/go-rtdyld/rtdyld/...", "-o", prog, "./testdata/work")
	build.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=-buildvcs=false") // for the machine that go is on
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	few, many := statements(t, prog, 250), statements(t, prog, 4000)
	t.Logf("%d statements with 250 modules, %d with 4,000", few, many)
	if few < 1000 || many > few+few/10 {
		t.Errorf("removing modules runs %d statements of 250, %d of 4,000", few, many)
	}
}

// statements runs the program and sums how often each statement ran.
func statements(t *testing.T, prog string, modules int) (sum int) {
	t.Helper()
	dir := t.TempDir()
	run := exec.Command(prog, dir, strconv.Itoa(modules))
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
