package compiler

import (
	"bytes"
	"encoding/binary"
	"math"
)

// A COFF section header (PE/COFF, "Section Table"), and where in it things are.
const (
	coffSectionSize = 40
	coffRawSize     = 16
	coffRawAt       = 20
	coffRelocsAt    = 24
	coffLinesAt     = 28
	coffFlags       = 36

	coffInfo = 0x0000_0200 | 0x0000_0800 | 0x0010_0000 // LNK_INFO, LNK_REMOVE, ALIGN_1BYTES
)

// bigObjID is the class of objects with more than 65279 sections
// (ANON_OBJECT_HEADER_BIGOBJ).
var bigObjID = []byte{0xc7, 0xa1, 0xba, 0xd1, 0xee, 0xba, 0xa9, 0x4b, 0xaf, 0x20, 0xfa, 0xf6, 0x6a, 0xa4, 0xdc, 0xb8}

// coffMachines are the machines whose objects are known by their first two bytes.
var coffMachines = map[uint16]bool{0x14c: true, 0x8664: true, 0xaa64: true, 0x1c0: true, 0x1c2: true, 0x1c4: true}

// isCOFF reports whether the bytes may be a COFF object or an import record.
func isCOFF(b []byte) bool {
	if len(b) < 20 {
		return false
	}
	machine := binary.LittleEndian.Uint16(b)
	return coffMachines[machine] || machine == 0 && binary.LittleEndian.Uint16(b[2:]) == 0xffff
}

// coffName is the stamp's in a section header.
var coffName = append([]byte(StampCOFF), 0)

// coffTable returns the section headers, where they begin, and whether the file is one for many sections.
func coffTable(obj []byte) (table []byte, heads uint64, big bool, err error) {
	le := binary.LittleEndian
	big = le.Uint16(obj) == 0 && le.Uint16(obj[2:]) == 0xffff
	heads, count := uint64(20)+uint64(le.Uint16(obj[16:])), uint64(le.Uint16(obj[2:]))
	if big {
		if len(obj) < 56 || !bytes.Equal(obj[12:28], bigObjID) {
			return nil, 0, big, stampUnsupported("a COFF import record")
		}
		heads, count = 56, uint64(le.Uint32(obj[44:]))
	}
	table, ok := piece(obj, heads, count*coffSectionSize)
	if !ok {
		return nil, 0, big, stampMalformed(int(heads), "section headers", "outside of the file")
	}
	return table, heads, big, nil
}

// coffFind returns where in the section headers that of an earlier stamp is, -1 if there is none.
func coffFind(table []byte) int {
	for at := 0; at < len(table); at += coffSectionSize {
		if bytes.Equal(table[at:at+8], coffName) {
			return at
		}
	}
	return -1
}

// readCOFF returns the text of an earlier stamp, nil if there is none.
func readCOFF(obj []byte) ([]byte, error) {
	table, _, _, err := coffTable(obj)
	if err != nil {
		return nil, err
	}
	at := coffFind(table)
	if at < 0 {
		return nil, nil
	}
	le := binary.LittleEndian
	text, ok := piece(obj, uint64(le.Uint32(table[at+coffRawAt:])), uint64(le.Uint32(table[at+coffRawSize:])))
	if !ok {
		return nil, stampMalformed(at, StampCOFF, "outside of the file")
	}
	return text, nil
}

// stampCOFF puts a section header behind the others, which moves all that follows by its
// size, and the contents behind the file.
func stampCOFF(obj, text []byte) ([]byte, error) {
	le := binary.LittleEndian
	table, heads, big, err := coffTable(obj)
	if err != nil {
		return nil, err
	}
	symbols := 8
	if big {
		symbols = 48
	}
	count := len(table) / coffSectionSize
	if uint64(len(obj))+uint64(len(text))+2*coffSectionSize > math.MaxUint32 {
		return nil, stampUnsupported("a COFF file of %d bytes", len(obj))
	}
	if at := coffFind(table); at >= 0 {
		b := append(make([]byte, 0, len(obj)+len(text)), obj...)
		return coffContents(b, b[int(heads)+at:], text), nil
	}
	if !big && count >= 0xfeff {
		return nil, stampUnsupported("a COFF file of %d sections", count)
	}
	b := make([]byte, 0, len(obj)+len(text)+coffSectionSize)
	end := int(heads) + len(table)
	b = append(b, obj[:end]...)
	b = append(b, make([]byte, coffSectionSize)...)
	b = append(b, obj[end:]...)
	for at := int(heads); at < end; at += coffSectionSize {
		for _, field := range [...]int{coffRawAt, coffRelocsAt, coffLinesAt} {
			coffMove(b[at+field:], end)
		}
	}
	coffMove(b[symbols:], end)
	if big {
		le.PutUint32(b[44:], uint32(count+1))
	} else {
		le.PutUint16(b[2:], uint16(count+1))
	}
	copy(b[end:], coffName)
	le.PutUint32(b[end+coffFlags:], coffInfo)
	return coffContents(b, b[end:], text), nil
}

// coffMove adds what was put in at end to a file offset that is behind it; 0 is none.
func coffMove(b []byte, end int) {
	if off := binary.LittleEndian.Uint32(b); off != 0 && uint64(off) >= uint64(end) {
		binary.LittleEndian.PutUint32(b, off+coffSectionSize)
	}
}

// coffContents gives the section with this header new contents, behind the file.
func coffContents(b, head, text []byte) []byte {
	binary.LittleEndian.PutUint32(head[coffRawSize:], uint32(len(text)))
	binary.LittleEndian.PutUint32(head[coffRawAt:], uint32(len(b)))
	return append(b, text...)
}
