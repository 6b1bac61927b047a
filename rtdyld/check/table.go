package check

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// localBase is where a Table's local addresses begin: where no target has a section.
const localBase = 0x4c4f_0000_0000_0000

// Table is a [Memory] to which a linker adds what it has made. Bytes are read when
// a rule is evaluated; they belong to the caller and must not change meanwhile. A
// Table may be read by many goroutines, not while something is added.
//
// Read takes target addresses too, for rules that follow a pointer.
type Table struct {
	order    binary.ByteOrder
	sections []tableSection
	next     uint64 // local address of the next section
	names    map[[2]string]int
	files    map[string]bool
	symbols  map[string]Region
	stubs    map[string][]tableSlot // by container
	got      map[string][]tableSlot
}

type tableSection struct {
	addr, local, size uint64
	data              []byte // less than size: zeros follow
}

type tableSlot struct {
	symbol, kind string
	at           Region
}

// SectionRef names a section of a Table.
type SectionRef int

// NewTable returns an empty table for a target of that byte order.
func NewTable(order binary.ByteOrder) *Table {
	return &Table{
		order: order, next: localBase, names: map[[2]string]int{}, files: map[string]bool{},
		symbols: map[string]Region{}, stubs: map[string][]tableSlot{}, got: map[string][]tableSlot{},
	}
}

// AddFile adds an input file by its base name, for what it may have without sections.
func (t *Table) AddFile(file string) { t.files[file] = true }

// AddSection adds a section of a file, the address where it runs and its contents;
// if size is more than there are contents, zeros follow. Of several of one name in a file
// the last is found.
func (t *Table) AddSection(file, name string, addr uint64, data []byte, size uint64) SectionRef {
	size = max(size, uint64(len(data)))
	t.sections = append(t.sections, tableSection{addr, t.next, size, data})
	t.next += size&^0xffff + 0x20000 // a gap, so that nothing runs into the next one
	t.files[file] = true
	t.names[[2]string{file, name}] = len(t.sections) - 1
	return SectionRef(len(t.sections) - 1)
}

// at returns a place in a section. An offset behind its end has no contents.
func (t *Table) at(s SectionRef, offset uint64) Region {
	sec := &t.sections[s]
	if offset > sec.size {
		return Region{Addr: sec.addr + offset}
	}
	return Region{Addr: sec.addr + offset, Local: sec.local + offset, Size: sec.size - offset}
}

// AddSymbol adds a symbol that is defined in a section. thumb says that it is Thumb
// code (ARM); the address is without bit 0 then, for an instruction is decoded
// there.
func (t *Table) AddSymbol(name string, s SectionRef, offset uint64, thumb bool) {
	r := t.at(s, offset)
	r.Thumb = thumb
	t.symbols[name] = r
}

// AddThumb adds a Thumb function as AddSymbol does, whose target address has bit 0 set:
// llvm-rtdyld shows those of Mach-O so.
func (t *Table) AddThumb(name string, s SectionRef, offset uint64) {
	r := t.at(s, offset)
	r.Thumb = true
	r.Addr |= 1
	t.symbols[name] = r
}

// AddAbsolute adds a symbol without contents: absolute, or of another program.
func (t *Table) AddAbsolute(name string, addr uint64) { t.symbols[name] = Region{Addr: addr} }

// AddStub adds the stub of a symbol to a container, FILE/SECTION or FILE; see [Memory]. Of
// several that a rule may mean, the last is found.
func (t *Table) AddStub(container, symbol, kind string, s SectionRef, offset uint64) {
	t.stubs[container] = append(t.stubs[container], tableSlot{symbol, kind, t.at(s, offset)})
}

// AddGOT adds the GOT entry of a symbol to a container, as AddStub does with a stub.
func (t *Table) AddGOT(container, symbol, kind string, s SectionRef, offset uint64) {
	t.got[container] = append(t.got[container], tableSlot{symbol, kind, t.at(s, offset)})
}

// Symbol implements [Memory].
func (t *Table) Symbol(name string) (Region, bool) {
	r, ok := t.symbols[name]
	return r, ok
}

// Section implements [Memory].
func (t *Table) Section(file, section string) (Region, error) {
	if !t.files[file] {
		return Region{}, ErrNoFile
	}
	i, ok := t.names[[2]string{file, section}]
	if !ok {
		return Region{}, ErrNoSection
	}
	return t.at(SectionRef(i), 0), nil
}

// Stub implements [Memory].
func (t *Table) Stub(container, symbol, kind string) (Region, error) {
	return findSlot(t.stubs, container, symbol, kind)
}

// GOT implements [Memory].
func (t *Table) GOT(container, symbol, kind string) (Region, error) {
	return findSlot(t.got, container, symbol, kind)
}

func findSlot(m map[string][]tableSlot, container, symbol, kind string) (Region, error) {
	slots, ok := m[container]
	if !ok {
		return Region{}, ErrNoContainer
	}
	for _, s := range slices.Backward(slots) {
		if s.symbol == symbol && (kind == "" || s.kind == kind) {
			return s.at, nil
		}
	}
	return Region{}, ErrNoStub
}

// Read implements [Memory].
func (t *Table) Read(addr uint64, p []byte) int {
	i, ok := slices.BinarySearchFunc(t.sections, addr, func(s tableSection, a uint64) int { return cmp.Compare(s.local, a) })
	if !ok {
		i--
	}
	if i < 0 || addr-t.sections[i].local >= t.sections[i].size {
		return t.readTarget(addr, p)
	}
	return t.sections[i].read(addr-t.sections[i].local, p)
}

// readTarget reads at a target address: of overlapping sections the one that begins
// last.
func (t *Table) readTarget(addr uint64, p []byte) int {
	best := -1
	for i := range t.sections {
		s := &t.sections[i]
		if addr >= s.addr && addr-s.addr < s.size && (best < 0 || s.addr >= t.sections[best].addr) {
			best = i
		}
	}
	if best < 0 {
		return 0
	}
	return t.sections[best].read(addr-t.sections[best].addr, p)
}

// read copies from an offset that is in the section.
func (s *tableSection) read(offset uint64, p []byte) int {
	n := int(min(uint64(len(p)), s.size-offset))
	clear(p[:n])
	if offset < uint64(len(s.data)) {
		copy(p[:n], s.data[offset:])
	}
	return n
}

// ByteOrder implements [Memory].
func (t *Table) ByteOrder() binary.ByteOrder { return t.order }
