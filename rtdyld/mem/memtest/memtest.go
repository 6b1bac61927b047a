// Package memtest has the tests that every [mem.Mapper] passes, whether its executor is
// this process, a child or a machine elsewhere.
//
// A test of a mapper opens a [Target] and hands it over:
//
//	func TestMapper(t *testing.T) {
//		memtest.TestMapper(t, func(t *testing.T) memtest.Target {
//			...
//			t.Cleanup(func() { close it, and see that nothing is left })
//			return memtest.Target{Mapper: m, Call: call, Read: read, Maps: maps}
//		})
//	}
//
// Law: nothing is known of the executor but by the functions of its Target. For tests
// alone.
package memtest

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Target is a mapper and ways to look at the executor that it is for. All functions may
// be called concurrently. What is nil is not tested, which the tests log.
type Target struct {
	Mapper mem.Mapper
	// Triple is what code the executor runs. The zero value is that of this process. It
	// is known for the tests' own functions: x86-64 and i386, AArch64 and ARM.
	Triple triple.Triple
	// Call calls a function of the executor as an action is called. nil: code cannot run
	// there, or the mapper takes no actions.
	Call func(ctx context.Context, call mem.Call) (int, error)
	// Read reads the executor's memory. An address that cannot be read is an error,
	// not a fault.
	Read func(ctx context.Context, addr uint64, n int) ([]byte, error)
	// Maps lists the executor's mappings, ascending.
	Maps func(ctx context.Context) ([]Mapping, error)
	// Here lists the mappings of this process, if it is not the executor.
	Here func() ([]Mapping, error)
	// Resident is how many bytes of the executor's memory from addr on are in memory.
	Resident func(ctx context.Context, addr, size uint64) (uint64, error)
	// Committed says that Resident counts what is committed, in memory or not.
	Committed bool
	// NoExec says that code gets no permission to run.
	NoExec bool
	// NoPlacement says that reservations lie anywhere, whatever Placement asks.
	NoPlacement bool
}

// Mapping is a range of addresses with the same permissions.
type Mapping struct {
	Lo, Hi            uint64 // [Lo, Hi)
	Read, Write, Exec bool
}

// TestMapper runs all tests, each on a target of its own that open makes and that t's
// Cleanup closes. With -short, loops are shorter.
func TestMapper(t *testing.T, open func(t *testing.T) Target) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := &rig{T: t, Target: open(t)}
			if r.Read == nil || r.Mapper == nil {
				t.Fatal("the target has no Read or no Mapper")
			}
			if r.Triple.IsZero() {
				r.Triple = triple.Host()
			}
			r.Traits = r.Mapper.Traits()
			t.Cleanup(r.end)
			c.test(r)
		})
	}
}

var cases = []struct {
	name string
	test func(*rig)
}{
	{"Traits", testTraits},
	{"Reserve", testReserve},
	{"Placement", testPlacement},
	{"Prepare", testPrepare},
	{"Initialize", testInitialize},
	{"Contents", testContents},
	{"Large", testLarge},
	{"SharedPages", testSharedPages},
	{"Run", testRun},
	{"Fork", testFork},
	{"Rewrite", testRewrite},
	{"Deinitialize", testDeinitialize},
	{"Release", testRelease},
	{"Actions", testActions},
	{"Arguments", testArguments},
	{"FailedAction", testFailedAction},
	{"FailedDealloc", testFailedDealloc},
	{"DeallocOrder", testDeallocOrder},
	{"FinalizeOnly", testFinalizeOnly},
	{"Misuse", testMisuse},
	{"Cancelled", testCancelled},
	{"Reuse", testReuse},
	{"Concurrent", testConcurrent},
}

// rig is a test in progress.
type rig struct {
	*testing.T
	Target
	mem.Traits
	bases []uint64 // of reservations to release
}

func (r *rig) ctx() context.Context { return r.Context() }

// end releases what the test has left.
func (r *rig) end() {
	for _, base := range r.bases {
		if err := r.Mapper.Release(context.Background(), base); err != nil {
			r.Errorf("release of %#x at the end: %v", base, err)
		}
	}
}

// reserve takes pages, for a test that does not test that.
func (r *rig) reserve(pages uint64) mem.Range {
	r.Helper()
	got, err := r.Mapper.Reserve(r.ctx(), pages*r.Page, mem.Placement{})
	if err != nil {
		r.Fatalf("reserve: %v", err)
	}
	r.bases = append(r.bases, got.Addr)
	return got
}

// release gives a reservation back before the end of the test.
func (r *rig) release(base uint64) error {
	r.bases = slices.DeleteFunc(r.bases, func(b uint64) bool { return b == base })
	return r.Mapper.Release(r.ctx(), base)
}

// prepare returns working memory with contents, and checks that it was zero.
func (r *rig) prepare(addr, size uint64, contents []byte) []byte {
	r.Helper()
	b, err := r.Mapper.Prepare(r.ctx(), addr, size)
	if err != nil {
		r.Fatalf("prepare %#x, %d bytes: %v", addr, size, err)
	}
	if uint64(len(b)) != size {
		r.Fatalf("prepare %#x: %d bytes of working memory, want %d", addr, len(b), size)
	}
	r.zero(b, "working memory")
	copy(b, contents)
	return b
}

func (r *rig) zero(b []byte, what string) {
	r.Helper()
	for i, c := range b {
		if c != 0 {
			r.Fatalf("byte %d of %s is %#x, want 0", i, what, c)
		}
	}
}

// segment is a prepared segment.
func (r *rig) segment(kind objfmt.Kind, addr, size uint64, contents []byte) mem.Segment {
	r.Helper()
	return mem.Segment{Addr: addr, Size: size, Mem: r.prepare(addr, size, contents), Kind: kind}
}

// initialize does it, and fails the test if it cannot.
func (r *rig) initialize(init mem.Initialization) mem.InitID {
	r.Helper()
	id, err := r.Mapper.Initialize(r.ctx(), init)
	if err != nil {
		r.Fatalf("initialize: %v", err)
	}
	if id == 0 {
		r.Fatal("an initialization has the ID 0")
	}
	return id
}

func (r *rig) deinitialize(ids ...mem.InitID) {
	r.Helper()
	if err := r.Mapper.Deinitialize(r.ctx(), ids...); err != nil {
		r.Fatalf("deinitialize %d: %v", ids, err)
	}
}

// load brings contents to an address, in a segment of their size.
func (r *rig) load(kind objfmt.Kind, addr uint64, contents []byte) mem.InitID {
	r.Helper()
	return r.initialize(mem.Initialization{Segments: []mem.Segment{r.segment(kind, addr, uint64(len(contents)), contents)}})
}

// read reads the executor's memory.
func (r *rig) read(addr uint64, n int) []byte {
	r.Helper()
	b, err := r.Read(r.ctx(), addr, n)
	if err != nil {
		r.Fatalf("read %#x, %d bytes: %v", addr, n, err)
	}
	if len(b) != n {
		r.Fatalf("read %#x: %d bytes, want %d", addr, len(b), n)
	}
	return b
}

// want checks the executor's memory.
func (r *rig) want(addr uint64, want []byte) {
	r.Helper()
	got := r.read(addr, len(want))
	for i := range want {
		if got[i] != want[i] {
			r.Fatalf("the executor has %#x at %#x, byte %d of %d, want %#x", got[i], addr, i, len(want), want[i])
		}
	}
}

// word reads a word of 32 bits.
func (r *rig) word(addr uint64) uint32 {
	r.Helper()
	return r.order().Uint32(r.read(addr, 4))
}

// words are such words in memory.
func (r *rig) words(list ...uint32) (b []byte) {
	for _, w := range list {
		b = r.order().AppendUint32(b, w)
	}
	return b
}

// byteOrder is one of package binary's.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// order is the executor's.
func (r *rig) order() byteOrder {
	if r.Triple.Arch.IsBigEndian() {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// perms checks the permissions of a range in the executor, where they are known.
func (r *rig) perms(addr, size uint64, kind objfmt.Kind) {
	r.Helper()
	if r.Maps == nil {
		return
	}
	want := Mapping{Read: true, Write: kind == objfmt.KindWritable, Exec: kind == objfmt.KindCode && !r.NoExec}
	list := r.audit()
	for end := addr + size; addr < end; {
		i := slices.IndexFunc(list, func(m Mapping) bool { return m.Lo <= addr && addr < m.Hi })
		if i < 0 {
			r.Fatalf("%#x is not mapped, want %v", addr, kind)
		}
		m := list[i]
		if m.Read != want.Read || m.Write != want.Write || m.Exec != want.Exec {
			r.Fatalf("%#x is %v, want %v for %v", addr, m, want, kind)
		}
		addr = m.Hi
	}
}

// String shows the permissions as "rwx", with a dash for each that lacks.
func (m Mapping) String() string {
	s := []byte("---")
	for i, p := range [...]bool{m.Read, m.Write, m.Exec} {
		if p {
			s[i] = "rwx"[i]
		}
	}
	return string(s)
}

// audit fails if any page of the executor or of this process is writable and
// executable. It returns the executor's mappings.
func (r *rig) audit() []Mapping {
	r.Helper()
	if r.Here != nil {
		list, err := r.Here()
		if err != nil {
			r.Fatalf("mappings of this process: %v", err)
		}
		r.never(list, "this process")
	}
	if r.Maps == nil {
		return nil
	}
	list, err := r.Maps(context.WithoutCancel(r.ctx()))
	if err != nil {
		r.Fatalf("mappings of the executor: %v", err)
	}
	r.never(list, "the executor")
	return list
}

func (r *rig) never(list []Mapping, whose string) {
	r.Helper()
	for _, m := range list {
		if m.Write && m.Exec {
			r.Errorf("%#x-%#x of %s is %v", m.Lo, m.Hi, whose, m)
		}
	}
}

// as checks that an error is there and of a type.
func as[E error](r *rig, err error, what string) (e E) {
	r.Helper()
	if !errors.As(err, &e) {
		r.Errorf("%s: %v, want %T", what, err, e)
	}
	return e
}

// pattern are bytes that differ from place to place and by seed.
func pattern(seed, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + i>>8*13 + seed*31 + 1)
	}
	return b
}
