package elf

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

func sectionN(i uint64) string { return "section " + strconv.FormatUint(i, 10) }
func symbolN(i uint64) string  { return "symbol " + strconv.FormatUint(i, 10) }

var symTypes = [16]objfmt.SymbolType{
	1: objfmt.SymData, 2: objfmt.SymFunc, 3: objfmt.SymSection, 4: objfmt.SymFile,
	5: objfmt.SymData, // STT_COMMON
	6: objfmt.SymTLS, 10: objfmt.SymIFunc,
}

// symRegister stands for a register's symbol while a symbol is decoded.
const symRegister = 0xff

const badBinding = 0xff

var bindings = [16]objfmt.Binding{
	0: objfmt.BindLocal, 1: objfmt.BindGlobal, 2: objfmt.BindWeak, 10: objfmt.BindUnique,
	3: badBinding, 4: badBinding, 5: badBinding, 6: badBinding, 7: badBinding, 8: badBinding, 9: badBinding,
	11: badBinding, 12: badBinding, 13: badBinding, 14: badBinding, 15: badBinding,
}

// st_other's visibility numbers are not in the order of how far they see.
var visibilities = [4]objfmt.Visibility{objfmt.VisDefault, objfmt.VisInternal, objfmt.VisHidden, objfmt.VisProtected}

// defaultVersion is between the name of a symbol and the version that others mean, see [objfmt.DefaultVersion].
var defaultVersion = []byte("@@")

// symbols makes a record for each entry of the symbol table and hashes the global names.
func (p *parser) symbols() error {
	img := p.img
	if p.symtab == 0 {
		img.Symbols = make([]objfmt.Symbol, 1) // the null symbol, which relocations may name
		img.Symbols[0].Section = objfmt.SecUndef
		img.FirstGlobal = 1
		return nil
	}
	i := uint64(p.symtab)
	var h shdr
	p.shdr(&h, i)
	ent := uint64(16)
	if p.is64 {
		ent = 24
	}
	if h.entsize != ent || h.size%ent != 0 {
		return p.errorf(p.at(i), sectionN(i), "symbols have the wrong size")
	}
	tab, ok := bin.Slice(p.file, h.off, h.size)
	if !ok {
		return p.errorf(p.at(i), sectionN(i), "symbol table lies outside the file")
	}
	n := h.size / ent
	if n == 0 || n > 1<<31 {
		return p.errorf(p.at(i), sectionN(i), "symbol table has no null symbol or too many symbols")
	}
	if uint64(h.info) > n || h.info == 0 {
		return p.errorf(p.at(i), sectionN(i), "first global symbol is past the table")
	}
	var err error
	if img.Strings, err = p.strtab(uint64(h.link), "symbol name table"); err != nil {
		return err
	}
	wide, err := p.wideIndices(n)
	if err != nil {
		return err
	}
	p.versions = bytes.Contains(img.Strings, defaultVersion)
	if p.long, err = heed.HasRun(p.ctx, img.Strings, longSize); err != nil {
		return p.ended(err)
	}
	img.FirstGlobal = objfmt.SymbolID(h.info)
	img.Symbols, img.Hashes, img.More = p.mem.Names(int(n), int(n-uint64(h.info)))
	for lo := 0; lo < len(img.Symbols); lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, len(img.Symbols))
		if err != nil {
			return p.ended(err)
		}
		for k := lo; k < hi; k++ {
			if p.is64 && !p.order.Big && !p.long {
				if k, err = p.plain(tab, k, hi); err != nil {
					return err
				} else if k == hi {
					break
				}
			}
			if err := p.symbol(k, tab[uint64(k)*ent:(uint64(k)+1)*ent], wide, h.off+uint64(k)*ent); err != nil {
				return err
			}
		}
	}
	return nil
}

// wideIndices returns the SHT_SYMTAB_SHNDX table, nil if the file has none.
func (p *parser) wideIndices(n uint64) ([]byte, error) {
	if p.shndx == 0 {
		return nil, nil
	}
	i := uint64(p.shndx)
	var h shdr
	p.shdr(&h, i)
	if h.link != p.symtab {
		return nil, p.errorf(p.at(i), sectionN(i), "section index table does not link to the symbol table")
	}
	b, ok := bin.Slice(p.file, h.off, h.size)
	if !ok || h.size/4 < n {
		return nil, p.errorf(p.at(i), sectionN(i), "section index table is too short or outside the file")
	}
	return b, nil
}

// plain decodes entries of a 64-bit little-endian table from k on, before one that is not like most, or not sound: of a section by its number or undefined,
// local in front of the first global one. It returns the number of the next, hi if there is none.
func (p *parser) plain(tab []byte, k, hi int) (int, error) {
	img, ids, types, first := p.img, p.ids, p.supp.types, int(p.img.FirstGlobal)
	syms := img.Symbols[:hi]
	for ; k < len(syms); k++ {
		b := tab[24*k:][:24]
		name, info, other, shndx := binary.LittleEndian.Uint32(b), b[4], b[5], int(binary.LittleEndian.Uint16(b[6:]))
		typ, bind := types[info&15], bindings[info>>4]
		if shndx >= min(len(ids), shnLoReserve) || typ >= objfmt.SymIFunc || bind == badBinding || (bind == objfmt.BindLocal) != (k < first) ||
			name != 0 && uint64(name) >= uint64(len(img.Strings)) {
			break
		}
		s := &syms[k]
		s.Value, s.Size, s.Name, s.NameLen = binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:]), name, objfmt.NameToNUL
		s.Type, s.Bind, s.Vis, s.Other = typ, bind, visibilities[other&3], other
		if id := ids[shndx]; id != 0 || shndx == shnUndef {
			s.Section = objfmt.SectionID(id - 1) // SecUndef, if that is 0
		} else {
			s.Section = objfmt.SecUnloaded
		}
		if k >= first {
			if err := p.global(k, s); err != nil {
				return k, p.nameError(err, p.symbolAt(k), symbolN(uint64(k)))
			}
		}
	}
	return k, nil
}

// symbol decodes entry k, whose bytes are b, at file offset at.
func (p *parser) symbol(k int, b, wide []byte, at uint64) error {
	img, o := p.img, p.order
	s := &img.Symbols[k]
	var info, other byte
	var shndx uint16
	if p.is64 {
		b = b[:24]
		s.Name, info, other, shndx = o.U32(b), b[4], b[5], o.U16(b[6:])
		s.Value, s.Size = o.U64(b[8:]), o.U64(b[16:])
	} else {
		b = b[:16]
		s.Name, info, other, shndx = o.U32(b), b[12], b[13], o.U16(b[14:])
		s.Value, s.Size = uint64(o.U32(b[4:])), uint64(o.U32(b[8:]))
	}
	s.NameLen = objfmt.NameToNUL
	s.Type, s.Bind, s.Vis, s.Other = p.supp.types[info&15], bindings[info>>4], visibilities[other&3], other
	switch sec := uint64(shndx); {
	case shndx == shnUndef:
		s.Section = objfmt.SecUndef
	case shndx < shnLoReserve, shndx == shnXindex:
		if shndx == shnXindex {
			if wide == nil {
				return p.errorf(at, symbolN(uint64(k)), "section index is in a table that the file lacks")
			}
			sec = uint64(o.U32(wide[4*k:]))
		}
		if sec >= p.shnum {
			return p.errorf(at, symbolN(uint64(k)), "section number is past the table")
		}
		s.Section = objfmt.SecUnloaded
		if id := p.ids[sec]; id != 0 {
			s.Section = objfmt.SectionID(id - 1)
		}
	default:
		if s.Section = p.reserved(shndx); s.Section == objfmt.SecUndef {
			return p.unsupported(at, symbolN(uint64(k)), "reserved section number "+strconv.FormatUint(uint64(shndx), 16))
		}
		if s.Section == objfmt.SecCommon {
			img.HasTLS = img.HasTLS || s.Type == objfmt.SymTLS
			if s.Value == 0 {
				s.Value = 1
			}
			if s.Value&(s.Value-1) != 0 {
				return p.errorf(at, symbolN(uint64(k)), "alignment of a common symbol is no power of two")
			}
		}
	}
	if s.Type >= objfmt.SymIFunc {
		switch {
		case s.Type == symRegister:
			// Says what a global register is used for (SPARC ABI): a name or none, the
			// register's number, SHN_UNDEF. No reference that anything could bind.
			s.Type, s.Bind, s.Section = objfmt.SymNone, objfmt.BindLocal, objfmt.SecAbs
		case s.Section != objfmt.SecUndef:
			img.HasIFunc = true
		}
	}
	if s.Name != 0 && uint64(s.Name) >= uint64(len(img.Strings)) {
		return p.errorf(at, symbolN(uint64(k)), "name is outside the symbol name table")
	}
	switch {
	case s.Bind == badBinding:
		return p.unsupported(at, symbolN(uint64(k)), "unknown binding "+strconv.Itoa(int(info>>4)))
	case s.Bind == objfmt.BindLocal:
		if p.long && s.Name != 0 {
			s.NameLen = uint32(bytes.IndexByte(img.Strings[s.Name:], 0))
			if err := p.named.Spend(p.ctx, uint64(s.NameLen)); err != nil {
				return p.nameError(err, at, symbolN(uint64(k)))
			}
		}
		return nil
	case objfmt.SymbolID(k) < img.FirstGlobal:
		return p.errorf(at, symbolN(uint64(k)), "global symbol among the local ones")
	}
	if err := p.global(k, s); err != nil {
		return p.nameError(err, at, symbolN(uint64(k)))
	}
	return nil
}

// symbolAt is where entry k of the symbol table is in the file, of 24 bytes.
func (p *parser) symbolAt(k int) uint64 {
	var h shdr
	p.shdr(&h, uint64(p.symtab))
	return h.off + 24*uint64(k)
}

// global measures and hashes the name of entry k, which is not local. The error is that of a budget.
func (p *parser) global(k int, s *objfmt.Symbol) error {
	if s.Name == 0 {
		s.NameLen = 0
		return nil
	}
	img := p.img
	name := img.Strings[s.Name:]
	name = name[:bytes.IndexByte(name, 0)] // the table ends with a NUL
	if p.versions && s.Section != objfmt.SecUndef {
		if base, _, ok := objfmt.DefaultVersion(bin.String(name)); ok {
			name = name[:len(base)]
		}
	}
	if err := p.named.Spend(p.ctx, uint64(len(name))); err != nil {
		return err
	}
	if len(name) > 0 {
		key, g := objfmt.KeyOf(bin.String(name)), objfmt.SymbolID(k)-img.FirstGlobal
		img.Hashes[g], img.More[g] = key.Hash, key.More
	}
	s.NameLen = uint32(len(name))
	if s.Vis >= objfmt.VisHidden {
		img.HasHidden = true
	}
	if s.Section == objfmt.SecUndef && len(name) > len("__stop_") && string(name[:4]) == "__st" && (string(name[4:7]) == "op_" || string(name[4:8]) == "art_") {
		img.HasEdges = true
	}
	return nil
}

const overlappingNames = "names overlap: they are longer together than the file has room for"

// longSize is the length in bytes from which on, or twice that, names count that have not been asked for yet,
// those of sections and of local symbols.
const longSize = 1024

// nameError is the error of a name that was too much, or was not read since the context ended.
func (p *parser) nameError(err error, at uint64, what string) error {
	if err != heed.ErrSpent {
		return p.ended(err)
	}
	return p.errorf(at, what, overlappingNames)
}

// reserved maps a reserved section number; SecUndef means that it has no known meaning.
func (p *parser) reserved(shndx uint16) objfmt.SectionID {
	switch {
	case shndx == shnAbs:
		return objfmt.SecAbs
	case shndx == shnCommon:
		return objfmt.SecCommon
	case shndx >= shnLoReserve && shndx < shnLoReserve+32 && p.supp.commons>>(shndx-shnLoReserve)&1 != 0:
		return objfmt.SecCommon
	}
	return objfmt.SecUndef
}

// groupRecords reads the SHT_GROUP sections.
func (p *parser) groupRecords() error {
	if len(p.groups) == 0 {
		return nil
	}
	img, o := p.img, p.order
	words := uint64(0)
	var h shdr
	for lo := 0; lo < len(p.groups); lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, len(p.groups))
		if err != nil {
			return p.ended(err)
		}
		for _, n := range p.groups[lo:hi] {
			// Each section is in one group at most. Asked for each group, so that no sum overflows.
			p.shdr(&h, uint64(n))
			if words += h.size / 4; words > uint64(len(p.file)) {
				return p.errorf(p.at(uint64(n)), sectionN(uint64(n)), "groups have more members than the file has room for")
			}
		}
	}
	img.Members = p.mem.Members.Take(int(min(words, p.shnum)))[:0]
	img.Groups = p.mem.Groups.Take(len(p.groups))[:0]
	var done heed.Count
	for _, n := range p.groups {
		i := uint64(n)
		p.shdr(&h, i)
		if err := done.Items(p.ctx, 1+min(h.size/4, heed.Every)); err != nil {
			return p.ended(err)
		}
		b, ok := bin.Slice(p.file, h.off, h.size)
		if !ok || len(b) < 4 || len(b)%4 != 0 {
			return p.errorf(p.at(i), sectionN(i), "group contents lie outside the file or are no words")
		}
		if h.link != p.symtab || uint64(h.info) >= uint64(len(img.Symbols)) {
			return p.errorf(p.at(i), sectionN(i), "group is not signed by a symbol")
		}
		g := objfmt.Group{
			Signature: objfmt.SymbolID(h.info), First: uint32(len(img.Members)), Number: n,
			Comdat: o.U32(b)&grpComdat != 0,
		}
		p.nameGroup(&g)
		if err := p.named.Spend(p.ctx, uint64(g.NameLen)); err != nil {
			return p.nameError(err, p.at(i), sectionN(i))
		}
		for b = b[4:]; len(b) > 0; b = b[4:] {
			if len(b)%(4*heed.Every) == 0 { // of a very large group
				if err := p.ctx.Err(); err != nil {
					return p.ended(err)
				}
			}
			sec := uint64(o.U32(b))
			if sec >= p.shnum || sec == 0 {
				return p.errorf(p.at(i), sectionN(i), "group member is past the section table")
			}
			if p.ids[sec] == 0 {
				continue
			}
			id := objfmt.SectionID(p.ids[sec] - 1)
			if img.Sections[id].Group != 0 {
				return p.errorf(p.at(i), sectionN(i), "a section is in two groups")
			}
			img.Sections[id].Group = uint32(len(img.Groups)) + 1
			img.Members = append(img.Members, id)
		}
		if g.N = uint32(len(img.Members)) - g.First; g.N > 0 {
			img.Groups = append(img.Groups, g)
		}
	}
	return nil
}

// nameGroup finds the name that decides between groups: that of the signature
// symbol or, for a section symbol, of its section.
func (p *parser) nameGroup(g *objfmt.Group) {
	img := p.img
	s := &img.Symbols[g.Signature]
	if s.Type == objfmt.SymSection && s.Name == 0 && s.Section < objfmt.SecSpecial {
		g.BySection = true
		g.Name = img.Sections[s.Section].Name
		g.NameLen = uint32(len(p.sectionName(g.Name)))
		return
	}
	g.Name, g.NameLen = s.Name, uint32(len(img.SymbolName(g.Signature)))
}
