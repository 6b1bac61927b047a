package rtdyld_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// memory is a manager of Go slices at made-up addresses, so that any distance
// costs nothing.
type memory struct {
	next  uint64                                        // where the next block goes
	place func(i int, r rtdyld.Request) uint64          // where block i goes; nil or 0: next
	spoil func(a *allocation, r []rtdyld.Request) error // may fail or change what is returned
	final func() error                                  // may fail Finalize
	going func()                                        // called first by Release; nil: not called
	gone  func(a *allocation) error                     // what Release returns; nil: nothing
	limit uint64                                        // most bytes at a time, 0: any

	mu    sync.Mutex
	used  uint64
	live  int
	calls int
	reqs  []rtdyld.Request // of the last call
	fault error            // first breach of the manager's rules
}

type allocation struct {
	m      *memory
	blocks []rtdyld.Block
	whole  [][]byte // of blocks, with the guards
	size   uint64
	frozen [][]byte // contents when finalized
	gone   bool
}

// guard is the number of bytes in front of a block and behind it that nobody may write.
const (
	guard     = 64
	guardByte = 0xa7
)

// guarded notes it if somebody has.
func (a *allocation) guarded() {
	for i, whole := range a.whole {
		for j := range guard {
			if whole[j] != guardByte || whole[len(whole)-guard+j] != guardByte {
				a.m.breach("block %d of %d bytes: somebody wrote beside it", i, len(whole)-2*guard)
				return
			}
		}
	}
}

var errNoMemory = errors.New("out of memory")

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	m.reqs = append([]rtdyld.Request(nil), reqs...)
	a := &allocation{m: m}
	for i, r := range reqs {
		if r.Size == 0 || r.Align == 0 || r.Align&(r.Align-1) != 0 || r.Kind <= objfmt.KindNone || r.Kind >= objfmt.NumKinds {
			m.breach("request %+v", r)
			return nil, errNoMemory
		}
		if r.Align > 1<<30 || m.limit > 0 && (r.Size > m.limit || m.used+a.size+r.Size > m.limit) {
			return nil, errNoMemory
		}
		a.size += r.Size
		addr := uint64(0)
		if m.place != nil {
			addr = m.place(i, r)
		}
		if addr == 0 {
			if m.next == 0 {
				m.next = 0x10000
			}
			addr = (m.next + r.Align - 1) &^ (r.Align - 1)
			m.next = addr + r.Size
		}
		a.blocks = append(a.blocks, rtdyld.Block{Addr: addr})
	}
	for i, r := range reqs {
		whole := make([]byte, guard+r.Size+guard)
		for j := range guard {
			whole[j], whole[guard+r.Size+uint64(j)] = guardByte, guardByte
		}
		a.whole = append(a.whole, whole)
		a.blocks[i].Mem = whole[guard:][:r.Size] // who goes on behind it meets the guard
	}
	if m.spoil != nil {
		if err := m.spoil(a, reqs); err != nil {
			return nil, err
		}
	}
	m.used += a.size
	m.live++
	return a, nil
}

func (m *memory) breach(format string, args ...any) {
	if m.fault == nil {
		m.fault = fmt.Errorf(format, args...)
	}
}

func (a *allocation) Blocks() []rtdyld.Block { return a.blocks }

func (a *allocation) Finalize(context.Context) error {
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	if a.m.final != nil {
		if err := a.m.final(); err != nil {
			return err
		}
	}
	if a.frozen != nil || a.gone {
		a.m.breach("finalized twice or after release")
	}
	a.guarded()
	for _, b := range a.blocks {
		a.frozen = append(a.frozen, bytes.Clone(b.Mem))
	}
	return nil
}

func (a *allocation) Release(context.Context) error {
	if a.m.going != nil {
		a.m.going()
	}
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	if a.gone {
		a.m.breach("released twice")
		return nil
	}
	a.gone = true
	a.guarded()
	a.m.live--
	a.m.used -= a.size
	for i := range a.frozen {
		if !bytes.Equal(a.frozen[i], a.blocks[i].Mem) {
			a.m.breach("block at %#x was written after it was finalized", a.blocks[i].Addr)
		}
	}
	if a.m.gone != nil {
		return a.m.gone(a)
	}
	return nil
}

// allocations is how many there are.
func (m *memory) allocations() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.live
}

// check fails the test if memory is left or a rule was broken.
func (m *memory) check(t testing.TB) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault != nil {
		t.Error(m.fault)
	}
	if m.live != 0 || m.used != 0 {
		t.Errorf("%d allocations of %d bytes are left", m.live, m.used)
	}
}

const testdata = "../testdata/elf-link"

// file reads a committed object of testdata/elf-link or, where that has none of the name,
// of testdata/elf-amd64. A name with ../FOLDER/ is one of that folder.
func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(testdata, name+".o"))
	if errors.Is(err, fs.ErrNotExist) {
		b, err = os.ReadFile(filepath.Join(testdata, "../elf-amd64", name+".o"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// parse makes an image that is closed with the test.
func parse(t testing.TB, name string, data []byte) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// images parses committed objects; "name=file" gives one another name.
func images(t testing.TB, names ...string) []*objfmt.ObjectImage {
	t.Helper()
	var imgs []*objfmt.ObjectImage
	for _, n := range names {
		from := n
		if name, f, ok := strings.Cut(n, "="); ok {
			n, from = name, f
		}
		imgs = append(imgs, parse(t, n+".o", file(t, from)))
	}
	return imgs
}

// rig is a linker under test.
type rig struct {
	*rtdyld.Linker
	t   testing.TB
	mem *memory
}

// newRig makes a linker that is closed with the test, when it must have given all
// memory back. A nil Memory becomes a *memory.
func newRig(t testing.TB, cfg rtdyld.Config) *rig {
	t.Helper()
	r := &rig{t: t, mem: &memory{}}
	if m, ok := cfg.Memory.(*memory); ok {
		r.mem = m
	}
	cfg.Memory = r.mem
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.Linker = l
	t.Cleanup(func() {
		if err := l.Close(); err != nil && !errors.Is(err, rtdyld.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
		r.mem.check(t)
	})
	return r
}

func (r *rig) load(names ...string) []*rtdyld.Object {
	r.t.Helper()
	objs, err := r.Load(r.t.Context(), images(r.t, names...)...)
	if err != nil {
		r.t.Fatal(err)
	}
	return objs
}

func (r *rig) resolve(objs ...*rtdyld.Object) {
	r.t.Helper()
	if err := r.Resolve(r.t.Context(), objs...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) finalize(objs ...*rtdyld.Object) {
	r.t.Helper()
	if err := r.Finalize(r.t.Context(), objs...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) unload(objs ...*rtdyld.Object) {
	r.t.Helper()
	if err := r.Unload(r.t.Context(), objs...); err != nil {
		r.t.Fatal(err)
	}
}

// addr is where a name is that all see.
func (r *rig) addr(name string) uint64 {
	r.t.Helper()
	s, err := r.Lookup(name)
	if err != nil {
		r.t.Fatalf("Lookup does not find %s", name)
	}
	return s.Addr
}

// bytes returns n bytes of loaded memory at a target address.
func (r *rig) bytes(addr uint64, n int) []byte {
	r.t.Helper()
	for _, o := range r.Objects() {
		for _, s := range o.Sections() {
			if off := addr - s.Addr; off < uint64(len(s.Mem)) && off+uint64(n) <= uint64(len(s.Mem)) {
				return s.Mem[off:][:n]
			}
		}
		for _, s := range o.Islands() {
			if off := addr - s.Addr; off < uint64(len(s.Mem)) && off+uint64(n) <= uint64(len(s.Mem)) {
				return s.Mem[off:][:n]
			}
		}
	}
	r.t.Fatalf("no section has %d bytes at %#x", n, addr)
	return nil
}

// word is the 8-byte word at a name plus an offset.
func (r *rig) word(name string, off uint64) uint64 {
	r.t.Helper()
	return binary.LittleEndian.Uint64(r.bytes(r.addr(name)+off, 8))
}

// target is where the signed 32-bit displacement at addr leads, with the addend -4.
func (r *rig) target(addr uint64) uint64 {
	r.t.Helper()
	return addr + 4 + uint64(int64(int32(binary.LittleEndian.Uint32(r.bytes(addr, 4)))))
}

// section finds a loaded section by name.
func section(t testing.TB, o *rtdyld.Object, name string) rtdyld.LoadedSection {
	t.Helper()
	for _, s := range o.Sections() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("%s has no section %s", o.Name(), name)
	return rtdyld.LoadedSection{}
}

// outside is a resolver with fixed answers.
type outside map[string]rtdyld.Symbol

func (m outside) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i, r := range refs {
		if s, ok := m[r.Name]; ok {
			s.Found = true
			out[i] = s
		}
	}
	return nil
}

// phony finds every name at one address.
func phony(addr uint64) rtdyld.Resolver {
	return rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func}, true })
}

// wantErr fails unless err is of type T and matches the sentinel; it returns it.
func wantErr[T error](t testing.TB, err, sentinel error) T {
	t.Helper()
	var e T
	if !errors.As(err, &e) {
		t.Fatalf("error is %v (%T), want a %T", err, err, e)
	}
	if sentinel != nil && !errors.Is(err, sentinel) {
		t.Errorf("error %v does not match %v", err, sentinel)
	}
	return e
}

func hex(b []byte) string { return fmt.Sprintf("% x", b) }
