package coff

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

func sectionN(number int) string { return "section " + strconv.Itoa(number) }
func symbolN(k int) string       { return "symbol " + strconv.Itoa(k) }

// secInfo is what the parser has to know of each section.
type secInfo struct {
	id    uint32 // SectionID + 1, 0 for none
	name  uint32 // offset in SecStrings
	chars uint32 // characteristics
	role  objfmt.Role
	trait trait
}

// trait is what a section's name says beside its role.
type trait uint8

const (
	traitUnloaded   trait = 1 << iota // not part of a program
	traitTable                        // for linkers alone, though its characteristics do not say so
	traitTLS                          // part of the thread-local template
	traitDirectives                   // .drectve
	traitImport                       // .idata$*
)

// headerAt is the file offset of the header of section i, counted from 0.
func (p *parser) headerAt(i int) uint64 { return p.fileHeader.sections + uint64(i)*sectionSize }

// header views the header of section i, counted from 0.
func (p *parser) header(i int) []byte {
	at := p.headerAt(i)
	return p.file[at : at+sectionSize : at+sectionSize]
}

// classify walks the section headers once: it finds the names and numbers the
// sections that get a record.
func (p *parser) classify() error {
	p.secs = zeroed(&p.sc.secs, int(p.nsec))
	unended := false
	comdats := false
	var done heed.Count
	for i := range p.secs {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		h, s := p.header(i), &p.secs[i]
		s.chars = le.Uint32(h[36:])
		name, err := p.sectionName(i, h, s)
		if err != nil {
			return err
		}
		// A short name of eight bytes ends with the field behind it, which objects leave 0.
		unended = unended || h[7] != 0 && h[8] != 0 && uint64(s.name) == p.headerAt(i)
		p.format.biased = p.format.biased || le.Uint32(h[12:]) != 0
		s.role, s.trait = describe(name)
		if name != "" && name[0] != '.' && (strings.Contains(name, "$") || len(name) == mostName) { // a part of a group, or maybe one
			p.img.HasEdges = true
		}
		if s.role == objfmt.RoleDebug && (name == ".debug_info" || name == ".zdebug_info") {
			p.img.HasDWARF = true
		}
		if s.role == objfmt.RoleLinkOnce && s.chars&scnComdat != 0 {
			s.role = objfmt.RolePlain
		}
		p.img.HasLinkOnce = p.img.HasLinkOnce || s.role == objfmt.RoleLinkOnce
		p.longImports = p.longImports || s.trait&traitImport != 0
		p.directives = p.directives || s.trait&traitDirectives != 0
		comdats = comdats || s.chars&scnComdat != 0
		if s.loaded() || p.full {
			p.nloaded++
			s.id = uint32(p.nloaded)
		}
	}
	if unended {
		if err := p.copyNames(); err != nil {
			return p.ended(err)
		}
	}
	if comdats {
		p.comdats = zeroed(&p.sc.comdats, len(p.secs))
	}
	return nil
}

// loaded reports whether the section is part of the program. Discardable data is
// debugging information unless it is written or run: drivers have such code for
// their start.
func (s *secInfo) loaded() bool {
	if s.chars&(scnLinkInfo|scnLinkRemove) != 0 || s.trait&(traitUnloaded|traitTable) != 0 {
		return false
	}
	return s.chars&scnDiscardable == 0 || s.chars&(scnCode|scnExecute|scnWrite) != 0
}

// sectionName finds the name of section i and views as much of it as decides what
// the section is.
func (p *parser) sectionName(i int, h []byte, s *secInfo) (string, error) {
	s.name = uint32(p.headerAt(i))
	if h[0] != '/' {
		name := h[:shortName]
		if n := bytes.IndexByte(name, 0); n >= 0 {
			name = name[:n]
		}
		return bin.String(name), nil
	}
	off, ok := longName(h[1:shortName])
	if !ok {
		return "", p.errorf(p.headerAt(i), sectionN(i+1), "long name has no offset in the string table")
	}
	if off < 4 || off >= uint64(len(p.strings)) {
		return "", p.errorf(p.headerAt(i), sectionN(i+1), "name is outside the string table")
	}
	s.name = uint32(p.stringsAt + off)
	name := p.strings[off:]
	if p.long { // other sections may have parts of it
		if err := p.named.Spend(p.ctx, uint64(bytes.IndexByte(name, 0))); err != nil { // the table ends with a NUL
			return "", p.nameError(err, p.headerAt(i), sectionN(i+1))
		}
	}
	name = name[:min(len(name), mostName)]
	if n := bytes.IndexByte(name, 0); n >= 0 {
		name = name[:n]
	}
	return bin.String(name), nil
}

// mostName is how much of a long name is looked at: it costs no more than a short one.
const mostName = 32

// longName reads what follows the slash: an offset in decimal or, behind another
// slash, in base 64, the most significant digit first, as LLVM and lately GNU write
// it where seven decimal digits are too few.
func longName(b []byte) (off uint64, ok bool) {
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	base := uint64(10)
	if len(b) > 0 && b[0] == '/' {
		base, b = 64, b[1:]
	}
	for _, c := range b {
		d := digit64(c)
		if base == 10 {
			d = uint64(c - '0')
		}
		if d >= base {
			return 0, false
		}
		off = off*base + d
	}
	return off, len(b) > 0
}

// digit64 is the value of a character of base 64, 64 for none.
func digit64(c byte) uint64 {
	switch {
	case c >= 'A' && c <= 'Z':
		return uint64(c - 'A')
	case c >= 'a' && c <= 'z':
		return uint64(c-'a') + 26
	case c >= '0' && c <= '9':
		return uint64(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 64
}

// copyNames makes a table of section names that end: the string table, then all
// short names. Only files with something behind a name of eight bytes need it.
func (p *parser) copyNames() error {
	table := make([]byte, len(p.strings), len(p.strings)+len(p.secs)*(shortName+1))
	if err := heed.Copy(p.ctx, table, p.strings); err != nil {
		return err
	}
	var done heed.Count
	for i := range p.secs {
		if err := done.Items(p.ctx, 1); err != nil {
			return err
		}
		s := &p.secs[i]
		if uint64(s.name) == p.headerAt(i) {
			s.name = uint32(len(table))
			table = append(append(table, p.header(i)[:shortName]...), 0)
		} else {
			s.name -= uint32(p.stringsAt)
		}
	}
	p.img.SecStrings = table
	return nil
}

// describe finds a section's job by its name. What is behind a $ sorts the parts
// of one section (PE/COFF, "Grouped Sections"); GNU puts dots between such parts, too.
func describe(name string) (objfmt.Role, trait) {
	if len(name) < 4 || name[0] != '.' {
		return objfmt.RolePlain, 0
	}
	switch name[1] {
	case 'C':
		if len(name) > 6 && name[:6] == ".CRT$X" { // the C runtime's tables of functions
			switch name[6] {
			case 'C', 'I': // C++ constructors, C initializers
				return objfmt.RoleInitArray, 0
			case 'P', 'T': // pre-terminators, terminators
				return objfmt.RoleFiniArray, 0
			}
		}
	case 'c':
		if isPart(name, ".ctors") {
			return objfmt.RoleCtors, 0
		}
	case 'd':
		switch {
		case isPart(name, ".dtors"):
			return objfmt.RoleDtors, 0
		case hasPrefix(name, ".debug"):
			return objfmt.RoleDebug, traitUnloaded
		case name == ".drectve":
			return objfmt.RolePlain, traitUnloaded | traitDirectives
		}
	case 'e':
		if isPart(name, ".eh_frame") {
			return objfmt.RoleEHFrame, 0
		}
	case 'g':
		switch {
		case hasPrefix(name, ".gnu.linkonce."):
			return objfmt.RoleLinkOnce, 0
		case isPart(name, ".gfids"), isPart(name, ".giats"), isPart(name, ".gljmp"), isPart(name, ".gehcont"):
			return objfmt.RolePlain, traitTable // numbers of symbols, for control flow guards
		case name == ".gnu_debuglink":
			return objfmt.RoleDebug, traitUnloaded
		}
	case 'i':
		if isPart(name, ".idata") { // a piece of the tables that a static linker makes of import libraries
			return objfmt.RolePlain, traitTable | traitImport
		}
	case 'p':
		if isPart(name, ".pdata") {
			return objfmt.RolePData, 0
		}
	case 's':
		if name == ".stab" || name == ".stabstr" {
			return objfmt.RoleDebug, traitUnloaded
		}
	case 't':
		if isPart(name, ".tls") {
			return objfmt.RolePlain, traitTLS
		}
	case 'z':
		if hasPrefix(name, ".zdebug") {
			return objfmt.RoleDebug, traitUnloaded
		}
	}
	return objfmt.RolePlain, 0
}

func hasPrefix(name, prefix string) bool {
	return len(name) >= len(prefix) && name[:len(prefix)] == prefix
}

// isPart reports whether name is base or a part of it.
func isPart(name, base string) bool {
	return hasPrefix(name, base) && (len(name) == len(base) || name[len(base)] == '$' || name[len(base)] == '.')
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
	var done heed.Count
	for i := range p.secs {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if id := p.secs[i].id; id != 0 {
			if err := p.section(&secs[id-1], i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *parser) section(s *objfmt.Section, i int) error {
	h, info := p.header(i), &p.secs[i]
	ch := info.chars
	s.Name, s.Number, s.Link, s.Role = info.name, uint32(i)+1, objfmt.SecUndef, info.role
	s.Size = uint64(le.Uint32(h[16:]))
	switch a := ch >> scnAlignShift & scnAlignMask; {
	case ch&scnTypeNoPad != 0:
	case a == 0:
		s.Align = 4 // 16 bytes where nothing is said
	case a == scnAlignMask:
		return p.errorf(p.headerAt(i)+36, sectionN(i+1), "alignment has no meaning")
	default:
		s.Align = uint8(a - 1)
	}
	if at := le.Uint32(h[20:]); ch&(scnUninit|scnInitialized|scnCode) == scnUninit || at == 0 && s.Size > 0 {
		s.Flags |= objfmt.SecZeroFill
	} else if s.Size > 0 {
		var ok bool
		if s.Data, ok = bin.Slice(p.file, uint64(at), s.Size); !ok {
			return p.errorf(p.headerAt(i), sectionN(i+1), "contents lie outside the file")
		}
		if p.contents += s.Size; p.contents > uint64(len(p.file)) {
			return p.errorf(p.headerAt(i), sectionN(i+1), "contents overlap those of another section")
		}
	}
	p.permissions(s, info)
	return p.relocations(s, i)
}

// permissions finds flags and kind.
func (p *parser) permissions(s *objfmt.Section, info *secInfo) {
	ch := info.chars
	if ch&(scnExecute|scnCode) != 0 {
		s.Flags |= objfmt.SecExec
	}
	if ch&scnWrite != 0 {
		s.Flags |= objfmt.SecWrite
	}
	if ch&(scnLinkInfo|scnLinkRemove) != 0 || info.trait&traitTable != 0 {
		s.Flags |= objfmt.SecExclude
	}
	if info.trait&traitTLS != 0 {
		s.Flags |= objfmt.SecTLS
	}
	if !info.loaded() {
		return
	}
	s.Flags |= objfmt.SecLoad
	switch {
	case s.Flags&objfmt.SecTLS != 0:
		s.Kind, p.img.HasTLS = objfmt.KindReadOnly, true // only a template
	case s.Flags&objfmt.SecExec != 0:
		s.Kind = objfmt.KindCode
	case s.Flags&objfmt.SecWrite != 0:
		s.Kind = objfmt.KindWritable
	default:
		s.Kind = objfmt.KindReadOnly
	}
}

// relocations finds the relocation records of section i.
func (p *parser) relocations(s *objfmt.Section, i int) error {
	h := p.header(i)
	at, n := uint64(le.Uint32(h[24:])), uint64(le.Uint16(h[32:]))
	skip := uint64(0)
	if n == 0xffff && p.secs[i].chars&scnRelocOvfl != 0 {
		// The first record's address is the number of records, itself among them.
		b, ok := bin.Slice(p.file, at, relocSize)
		if !ok {
			return p.errorf(p.headerAt(i), sectionN(i+1), "relocations lie outside the file")
		}
		if n, skip = uint64(le.Uint32(b)), relocSize; n == 0 {
			return p.errorf(at, sectionN(i+1), "number of relocations is 0 with itself among them")
		}
	}
	if n == 0 {
		return nil
	}
	raw, ok := bin.Table(p.file, at, n, relocSize)
	if !ok {
		return p.errorf(p.headerAt(i), sectionN(i+1), "relocations lie outside the file")
	}
	if p.records += uint64(len(raw)); p.records > uint64(len(p.file)) {
		return p.errorf(p.headerAt(i), sectionN(i+1), "relocations overlap those of another section")
	}
	if s.Flags&objfmt.SecZeroFill != 0 && uint64(len(raw)) > skip {
		return p.errorf(p.headerAt(i), sectionN(i+1), "relocations of a section without contents")
	}
	if uint64(len(raw)) > skip {
		s.Raw = raw[skip:]
	}
	return nil
}
