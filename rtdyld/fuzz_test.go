package rtdyld_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// anyTLS places thread-locals of any size.
type anyTLS struct{ live int }

type anyBlock struct{ p *anyTLS }

func (p *anyTLS) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	p.live++
	return anyBlock{p}, nil
}
func (anyBlock) Module() uint64                           { return 1 }
func (anyBlock) DTPOffset() uint64                        { return 0x10 }
func (anyBlock) TPOffset() int64                          { return -0x1000 }
func (anyBlock) Initialize(context.Context, []byte) error { return nil }
func (b anyBlock) Release(context.Context) error          { b.p.live--; return nil }

// The linker's fuzz targets take two objects of any bytes the whole way: whatever
// they are, nothing panics, and in the end every allocation is released and every
// table empty. They differ in what they start from.
func FuzzLink(f *testing.F)      { fuzzFrom(f, "elf") }
func FuzzLinkCOFF(f *testing.F)  { fuzzFrom(f, "coff") }
func FuzzLinkMachO(f *testing.F) { fuzzFrom(f, "macho") }

func fuzzFrom(f *testing.F, format string) {
	all, err := filepath.Glob("../testdata/" + format + "-*/*.o")
	if err != nil || len(all) == 0 {
		f.Fatal("no objects", err)
	}
	for i, path := range all {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		next, err := os.ReadFile(all[(i+1)%len(all)])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, []byte{}, byte(0))
		f.Add(b, next, byte(i))
	}
	f.Fuzz(func(t *testing.T, a, b []byte, how byte) { fuzzLink(t, a, b, how) })
}

// fuzzLink uses the bits of how: all sections, two batches, remap in between, no
// relaxation, unwinders, memory far away, RuntimeDyld's layout.
func fuzzLink(t *testing.T, a, b []byte, how byte) {
	ctx := t.Context()
	m := &memory{limit: 1 << 20}
	if how&32 != 0 {
		m.next = 0x7f0000000000
	}
	tls := &anyTLS{}
	cfg := rtdyld.Config{
		Memory: m, Resolver: phony(0x20000000), TLS: tls, AllSections: how&1 != 0, NoRelax: how&8 != 0, Workers: 1,
		ReadMemory: func(context.Context, uint64, []byte) error { return nil },
	}
	index := &indexes{}
	if how&16 != 0 {
		cfg.Unwinder, cfg.ExidxTables = &events{}, index
	}
	if how&64 != 0 {
		cfg.Layout = rtdyld.RuntimeDyld
	}
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var imgs []*objfmt.ObjectImage
	for _, data := range [][]byte{a, b} {
		if img, err := objfile.Parse("fuzz.o", data); err == nil {
			imgs = append(imgs, img)
		}
	}
	batches := [][]*objfmt.ObjectImage{imgs}
	if how&2 != 0 && len(imgs) == 2 {
		batches = [][]*objfmt.ObjectImage{imgs[:1], imgs[1:]}
	}
	for _, batch := range batches {
		objs, err := l.Load(ctx, batch...)
		if err != nil {
			continue
		}
		err = l.Resolve(ctx)
		if how&4 != 0 {
			for _, o := range objs {
				for i, s := range o.Sections() {
					o.MapSectionAddress(s.ID, 0x40000000+uint64(i)<<20)
				}
			}
			err = l.Resolve(ctx)
		}
		if err == nil {
			err = l.Finalize(ctx)
		}
		for _, o := range objs {
			o.Symbols()
			o.Made()
			o.Counts()
			o.DebugSections(func(name string) uint64 { return uint64(len(name)) })
			if err == nil {
				rtdyld.InitFuncs(o)
				rtdyld.FiniFuncs(o)
			}
		}
	}
	for _, img := range imgs {
		img.Close()
	}
	if err := l.Unload(ctx, l.Objects()...); err != nil {
		t.Fatalf("Unload: %v", err)
	}
	s := l.Sizes()
	if s.Names+s.Pending+s.Commons+s.Outside+s.Annexes+s.Copies+s.Stands+s.Imports != 0 {
		t.Errorf("left: %+v\n%s", s, l.Dump())
	}
	if tls.live != 0 {
		t.Errorf("%d blocks of thread-locals are left", tls.live)
	}
	if err := l.Close(ctx); err != nil {
		t.Errorf("Close: %v", err)
	}
	m.check(t)
	if index.fault != nil && how&4 == 0 { // sections of both batches may be mapped to one address
		t.Error(index.fault)
	}
}
