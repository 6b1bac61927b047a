// Package golden compares what a test made with a committed file.
//
// Law: for tests alone; knows nothing of the project.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// Check compares got with the file at path, line by line. A difference fails the
// test, which goes on, with a diff (- the file, + got). With the test flag -update
// the file is written, its folder made, and nothing is compared.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -run '^%s$' -update makes it)", err, t.Name())
	}
	if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -run '^%s$' -update takes it over):\n%s", path, t.Name(), diff)
	}
}

// lines cuts a text so that a diff shows lines; a missing last newline is a
// difference.
func lines(b []byte) []string { return strings.SplitAfter(string(b), "\n") }
