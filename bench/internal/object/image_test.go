//go:build linux && amd64

package object_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// imageOf saves so many objects, each with a function that calls the one before, and a word with its address.
func imageOf(t *testing.T, n int) string {
	t.Helper()
	var imgs []*objfmt.ObjectImage
	for i := range n {
		f := &objgen.ELF{Is64: true, Machine: 62}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 64), Align: 16})
		table := f.Add(objgen.ELFSection{Name: ".data.rel.ro", Flags: 3, Data: make([]byte, 8), Align: 8})
		own := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("f", i), Type: 2, Bind: 1, Section: text})
		before := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("f", i-1), Bind: 1})
		f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 8, Type: 4, Addend: -4, Sym: before}})
		f.AddRelocs(table, true, []objgen.ELFReloc{{Type: 1, Sym: own}})
		img, err := objfile.Parse(fmt.Sprint(i, ".o"), f.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		imgs = append(imgs, img)
	}
	m, err := mem.New(mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Image: true})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := l.Save(t.Context(), &b, rtdyld.SaveConfig{}, objs...); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "image.so")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// mapFile maps an image and finds a name in it, so often.
func mapFile(path string, n int) error {
	maps, err := mem.NewImages(mem.ImagesConfig{})
	if err != nil {
		return err
	}
	m, err := mem.New(mem.Config{})
	if err != nil {
		return err
	}
	defer m.Close()
	for range n {
		if err := mapOnce(path, rtdyld.Config{Memory: m, Images: maps, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1000}, true })}); err != nil {
			return err
		}
	}
	return nil
}

func mapOnce(path string, cfg rtdyld.Config) (err error) {
	l, err := rtdyld.New(cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	img, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, img.Close()) }()
	if _, err := l.MapImage(context.Background(), img, rtdyld.MapConfig{}); err != nil {
		return err
	}
	_, err = l.Lookup("f0")
	return err
}

// TestMapCounts: mapping an image takes as many system calls and allocations for many objects as for few.
func TestMapCounts(t *testing.T) {
	const times = 10
	var calls, allocations [2]int
	for i, objects := range []int{10, 500} {
		path := imageOf(t, objects)
		counted := [2]int{}
		for k, n := range []int{1, 1 + times} {
			all, err := traced(path, mapThis, n)
			if err != nil && citest.CI() {
				t.Fatal(err)
			}
			if err != nil {
				t.Skip(err)
			}
			for _, c := range all {
				counted[k] += c
			}
		}
		calls[i] = (counted[1] - counted[0] + times/2) / times
		allocations[i] = int(testing.AllocsPerRun(times, func() {
			if err := mapFile(path, 1); err != nil {
				t.Error(err)
			}
		}))
	}
	t.Logf("system calls %d, allocations %d", calls, allocations)
	if calls[0] < 8 || calls[1] > calls[0]+1 || calls[0] > mostMapCalls {
		t.Errorf("%d system calls for few objects, %d for many, want %d at most", calls[0], calls[1], mostMapCalls)
	}
	if allocations[1] > allocations[0]+allocations[0]/20 {
		t.Errorf("%d allocations for few objects, %d for many", allocations[0], allocations[1])
	}
}

// mostMapCalls are those that open, look at and map a file, map each of its five segments, protect those that are written, and undo all that.
const mostMapCalls = 20
