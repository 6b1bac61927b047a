package main

import (
	"bytes"
	"debug/macho"
	"encoding/binary"
	"fmt"
)

// retypeMachO changes all records of the sections with the names in types. A number
// packs r_type, r_pcrel in bit 4 and r_length in bits 6:5, as package objfmt/macho does.
func retypeMachO(obj []byte, types map[string]uint32) error {
	f, err := macho.NewFile(bytes.NewReader(obj))
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range f.Sections {
		n, ok := types[s.Name]
		if !ok {
			mendAddends(obj, s)
			continue
		}
		seen[s.Name] = s.Nreloc > 0
		for i := range s.Nreloc {
			if retypeScattered(obj[s.Reloff+8*i:], n) {
				continue
			}
			at := s.Reloff + 8*i + 4 // behind r_address
			w := binary.LittleEndian.Uint32(obj[at : at+4])
			const keep = 1<<24 - 1 | 1<<27 // r_symbolnum and r_extern
			w = w&keep | n&0x10<<(24-4) | n&0x60<<(25-5) | n&0xf<<28
			binary.LittleEndian.PutUint32(obj[at:at+4], w)
		}
	}
	for name := range types {
		if !seen[name] {
			return fmt.Errorf("no relocation in a section %s", name)
		}
	}
	return nil
}

// retypeScattered changes the record that b begins with if it is a scattered one, all of
// which is in its first word; one of type PAIR stays. The length stays, too.
func retypeScattered(b []byte, n uint32) bool {
	const scattered, pcrel, typ, pair = 1 << 31, 1 << 30, 0xf << 24, 1 << 24
	w := binary.LittleEndian.Uint32(b)
	if w&scattered == 0 {
		return false
	}
	if w&typ != pair {
		binary.LittleEndian.PutUint32(b, w&^(typ|pcrel)|n&0xf<<24|n&0x10<<(30-4))
	}
	return true
}

// mendAddends writes the records of type ARM64_RELOC_ADDEND below 0 again, in whose
// fields besides the addend llvm-mc 14 leaves ones: no other record has that type.
func mendAddends(obj []byte, s *macho.Section) {
	const addend, length = 10 << 28, 2 << 25
	for i := range s.Nreloc {
		at := s.Reloff + 8*i + 4
		if w := binary.LittleEndian.Uint32(obj[at : at+4]); w>>24 == 0xff {
			binary.LittleEndian.PutUint32(obj[at:at+4], w&(1<<24-1)|addend|length)
		}
	}
}
