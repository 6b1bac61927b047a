package fuzz

import (
	"os"
	"path/filepath"
	"testing"
)

// Committed lists the project's own objects of the format; testdata is the way to their folder.
func (f *Format) Committed(t testing.TB, testdata string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testdata, f.Name+"-*", "*.o"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no objects in %s: %v", testdata, err)
	}
	return paths
}

// Seeds are the contents of those that are small.
func (f *Format) Seeds(t testing.TB, testdata string) (all [][]byte) {
	t.Helper()
	for _, path := range f.Committed(t, testdata) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) < 4000 {
			all = append(all, data)
		}
	}
	return all
}
