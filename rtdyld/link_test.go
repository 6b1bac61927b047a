package rtdyld_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// heap is a memory manager over Go slices at made-up addresses.
type heap struct{ next uint64 }

type heapAlloc struct{ blocks []rtdyld.Block }

func (h *heap) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a := &heapAlloc{}
	if h.next == 0 {
		h.next = 0x10000
	}
	for _, r := range reqs {
		h.next = (h.next + r.Align - 1) &^ (r.Align - 1)
		a.blocks = append(a.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: h.next})
		h.next += r.Size
	}
	return a, nil
}
func (a *heapAlloc) Blocks() []rtdyld.Block         { return a.blocks }
func (a *heapAlloc) Finalize(context.Context) error { return nil }
func (a *heapAlloc) Release(context.Context) error  { return nil }

func TestTmp(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a.c"), []byte(`
int puts(const char*); extern int g(int); int v[10]; static int w=3; int f(int x){ puts("hi"); return g(x)+v[2]+w; }`), 0o666)
	os.WriteFile(filepath.Join(dir, "b.c"), []byte(`
extern int v[10]; int g(int x){ return v[x]; } int (*p)(int)=g;`), 0o666)
	var imgs []*objfmt.ObjectImage
	for _, n := range []string{"a", "b"} {
		out, err := exec.Command("gcc", "-O2", "-c", "-o", filepath.Join(dir, n+".o"), filepath.Join(dir, n+".c")).CombinedOutput()
		if err != nil {
			t.Fatal(string(out))
		}
		img, err := objfile.Open(filepath.Join(dir, n+".o"))
		if err != nil {
			t.Fatal(err)
		}
		imgs = append(imgs, img)
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: &heap{}, Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x700000, Kind: rtdyld.Func}, name == "puts"
	})})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	for _, o := range objs {
		for _, s := range o.Sections() {
			t.Logf("%s %s %#x % x", o.Name(), s.Name, s.Addr, s.Mem)
		}
	}
	t.Log(l.Lookup("f"))
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
}
