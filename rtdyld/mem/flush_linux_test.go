package mem

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// flushes records what a manager has the host make visible to instruction fetch.
// It is a memory manager that knows which of its blocks have code.
type flushes struct {
	*Manager
	calls []flushed
	fail  error          // of the next flush
	code  []rtdyld.Block // of the batches since the last forget
	batch []rtdyld.Allocation
}

// flushed is one range and what was in it.
type flushed struct {
	at    span
	bytes []byte
	exec  bool // it was executable, and not writable
}

func newFlushes(t *testing.T) *flushes {
	t.Helper()
	host, err := hostSystem(true)
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, sys := new(flushes), *host
	sys.flush = func(code []byte) error {
		if err := f.fail; err != nil {
			f.fail = nil
			return err
		}
		at := span{address(code), address(code) + uint64(len(code))}
		f.calls = append(f.calls, flushed{at, bytes.Clone(code), perms(regions(t), at.lo, at.hi-at.lo) == "r-xp"})
		return host.flush(code)
	}
	if f.Manager, err = newManager(Config{StripeSize: 8 << 20}, &sys); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// Allocate implements rtdyld.MemoryManager. It is below 2 GiB, for all targets.
func (f *flushes) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	reqs = slices.Clone(reqs)
	for i := range reqs {
		reqs[i].Low32 = true
	}
	a, err := f.Manager.Allocate(ctx, reqs)
	if err == nil {
		for i, q := range reqs {
			if q.Kind == objfmt.KindCode {
				f.code = append(f.code, a.Blocks()[i])
			}
		}
		f.batch = append(f.batch, a)
	}
	return a, err
}

// forget starts anew.
func (f *flushes) forget() { f.calls, f.code, f.batch = nil, nil, nil }

// covered checks that every byte of code was flushed as it is now, when nobody could
// write it any more, in one call a batch.
func (f *flushes) covered(t *testing.T) {
	t.Helper()
	if len(f.code) == 0 {
		t.Fatal("there is no code")
	}
	if len(f.calls) != len(f.batch) {
		t.Errorf("%d flushes of %d batches", len(f.calls), len(f.batch))
	}
	for _, b := range f.code {
		end := b.Addr + uint64(len(b.Mem))
		i := slices.IndexFunc(f.calls, func(c flushed) bool { return c.at.lo <= b.Addr && end <= c.at.hi })
		switch {
		case i < 0:
			t.Errorf("code at %#x, %d bytes, was not flushed: %v", b.Addr, len(b.Mem), f.calls)
		case !bytes.Equal(f.calls[i].bytes[b.Addr-f.calls[i].at.lo:][:len(b.Mem)], b.Mem):
			t.Errorf("code at %#x, %d bytes, was written after it was flushed", b.Addr, len(b.Mem))
		case !f.calls[i].exec:
			t.Errorf("code at %#x was flushed while it was writable", b.Addr)
		}
	}
}

// TestFlush links the objects of testdata/run for all machines: what is written to
// code, stubs and fields that are set again included, is made visible to instruction
// fetch by Finalize, once a batch, after the last byte is written. An emulator cannot
// show that, for it knows no instruction cache.
func TestFlush(t *testing.T) {
	folders, err := filepath.Glob("../../testdata/run/*-*")
	if err != nil || len(folders) < 8 {
		t.Fatal(folders, err)
	}
	for _, folder := range folders {
		builds, _ := filepath.Glob(filepath.Join(folder, "exec-*-pic.o"))
		for _, path := range builds {
			t.Run(filepath.Base(folder)+"/"+filepath.Base(path), func(t *testing.T) { testFlush(t, path) })
		}
	}
}

func testFlush(t *testing.T, path string) {
	ctx := t.Context()
	f := newFlushes(t)
	resolver := &farResolver{addr: 0x10000000}
	l, err := rtdyld.New(rtdyld.Config{Memory: f, Resolver: resolver})
	if err != nil {
		t.Fatal(err)
	}
	files := []string{path, strings.Replace(path, "exec-", "other-", 1)}
	for range 2 { // the second time in pages that were used before
		objs, err := l.Load(ctx, open(t, files...)...)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Resolve(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		before := cloneBlocks(f.code)
		back := move(t, objs, 0x10000)
		if err := l.Resolve(ctx); err != nil {
			t.Fatal(err)
		}
		mips := strings.Contains(path, "elf-mips") // whose code has distances of the GOT alone
		if !mips && slices.EqualFunc(before, f.code, func(a []byte, b rtdyld.Block) bool { return bytes.Equal(a, b.Mem) }) {
			t.Error("no field of code was set again")
		}
		back() // for Finalize to set them once more
		if len(f.calls) != 0 {
			t.Errorf("%d flushes before Finalize", len(f.calls))
		}
		// It must not matter that the first flush fails.
		f.fail = &SystemError{Op: "cacheflush", Err: unix.EPERM}
		if err := l.Finalize(ctx, objs...); !errors.Is(err, unix.EPERM) {
			t.Errorf("Finalize while flushing fails: %v", err)
		}
		if err := l.Finalize(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		f.covered(t)
		if err := l.Finalize(ctx); err != nil {
			t.Fatal(err)
		}
		f.covered(t) // and not once more
		if err := l.Unload(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		f.forget()
	}
}

// move has the writable sections run elsewhere, and gives a function that moves
// them back.
func move(t *testing.T, objs []*rtdyld.Object, by uint64) (back func()) {
	t.Helper()
	was := map[*rtdyld.Object]map[objfmt.SectionID]uint64{}
	for _, o := range objs {
		was[o] = map[objfmt.SectionID]uint64{}
		for _, s := range o.Sections() {
			if s.Kind != objfmt.KindWritable {
				continue
			}
			was[o][s.ID] = s.Addr
			if err := o.MapSectionAddress(s.ID, s.Addr+by); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func() {
		for o, sections := range was {
			for id, addr := range sections {
				if err := o.MapSectionAddress(id, addr); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

func cloneBlocks(bs []rtdyld.Block) (out [][]byte) {
	for _, b := range bs {
		out = append(out, bytes.Clone(b.Mem))
	}
	return out
}

// farResolver puts what is not defined at an address.
type farResolver struct{ addr uint64 }

func (r *farResolver) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		if !refs[i].Weak {
			out[i] = rtdyld.Symbol{Addr: r.addr + uint64(i)*16, Found: true}
		}
	}
	return nil
}

func open(t *testing.T, paths ...string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	for _, path := range paths {
		img, err := objfile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		imgs = append(imgs, img)
	}
	return imgs
}
