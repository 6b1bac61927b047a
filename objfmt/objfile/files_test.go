package objfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// written are files with these contents, by number.
func written(t *testing.T, all [][]byte) (paths []string) {
	dir := t.TempDir()
	for i, data := range all {
		path := filepath.Join(dir, fmt.Sprintf("%03d.o", i))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// notOpen wants that no file of a folder is mapped, where that can be seen.
func notOpen(t *testing.T, dir string) {
	t.Helper()
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil && bytes.Contains(maps, []byte(dir)) {
		t.Errorf("files in %s are open:\n%s", dir, maps)
	}
}

// large is an object that is mapped.
func large() []byte { return append(object(), make([]byte, 2<<20)...) }

// TestOpenAll: files become the images that each becomes by itself, in the order of their paths, by one goroutine or several.
func TestOpenAll(t *testing.T) {
	all := files(t)
	for i := range 5 {
		all = append(all, append(bytes.Clone(all[i]), make([]byte, 2<<20)...)) // is mapped
	}
	paths := written(t, all)
	for _, n := range []int{0, 1, 3, 1000} {
		imgs, err := objfile.OpenAll(context.Background(), n, paths)
		if err != nil || len(imgs) != len(all) {
			t.Fatal(len(imgs), err)
		}
		for i, img := range imgs {
			alone, err := objfile.Parse(paths[i], all[i])
			if err != nil {
				t.Fatal(err)
			}
			if what := same(img, alone); what != "" {
				t.Errorf("%d goroutines: file %d: %s differs", n, i, what)
			}
			if err := errors.Join(img.Close(), alone.Close()); err != nil {
				t.Error(err)
			}
		}
	}
	notOpen(t, filepath.Dir(paths[0]))
	for _, paths := range [][]string{nil, paths[:1], paths[:3]} {
		imgs, err := objfile.OpenAll(context.Background(), 0, paths)
		if err != nil || len(imgs) != len(paths) {
			t.Error(len(imgs), err)
		}
		for i, img := range imgs {
			if img.Name != paths[i] || img.Close() != nil {
				t.Error(img.Name, "want", paths[i])
			}
		}
	}
}

// TestOpenAllErrors: the error is that of the first file that does not open, whatever is wrong with others, or those of all
// that are no objects; nothing stays open.
func TestOpenAllErrors(t *testing.T) {
	var all [][]byte
	for range 60 {
		all = append(all, large())
	}
	all[7], all[50], all[59] = []byte("text"), large()[:20], nil
	paths := written(t, all)
	for _, n := range []int{1, 2, 7} {
		_, err := objfile.OpenAll(context.Background(), n, paths)
		lines := strings.Split(fmt.Sprint(err), "\n")
		if len(lines) != 3 || !strings.Contains(lines[0], "007.o") || !strings.Contains(lines[1], "050.o") || !strings.Contains(lines[2], "059.o") ||
			!errors.Is(err, objfmt.ErrUnknownFormat) || !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%d goroutines: %v", n, err)
		}
		notOpen(t, filepath.Dir(paths[0]))
		for _, missing := range []int{0, 7, 30, 58} {
			some := slices.Clone(paths)
			some[missing], some[59] = paths[missing]+".none", paths[59]+".none"
			looks := heedtest.Endless()
			_, err := objfile.OpenAll(looks, n, some)
			if missing == 0 && looks.Seen() > n*8*2 {
				t.Errorf("%d goroutines: %d looks for files behind one that does not open", n, looks.Seen())
			}
			var path *fs.PathError
			if !errors.As(err, &path) || path.Path != some[missing] || !errors.Is(err, fs.ErrNotExist) || err != error(path) {
				t.Errorf("%d goroutines, file %d is missing: %v", n, missing, err)
			}
			notOpen(t, filepath.Dir(paths[0]))
		}
	}
}

// TestOpenAllEnds: with its context it ends before the next file, with an error that says where, and nothing stays open.
func TestOpenAllEnds(t *testing.T) {
	var all [][]byte
	for range 60 {
		all = append(all, large())
	}
	paths := written(t, all)
	whole := heedtest.Endless()
	imgs, err := objfile.OpenAll(whole, 2, paths)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range imgs {
		img.Close()
	}
	for _, n := range []int{1, 2} {
		for left := 0; left < whole.Seen(); left += 1 + left/3 {
			ctx := heedtest.EndsAfter(left)
			_, err := objfile.OpenAll(ctx, n, paths)
			ctx.Ended(t, "opening files", err, 2*2*8+4)
			if !strings.Contains(fmt.Sprint(err), paths[0][:len(paths[0])-5]) {
				t.Errorf("the error does not say where: %v", err)
			}
			notOpen(t, filepath.Dir(paths[0]))
		}
	}
}

// TestReadFiles: what is given is taken as it is, what is no object stays open and is no error where objects alone are
// parsed, and Close closes either.
func TestReadFiles(t *testing.T) {
	archive := (&objgen.Ar{Members: []objgen.ArMember{{Name: "a.o", Data: object()}}}).Bytes()
	contents := [][]byte{object(), archive, []byte("int main() {}"), nil, object()[:20], large(), []byte("BC\xc0\xde")}
	paths := written(t, contents)
	given := objfmt.NewBuffer("given", object())
	done, err := objfile.Parse("done", object())
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("before")
	for _, cfg := range []objfile.FilesConfig{{}, {Opener: &objfmt.Opener{}}, {Objects: true}, {Objects: true, Opener: &objfmt.Opener{Files: 10}, Workers: 2}} {
		var list []objfile.File
		for _, p := range paths {
			list = append(list, objfile.File{Path: p})
		}
		list = append(list, objfile.File{Buffer: given.Retain()}, objfile.File{Buffer: done.Buffer, Image: done}, objfile.File{Path: "x", Err: failed})
		objfile.ReadFiles(context.Background(), cfg, list)
		for i, want := range []struct{ object, known bool }{{true, true}, {false, false}, {false, false}, {false, false}, {false, true}, {true, true}, {false, false}} {
			f := list[i]
			if f.Path != paths[i] || f.Buffer == nil || !bytes.Equal(f.Buffer.Bytes(), contents[i]) || (f.Image != nil) != want.object {
				t.Errorf("%+v: file %d: %+v", cfg, i, f)
			}
			if fails := !want.object && (want.known || !cfg.Objects); (f.Err != nil) != fails {
				t.Errorf("%+v: file %d: error %v", cfg, i, f.Err)
			}
		}
		n := len(paths)
		if list[n].Image == nil || list[n].Image.Buffer != given || list[n].Err != nil || list[n+1].Image != done || list[n+2] != (objfile.File{Path: "x", Err: failed}) {
			t.Errorf("%+v: %+v", cfg, list[n:])
		}
		if _, err := objfile.Images(list); err != failed {
			t.Errorf("%+v: %v", cfg, err)
		}
		list[n+1].Image = nil // is asked for again
		list[n+1].Buffer = nil
		for i := range list {
			if err := list[i].Close(); err != nil {
				t.Errorf("%+v: file %d: %v", cfg, i, err)
			}
			if err := list[i].Close(); err != nil || list[i].Buffer != nil || list[i].Image != nil {
				t.Errorf("%+v: file %d, closed twice: %v", cfg, i, err)
			}
		}
		notOpen(t, filepath.Dir(paths[0]))
	}
	if err := errors.Join(given.Close(), done.Close()); err != nil {
		t.Error(err)
	}
	if err := given.Close(); err != objfmt.ErrClosed {
		t.Error(err)
	}
}

// goroutines is a context that notes which goroutines look at it, and once the first has opened some files waits for as many as are wanted.
type goroutines struct {
	context.Context
	want  int
	mu    sync.Mutex
	looks int
	ids   map[string]bool
	all   chan struct{} // closed when they are there
}

func (g *goroutines) Err() error {
	var b [64]byte
	id, _, _ := strings.Cut(string(b[:runtime.Stack(b[:], false)]), "[")
	g.mu.Lock()
	if !g.ids[id] {
		if g.ids[id] = true; len(g.ids) == g.want {
			close(g.all)
		}
	}
	g.looks++
	wait := g.looks > 8
	g.mu.Unlock()
	if wait {
		select {
		case <-g.all:
		case <-time.After(20 * time.Second):
		}
	}
	return nil
}

// TestReadFilesWorkers: little input and few files are the caller's goroutine's alone, larger input is for more, as many as there are processors.
func TestReadFilesWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	same := make([][]byte, 80)
	for i := range same {
		same[i] = object()
	}
	small, large := written(t, same), written(t, same)
	for _, path := range large { // a hole each, 160 MiB altogether
		if err := os.Truncate(path, 2<<20); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		paths   []string
		n, want int
	}{{small, 0, 1}, {large[:8], 0, 1}, {large, 1, 1}, {large[:20], 0, 3}, {large, 0, 3}, {large, 5, 5}, {small[:20], 7, 3}} {
		g := &goroutines{Context: context.Background(), want: c.want, ids: map[string]bool{}, all: make(chan struct{})}
		imgs, err := objfile.OpenAll(g, c.n, c.paths)
		if err != nil {
			t.Fatal(err)
		}
		for _, img := range imgs {
			img.Close()
		}
		if n := len(g.ids); n != c.want {
			t.Errorf("%d files, %d asked for: %d goroutines, want %d", len(c.paths), c.n, n, c.want)
		}
	}
}

func ExampleOpenAll() {
	imgs, err := objfile.OpenAll(context.Background(), 0, []string{"../../testdata/demo/scene.o"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, img := range imgs {
		defer img.Close()
		fmt.Println(filepath.Base(img.Name), img.Triple)
	}
	// Output: scene.o x86_64-unknown-unknown-elf
}
