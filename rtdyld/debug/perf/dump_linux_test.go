package perf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/triple"
)

// dumped is a jitdump file as this test reads it.
type dumped struct {
	machine, pid uint32
	created      uint64
	records      []record
}

// record is a record; those of other kinds leave the fields 0.
type record struct {
	id   uint32
	time uint64

	// JIT_CODE_LOAD
	pid, tid               uint32
	vma, addr, size, index uint64
	name                   string
	code                   []byte

	// JIT_CODE_DEBUG_INFO; addr is the function's
	lines []line

	// JIT_CODE_UNWINDING_INFO
	hdr, mapped uint64
	data        []byte
}

type line struct {
	addr          uint64
	line, discrim uint32
	file          string
}

// parser reads numbers of this machine's byte order from bytes that must be there.
type parser struct {
	t testing.TB
	b []byte
}

func (p *parser) bytes(n uint64) []byte {
	p.t.Helper()
	if n > uint64(len(p.b)) {
		p.t.Fatalf("%d bytes of %d", n, len(p.b))
	}
	b := p.b[:n]
	p.b = p.b[n:]
	return b
}

func (p *parser) u32() uint32 { p.t.Helper(); return binary.NativeEndian.Uint32(p.bytes(4)) }
func (p *parser) u64() uint64 { p.t.Helper(); return binary.NativeEndian.Uint64(p.bytes(8)) }

func (p *parser) text() string {
	p.t.Helper()
	n := bytes.IndexByte(p.b, 0)
	if n < 0 {
		p.t.Fatal("a text has no end")
	}
	return string(p.bytes(uint64(n) + 1)[:n])
}

// readDump reads a dump by the words of the specification, every byte of it.
func readDump(t testing.TB, path string) dumped {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &parser{t, b}
	var d dumped
	magic, version, total := p.u32(), p.u32(), p.u32()
	d.machine = p.u32()
	pad := p.u32()
	d.pid = p.u32()
	d.created = p.u64()
	if flags := p.u64(); magic != 0x4a695444 || version != 1 || total != 40 || pad != 0 || flags != 0 {
		t.Fatalf("header: magic %#x, version %d, size %d, padding %d, flags %#x", magic, version, total, pad, flags)
	}
	for len(p.b) > 0 {
		r := record{id: p.u32()}
		size := p.u32()
		r.time = p.u64()
		q := &parser{t, p.bytes(uint64(size) - 16)}
		switch r.id {
		case 0:
			r.pid, r.tid = q.u32(), q.u32()
			r.vma, r.addr, r.size, r.index = q.u64(), q.u64(), q.u64(), q.u64()
			r.name = q.text()
			r.code = q.bytes(r.size)
		case 2:
			r.addr = q.u64()
			for range q.u64() {
				r.lines = append(r.lines, line{q.u64(), q.u32(), q.u32(), q.text()})
			}
		case 3:
		case 4:
			n := q.u64()
			r.hdr, r.mapped = q.u64(), q.u64()
			r.data = q.bytes(n)
		default:
			t.Fatalf("record of type %d", r.id)
		}
		if len(q.b) != 0 {
			t.Fatalf("record of type %d has %d bytes more", r.id, len(q.b))
		}
		d.records = append(d.records, r)
	}
	return d
}

// loads are the records of code.
func (d *dumped) loads() (out []record) {
	for _, r := range d.records {
		if r.id == 0 {
			out = append(out, r)
		}
	}
	return out
}

func newDump(t testing.TB, o Config) *Dump {
	t.Helper()
	if o.OnError == nil {
		o.OnError = func(err error) { t.Error(err) }
	}
	d, err := NewDump(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func now() uint64 {
	var ts unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return uint64(ts.Nano())
}

func TestDump(t *testing.T) {
	dir := t.TempDir()
	begin := now()
	d := newDump(t, Config{Dir: dir})
	if d.Path() != filepath.Join(dir, "jit-"+strconv.Itoa(os.Getpid())+".dump") {
		t.Errorf("path %s", d.Path())
	}
	if !mapped(t, d.Path()) {
		t.Error("no page of the file is mapped to be executed: perf would not see it")
	}
	r := newRig(t, d)
	middle := now()
	a := r.load("a.o", object("one", "two words"), 0x10000)
	codes := slices.Concat(a.Sections()[0].Mem)
	r.unload(a)
	r.load("b.o", object("other"), 0x10000) // where the first was
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if mapped(t, d.Path()) {
		t.Error("a page is mapped after the end")
	}
	r.load("c.o", object("late"), 0x20000)
	end := now()
	f := readDump(t, d.Path())
	if f.machine != elfMachine(triple.Host().Arch) || f.pid != uint32(os.Getpid()) || f.created < begin || f.created > middle {
		t.Errorf("%+v", f)
	}
	var got []string
	last := middle
	for i, r := range f.records {
		if r.time < last || r.time > end {
			t.Errorf("record %d: time %d after %d", i, r.time, last)
		}
		last = r.time
		if r.id == 0 && (r.pid != f.pid || r.tid == 0 || r.vma != r.addr) {
			t.Errorf("%+v", r)
		}
		got = append(got, fmt.Sprintf("%d %x+%x %d %s", r.id, r.addr, r.size, r.index, r.name))
	}
	want := []string{"0 10000+10 0 one", "0 10010+10 1 two words", "0 10000+10 2 other", "3 0+0 0 "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !bytes.Equal(f.records[0].code, codes[:16]) || !bytes.Equal(f.records[1].code, codes[16:]) || bytes.Equal(codes[:16], codes[16:]) {
		t.Errorf("code % x", f.records[0].code)
	}
	if info, err := os.Stat(d.Path()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

// mapped reports whether the file is mapped so that it can be executed.
func mapped(t *testing.T, path string) bool {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(maps)) {
		if strings.HasSuffix(strings.TrimSpace(l), path) && strings.Contains(l, " r-xp ") {
			return true
		}
	}
	return false
}

// TestDumpShared: Dumps of a folder share a file and its numbers, at once and one after
// the other.
func TestDumpShared(t *testing.T) {
	dir := t.TempDir()
	const linkers, rounds = 6, 20
	for range 2 {
		var wg sync.WaitGroup
		for k := range linkers {
			wg.Go(func() {
				d, err := NewDump(Config{Dir: dir})
				if err != nil {
					t.Error(err)
					return
				}
				r := newRig(t, d)
				for i := range rounds {
					r.unload(r.load("x.o", object(many("f", 1+i%3)...), uint64(k+1)<<20))
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	f := readDump(t, filepath.Join(dir, "jit-"+strconv.Itoa(os.Getpid())+".dump"))
	loads := f.loads()
	seen := map[uint64]bool{}
	for _, r := range loads {
		if seen[r.index] || r.index >= uint64(len(loads)) {
			t.Fatalf("index %d", r.index)
		}
		seen[r.index] = true
	}
	n := 0
	for i := range rounds {
		n += 1 + i%3
	}
	if len(loads) != 2*linkers*n || f.records[len(f.records)-1].id != 3 {
		t.Errorf("%d functions, want %d", len(loads), 2*linkers*n)
	}
}

// TestDumpClosed: through one that is closed nothing is written, while others go on.
func TestDumpClosed(t *testing.T) {
	dir := t.TempDir()
	d, e := newDump(t, Config{Dir: dir}), newDump(t, Config{Dir: dir})
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	newRig(t, d, e).load("a.o", object("a"), 0x10000)
	newRig(t, d).load("b.o", object("b"), 0x20000)
	f := readDump(t, e.Path())
	if loads := f.loads(); len(f.records) != 1 || loads[0].name != "a" {
		t.Errorf("%+v", f.records)
	}
}

// TestDumpTwice: another part of the process may have a dump of its own: it is not spoilt.
func TestDumpTwice(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "jit-"+strconv.Itoa(os.Getpid())+".dump")
	if err := os.WriteFile(path, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := NewDump(Config{Dir: dir})
	var fe *FileError
	if !errors.As(err, &fe) || !strings.HasSuffix(err.Error(), "is written by another part of this process") {
		t.Error(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "other" {
		t.Errorf("%q", b)
	}
}

func TestDumpFolder(t *testing.T) {
	for _, name := range []string{"JITDUMPDIR", "TMPDIR"} {
		dir := t.TempDir()
		t.Setenv("JITDUMPDIR", "")
		t.Setenv(name, dir)
		if d := newDump(t, Config{}); filepath.Dir(d.Path()) != dir {
			t.Errorf("%s is %s and the file %s", name, dir, d.Path())
		}
	}
}

// framed is an object of two functions with call frames: the first leaves the stack
// alone, the second begins with push. room is what is between them.
func framed(room int) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	second := 16 + room
	code := make([]byte, second+16)
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 1024})
	cie := []byte{20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0}
	fde := func(size byte, at int, ops ...byte) []byte {
		b := append([]byte{0, 0, 0, 0, byte(at + 4), 0, 0, 0, 0, 0, 0, 0, size, 0, 0, 0, 0}, ops...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
		b[0] = byte(len(b) - 4)
		return b
	}
	one := fde(16, len(cie))
	two := fde(16, len(cie)+len(one), 0x41, 0x0e, 16, 0x86, 2)
	eh := f.Add(objgen.ELFSection{Name: ".eh_frame", Type: 0x7000_0001, Flags: 2, Data: slices.Concat(cie, one, two), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "first", Size: 16, Type: 2, Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "second", Value: uint64(second), Size: 16, Type: 2, Section: text})
	f.AddRelocs(eh, true, []objgen.ELFReloc{
		{Offset: uint64(len(cie)) + 8, Sym: 1, Type: 2},
		{Offset: uint64(len(cie)+len(one)) + 8, Sym: 1, Type: 2, Addend: int64(second)},
	})
	return f.Bytes()
}

// TestDumpFrames reads the call frames of functions as an unwinder does that finds them
// behind the code.
func TestDumpFrames(t *testing.T) {
	if elfMachine(triple.Host().Arch) != 62 {
		t.Skip("an object for x86-64")
	}
	for _, room := range []int{0, 8, 112, 512} {
		d := newDump(t, Config{Dir: t.TempDir()})
		newRig(t, d).load("a.o", framed(room), 0x10000)
		f := readDump(t, d.Path())
		var kinds []uint32
		for _, r := range f.records {
			kinds = append(kinds, r.id)
		}
		if room < 16 && !slices.Equal(kinds, []uint32{4, 0, 4, 0}) {
			t.Fatalf("records %v", kinds)
		}
		for i, r := range f.records {
			if r.id != 4 {
				continue
			}
			fn := f.records[i+1]
			eh := fn.addr + (fn.size+7)&^7
			// The header: version, how fields are, where .eh_frame is, one entry of a table.
			frame := uint64(len(r.data)) - r.hdr
			h := &parser{t, r.data[frame:]}
			if string(h.bytes(4)) != "\x01\x1b\x03\x3b" {
				t.Fatalf("header % x", r.data[frame:])
			}
			ptr, n, start, at := h.u32(), h.u32(), h.u32(), h.u32()
			hdr := eh + frame
			if got := hdr + 4 + uint64(int32(ptr)); got != eh || n != 1 || hdr+uint64(int32(start)) != fn.addr || len(h.b) != 0 {
				t.Errorf("%s: header of %#x: frames at %#x, %d entries, the first for %#x at %#x", fn.name, eh, got, n, hdr+uint64(int32(start)), hdr+uint64(int32(at)))
			}
			// The entry that it leads to.
			off := hdr + uint64(int32(at)) - eh
			e := &parser{t, r.data[off:frame]}
			e.bytes(8) // length, way to the common record
			place := eh + off + 8
			if pc, size := place+uint64(int32(e.u32())), uint64(e.u32()); pc != fn.addr || size != fn.size {
				t.Errorf("%s: entry for %#x+%#x", fn.name, pc, size)
			}
			if want := fn.name == "second"; bytes.Contains(e.b, []byte{0x0e, 16, 0x86, 2}) != want {
				t.Errorf("%s: rules % x", fn.name, e.b)
			}
			// Room counts to the next function.
			fits := fn.name == "first" && uint64(room) >= eh-fn.addr-fn.size+uint64(len(r.data))
			if want := uint64(len(r.data)); fits && r.mapped != want || !fits && r.mapped != 0 {
				t.Errorf("%s with %d bytes of room: %d bytes mapped of %d", fn.name, room, r.mapped, want)
			}
		}
		e := newDump(t, Config{Dir: t.TempDir(), NoFrames: true})
		newRig(t, e).load("a.o", framed(room), 0x10000)
		for _, r := range readDump(t, e.Path()).records {
			if r.id == 4 {
				t.Error("frames though there should be none")
			}
		}
	}
}

// TestDumpLarge: what is gathered is written in between, and comes out whole.
func TestDumpLarge(t *testing.T) {
	d := newDump(t, Config{Dir: t.TempDir(), NoFrames: true})
	n := batch/64*2 + 1
	newRig(t, d).load("a.o", object(many("f", n)...), 0x10000)
	f := readDump(t, d.Path())
	loads := f.loads()
	if len(loads) != n {
		t.Fatalf("%d functions, want %d", len(loads), n)
	}
	for i, r := range loads {
		if r.name != "f"+strconv.Itoa(i) || r.addr != 0x10000+16*uint64(i) || r.code[0] != byte(i+1)^byte(16*i*7) {
			t.Fatalf("%+v", r)
		}
	}
}
