package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// typePrefix begins a line of a source that gives relocations another type, one that the
// assembler has no name for:
//
//	# TYPE: R_X86_64_COPY 43
//
// Every relocation of the type with that name, one that no assembler writes by itself,
// gets the number. In a COFF or Mach-O object the name is that of a section, all of whose
// relocations get the number; that of Mach-O is packed as package objfmt/macho does.
const typePrefix = "# TYPE:"

// newTypes finds the TYPE lines: new numbers by names.
func newTypes(src []byte) (map[string]uint32, error) {
	types := map[string]uint32{}
	sc := bufio.NewScanner(bytes.NewReader(src))
	for sc.Scan() {
		rest, ok := strings.CutPrefix(sc.Text(), typePrefix)
		if !ok {
			continue
		}
		words := strings.Fields(rest)
		if len(words) < 2 {
			return nil, fmt.Errorf("%q: want a name and a number", sc.Text())
		}
		n, err := strconv.ParseUint(words[1], 0, 32)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", sc.Text(), err)
		}
		types[words[0]] = uint32(n)
	}
	return types, sc.Err()
}

// machine says in which sections records are, of what size, where the type is in them and
// how many bytes of it.
type machine struct {
	section        elf.SectionType
	size, at, many uint64
	name           func(typ uint32) string
}

// machines are those whose records are known.
var machines = map[elf.Machine]machine{
	elf.EM_X86_64:    {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_X86_64(typ).String() }},
	elf.EM_RISCV:     {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_RISCV(typ).String() }},
	elf.EM_AARCH64:   {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_AARCH64(typ).String() }},
	elf.EM_PPC:       {elf.SHT_RELA, 12, 4, 1, func(typ uint32) string { return elf.R_PPC(typ).String() }},
	elf.EM_PPC64:     {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_PPC64(typ).String() }},
	elf.EM_SPARCV9:   {elf.SHT_RELA, 24, 12, 4, func(typ uint32) string { return elf.R_SPARC(typ).String() }},
	elf.EM_LOONGARCH: {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_LARCH(typ).String() }},
	elf.EM_BPF:       {elf.SHT_REL, 16, 8, 4, func(typ uint32) string { return map[uint32]string{2: "R_BPF_64_ABS64", 3: "R_BPF_64_ABS32"}[typ] }},
	elf.EM_386:       {elf.SHT_REL, 8, 4, 1, func(typ uint32) string { return elf.R_386(typ).String() }},
	elf.EM_ARM:       {elf.SHT_REL, 8, 4, 1, func(typ uint32) string { return elf.R_ARM(typ).String() }},
}

// mips is the row of one of the ABIs of MIPS.
func mips(f *elf.File) (m machine, ok bool) {
	m = machine{elf.SHT_REL, 8, 4, 1, func(typ uint32) string { return elf.R_MIPS(typ).String() }}
	switch {
	case f.Class == elf.ELFCLASS64:
		m.section, m.size, m.at = elf.SHT_RELA, 24, 15
	case f.SectionByType(elf.SHT_RELA) != nil:
		m.section, m.size = elf.SHT_RELA, 12
	}
	return m, true
}

// retype changes the records of an object in place. A name that no record has is an error.
func retype(obj []byte, types map[string]uint32) error {
	switch {
	case bytes.HasPrefix(obj, []byte("\xcf\xfa\xed\xfe")), bytes.HasPrefix(obj, []byte("\xce\xfa\xed\xfe")):
		return retypeMachO(obj, types)
	case !bytes.HasPrefix(obj, []byte(elf.ELFMAG)):
		return retypeCOFF(obj, types)
	}
	f, err := elf.NewFile(bytes.NewReader(obj))
	if err != nil {
		return err
	}
	m, ok := machines[f.Machine]
	if f.Machine == elf.EM_MIPS {
		m, ok = mips(f)
	}
	if (f.Machine == elf.EM_RISCV || f.Machine == elf.EM_LOONGARCH) && f.Class == elf.ELFCLASS32 {
		m.size, m.at, m.many = 12, 4, 1
	}
	if f.ByteOrder == binary.BigEndian && f.Machine == elf.EM_PPC {
		m.at += 3 // the lowest byte of r_info
	}
	if !ok || f.ByteOrder != binary.LittleEndian && f.Machine != elf.EM_SPARCV9 && f.Machine != elf.EM_PPC {
		return fmt.Errorf("%v %v %v: not known", f.Class, f.ByteOrder, f.Machine)
	}
	seen := map[string]bool{}
	for _, s := range f.Sections {
		if s.Type != m.section {
			continue
		}
		for at := s.Offset; at+m.size <= s.Offset+s.Size; at += m.size {
			typ := obj[at+m.at : at+m.at+m.many] // r_info has the type below, the symbol above
			number := make([]byte, 4)
			low := number[:m.many]
			if f.ByteOrder == binary.BigEndian {
				low = number[4-m.many:]
			}
			copy(low, typ)
			name := m.name(f.ByteOrder.Uint32(number))
			if n, ok := types[name]; ok {
				f.ByteOrder.PutUint32(number, n)
				copy(typ, low)
				seen[name] = true
			}
		}
	}
	for name := range types {
		if !seen[name] {
			return fmt.Errorf("no relocation of type %s", name)
		}
	}
	return nil
}
