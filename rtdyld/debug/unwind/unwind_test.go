package unwind_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory gives Go slices at made-up addresses.
type memory struct {
	next   uint64 // where the next block goes
	blocks []rtdyld.Block
}

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a := make(allocation, len(reqs))
	for i, r := range reqs {
		m.next = (m.next + max(r.Align, page) - 1) &^ (max(r.Align, page) - 1)
		a[i] = rtdyld.Block{Mem: make([]byte, r.Size), Addr: m.next}
		m.next += r.Size
	}
	m.blocks = append(m.blocks, a...)
	return a, nil
}

// page is as large as pages are on the processors whose code is run.
const page = 0x4000

type allocation []rtdyld.Block

func (a allocation) Blocks() []rtdyld.Block         { return a }
func (a allocation) Finalize(context.Context) error { return nil }
func (a allocation) Release(context.Context) error  { return nil }

// base is where objects of tests lie.
const base = 0x10000000

// nowhere finds every name, far from what runs.
type nowhere struct{}

func (nowhere) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i, r := range refs {
		out[i] = rtdyld.Symbol{Addr: base + 0x1000000, Found: true}
		if r.TLS {
			out[i] = rtdyld.Symbol{Addr: 16, Kind: rtdyld.TLS, Module: 1, Found: true}
		}
	}
	return nil
}

// link links images.
func link(t testing.TB, m *memory, imgs ...*objfmt.ObjectImage) []*rtdyld.Object {
	t.Helper()
	off := noThreads(0x100)
	if imgs[0].Triple.Arch == triple.SPARCV9 {
		off = -off // its instructions reach what is below the thread pointer
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: nowhere{}, TLS: off})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.CloseContext(ctx) })
	return objs
}

// noThreads places thread-locals where nobody looks.
type noThreads int64

func (off noThreads) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return off, nil
}
func (noThreads) Module() uint64                           { return 1 }
func (noThreads) DTPOffset() uint64                        { return 0 }
func (off noThreads) TPOffset() int64                      { return int64(off) }
func (noThreads) Initialize(context.Context, []byte) error { return nil }
func (noThreads) Release(context.Context) error            { return nil }

// load links files, each with a linker of its own.
func load(t testing.TB, names ...string) ([]*rtdyld.Object, *memory) {
	t.Helper()
	m := &memory{next: base}
	var objs []*rtdyld.Object
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(filepath.Base(name), data)
		if err != nil {
			t.Fatal(err)
		}
		objs = append(objs, link(t, m, img)...)
		img.Close()
	}
	return objs, m
}

// compile makes an object of a source.
func compile(t testing.TB, source string, command ...string) string {
	t.Helper()
	citest.Need(t, command[0])
	o := filepath.Join(t.TempDir(), "t.o")
	args := append(command[1:len(command):len(command)], "-c", source, "-o", o)
	if out, err := exec.Command(command[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return o
}

func read(t testing.TB, o *rtdyld.Object) *unwind.Table {
	t.Helper()
	table, err := unwind.Read(o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
