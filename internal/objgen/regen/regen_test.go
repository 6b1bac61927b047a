package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const top = "../../.."

// TestTable: each committed object has one row, what rows make is committed, and each
// source in a row's folder is used.
func TestTable(t *testing.T) {
	made := map[string]bool{}
	used := map[string]bool{}
	for _, r := range table {
		jobs, err := r.jobs(top)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			for _, s := range j.sources {
				used[path.Join(r.dir, s)] = true
			}
			for _, out := range j.outs {
				name := path.Join(r.dir, out)
				if made[name] {
					t.Errorf("%s: two rows make it", name)
				}
				made[name] = true
				if _, err := os.Stat(filepath.Join(top, name)); err != nil {
					t.Errorf("%s is not committed: %v", name, err)
				}
			}
		}
	}
	for _, dir := range []string{"testdata", "internal", "rtdyld", "objfmt", "reloc", "capi", "cmd", "examples", "fuzz"} {
		orphans, err := unmade(top, dir, made)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range orphans {
			if path.Base(path.Dir(name)) != "lib" || !strings.HasPrefix(name, "examples/sqlite/") { // go generate makes it
				t.Errorf("%s: no row makes it", name)
			}
		}
	}
	err := fs.WalkDir(os.DirFS(top), "testdata", func(name string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".s", ".c"}, path.Ext(name)) && !used[name] {
			t.Errorf("%s: no row uses it", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCompare: what is committed is what comes out, and what differs is named.
func TestCompare(t *testing.T) {
	citest.Need(t, "llvm-mc-14")
	root := t.TempDir()
	const dir = "testdata/elf-arm64be"
	if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join(top, dir))); err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf([]string{dir + "/"})
	if err != nil {
		t.Fatal(err)
	}
	if err := compare(root, rows); err != nil {
		t.Fatal(err)
	}
	objects, err := filepath.Glob(filepath.Join(root, dir, "*.o"))
	if err != nil || len(objects) < 3 {
		t.Fatal(objects, err)
	}
	good, err := os.ReadFile(objects[0])
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(good)
	bad[0x40] ^= 1
	write := func(name string, b []byte) {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(objects[0], bad)
	write(filepath.Join(root, dir, "more.o"), good)
	if err := os.Remove(objects[1]); err != nil {
		t.Fatal(err)
	}
	err = compare(root, rows)
	if err == nil {
		t.Fatal("a changed, a missing and an unknown object are not found")
	}
	for _, want := range []string{path.Join(dir, filepath.Base(objects[0])) + ": its source gives", filepath.Base(objects[1]), "more.o: no row makes it"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: lacks %q", err, want)
		}
	}
	if lines := strings.Count(err.Error(), "\n"); lines != 2 {
		t.Errorf("%d errors, want 3:\n%v", lines+1, err)
	}
	if err := makeAll(root, rows); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(objects[0]); err != nil || !slices.Equal(b, good) {
		t.Errorf("%s is not made again: %v", objects[0], err)
	}
	if _, err := rowsOf([]string{"testdata/none"}); err == nil {
		t.Error("a folder without rows")
	}
}
