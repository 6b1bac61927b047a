package elf

import (
	"bytes"
	"math/bits"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// classify walks the section headers once: it numbers the sections that get a
// record and notes the tables.
func (p *parser) classify(sc *scratch) error {
	p.ids = zeroed(&sc.ids, int(p.shnum))
	p.relocs, p.groups = sc.relocs[:0], sc.groups[:0]
	for lo := 0; lo < int(p.shnum); lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, int(p.shnum))
		if err != nil {
			return p.ended(err)
		}
		for i := uint64(max(lo, 1)); i < uint64(hi); i++ {
			name, typ, flags := p.brief(i)
			switch typ {
			case shtNull:
				continue
			case shtSymtab:
				if p.symtab != 0 {
					return p.unsupported(p.at(i), sectionN(i), "a second symbol table")
				}
				p.symtab = uint32(i)
			case shtSymtabShndx:
				p.shndx = uint32(i)
			case shtRel, shtRela, shtCrel:
				p.relocs = append(p.relocs, uint32(i))
			case shtGroup:
				p.groups = append(p.groups, uint32(i))
			case shtStrtab:
			default:
				if flags&(shfAlloc|shfExclude) == shfAlloc {
					p.nloaded++
					p.ids[i] = uint32(p.nloaded)
					continue
				}
				if l := p.second(name); (l == 'd' || l == 'z') && (p.isNamed(name, ".debug_info\x00") || p.isNamed(name, ".zdebug_info\x00")) {
					p.img.HasDWARF = true
				}
				if typ == p.supp.attrs && typ != 0 {
					p.attrs = uint32(i)
				}
				if flags&shfExecinstr != 0 && p.isNamed(name, ".note.GNU-stack\x00") {
					p.img.NeedsExec = true
				}
			}
			if p.full {
				p.nloaded++
				p.ids[i] = uint32(p.nloaded)
			}
		}
	}
	sc.relocs, sc.groups = p.relocs, p.groups
	return nil
}

// sections makes the records.
func (p *parser) sections() error {
	var secs []objfmt.Section
	if p.nloaded <= len(p.room) {
		secs = p.room[:p.nloaded:p.nloaded]
	} else {
		secs = p.mem.Sections.Take(p.nloaded)
	}
	p.img.Sections = secs
	var h shdr
	for lo := 0; lo < int(p.shnum); lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, int(p.shnum))
		if err != nil {
			return p.ended(err)
		}
		for i := uint64(max(lo, 1)); i < uint64(hi); i++ {
			if p.ids[i] == 0 {
				continue
			}
			p.shdr(&h, i)
			if err := p.section(&secs[p.ids[i]-1], i, &h); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *parser) section(s *objfmt.Section, i uint64, h *shdr) error {
	if h.name != 0 && uint64(h.name) >= uint64(len(p.img.SecStrings)) {
		return p.errorf(p.at(i), sectionN(i), "name is outside the section name table")
	}
	if h.addralign > 1 {
		if h.addralign&(h.addralign-1) != 0 {
			return p.errorf(p.at(i), sectionN(i), "alignment is no power of two")
		}
		s.Align = uint8(bits.TrailingZeros64(h.addralign))
	}
	s.Name, s.Number, s.Size, s.Link = h.name, uint32(i), h.size, objfmt.SecUndef
	if h.typ == shtNobits {
		s.Flags |= objfmt.SecZeroFill
	} else {
		var ok bool
		if s.Data, ok = bin.Slice(p.file, h.off, h.size); !ok {
			return p.errorf(p.at(i), sectionN(i), "contents lie outside the file")
		}
		if p.contents += h.size; p.contents > uint64(len(p.file)) { // gABI: no byte is in two sections
			return p.errorf(p.at(i), sectionN(i), "contents overlap those of another section")
		}
	}
	for rest := h.flags & (1<<len(neutralFlags) - 1); rest != 0; rest &= rest - 1 {
		s.Flags |= neutralFlags[bits.TrailingZeros64(rest)]
	}
	if h.flags&p.supp.large != 0 {
		s.Flags |= objfmt.SecLarge
	}
	loaded := h.flags&(shfAlloc|shfExclude) == shfAlloc && special(h.typ)
	if loaded {
		s.Flags |= objfmt.SecLoad
		switch {
		case h.flags&shfCompressed != 0:
			return p.errorf(p.at(i), sectionN(i), "a loaded section cannot be compressed")
		case h.flags&shfExecinstr != 0:
			s.Kind = objfmt.KindCode
		case h.flags&(shfWrite|shfTLS) == shfWrite:
			s.Kind = objfmt.KindWritable
		default:
			s.Kind = objfmt.KindReadOnly // a thread-local section is only a template
		}
		if h.flags&shfTLS != 0 {
			p.img.HasTLS = true
		}
	}
	if h.flags&shfLinkOrder != 0 && uint64(h.link) < p.shnum && p.ids[h.link] != 0 {
		s.Link = objfmt.SectionID(p.ids[h.link] - 1)
	}
	if p.longSections { // other sections may have parts of it
		if err := p.named.Spend(p.ctx, uint64(len(p.sectionName(h.name)))); err != nil {
			return p.nameError(err, p.at(i), sectionN(i))
		}
	}
	if s.Role = roleOf(h.typ); s.Role == objfmt.RolePlain && p.telling(h.name) {
		s.Role = role(p.nameStart(h.name), loaded)
		p.img.HasLinkOnce = p.img.HasLinkOnce || s.Role == objfmt.RoleLinkOnce
	}
	if h.typ == p.supp.index && h.typ != 0 {
		s.Role = objfmt.RoleExidx
	}
	return nil
}

// special reports whether a section of this type can hold contents of the program.
func special(typ uint32) bool {
	switch typ {
	case shtNull, shtSymtab, shtStrtab, shtRel, shtRela, shtGroup, shtSymtabShndx:
		return false
	}
	return true
}

// neutralFlags has flags by the number of the bit. All that are of use to a linker are among the first 32.
var neutralFlags = [32]objfmt.SectionFlags{
	bitExecinstr:  objfmt.SecExec,
	bitWrite:      objfmt.SecWrite,
	bitTLS:        objfmt.SecTLS,
	bitMerge:      objfmt.SecMerge,
	bitStrings:    objfmt.SecStrings,
	bitLinkOrder:  objfmt.SecLinkOrder,
	bitGNURetain:  objfmt.SecRetain,
	bitExclude:    objfmt.SecExclude,
	bitCompressed: objfmt.SecCompressed,
}

// roleOf finds a section's job by its type: RolePlain where the name may tell.
func roleOf(typ uint32) objfmt.Role {
	switch typ {
	case shtInitArray:
		return objfmt.RoleInitArray
	case shtFiniArray:
		return objfmt.RoleFiniArray
	case shtPreinitArray:
		return objfmt.RolePreinitArray
	case shtNote:
		return objfmt.RoleNote
	}
	return objfmt.RolePlain
}

// telling reports whether a name begins as those do that [role] knows. Few of others need be read: not .text, .rodata and .data.
func (p *parser) telling(off uint32) bool {
	b := p.img.SecStrings
	if uint64(off)+3 >= uint64(len(b)) || b[off] != '.' {
		return false
	}
	switch string(b[off+1:][:2]) {
	case "te", "ro", "da", "bs":
		return false
	}
	return true
}

// second is the second byte of the string at an offset of the table, 0 if there is none.
func (p *parser) second(off uint32) byte {
	if b := p.img.SecStrings; uint64(off)+1 < uint64(len(b)) {
		return b[off+1]
	}
	return 0
}

// isNamed reports whether the string at an offset of the table is name, which ends with a NUL as the table does.
func (p *parser) isNamed(off uint32, name string) bool {
	b := p.img.SecStrings
	return uint64(off) < uint64(len(b)) && uint64(len(b))-uint64(off) >= uint64(len(name)) && string(b[off:][:len(name)]) == name
}

// role finds a job by the section's name.
func role(name string, loaded bool) objfmt.Role {
	if len(name) < 4 || name[0] != '.' {
		return objfmt.RolePlain
	}
	switch name[1] {
	case 'e':
		if name == ".eh_frame" {
			return objfmt.RoleEHFrame
		}
	case 'c':
		if isArray(name, ".ctors") {
			return objfmt.RoleCtors
		}
	case 'd':
		if isArray(name, ".dtors") {
			return objfmt.RoleDtors
		}
		if !loaded && strings.HasPrefix(name, ".debug") {
			return objfmt.RoleDebug
		}
	case 'z':
		if !loaded && strings.HasPrefix(name, ".zdebug") {
			return objfmt.RoleDebug
		}
	case 'g':
		if strings.HasPrefix(name, ".gnu.linkonce.") {
			return objfmt.RoleLinkOnce
		}
		if isArray(name, ".gcc_except_table") {
			return objfmt.RoleLSDA
		}
	case 'o':
		if name == ".opd" {
			return objfmt.RoleDescriptors
		}
	case 't':
		if name == ".toc" {
			return objfmt.RoleTOC
		}
	case 'i':
		if isArray(name, ".init_array") {
			return objfmt.RoleInitArray
		}
		if loaded && name == ".init" {
			return objfmt.RoleInitCode
		}
	case 'f':
		if isArray(name, ".fini_array") {
			return objfmt.RoleFiniArray
		}
		if loaded && name == ".fini" {
			return objfmt.RoleFiniCode
		}
	case 'n':
		if strings.HasPrefix(name, ".note.") {
			return objfmt.RoleNote
		}
	}
	return objfmt.RolePlain
}

// isArray reports whether name is base or base with a priority behind a dot.
func isArray(name, base string) bool {
	return strings.HasPrefix(name, base) && (len(name) == len(base) || name[len(base)] == '.')
}

// sectionName views a name; offsets outside the table give "".
func (p *parser) sectionName(off uint32) string {
	b, _ := bin.CString(p.img.SecStrings, uint64(off))
	return bin.String(b)
}

// nameStart views as much of a name as decides what a section is: a long one
// costs no more than a short one.
func (p *parser) nameStart(off uint32) string {
	const most = 32
	b := p.img.SecStrings
	if uint64(off) >= uint64(len(b)) {
		return ""
	}
	b = b[off:]
	b = b[:min(len(b), most)]
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	return bin.String(b)
}

// relocations hangs each relocation section on the section that it applies to.
func (p *parser) relocations() error {
	for lo := 0; lo < len(p.relocs); lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, len(p.relocs))
		if err != nil {
			return p.ended(err)
		}
		for _, n := range p.relocs[lo:hi] {
			if err := p.relocationSection(uint64(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// relocationSection hangs relocation section i on the section that it applies to.
func (p *parser) relocationSection(i uint64) error {
	var h shdr
	p.shdr(&h, i)
	if uint64(h.info) >= p.shnum {
		return p.errorf(p.at(i), sectionN(i), "applies to a section past the table")
	}
	id := p.ids[h.info]
	if id == 0 {
		return nil
	}
	s := &p.img.Sections[id-1]
	if s.Flags&objfmt.SecLoad == 0 && !p.full {
		return nil
	}
	if h.size == 0 {
		return nil
	}
	if h.flags&shfAlloc != 0 && s.Flags&objfmt.SecLoad == 0 {
		return nil // a dynamic table in an object that ld -r made
	}
	if h.link != p.symtab {
		return p.errorf(p.at(i), sectionN(i), "does not link to the symbol table")
	}
	if s.Raw != nil {
		return p.unsupported(p.at(i), sectionN(i), "a second relocation section for the same section")
	}
	rela := h.typ == shtRela
	if h.typ == shtCrel {
		var err error
		if s.Raw, rela, err = p.compact(i, &h); err != nil {
			return err
		}
	} else {
		raw, ok := bin.Slice(p.file, h.off, h.size)
		if size := p.relSize(h.typ); !ok || h.entsize != size || h.size%size != 0 {
			return p.badTable(i, &h)
		}
		s.Raw = raw
	}
	if p.records += h.size; p.records > uint64(len(p.file)) {
		return p.errorf(p.at(i), sectionN(i), "relocations overlap those of another section")
	}
	if rela {
		s.Flags |= objfmt.SecRelaAddend
	}
	return nil
}

// badTable is the error of a table of relocations, section i of type SHT_REL or SHT_RELA.
func (p *parser) badTable(i uint64, h *shdr) error {
	switch size := p.relSize(h.typ); {
	case h.entsize != size:
		return p.errorf(p.at(i), sectionN(i), "relocation entries have the wrong size")
	case h.size%size != 0:
		return p.errorf(p.at(i), sectionN(i), "size is no multiple of a relocation entry")
	}
	return p.errorf(p.at(i), sectionN(i), "relocations lie outside the file")
}

// relSize is the size of a relocation record.
func (p *parser) relSize(typ uint32) uint64 {
	switch {
	case p.is64 && typ == shtRela:
		return 24
	case p.is64:
		return 16
	case typ == shtRela:
		return 12
	}
	return 8
}
