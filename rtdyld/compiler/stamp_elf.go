package compiler

import (
	"bytes"
	"encoding/binary"
	"math"
)

// elfStamper appends a section to an ELF file (gABI, chapter 4): the new contents, the
// section names with one more and the section headers with one more go behind the file.
type elfStamper struct {
	b     []byte // the new file
	is64  bool
	order binary.ByteOrder
	heads []byte // copy of the section headers
	size  uint64 // of a header
	n     uint64 // headers
	names uint64 // number of the section with names
}

// Values of the gABI.
const (
	shtProgbits  = 1
	shtNobits    = 8
	shnLoReserve = 0xff00
	shnXIndex    = 0xffff
)

func stampELF(obj, text []byte) ([]byte, error) {
	e, names, err := openELF(append(make([]byte, 0, len(obj)+len(obj)/4+len(text)), obj...))
	if err != nil {
		return nil, err
	}
	at := e.find(names)
	if at == 0 {
		at = e.n
		e.heads = append(e.heads, make([]byte, e.size)...)
		e.n++
		e.put(at, 0, 4, uint64(len(names)))
		e.put(at, 4, 4, shtProgbits)
		e.set(at, elfAlign, 1)
		e.move(e.names, append(append(bytes.Clone(names), StampELF...), 0))
	}
	e.move(at, append(bytes.Clone(text), 0))
	e.finish()
	if !e.is64 && uint64(len(e.b)) > math.MaxUint32 {
		return nil, stampUnsupported("a 32-bit ELF file of %d bytes", len(e.b))
	}
	return e.b, nil
}

// openELF reads the headers and the section names.
func openELF(obj []byte) (e *elfStamper, names []byte, err error) {
	e = &elfStamper{b: obj, order: binary.LittleEndian}
	if err := e.open(); err != nil {
		return nil, nil, err
	}
	names, ok := e.contents(e.names)
	if !ok {
		return nil, nil, stampMalformed(len(obj), "section names", "outside of the file")
	}
	return e, names, nil
}

// readELF returns the text of an earlier stamp, nil if there is none.
func readELF(obj []byte) ([]byte, error) {
	e, names, err := openELF(obj)
	if err != nil {
		return nil, err
	}
	at := e.find(names)
	if at == 0 {
		return nil, nil
	}
	text, ok := e.contents(at)
	if !ok {
		return nil, stampMalformed(len(obj), StampELF, "outside of the file")
	}
	return text, nil
}

// elfField is where a word of a section header is in either class.
type elfField struct{ off32, off64 int }

var (
	elfOffset = elfField{16, 24}
	elfSize   = elfField{20, 32}
	elfLink   = elfField{24, 40} // 4 bytes in either
	elfAlign  = elfField{32, 48}
)

// open reads the file header and copies the section headers.
func (e *elfStamper) open() error {
	if len(e.b) < 52 || e.b[4] == 2 && len(e.b) < 64 {
		return stampMalformed(0, "file header", "too short")
	}
	if e.is64 = e.b[4] == 2; !e.is64 && e.b[4] != 1 {
		return stampUnsupported("ELF class %d", e.b[4])
	}
	switch e.b[5] {
	case 1:
	case 2:
		e.order = binary.BigEndian
	default:
		return stampUnsupported("ELF data encoding %d", e.b[5])
	}
	if typ := e.order.Uint16(e.b[16:]); typ != 1 {
		return stampUnsupported("ELF file of type %d, not relocatable", typ)
	}
	shoff, tail := uint64(0), e.b[46:52]
	if e.is64 {
		shoff, tail, e.size = e.order.Uint64(e.b[40:]), e.b[58:64], 64
	} else {
		shoff, e.size = uint64(e.order.Uint32(e.b[32:])), 40
	}
	if s := e.order.Uint16(tail); uint64(s) != e.size {
		return stampMalformed(46, "file header", "section headers of a wrong size")
	}
	e.n, e.names = uint64(e.order.Uint16(tail[2:])), uint64(e.order.Uint16(tail[4:]))
	first, ok := piece(e.b, shoff, e.size)
	if shoff == 0 || !ok {
		return stampMalformed(int(min(shoff, 1<<30)), "section headers", "outside of the file")
	}
	e.heads = first
	if e.n == 0 {
		e.n = e.get(0, elfSize)
	}
	if e.names == shnXIndex {
		e.names = uint64(e.get32(0, elfLink))
	}
	if e.n == 0 || e.n > uint64(len(e.b))/e.size || e.names >= e.n {
		return stampMalformed(46, "file header", "wrong numbers of sections")
	}
	all, ok := piece(e.b, shoff, e.n*e.size)
	if !ok {
		return stampMalformed(int(shoff), "section headers", "outside of the file")
	}
	e.heads = bytes.Clone(all)
	return nil
}

func (e *elfStamper) get(i uint64, f elfField) uint64 {
	if e.is64 {
		return e.order.Uint64(e.heads[i*e.size+uint64(f.off64):])
	}
	return uint64(e.get32(i, f))
}

func (e *elfStamper) get32(i uint64, f elfField) uint32 {
	off := f.off32
	if e.is64 {
		off = f.off64
	}
	return e.order.Uint32(e.heads[i*e.size+uint64(off):])
}

func (e *elfStamper) set(i uint64, f elfField, v uint64) {
	if e.is64 {
		e.put(i, f.off64, 8, v)
	} else {
		e.put(i, f.off32, 4, v)
	}
}

func (e *elfStamper) put(i uint64, off, n int, v uint64) {
	to := e.heads[i*e.size+uint64(off):]
	if n == 8 {
		e.order.PutUint64(to, v)
	} else {
		e.order.PutUint32(to, uint32(v))
	}
}

// contents returns the bytes of a section.
func (e *elfStamper) contents(i uint64) ([]byte, bool) {
	if e.order.Uint32(e.heads[i*e.size+4:]) == shtNobits {
		return nil, false
	}
	return piece(e.b, e.get(i, elfOffset), e.get(i, elfSize))
}

// find returns the number of the section that an earlier stamp made, 0 if there is none.
func (e *elfStamper) find(names []byte) uint64 {
	for i := uint64(1); i < e.n; i++ {
		name, ok := piece(names, uint64(e.order.Uint32(e.heads[i*e.size:])), uint64(len(StampELF)+1))
		if ok && string(name) == StampELF+"\x00" {
			return i
		}
	}
	return 0
}

// move gives a section new contents, behind the file.
func (e *elfStamper) move(i uint64, data []byte) {
	e.set(i, elfOffset, uint64(len(e.b)))
	e.set(i, elfSize, uint64(len(data)))
	e.b = append(e.b, data...)
}

// finish writes the section headers and how many they are.
func (e *elfStamper) finish() {
	for len(e.b)%8 != 0 {
		e.b = append(e.b, 0)
	}
	shoff, tail := uint64(len(e.b)), e.b[46:52]
	if e.is64 {
		e.order.PutUint64(e.b[40:], shoff)
		tail = e.b[58:64]
	} else {
		e.order.PutUint32(e.b[32:], uint32(shoff))
	}
	if e.n < shnLoReserve {
		e.order.PutUint16(tail[2:], uint16(e.n))
	} else {
		e.order.PutUint16(tail[2:], 0)
		e.set(0, elfSize, e.n)
	}
	e.b = append(e.b, e.heads...)
}
