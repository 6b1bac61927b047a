package rtdyld_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// anyTLS places thread-locals of any size.
type anyTLS struct {
	live int
	fail error
}

type anyBlock struct{ p *anyTLS }

func (p *anyTLS) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if p.fail != nil {
		return nil, p.fail
	}
	p.live++
	return anyBlock{p}, nil
}
func (anyBlock) Module() uint64                           { return 1 }
func (anyBlock) DTPOffset() uint64                        { return 0x10 }
func (anyBlock) TPOffset() int64                          { return -0x1000 }
func (anyBlock) Initialize(context.Context, []byte) error { return nil }
func (b anyBlock) Release(context.Context) error          { b.p.live--; return nil }

// failingResolver and failingUnwinder cannot.
type (
	failingResolver struct{}
	failingUnwinder struct{}
)

func (failingResolver) Resolve(context.Context, []rtdyld.Ref, []rtdyld.Symbol) error {
	return errNoMemory
}
func (failingUnwinder) Formats() rtdyld.UnwindFormat                           { return rtdyld.EHFrame }
func (failingUnwinder) Register(context.Context, []rtdyld.UnwindTable) error   { return errNoMemory }
func (failingUnwinder) Deregister(context.Context, []rtdyld.UnwindTable) error { return nil }

// The linker's fuzz targets take two objects of any bytes the whole way: whatever
// they are, nothing panics, and in the end every allocation is released and every
// table empty. They differ in what they start from.
func FuzzLink(f *testing.F)      { fuzzFrom(f, "elf") }
func FuzzLinkCOFF(f *testing.F)  { fuzzFrom(f, "coff") }
func FuzzLinkMachO(f *testing.F) { fuzzFrom(f, "macho") }

// With -fuzz-from they start from the objects of one folder of testdata, as elf-riscv64.
var fuzzFolder = flag.String("fuzz-from", "", "fuzz from the objects of this folder of testdata alone")

func fuzzFrom(f *testing.F, format string) {
	folder := format + "-*"
	if *fuzzFolder != "" {
		folder = *fuzzFolder
	}
	all, err := filepath.Glob("../testdata/" + folder + "/*.o")
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

// fuzzLink uses the bits of how, see whole.
func fuzzLink(t *testing.T, a, b []byte, how byte) {
	var imgs []*objfmt.ObjectImage
	for _, data := range [][]byte{a, b} {
		if img, err := objfile.Parse("fuzz.o", data); err == nil {
			imgs = append(imgs, img)
		}
	}
	batches := [][]*objfmt.ObjectImage{imgs}
	if way(how)&twoBatches != 0 && len(imgs) == 2 {
		batches = [][]*objfmt.ObjectImage{imgs[:1], imgs[1:]}
	}
	whole(t, way(how), batches)
	for _, img := range imgs {
		img.Close()
	}
}

// way says how to link.
type way uint16

const (
	allSections way = 1 << iota
	twoBatches
	remap // in between
	noRelax
	unwinders
	farAway // memory
	runtimeDyldLayout
	bySection
	within // no stubs
	failMemory
	failProtect
	failTLS
	failResolver
	failUnwinder
	workers   // more than one
	imageBase // is given
)

// whole takes batches of images the whole way: load, resolve, finalize, ask for all that
// can be asked, unload. Errors are right answers; what is left behind is not.
func whole(t testing.TB, how way, batches [][]*objfmt.ObjectImage) (errs []error) {
	t.Helper()
	return wholeSeen(t, how, batches, func(*rtdyld.Linker, []*rtdyld.Object, error) {})
}

// wholeSeen shows each batch that is in memory, with the error of what came then.
func wholeSeen(t testing.TB, how way, batches [][]*objfmt.ObjectImage, seen func(*rtdyld.Linker, []*rtdyld.Object, error)) (errs []error) {
	t.Helper()
	ctx := t.Context()
	m := &memory{limit: 1 << 20}
	if how&farAway != 0 {
		m.next = 0x7f0000000000
	}
	fail := func(when way) error {
		if how&when != 0 {
			return errNoMemory
		}
		return nil
	}
	m.spoil = func(*allocation, []rtdyld.Request) error { return fail(failMemory) }
	m.final = func() error { return fail(failProtect) }
	tls := &anyTLS{fail: fail(failTLS)}
	cfg := rtdyld.Config{
		Memory: m, Resolver: phony(0x20000000), TLS: tls, AllSections: how&allSections != 0, NoRelax: how&noRelax != 0, Workers: 1 + int(how&workers/workers),
		ReadMemory: func(context.Context, uint64, []byte) error { return nil }, BySection: how&bySection != 0,
	}
	if how&failResolver != 0 {
		cfg.Resolver = failingResolver{}
	}
	if how&imageBase != 0 {
		cfg.ImageBase = 0x10000
	}
	if how&within != 0 {
		cfg.Stubs = rtdyld.NoStubs
	}
	index := &indexes{}
	if how&unwinders != 0 {
		cfg.Unwinder = rtdyld.Unwinders{&events{}, index}
	}
	if how&failUnwinder != 0 {
		cfg.Unwinder = rtdyld.Unwinders{index, failingUnwinder{}}
	}
	if how&runtimeDyldLayout != 0 {
		cfg.Layout = rtdyld.RuntimeDyld
	}
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, batch := range batches {
		objs, err := l.Load(ctx, batch...)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		err = l.Resolve(ctx)
		if how&remap != 0 {
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
			o.Blocks()
			o.Sections()
			if err == nil {
				rtdyld.InitFuncs(o)
				rtdyld.FiniFuncs(o)
			}
			for _, s := range o.Symbols() {
				l.Lookup(s.Name)
			}
		}
		seen(l, objs, err)
		if err != nil {
			errs = append(errs, err)
		}
	}
	for _, err := range errs {
		_ = err.Error()
	}
	if err := l.Unload(ctx, l.Objects()...); err != nil {
		t.Fatalf("Unload: %v", err)
	}
	s := l.Sizes()
	if s.Names+s.Pending+s.Commons+s.External+s.Canonical+s.Copies+s.Aliases+s.Imports != 0 {
		t.Errorf("left: %+v\n%s", s, l.Dump())
	}
	if tls.live != 0 {
		t.Errorf("%d blocks of thread-locals are left", tls.live)
	}
	if err := l.CloseContext(ctx); err != nil {
		t.Errorf("Close: %v", err)
	}
	m.check(t)
	if index.fault != nil && how&remap == 0 { // sections of both batches may be mapped to one address
		t.Error(index.fault)
	}
	return errs
}
