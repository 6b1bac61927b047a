package elfimage

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Code is bytes that run at an address, for [Object].
type Code struct {
	Addr      uint64
	Mem       []byte
	Functions []Function // in Mem
}

// Function is a part of a Code with a name.
type Function struct {
	Name       string
	Addr, Size uint64
}

// Constants of the generic ABI for relocatable files.
const (
	etRel         = 1          // ET_REL
	shtX86Unwind  = 0x70000001 // SHT_X86_64_UNWIND
	sectionOfCode = 1          // the first one
)

// Object returns a relocatable ELF file for the machine that like is for, which has a section of each Code, in their order, with functions that no other object
// can name, and, if frames is not empty, a section .eh_frame with these bytes. It has no relocations: to be linked it is put where it is already. Errors match [ErrTarget] and
// [ErrSize].
func Object(like *objfmt.ObjectImage, code []Code, frames []byte) ([]byte, error) {
	t, ok := targetOf(like)
	if !ok {
		return nil, fmt.Errorf("elfimage: %v: %w", like.Triple, ErrTarget)
	}
	if len(code)+5 >= shnLoReserve {
		return nil, fmt.Errorf("elfimage: %d separate pieces of code: %w", len(code), ErrSize)
	}
	b := &builder{target: t}
	ehsize, symsize, _, word := t.sizes()
	img := make([]byte, ehsize)
	hs := make([]header, 1, len(code)+5)
	for i := range code {
		hs = append(hs, header{name: ".text", kind: shtProgbits, flags: shfAlloc | shfExec, off: uint64(len(img)), size: uint64(len(code[i].Mem)), align: 1})
		img = append(img, code[i].Mem...)
	}
	pad := func() {
		for len(img)%word != 0 {
			img = append(img, 0)
		}
	}
	pad()
	if len(frames) > 0 {
		kind := uint32(shtProgbits)
		if t.machine == emX8664 {
			kind = shtX86Unwind
		}
		hs = append(hs, header{name: ".eh_frame", kind: kind, flags: shfAlloc, off: uint64(len(img)), size: uint64(len(frames)), align: uint64(word)})
		img = append(img, frames...)
		pad()
	}
	symtab := len(hs)
	hs = append(hs, header{name: ".symtab", kind: shtSymtab, link: uint32(symtab + 1), off: uint64(len(img)), align: uint64(word), entry: uint64(symsize)})
	img = b.appendSymbol(img, &symbol{}, 0)
	b.names = append(b.names, 0)
	for i := range code {
		for _, f := range code[i].Functions {
			img = b.appendSymbol(img, &symbol{addr: f.Addr - code[i].Addr, size: f.Size, name: uint32(len(b.names)), info: stbLocal | sttFunc}, uint16(sectionOfCode+i))
			b.names = append(append(b.names, f.Name...), 0)
		}
	}
	hs[symtab].size = uint64(len(img)) - hs[symtab].off
	hs[symtab].info = uint32(hs[symtab].size) / uint32(symsize) // all are local
	hs = append(hs, header{name: ".strtab", kind: shtStrtab, off: uint64(len(img)), size: uint64(len(b.names)), align: 1})
	img = append(img, b.names...)
	return b.finish(img, hs, etRel)
}
