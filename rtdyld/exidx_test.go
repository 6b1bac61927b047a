package rtdyld_test

import (
	"cmp"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// indexes keeps the index tables that it is told of and checks what an unwinder
// relies on.
type indexes struct {
	mu     sync.Mutex
	tables []rtdyld.UnwindTable
	calls  int
	err    error // of the next Register
	fault  error // first breach of the rules
}

func (x *indexes) breach(format string, args ...any) {
	if x.fault == nil {
		x.fault = fmt.Errorf(format, args...)
	}
}

func (x *indexes) Formats() rtdyld.UnwindFormat { return rtdyld.Exidx }

func (x *indexes) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.calls++
	if err := x.err; err != nil {
		x.err = nil
		return err
	}
	for _, t := range tables {
		if t.Format != rtdyld.Exidx || t.Lo >= t.Hi || len(t.Mem) == 0 || len(t.Mem)%8 != 0 || t.Addr%4 != 0 {
			x.breach("table of %d bytes at %#x for %#x to %#x", len(t.Mem), t.Addr, t.Lo, t.Hi)
			continue
		}
		for _, o := range x.tables {
			if t.Lo < o.Hi && o.Lo < t.Hi {
				x.breach("%#x to %#x and %#x to %#x overlap", t.Lo, t.Hi, o.Lo, o.Hi)
			}
		}
		last := t.Lo
		for _, e := range entriesOf(t) {
			if e.fn < last || e.fn > t.Hi {
				x.breach("table for %#x to %#x: entry for %#x behind that for %#x", t.Lo, t.Hi, e.fn, last)
			}
			last = e.fn
		}
		t.Mem = slices.Clone(t.Mem)
		x.tables = append(x.tables, t)
	}
	return nil
}

func (x *indexes) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, t := range tables {
		i := slices.IndexFunc(x.tables, func(o rtdyld.UnwindTable) bool {
			return o.Lo == t.Lo && o.Hi == t.Hi && o.Addr == t.Addr && slices.Equal(o.Mem, t.Mem)
		})
		if i < 0 {
			x.breach("table for %#x to %#x was never registered", t.Lo, t.Hi)
			continue
		}
		x.tables = slices.Delete(x.tables, i, i+1)
	}
	return nil
}

// check fails the test if tables are left or a rule was broken.
func (x *indexes) check(t *testing.T) {
	t.Helper()
	if x.fault != nil {
		t.Error(x.fault)
	}
	if len(x.tables) != 0 {
		t.Errorf("%d tables are left", len(x.tables))
	}
}

// indexEntry is an entry as it reads: what is "can't unwind", the word, or "at" and an
// address.
type indexEntry struct {
	fn   uint64
	what string
}

const cantUnwind = "can't unwind"

// entriesOf reads a table (EHABI32, "Index table entries").
func entriesOf(t rtdyld.UnwindTable) (entries []indexEntry) {
	for off := 0; off+8 <= len(t.Mem); off += 8 {
		entries = append(entries, readIndexEntry(t.Mem[off:], t.Addr+uint64(off)))
	}
	return entries
}

func readIndexEntry(b []byte, at uint64) indexEntry {
	leads := func(w uint32, at uint64) uint64 { return uint64(uint32(at) + w&0x3fffffff - w&0x40000000) }
	first, second := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	e := indexEntry{leads(first, at), fmt.Sprintf("%#x", second)}
	switch {
	case second == 1:
		e.what = cantUnwind
	case second>>31 == 0:
		e.what = fmt.Sprintf("at %#x", leads(second, at+4))
	}
	return e
}

// find is what an unwinder finds for a place in code: by the table for the range that
// has it, the last entry of a function at or below.
func (x *indexes) find(pc uint64) string {
	for _, t := range x.tables {
		if pc >= t.Lo && pc < t.Hi {
			return lastEntry(entriesOf(t), pc)
		}
	}
	return cantUnwind
}

func lastEntry(entries []indexEntry, pc uint64) string {
	i, _ := slices.BinarySearchFunc(entries, pc+1, func(e indexEntry, a uint64) int {
		if e.fn < a {
			return -1
		}
		return 1
	})
	if i == 0 {
		return cantUnwind
	}
	return entries[i-1].what
}

// arms names objects of testdata/elf-arm.
func arms(names ...string) (out []string) {
	for _, n := range names {
		out = append(out, n+"=../elf-arm/"+n)
	}
	return out
}

// armOutside has the names that those objects want.
func armOutside() rtdyld.Resolver {
	return outside{"personality": {Addr: 0x30001, Kind: rtdyld.Func}, "__aeabi_unwind_cpp_pr0": {Addr: 0x30011, Kind: rtdyld.Func}}
}

// exidxFunctions is what exidx.s says of its functions.
var exidxFunctions = []struct {
	name, section string
	off, size     uint64
	want          string
}{
	{"thumb1", ".text.thumb", 0, 4, "table 0"},
	{"thumb2", ".text.thumb", 4, 2, "0x80b0b0b0"},
	{"plain", ".text.plain", 0, 4, cantUnwind},
	{"", ".text.arm", 0, 4, cantUnwind},
	{"arm1", ".text.arm", 4, 8, "0x80a9b0b0"},
	{"arm2", ".text.arm", 12, 4, cantUnwind},
	{"arm3", ".text.arm", 16, 8, "table 1"},
	{"next1", ".text.next", 0, 8, "0x80a8b0b0"},
	{"last", ".text.last", 0, 4, "0x80b0b0b0"},
}

// checkExidx asks for every byte of the code of exidx.o.
func checkExidx(t *testing.T, x *indexes, o *rtdyld.Object) {
	t.Helper()
	tables := section(t, o, ".data").Mem
	for _, f := range exidxFunctions {
		want := f.want
		if n, ok := strings.CutPrefix(want, "table "); ok {
			want = fmt.Sprintf("at %#x", binary.LittleEndian.Uint32(tables[4*(n[0]-'0'):])-8) // personality routine and opcodes come before
		}
		at := section(t, o, f.section).Addr + f.off
		for pc := at; pc < at+f.size; pc++ {
			if got := x.find(pc); got != want {
				t.Errorf("%s %s+%#x: found %s, want %s", f.name, f.section, f.off+pc-at, got, want)
			}
		}
	}
}

// TestExidx: one sorted table an object, however its sections come to lie.
func TestExidx(t *testing.T) {
	far := map[string]uint64{ // another order, nothing adjoins
		".text.last": 0x40000, ".text.next": 0x50000, ".text.thumb": 0x60000, ".text.arm": 0x70004, ".text.plain": 0x70100, "<exidx>": 0x20000,
	}
	tests := []struct {
		name   string
		cfg    rtdyld.Config
		move   map[string]uint64
		tables int
		size   int // bytes of all tables
	}{
		// Seven functions have a byte and an entry; .text.thumb and .text.last end with one
		// more, .text.arm is adjoined.
		{"together", rtdyld.Config{}, nil, 1, 9 * 8},
		{"by section", rtdyld.Config{BySection: true, Memory: &memory{place: func(i int, r rtdyld.Request) uint64 { return uint64(0x100000 - i*0x100) }}}, nil, 4, 7 * 8},
		{"mapped", rtdyld.Config{}, far, 4, 7 * 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := new(indexes)
			tt.cfg.Unwinder, tt.cfg.Resolver = x, armOutside()
			r := newRig(t, tt.cfg)
			objs := r.load(arms("exidx")...)
			for name, addr := range tt.move {
				if err := objs[0].MapSectionAddress(section(t, objs[0], name).ID, addr); err != nil {
					t.Fatal(err)
				}
			}
			r.finalize()
			if x.calls != 1 || len(x.tables) != tt.tables {
				t.Errorf("%d tables in %d calls, want %d in one", len(x.tables), x.calls, tt.tables)
			}
			size := 0
			for _, table := range x.tables {
				size += len(table.Mem)
			}
			if size != tt.size {
				t.Errorf("tables have %d bytes, want %d", size, tt.size)
			}
			checkExidx(t, x, objs[0])
			r.unload(objs...)
			x.check(t)
		})
	}
}

// TestExidxAgain: a table follows its code as often as that moves.
func TestExidxAgain(t *testing.T) {
	x := new(indexes)
	r := newRig(t, rtdyld.Config{Unwinder: x, Resolver: armOutside()})
	objs := r.load(arms("exidx")...)
	for _, addr := range []uint64{0x90000, 0x50000, 0x70000} {
		for _, name := range []string{".text.thumb", ".text.next"} {
			if err := objs[0].MapSectionAddress(section(t, objs[0], name).ID, addr); err != nil {
				t.Fatal(err)
			}
			addr += 0x400
		}
		r.resolve()
	}
	r.finalize()
	checkExidx(t, x, objs[0])
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	x.check(t)
}

// TestExidxDetach: the tables of what is detached stay until that is released.
func TestExidxDetach(t *testing.T) {
	x := new(indexes)
	r := newRig(t, rtdyld.Config{Unwinder: x, Resolver: armOutside()})
	objs := r.load(arms("exidx")...)
	r.finalize()
	d, err := r.Detach(context.Background(), objs...)
	if err != nil {
		t.Fatal(err)
	}
	if len(x.tables) != 1 {
		t.Errorf("%d tables while detached", len(x.tables))
	}
	if err := d.Release(t.Context()); err != nil {
		t.Error(err)
	}
	x.check(t)
}

// TestExidxNotAsked: who has no use for tables gets none.
func TestExidxNotAsked(t *testing.T) {
	for name, cfg := range map[string]rtdyld.Config{
		"nobody is told": {},
		"RuntimeDyld":    {Layout: rtdyld.RuntimeDyld, Unwinder: &indexes{err: errNoMemory}},
	} {
		cfg.Resolver = armOutside()
		r := newRig(t, cfg)
		objs := r.load(arms("exidx")...)
		r.finalize()
		for _, s := range objs[0].Sections() {
			if s.Name == "<exidx>" {
				t.Errorf("%s: there is a table", name)
			}
		}
	}
	x := &indexes{err: errNoMemory}
	r := newRig(t, rtdyld.Config{Unwinder: x, Resolver: phony(0x1000)})
	r.load(arms("got")...) // without an index
	r.finalize()
	if x.calls != 0 {
		t.Error("told of the tables of an object that has none")
	}
}

// TestExidxGroups: what is dropped is in no table, whether the index section is dropped
// with it or not.
func TestExidxGroups(t *testing.T) {
	const inline = "0x80b0b0b0"
	for _, together := range []bool{true, false} {
		x := new(indexes)
		r := newRig(t, rtdyld.Config{Unwinder: x, Resolver: armOutside()})
		var objs []*rtdyld.Object
		if together {
			objs = r.load(arms("exidx_group", "exidx_group_two")...)
			r.finalize()
		} else {
			objs = r.load(arms("exidx_group")...)
			r.finalize()
			objs = append(objs, r.load(arms("exidx_group_two")...)...)
			r.finalize()
		}
		if len(x.tables) != 2 || len(x.tables[0].Mem) != 4*8 || len(x.tables[1].Mem) != 3*8 {
			t.Errorf("together %v: tables %v", together, x.tables)
		}
		group, more := r.addr("group"), fmt.Sprintf("at %#x", section(t, objs[0], ".rodata.group").Addr)
		for pc, want := range map[uint64]string{
			group: "0x80a8b0b0", group + 7: "0x80a8b0b0", group + 8: cantUnwind, group + 11: cantUnwind,
			r.addr("own1"): inline, r.addr("own1") + 4: more, r.addr("own2"): inline, r.addr("own2") + 7: more, r.addr("own2") + 8: cantUnwind,
		} {
			if got := x.find(pc); got != want {
				t.Errorf("together %v: %#x: found %s, want %s", together, pc, got, want)
			}
		}
		r.unload(objs...)
		x.check(t)
	}
}

// TestExidxRefused: who refuses a table is asked again, and nothing is left behind.
func TestExidxRefused(t *testing.T) {
	x := &indexes{err: errNoMemory}
	r := newRig(t, rtdyld.Config{Unwinder: x, Resolver: armOutside()})
	objs := r.load(arms("exidx")...)
	if err := r.Finalize(t.Context()); !errors.Is(err, errNoMemory) || !strings.Contains(err.Error(), "exidx.o: register unwind information: ") {
		t.Errorf("error is %v", err)
	}
	r.finalize()
	checkExidx(t, x, objs[0])
	r.unload(objs...)
	x.check(t)
}

// TestExidxErrors: index tables that make no sense.
func TestExidxErrors(t *testing.T) {
	object := func(words ...uint32) []byte {
		f := &objgen.ELF{Machine: uint16(elf.EM_ARM), Flags: 0x05000000}
		code := f.Add(objgen.ELFSection{Name: ".text", Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR), Data: make([]byte, 16), Align: 4})
		var data []byte
		for _, w := range words {
			data = binary.LittleEndian.AppendUint32(data, w)
		}
		f.Add(objgen.ELFSection{Name: ".ARM.exidx", Type: 0x70000001, Flags: uint64(elf.SHF_ALLOC | elf.SHF_LINK_ORDER), Link: code, Data: data, Align: 4})
		return f.Bytes()
	}
	const back = 0x7fff0000 // 64 KiB below
	at := func(_ int, r rtdyld.Request) uint64 {
		switch {
		case r.Kind == objfmt.KindCode:
			return 0x10000
		case r.Name == "<exidx>":
			return 0x60000000
		}
		return 0x20000
	}
	for _, tt := range []struct {
		name  string
		words []uint32
		split bool
		want  string
	}{
		{"sound", []uint32{back, 1}, false, ""},
		{"half an entry", []uint32{back, 1, back}, false, "section 2 (.ARM.exidx)+0xc: size is no multiple of an index table entry"},
		{"highest bit", []uint32{back, 1, back - 8 | 1<<31, 1}, false, "section 2 (.ARM.exidx)+0x8: index table entry has the highest bit set"},
		{"below the code", []uint32{back - 4, 1}, false, "section 2 (.ARM.exidx)+0x0: index table entry for an address that is no code of the object"},
		{"behind the code", []uint32{back + 20, 1}, false, "section 2 (.ARM.exidx)+0x0: index table entry for an address that is no code of the object"},
		{"no byte", []uint32{back + 16, 0x80b0b0b0, back - 8, 0x80b0b0b0}, false, ""},
		{"no byte in Thumb", []uint32{back + 17, 0x80b0b0b0, back - 8, 0x80b0b0b0}, false, ""},
		{"far from the code", []uint32{back, 1}, true, "<exidx>+0x0: index table entry to 0x10000: -0x5fff0000 does not fit signed 31"},
	} {
		x := new(indexes)
		r := newRig(t, rtdyld.Config{Unwinder: x, BySection: tt.split, Memory: &memory{place: at}})
		_, err := r.Load(t.Context(), parse(t, "bad.o", object(tt.words...)))
		if err == nil {
			err = r.Finalize(t.Context())
		}
		if tt.want == "" {
			if err != nil || len(x.tables) != 1 {
				t.Errorf("%s: %v, %d tables", tt.name, err, len(x.tables))
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "bad.o: ") || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: error is %v, want %s", tt.name, err, tt.want)
		}
		if tt.split {
			wantErr[*reloc.RangeError](t, err, nil)
		} else {
			wantErr[*objfmt.FormatError](t, err, objfmt.ErrFormat)
		}
		if len(x.tables) != 0 {
			t.Errorf("%s: a table was registered", tt.name)
		}
	}
}

// compareIndexA32 asks our tables and ld.lld's for each function that either knows, and
// for both ends of each section of code.
func compareIndexA32(t *testing.T, objs []*rtdyld.Object, x *indexes, mem []byte, at uint64) {
	t.Helper()
	theirs := entriesOf(rtdyld.UnwindTable{Block: rtdyld.Block{Mem: mem, Addr: at}})
	type place struct{ section, pc uint64 }
	var places []place
	type code struct{ lo, hi uint64 }
	var sections []code
	for _, o := range objs {
		for _, s := range o.Sections() {
			if s.Kind == objfmt.KindCode && len(s.Mem) > 0 && s.Name[0] != '<' {
				sections = append(sections, code{s.Addr, s.Addr + uint64(len(s.Mem))})
			}
		}
	}
	slices.SortFunc(sections, func(a, b code) int { return cmp.Compare(a.lo, b.lo) })
	add := func(pc uint64) {
		i, found := slices.BinarySearchFunc(sections, pc, func(c code, pc uint64) int { return cmp.Compare(c.lo, pc) })
		if !found {
			i--
		}
		if i >= 0 && pc < sections[i].hi {
			places = append(places, place{sections[i].lo, pc})
		}
	}
	for _, c := range sections {
		add(c.lo)
		add(c.hi - 1)
	}
	for _, e := range theirs {
		add(e.fn)
	}
	for _, table := range x.tables {
		for _, e := range entriesOf(table) {
			add(e.fn)
		}
	}
	different := 0
	values := map[string]int{}
	for _, p := range places {
		got, want := x.find(p.pc), lastEntry(theirs, p.pc)
		kind, _, _ := strings.Cut(want, " ")
		values[kind[:min(len(kind), 4)]]++
		if got != want {
			if different++; different < 20 {
				t.Errorf("%#x, %#x in its section: found %s, ld.lld has %s", p.pc, p.pc-p.section, got, want)
			}
		}
	}
	t.Logf("%d places in %d sections of code, %d of them found differently: %v", len(places), len(sections), different, values)
}
