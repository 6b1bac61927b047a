package objgen

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
)

// Bomb is an x86-64 object whose debug information is much larger than the file when it is decompressed:
// a function main of one instruction that ends the program, and a line table for it.
type Bomb struct {
	Rows   int  // of the line table, a byte each
	Zstd   bool // not zlib
	Plain  bool // not compressed at all
	Size   uint64
	Copies int // sections more with the same bytes
}

// lines are the line table's bytes before and after the rows (DWARF 4, section 6.2).
func (b Bomb) lines() (head, tail []byte) {
	le := binary.LittleEndian
	body := []byte{1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0}
	body = append(body, "bomb.c\x00\x00\x00\x00\x00"...)
	program := []byte{0, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0} // DW_LNE_set_address
	tail = []byte{2, 2, 0, 1, 1}                       // DW_LNS_advance_pc, DW_LNE_end_sequence
	head = le.AppendUint32(nil, uint32(2+4+len(body)+len(program)+b.Rows+len(tail)))
	head = le.AppendUint16(head, 4)
	head = le.AppendUint32(head, uint32(len(body)))
	return append(append(head, body...), program...), tail
}

// row is a special opcode that advances neither line nor address.
const row = 18

// Bytes is the object.
func (b Bomb) Bytes() []byte {
	head, tail := b.lines()
	plain := len(head) + b.Rows + len(tail)
	var packed []byte
	typ := uint32(1)
	switch {
	case b.Zstd:
		typ, packed = 2, zstdRuns(head, b.Rows, tail)
	default:
		var out bytes.Buffer
		w, _ := zlib.NewWriterLevel(&out, zlib.BestCompression)
		w.Write(head)
		w.Write(bytes.Repeat([]byte{row}, b.Rows))
		w.Write(tail)
		w.Close()
		packed = out.Bytes()
	}
	if b.Size == 0 {
		b.Size = uint64(plain)
	}
	f := &ELF{Is64: true, Machine: 62}
	text := f.Add(ELFSection{Name: ".text", Flags: 6, Data: []byte{0x0f, 0x0b}, Align: 16}) // ud2
	f.Add(ELFSection{Name: ".debug_abbrev", Data: []byte{1, 0x11, 0, 0x10, 0x17, 0, 0, 0}})
	f.Add(ELFSection{Name: ".debug_info", Data: []byte{12, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1, 0, 0, 0, 0}})
	line := ELFSection{Name: ".debug_line", Flags: 0x800, Data: f.Compressed(typ, b.Size, 1, packed), Align: 8}
	if b.Plain {
		line.Flags, line.Data = 0, append(append(head, bytes.Repeat([]byte{row}, b.Rows)...), tail...)
	}
	lines := f.Add(line)
	f.AddSymbol(ELFSymbol{Name: "main", Bind: 1, Type: 2, Section: text, Size: 2})
	f.AddRelocs(lines, true, []ELFReloc{{Offset: uint64(len(head) - 8), Sym: 1, Type: 1}})
	for range b.Copies {
		line.Name = ".debug_macro"
		f.Add(line)
	}
	return f.Bytes()
}

// zstdRuns is a frame of blocks of one byte each (RFC 8878, section 3.1.1.2), between two that are not compressed.
func zstdRuns(head []byte, rows int, tail []byte) []byte {
	le := binary.LittleEndian
	out := le.AppendUint32(nil, 0xfd2fb528)
	out = append(out, 0xe0) // the size of the contents in 8 bytes, a single segment
	out = le.AppendUint64(out, uint64(len(head)+rows+len(tail)))
	block := func(typ, size, last int) {
		h := size<<3 | typ<<1 | last
		out = append(out, byte(h), byte(h>>8), byte(h>>16))
	}
	block(0, len(head), 0)
	out = append(out, head...)
	for rows > 0 {
		n := min(rows, 128<<10)
		block(1, n, 0)
		out = append(out, row)
		rows -= n
	}
	block(0, len(tail), 1)
	return append(out, tail...)
}
