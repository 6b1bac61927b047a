//go:build linux && amd64

package growth_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/growth"
	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// linkOne says which kind of input TestLinkOne links, and its size: KIND SIZE.
const linkOne = "RTDYLD_LINK_ONE"

// TestLinkOne is run by TestStatements.
func TestLinkOne(t *testing.T) {
	var name string
	var n int
	if _, err := fmt.Sscan(os.Getenv(linkOne), &name, &n); err != nil {
		t.Skip("TestStatements runs it")
	}
	for _, k := range growth.Kinds {
		if k.Name == name {
			objects, err := k.Objects(n)
			if err != nil {
				t.Fatal(err)
			}
			link(t, objects)
		}
	}
}

// TestStatements: the statements of the linker that run grow as the input does, whatever they do: a list that is walked for each
// name shows, although it is neither allocated nor looked up. They are those that go test -cover counts.
func TestStatements(t *testing.T) {
	if citest.Sample() {
		t.Skip("builds the linker once more: with " + citest.Full + "=1")
	}
	citest.Need(t, "go", "as")
	const module = "github.com/go-rtdyld/rtdyld/"
	dir := t.TempDir()
	program := filepath.Join(dir, "counting")
	build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg="+module+"rtdyld,"+module+"rtdyld/mem,"+module+"internal/link/...,"+module+"objfmt/...,"+module+"reloc/...", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, k := range growth.Kinds {
		var sizes []int
		var costs []float64
		for i := range 3 {
			n := k.Sizes[0] << (2 * i) / 5
			profile := filepath.Join(dir, fmt.Sprint(k.Name, n))
			cmd := exec.Command(program, "-test.run", "^TestLinkOne$", "-test.coverprofile", profile)
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", linkOne, k.Name, n))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", k.Name, err, out)
			}
			sizes, costs = append(sizes, n), append(costs, statements(t, profile))
		}
		e := growth.Exponent(sizes, costs)
		t.Logf("%s: %.0f statements for %v, exponent %.2f", k.Name, costs, sizes, e)
		if !(e <= 1.1) {
			t.Errorf("%s: statements grow with exponent %.2f: %.0f for %v", k.Name, e, costs, sizes)
		}
	}
}

// statements sums how often each statement of a profile ran.
func statements(t *testing.T, profile string) (sum float64) {
	t.Helper()
	data, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line) // FILE:FROM,TO STATEMENTS TIMES
		if len(f) != 3 {
			continue
		}
		n, err1 := strconv.ParseFloat(f[1], 64)
		times, err2 := strconv.ParseFloat(f[2], 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q", line)
		}
		sum += n * times
	}
	if sum == 0 {
		t.Fatalf("%s counts nothing", profile)
	}
	return sum
}
