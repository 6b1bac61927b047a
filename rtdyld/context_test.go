package rtdyld_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// bigObjects has an object that is big in each thing that a linker goes over, and how often it is
// gone over at least in Load and in Resolve.
var bigObjects = []struct {
	name          string
	load, resolve int
	make          func(f *objgen.ELF, n int)
}{
	{"relocations", 1, 1, func(f *objgen.ELF, n int) {
		f.AddSymbol(objgen.ELFSymbol{Name: "undefined", Bind: 1})
		f.AddRelocs(f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)}), true, make64(n))
	}},
	{"symbols", 3, 3, func(f *objgen.ELF, n int) { // selected, looked for among the unused, published; needed, bound, addresses
		id := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1, Section: id})
		}
	}},
	{"common symbols", 4, 3, func(f *objgen.ELF, n int) { // as symbols; placed
		f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1, Reserved: 0xfff2, Value: 8, Size: 8})
		}
	}},
	{"undefined symbols", 3, 5, func(f *objgen.ELF, n int) { // needed, described, answered, bound, addresses
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
		}
	}},
	{"hidden symbols", 4, 3, func(f *objgen.ELF, n int) {
		id := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1, Other: 2, Section: id})
		}
	}},
	{"local symbols", 0, 1, func(f *objgen.ELF, n int) {
		id := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Section: id})
		}
	}},
	{"sections", 4, 1, func(f *objgen.ELF, n int) { // linkonce, scan, layout, copy
		for range n {
			f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: []byte{1}})
		}
	}},
	{"bytes", 1, 0, func(f *objgen.ELF, n int) {
		f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: bytes.Repeat([]byte{1}, n*(heed.Bytes/heed.Every))})
	}},
}

// make64 is n relocations of type R_X86_64_64.
func make64(n int) []objgen.ELFReloc {
	rs := make([]objgen.ELFReloc, n)
	for i := range rs {
		rs[i] = objgen.ELFReloc{Sym: 1, Type: 1}
	}
	return rs
}

// TestContext: whatever a big object is big in, Load and Resolve look at the context each time that they have
// gone over some thousand items more. After the look that finds it ended nothing of the batch is there,
// and the linker goes on.
func TestContext(t *testing.T) {
	const n = 8 * heed.Every
	for _, b := range bigObjects {
		t.Run(b.name, func(t *testing.T) {
			f := &objgen.ELF{Is64: true, Machine: 62}
			b.make(f, n)
			endsAnywhere(t, rtdyld.Config{}, b.load*(n/heed.Every-1), b.resolve*(n/heed.Every-1), true, f.Bytes())
		})
	}
}

// endsAnywhere loads and resolves files with contexts that end after some looks, among so many at least as load and
// resolve say. Where same is set contents of the first object do not depend on how often it was resolved.
func endsAnywhere(t *testing.T, cfg rtdyld.Config, load, resolve int, same bool, files ...[]byte) {
	rnd := rand.New(rand.NewPCG(15, 12))
	imgs := make([]*objfmt.ObjectImage, len(files))
	for i, f := range files {
		imgs[i] = parse(t, "big.o", f)
	}
	m := &memory{}
	cfg.Memory, cfg.Resolver = m, rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		if strings.HasPrefix(name, "far") {
			return rtdyld.Symbol{Addr: 0x7fff_0000_1234, Kind: rtdyld.Func}, true
		}
		return rtdyld.Symbol{Addr: 0x1234}, true
	})
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	all := heedtest.Endless()
	objs, err := l.Load(all, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	loads := enough(t, "Load", all, load)
	all = heedtest.Endless()
	if err := l.Resolve(all); err != nil {
		t.Fatal(err)
	}
	resolves := enough(t, "Resolve", all, resolve)
	want := sections(objs[0])
	if err := l.Unload(context.Background(), objs...); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		m.next = 0 // the same addresses again
		ctx := heedtest.EndsAfter(rnd.IntN(loads))
		_, err := l.Load(ctx, imgs...)
		ended(t, "Load", ctx, err)
		if m.live != 0 || m.used != 0 || len(l.Objects()) != 0 {
			t.Fatalf("ended at look %d: %d allocations of %d bytes, %d objects stay", ctx.Left()+1, m.live, m.used, len(l.Objects()))
		}
		m.next = 0
		objs, err := l.Load(context.Background(), imgs...)
		if err != nil {
			t.Fatal(err)
		}
		ctx = heedtest.EndsAfter(rnd.IntN(resolves))
		ended(t, "Resolve", ctx, l.Resolve(ctx))
		if err := l.Resolve(context.Background()); err != nil {
			t.Fatal(err)
		}
		if same && !bytes.Equal(sections(objs[0]), want) {
			t.Error("an object that was resolved again has other contents")
		}
		if err := l.Unload(context.Background(), objs...); err != nil {
			t.Fatal(err)
		}
	}
}

// enough returns how many looks there were, which are to be want at least.
func enough(t *testing.T, what string, ctx *heedtest.Looks, want int) int {
	t.Helper()
	seen := ctx.Seen()
	if seen < want {
		t.Fatalf("%s looks %d times at the context, want %d", what, seen, want)
	}
	return seen
}

// ended wants the error of a context that ended, and no work after that.
func ended(t *testing.T, what string, ctx *heedtest.Looks, err error) {
	t.Helper()
	ctx.Ended(t, what, err, 4)
	if err != nil && ctx.Left() > 0 && !strings.Contains(err.Error(), "big.o") {
		t.Errorf("%s that ended at look %d: %v", what, ctx.Left()+1, err)
	}
}

// sections are the contents of an object's memory.
func sections(o *rtdyld.Object) []byte {
	var b []byte
	for _, s := range o.Sections() {
		b = append(b, s.Mem...)
	}
	return b
}

// TestCollectContext: a collector ends with its context while it notes names.
func TestCollectContext(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	for i := range 4 * heed.Every {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
	}
	img, err := objfile.Parse("big.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	ctx := heedtest.EndsAfter(0)
	_, err = rtdyld.NewCollector(nil, nil).Collect(ctx, []*objfmt.ObjectImage{img})
	ended(t, "Collect", ctx, err)
	if err == nil || !strings.Contains(err.Error(), "big.o") {
		t.Error(err)
	}
}
