package elfimage

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Constants of the generic ABI.
const (
	etExec = 2 // ET_EXEC: values of symbols are addresses

	shtProgbits = 1
	shtSymtab   = 2
	shtStrtab   = 3
	shtNobits   = 8

	shfWrite = 1
	shfAlloc = 2
	shfExec  = 4

	shnAbs       = 0xfff1
	shnLoReserve = 0xff00 // section numbers are below
)

// header is a section header.
type header struct {
	name       string
	kind       uint32
	flags      uint64
	addr       uint64
	off, size  uint64
	link, info uint32
	align      uint64
	entry      uint64
}

var spanNames = [objfmt.NumKinds]string{objfmt.KindCode: ".text", objfmt.KindReadOnly: ".rodata", objfmt.KindWritable: ".data"}
var spanFlags = [objfmt.NumKinds]uint64{objfmt.KindCode: shfAlloc | shfExec, objfmt.KindReadOnly: shfAlloc, objfmt.KindWritable: shfAlloc | shfWrite}

// write makes the file: header, contents, section headers. Stretches of memory come as
// sections without contents: a debugger reads the memory itself.
func (b *builder) write() ([]byte, error) {
	b.join()
	b.trim()
	if n := len(b.spans) + len(b.debug) + 4; n >= shnLoReserve {
		return nil, fmt.Errorf("elfimage: %d separate pieces of memory: %w", len(b.spans), ErrSize)
	}
	hs := make([]header, 1, len(b.spans)+len(b.debug)+4)
	for i := range b.spans {
		s := &b.spans[i]
		hs = append(hs, header{name: spanNames[s.kind], kind: shtNobits, flags: spanFlags[s.kind], addr: s.addr, size: s.end - s.addr, align: s.align})
	}
	ehsize, symsize, shsize, word := b.sizes()
	total := ehsize + (1+len(b.locals)+len(b.globals))*symsize + len(b.names) + len(hs)*shsize
	for i := range b.debug {
		total += len(b.debug[i].data)
	}
	img := make([]byte, ehsize, total+(len(b.debug)+4)*(shsize+20)+64)

	symtab := uint32(len(hs))
	off := len(img)
	img = b.appendSymbols(img)
	hs = append(hs, header{name: ".symtab", kind: shtSymtab, off: uint64(off), size: uint64(len(img) - off), link: symtab + 1, info: uint32(1 + len(b.locals)), align: uint64(word), entry: uint64(symsize)})
	off = len(img)
	if img = append(img, b.names...); len(b.names) == 0 {
		img = append(img, 0)
	}
	hs = append(hs, header{name: ".strtab", kind: shtStrtab, off: uint64(off), size: uint64(len(img) - off), align: 1})
	for i := range b.debug {
		if d := &b.debug[i]; len(d.data) > 0 {
			hs = append(hs, header{name: d.name, kind: shtProgbits, off: uint64(len(img)), size: uint64(len(d.data)), align: 1})
			img = append(img, d.data...)
		}
	}
	return b.finish(img, hs, etExec)
}

// sizes are those of a file's header, a symbol and a section's header, and of an address, in bytes.
func (t target) sizes() (ehsize, symsize, shsize, word int) {
	if t.is64 {
		return 64, 24, 64, 8
	}
	return 52, 16, 40, 4
}

// finish appends the names of sections and the section headers, and fills in the file header, for which there is room at the start.
func (b *builder) finish(img []byte, hs []header, kind uint16) ([]byte, error) {
	ehsize, _, shsize, _ := b.sizes()
	hs = append(hs, header{name: ".shstrtab", kind: shtStrtab, off: uint64(len(img)), align: 1})
	img, names := appendNames(img, hs)
	for len(img)%8 != 0 {
		img = append(img, 0)
	}
	shoff := len(img)
	for i := range hs {
		img = b.appendHeader(img, &hs[i], names[i])
	}
	if !fits(uint64(len(img))) {
		return nil, fmt.Errorf("elfimage: %d bytes: %w", len(img), ErrSize)
	}
	b.putFileHeader(img[:0:ehsize], kind, shoff, shsize, len(hs))
	return img, nil
}

// appendNames appends the section names, each once, as the contents of the last header,
// and returns where each is.
func appendNames(img []byte, hs []header) (_ []byte, at []uint32) {
	start := len(img)
	img = append(img, 0)
	seen := map[string]uint32{"": 0}
	for i := range hs {
		n, ok := seen[hs[i].name]
		if !ok {
			n = uint32(len(img) - start)
			seen[hs[i].name] = n
			img = append(append(img, hs[i].name...), 0)
		}
		at = append(at, n)
	}
	hs[len(hs)-1].size = uint64(len(img) - start)
	return img, at
}

// appendSymbols appends the symbol table: the empty symbol, local ones, the others.
func (b *builder) appendSymbols(img []byte) []byte {
	img = b.appendSymbol(img, &symbol{}, 0)
	for _, list := range [...][]symbol{b.locals, b.globals} {
		for i := range list {
			sec := uint16(shnAbs)
			if at := b.find(list[i].addr); at >= 0 {
				sec = uint16(at + 1)
			}
			img = b.appendSymbol(img, &list[i], sec)
		}
	}
	return img
}

func (b *builder) appendSymbol(img []byte, s *symbol, sec uint16) []byte {
	o := b.order()
	img = o.AppendUint32(img, s.name)
	if b.is64 {
		img = append(img, s.info, 0)
		img = o.AppendUint16(img, sec)
		return o.AppendUint64(o.AppendUint64(img, s.addr), s.size)
	}
	img = o.AppendUint32(o.AppendUint32(img, uint32(s.addr)), uint32(s.size))
	img = append(img, s.info, 0)
	return o.AppendUint16(img, sec)
}

// appendWord appends a field that is as wide as an address.
func (b *builder) appendWord(img []byte, v uint64) []byte {
	if b.is64 {
		return b.order().AppendUint64(img, v)
	}
	return b.order().AppendUint32(img, uint32(v))
}

func (b *builder) appendHeader(img []byte, h *header, name uint32) []byte {
	o := b.order()
	img = o.AppendUint32(o.AppendUint32(img, name), h.kind)
	for _, v := range [...]uint64{h.flags, h.addr, h.off, h.size} {
		img = b.appendWord(img, v)
	}
	img = o.AppendUint32(o.AppendUint32(img, h.link), h.info)
	return b.appendWord(b.appendWord(img, h.align), h.entry)
}

// putFileHeader writes the ELF header to img.
func (b *builder) putFileHeader(img []byte, kind uint16, shoff, shsize, n int) {
	o := b.order()
	class, data, ehsize := byte(1), byte(1), uint16(52)
	if b.is64 {
		class, ehsize = 2, 64
	}
	if b.big {
		data = 2
	}
	img = append(img, 0x7f, 'E', 'L', 'F', class, data, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	img = o.AppendUint16(o.AppendUint16(img, kind), b.machine)
	img = o.AppendUint32(img, 1) // EV_CURRENT
	img = b.appendWord(img, 0)   // entry
	img = b.appendWord(img, 0)   // no program headers
	img = b.appendWord(img, uint64(shoff))
	img = o.AppendUint32(img, b.flags)
	for _, v := range [...]uint16{ehsize, 0, 0, uint16(shsize), uint16(n), uint16(n - 1)} {
		img = o.AppendUint16(img, v)
	}
}
