package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
)

// retypeCOFF changes all records of the sections with the names in types: an
// assembler writes few types, all of them by itself.
func retypeCOFF(obj []byte, types map[string]uint32) error {
	f, err := pe.NewFile(bytes.NewReader(obj))
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range f.Sections {
		n, ok := types[s.Name]
		if !ok {
			continue
		}
		for i := range uint32(s.NumberOfRelocations) {
			at := s.PointerToRelocations + 10*i + 8 // behind address and symbol
			binary.LittleEndian.PutUint16(obj[at:at+2], uint16(n))
			seen[s.Name] = true
		}
	}
	for name := range types {
		if !seen[name] {
			return fmt.Errorf("no relocation in a section %s", name)
		}
	}
	return nil
}
