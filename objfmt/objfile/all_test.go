package objfile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// files are objects of compilers, each several times: ELF, COFF and Mach-O, with groups.
func files(t *testing.T) (all [][]byte) {
	paths, err := filepath.Glob("../../rtdyld/*/testdata/*.o")
	more, err2 := filepath.Glob("../../rtdyld/internal/cdebug/testdata/*.o")
	if paths = append(paths, more...); err != nil || err2 != nil || len(paths) < 10 {
		t.Fatal(err, err2, len(paths))
	}
	for range 3 {
		for _, p := range paths {
			data, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, data)
		}
	}
	return all
}

// buffers are buffers over all files.
func buffers(all [][]byte) (bufs []*objfmt.ObjectBuffer) {
	for i, data := range all {
		bufs = append(bufs, objfmt.NewBuffer(fmt.Sprint(i), data))
	}
	return bufs
}

// same reports how an image differs from another of the same file, "" if it does not.
func same(a, b *objfmt.ObjectImage) string {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		switch f := x.Type().Field(i); f.Name {
		case "Buffer", "Format", "closed", "parser", "parsed":
		default:
			if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
				return f.Name
			}
		}
	}
	if a.Parser() != b.Parser() {
		return "Parser"
	}
	return ""
}

// TestParseAll: many objects at once become the images that each becomes by itself, by one goroutine or several, and
// stay so when the others are gone.
func TestParseAll(t *testing.T) {
	all := files(t)
	formats := map[string]bool{}
	groups := 0
	for _, n := range []int{0, 1, 4} {
		imgs, err := objfile.ParseAll(context.Background(), n, buffers(all))
		if err != nil || len(imgs) != len(all) {
			t.Fatal(len(imgs), err)
		}
		for i := range imgs {
			if i < len(all)/3 || i >= len(all)*2/3 {
				imgs[i] = nil
			}
		}
		runtime.GC()
		if _, err := objfile.ParseAll(context.Background(), n, buffers(all)); err != nil { // in memory that is free now
			t.Fatal(err)
		}
		for i, img := range imgs {
			if img == nil {
				continue
			}
			alone, err := objfile.Parse(fmt.Sprint(i), all[i])
			if err != nil {
				t.Fatal(err)
			}
			if what := same(img, alone); what != "" {
				t.Errorf("%d goroutines: file %d: %s differs", n, i, what)
			}
			formats[img.Triple.Format().String()], groups = true, groups+len(img.Groups)
			if err := errors.Join(img.Close(), alone.Close()); err != nil {
				t.Error(err)
			}
		}
	}
	if len(formats) != 3 || groups == 0 {
		t.Errorf("formats %v, %d groups: too few files", formats, groups)
	}
	if imgs, err := objfile.ParseAll(context.Background(), 0, nil); err != nil || len(imgs) != 0 {
		t.Error(imgs, err)
	}
}

// TestParseAllApart: records of neighbours don't share elements, and what is appended to one does not reach the next.
func TestParseAllApart(t *testing.T) {
	imgs, err := objfile.ParseAll(context.Background(), 1, buffers(files(t)))
	if err != nil {
		t.Fatal(err)
	}
	symbols, sections := map[*objfmt.Symbol]bool{}, map[*objfmt.Section]bool{}
	for _, img := range imgs {
		for i := range img.Symbols {
			symbols[&img.Symbols[i]] = true
		}
		for i := range img.Sections {
			sections[&img.Sections[i]] = true
		}
	}
	for _, img := range imgs {
		if s := append(img.Symbols, objfmt.Symbol{}); symbols[&s[len(s)-1]] {
			t.Fatalf("file %s: a symbol behind the last is another file's", img.Name)
		}
		if s := append(img.Sections, objfmt.Section{}); sections[&s[len(s)-1]] {
			t.Fatalf("file %s: a section behind the last is another file's", img.Name)
		}
	}
	n, m := 0, 0
	for _, img := range imgs {
		n, m = n+len(img.Symbols), m+len(img.Sections)
	}
	if n != len(symbols) || m != len(sections) {
		t.Errorf("%d symbols in %d places, %d sections in %d", n, len(symbols), m, len(sections))
	}
}

// TestParseAllErrors: all errors are told, and every buffer is the caller's still.
func TestParseAllErrors(t *testing.T) {
	bufs := buffers(append(files(t), []byte("text"), object()[:20]))
	imgs, err := objfile.ParseAll(context.Background(), 2, bufs)
	if imgs != nil || !errors.Is(err, objfmt.ErrUnknownFormat) || !errors.Is(err, objfmt.ErrFormat) || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("%d images, %v", len(imgs), err)
	}
	for _, b := range bufs {
		if first, second := b.Close(), b.Close(); first != nil || second != objfmt.ErrClosed {
			t.Fatalf("%s: closed: %v, %v", b.Name(), first, second)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := objfile.ParseAll(ctx, 2, buffers(files(t))); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestParseAllAllocs: objects cost few allocations, and the memory of all is little more than
// that of each by itself.
func TestParseAllAllocs(t *testing.T) {
	one := files(t)[0]
	var all [][]byte
	for range 200 {
		all = append(all, one)
	}
	bufs := buffers(all)
	alone := testing.AllocsPerRun(5, func() {
		for _, b := range bufs {
			if _, err := objfile.ParseBuffer(b); err != nil {
				t.Fatal(err)
			}
		}
	})
	if n := testing.AllocsPerRun(5, func() {
		if _, err := objfile.ParseAll(context.Background(), 1, bufs); err != nil {
			t.Fatal(err)
		}
	}); n > alone/2 { // far less, but where pools lose what they have, as with the race detector
		t.Errorf("%v allocations for 200 objects, by themselves %v", n, alone)
	}
	bytes := func(run func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, n := range []int{2, 200} {
		input := uint64(n * len(one))
		alone := bytes(func() {
			for _, b := range bufs[:n] {
				if _, err := objfile.ParseBuffer(b); err != nil {
					t.Fatal(err)
				}
			}
		})
		if together := bytes(func() { objfile.ParseAll(context.Background(), 1, bufs[:n]) }); together > alone+input/2+2000 {
			t.Errorf("%d objects: %d bytes, by themselves %d", n, together, alone)
		}
	}
}
