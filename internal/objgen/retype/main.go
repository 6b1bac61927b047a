// Command retype gives relocations of an object other types, for those that the
// assembler of the test objects has no name for.
//
//	go run ./internal/objgen/retype FILE.s FILE.o [NAME=NUMBER]...
//
// The source says which in lines
//
//	# TYPE: R_X86_64_COPY 43
//
// and the arguments add to them. Every relocation of the type with that name, one
// that no assembler writes by itself, gets the number. In a COFF or Mach-O object the
// name is that of a section, all of whose relocations get the number; that of Mach-O is
// packed as package objfmt/macho does. The object is changed in place.
package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: retype FILE.s FILE.o [NAME=NUMBER]...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "retype:", err)
		os.Exit(1)
	}
}

func run(source, object string, more []string) error {
	src, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	for _, m := range more {
		src = append(src, "\n"+typePrefix+strings.Replace(m, "=", " ", 1)...)
	}
	types, err := parse(src)
	if err != nil || len(types) == 0 {
		return err
	}
	obj, err := os.ReadFile(object)
	if err != nil {
		return err
	}
	if err := retype(obj, types); err != nil {
		return fmt.Errorf("%s: %w", object, err)
	}
	return os.WriteFile(object, obj, 0o644)
}

const typePrefix = "# TYPE:"

// parse finds the TYPE lines: new numbers by names.
func parse(src []byte) (map[string]uint32, error) {
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

// machines are those whose records are known: of what size they are, where the
// type is in them and how many bytes of it.
var machines = map[elf.Machine]struct {
	section        elf.SectionType
	size, at, many uint64
	name           func(typ uint32) string
}{
	elf.EM_X86_64:  {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_X86_64(typ).String() }},
	elf.EM_AARCH64: {elf.SHT_RELA, 24, 8, 4, func(typ uint32) string { return elf.R_AARCH64(typ).String() }},
	elf.EM_386:     {elf.SHT_REL, 8, 4, 1, func(typ uint32) string { return elf.R_386(typ).String() }},
	elf.EM_ARM:     {elf.SHT_REL, 8, 4, 1, func(typ uint32) string { return elf.R_ARM(typ).String() }},
}

// retype changes the records of an object. A name that no record has is an error.
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
	if !ok || f.ByteOrder != binary.LittleEndian {
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
			copy(number, typ)
			name := m.name(binary.LittleEndian.Uint32(number))
			if n, ok := types[name]; ok {
				binary.LittleEndian.PutUint32(number, n)
				copy(typ, number)
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
