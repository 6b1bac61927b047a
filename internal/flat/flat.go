// Package flat writes ELF programs that are nothing but memory with code in it, for tests that run linked code
// in emulators of other processors. Its law: what is in the file is what it was given.
package flat

import (
	"encoding/binary"
	"os"
)

// Kind is what the header of an ELF file says.
type Kind struct {
	Machine   uint16 // e_machine
	Is64, Big bool
}

// Order writes numbers.
type Order interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// Order is the byte order.
func (k Kind) Order() Order {
	if k.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// Ident is the beginning of a file.
func (k Kind) Ident() []byte {
	b := append([]byte{0x7f, 'E', 'L', 'F', 1, 1, 1}, make([]byte, 9)...)
	if k.Is64 {
		b[4] = 2
	}
	if k.Big {
		b[5] = 2
	}
	return b
}

// AppendWord appends a field as wide as an address.
func (k Kind) AppendWord(w []byte, v uint64) []byte {
	if k.Is64 {
		return k.Order().AppendUint64(w, v)
	}
	return k.Order().AppendUint32(w, uint32(v))
}

// Segment is a piece of memory; Data is its beginning, the rest is 0.
type Segment struct {
	Addr, Size uint64
	Data       []byte
}

// page is as large as pages are, or larger. Addresses of segments may share none of the system's.
const page = 0x10000

// Program is a program whose memory may all be read, written and executed.
type Program struct {
	Kind
	Flags    uint32 // e_flags
	Entry    uint64
	Segments []Segment
}

// Write writes the program to a file.
func (p *Program) Write(path string) error {
	le := p.Order()
	w := le.AppendUint16(p.Ident(), 2) // ET_EXEC
	w = le.AppendUint16(w, p.Machine)
	w = le.AppendUint32(w, 1)
	head, entry := 52, 32
	if p.Is64 {
		head, entry = 64, 56
	}
	for _, v := range []uint64{p.Entry, uint64(head), 0} {
		w = p.AppendWord(w, v)
	}
	w = le.AppendUint32(w, p.Flags)
	for _, v := range []int{head, entry, len(p.Segments), 0, 0, 0} {
		w = le.AppendUint16(w, uint16(v))
	}
	offs := make([]uint64, len(p.Segments))
	off := uint64(page)
	for i, s := range p.Segments {
		off += s.Addr % page
		offs[i] = off
		w = le.AppendUint32(w, 1) // PT_LOAD
		if p.Is64 {
			w = le.AppendUint32(w, 7)
		}
		for _, v := range []uint64{off, s.Addr, s.Addr, uint64(len(s.Data)), s.Size} {
			w = p.AppendWord(w, v)
		}
		if !p.Is64 {
			w = le.AppendUint32(w, 7)
		}
		w = p.AppendWord(w, page)
		off = (off + uint64(len(s.Data)) + page - 1) &^ (page - 1)
	}
	for i, s := range p.Segments {
		w = append(append(w, make([]byte, offs[i]-uint64(len(w)))...), s.Data...)
	}
	return os.WriteFile(path, w, 0o777)
}
