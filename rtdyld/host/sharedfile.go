//go:build linux

package host

import (
	"debug/elf"
	"encoding/binary"
)

// Shared objects are written to memory for the dynamic linker to open: it gives thread-locals room (tls_elf.go), finds
// names and opens libraries together for those alone. They have one segment, which is readable and writable, and is laid out as the file is.

// segmentAlign is the alignment of the segment: the largest page of any of the
// processors.
const segmentAlign = 0x10000

// headers are the sizes of the file header and of a program header.
func (m tlsMachine) headers() (ehdr, phdr uint64) {
	if m.wide {
		return 64, 56
	}
	return 52, 32
}

func (m tlsMachine) writer() fileWriter {
	if m.wide {
		return fileWriter{m: m, word: 8}
	}
	return fileWriter{m: m, word: 4}
}

// fileWriter appends to a file.
type fileWriter struct {
	m    tlsMachine
	word uint64 // bytes
	b    []byte
}

func (w *fileWriter) u16(vs ...uint16) {
	for _, v := range vs {
		w.b = w.m.order.AppendUint16(w.b, v)
	}
}

func (w *fileWriter) u32(vs ...uint32) {
	for _, v := range vs {
		w.b = w.m.order.AppendUint32(w.b, v)
	}
}

// words appends addresses or sizes.
func (w *fileWriter) words(vs ...uint64) {
	for _, v := range vs {
		if w.m.wide {
			w.b = w.m.order.AppendUint64(w.b, v)
		} else {
			w.b = w.m.order.AppendUint32(w.b, uint32(v))
		}
	}
}

// pad appends zeros until the file has n bytes.
func (w *fileWriter) pad(n uint64) { w.b = append(w.b, make([]byte, n-uint64(len(w.b)))...) }

// header appends the file header (gABI, chapter 4, "ELF Header").
func (w *fileWriter) header(ehdr, phdr uint64, segments uint16) {
	class := elf.ELFCLASS32
	if w.m.wide {
		class = elf.ELFCLASS64
	}
	w.b = append(w.b, elf.ELFMAG...)
	data := elf.ELFDATA2LSB
	if w.m.order == binary.BigEndian {
		data = elf.ELFDATA2MSB
	}
	w.b = append(w.b, byte(class), byte(data), byte(elf.EV_CURRENT))
	w.pad(elf.EI_NIDENT)
	w.u16(uint16(elf.ET_DYN), uint16(w.m.machine))
	w.u32(uint32(elf.EV_CURRENT))
	w.words(0, ehdr, 0) // no entry, segments behind the header, no sections
	w.u32(w.m.flags)
	w.u16(uint16(ehdr), uint16(phdr), segments, 0, 0, 0)
}

// segment appends a program header. File and memory are laid out alike.
func (w *fileWriter) segment(typ elf.ProgType, off, size, align uint64) {
	w.part(typ, off, size, size, align)
}

// part is segment of which the file has the first bytes alone.
func (w *fileWriter) part(typ elf.ProgType, off, file, size, align uint64) {
	flags := uint32(elf.PF_R | elf.PF_W)
	w.u32(uint32(typ))
	if w.m.wide {
		w.u32(flags)
	}
	w.words(off, off, off, file, size)
	if !w.m.wide {
		w.u32(flags)
	}
	w.words(align)
}

// symbolSize is the size of an entry of a symbol table.
func (m tlsMachine) symbolSize() uint64 {
	if m.wide {
		return 24
	}
	return 16
}

// symbol appends a global symbol (gABI, chapter 4, "Symbol Table").
func (w *fileWriter) symbol(name uint32, typ elf.SymType, section elf.SectionIndex, value, size uint64) {
	info := elf.ST_INFO(elf.STB_GLOBAL, typ)
	w.u32(name)
	if w.m.wide {
		w.b = append(w.b, info, 0)
		w.u16(uint16(section))
		w.words(value, size)
		return
	}
	w.words(value, size)
	w.b = append(w.b, info, 0)
	w.u16(uint16(section))
}
