package outfile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestFile: what is made in pages of a file and what is written behind them replaces another file, all at once; the last request for pages counts.
func TestFile(t *testing.T) {
	for name, sizes := range map[string][]int{"none": nil, "small": {100}, "large": {3 << 20}, "twice": {5 << 20, 3<<20 + 5}, "small at last": {3 << 20, 100}} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.so")
			if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
				t.Fatal(err)
			}
			o, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			var want []byte
			for _, size := range sizes {
				mem, err := o.Contents(uint64(size))
				if err != nil {
					t.Fatal(err)
				}
				if (mem != nil) != (size >= manyBytes && runtime.GOOS == "linux") {
					t.Errorf("%d bytes: memory of %d", size, len(mem))
				}
				if mem != nil && (len(mem) != size || !bytes.Equal(mem, make([]byte, size))) {
					t.Fatalf("%d bytes are not %d zero ones", len(mem), size)
				}
				want = bytes.Repeat([]byte("contents"), size/8+1)[:size]
				if copy(mem, want); mem == nil {
					mem = want
					if _, err := o.file.Write(mem); err != nil {
						t.Fatal(err)
					}
				}
			}
			if _, err := o.file.WriteString("tail"); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "before" {
				t.Errorf("it is %.10q, %v meanwhile", got, err)
			}
			if err := o.Done(0o644); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if want = append(want, "tail"...); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes, %v, want %d", len(got), err, len(want))
			}
			onlyFile(t, path)
		})
	}
}

// TestDrop: a file that is given up leaves the other one, and nothing else.
func TestDrop(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.so")
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Contents(2 << 20); err != nil {
		t.Fatal(err)
	}
	o.Drop()
	if got, err := os.ReadFile(path); err != nil || string(got) != "before" {
		t.Errorf("it is %.10q, %v", got, err)
	}
	onlyFile(t, path)
}

// TestNowhere: an error names the file that is asked for.
func TestNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "x.so")
	var pe *fs.PathError
	if _, err := Create(path); !errors.As(err, &pe) || pe.Path != path || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// onlyFile checks that a file is alone in its folder.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	if all, err := os.ReadDir(filepath.Dir(path)); err != nil || len(all) != 1 {
		t.Errorf("%v, %v, want one file", all, err)
	}
}
