package macho

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Bits of n_type.
const (
	nStab = 0xe0 // any of them: a debugging entry
	nPext = 0x10
	nType = 0x0e
	nExt  = 0x01
)

// Values of the bits N_TYPE.
const (
	nUndf = 0x0
	nAbs  = 0x2
	nIndr = 0xa
	nPbud = 0xc
	nSect = 0xe
)

// Debugging entries that name source and object files.
const (
	nSO  = 0x64
	nOSO = 0x66
	nSOL = 0x84
)

// Bits of n_desc.
const (
	nArmThumbDef    = 0x8
	nNoDeadStrip    = 0x20
	nWeakRef        = 0x40
	nWeakDef        = 0x80
	nSymbolResolver = 0x100
	nAltEntry       = 0x200
	nColdFunc       = 0x400
)

// What Symbol.Other says of a Mach-O symbol besides what Symbol has fields for.
const (
	OtherNoDeadStrip = 1 << iota // N_NO_DEAD_STRIP: keep it though nothing refers to it
	OtherAltEntry                // N_ALT_ENTRY: another entry of the piece of section before it, not the start of one
	OtherColdFunc                // N_COLD_FUNC: rarely executed
	OtherCanHide                 // N_WEAK_DEF and N_WEAK_REF: a weak definition whose address is not compared
	OtherPrivate                 // N_PEXT of a local symbol: was hidden until a linker made it local
	OtherStab                    // a debugging entry: Value is as in the file
	OtherWeakDef                 // N_WEAK_DEF of a local symbol, which nothing gives way to
)

// noName is what is wrong with a symbol that all objects are to see and that has no name.
const noName = "has no name (string table index 0), but N_EXT bit"

// symbols makes a record for each entry of the symbol table, each section and the
// address 0, and hashes the global names.
func (p *parser) symbols() error {
	img := p.img
	tab, n, err := p.symbolTable()
	if err != nil {
		return err
	}
	size := p.symbolSize()
	img.nsyms = uint32(n)
	img.layout = layoutOf(img.grammar, img.nsyms)
	first, aliases := n, 0
	for lo := 0; lo < n; lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, n)
		if err != nil {
			return p.ended(err)
		}
		for i, b := lo, tab[lo*size:]; i < hi; i, b = i+1, b[size:] {
			t := b[4]
			if t&nStab != 0 {
				continue
			}
			if t&nExt != 0 {
				first = min(first, i)
			}
			if t&nType == nIndr {
				aliases++
			}
		}
	}
	total := n + len(img.secs) + 1
	if first == n {
		first = total
	}
	img.Symbols = p.mem.Symbols.Take(total + aliases)[:total]
	img.FirstGlobal = objfmt.SymbolID(first)
	img.Hashes = p.mem.Hashes.Take(total + aliases - first)[:total-first]
	img.More = p.mem.More.Take(total + aliases - first)[:total-first]
	for lo := 0; lo < n; lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, n)
		if err != nil {
			return p.ended(err)
		}
		for k := lo; k < hi; k++ {
			if err := p.symbol(k, tab[k*size:(k+1)*size]); err != nil {
				return err
			}
		}
	}
	byAddr := func(a, b thumb) int { return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(a.sym, b.sym)) }
	if err := heed.Sort(p.ctx, img.thumbs, byAddr); err != nil {
		return p.ended(err)
	}
	for i := range img.secs {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &img.Symbols[n+i]
		s.Type, s.Section = objfmt.SymSection, img.secs[i].id
	}
	img.Symbols[total-1].Section = objfmt.SecAbs
	if aliases > 0 {
		return p.aliases()
	}
	return nil
}

// symbolSize is the size of a symbol table entry.
func (p *parser) symbolSize() int {
	if p.is64 {
		return 16
	}
	return 12
}

// symbolTable finds the table and its names, which end with a NUL, so that every
// offset below their length starts a name.
func (p *parser) symbolTable() (tab []byte, n int, err error) {
	c := p.symtab
	if c.data == nil {
		return nil, 0, nil
	}
	what := commandName(c.kind)
	count := uint64(le.Uint32(c.data[12:]))
	tab, ok := bin.Table(p.file, uint64(le.Uint32(c.data[8:])), count, uint64(p.symbolSize()))
	if !ok {
		return nil, 0, p.errorf(c.at+8, what, "symbol table lies outside the file")
	}
	at := uint64(le.Uint32(c.data[16:]))
	names, ok := bin.Slice(p.file, at, uint64(le.Uint32(c.data[20:])))
	if !ok {
		return nil, 0, p.errorf(c.at+16, what, "symbol names lie outside the file")
	}
	if len(names) > 0 && names[len(names)-1] != 0 {
		return nil, 0, p.errorf(at+uint64(len(names))-1, what, "symbol names do not end with a NUL")
	}
	p.img.Strings = names
	p.long, err = heed.HasRun(p.ctx, names, longSize)
	return tab, int(count), p.ended(err)
}

// symbolAt is the file offset of entry k.
func (p *parser) symbolAt(k int) uint64 {
	return uint64(le.Uint32(p.symtab.data[8:])) + uint64(k)*uint64(p.symbolSize())
}

// symbol decodes entry k, whose bytes are b.
func (p *parser) symbol(k int, b []byte) error {
	img := p.img
	s := &img.Symbols[k]
	typ, sect, desc := b[4], b[5], le.Uint16(b[6:])
	s.Name, s.NameLen = le.Uint32(b), objfmt.NameToNUL
	if p.is64 {
		s.Value = le.Uint64(b[8:16])
	} else {
		s.Value = uint64(le.Uint32(b[8:12]))
	}
	if s.Name != 0 && uint64(s.Name) >= uint64(len(img.Strings)) {
		return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "name is outside the symbol names")
	}
	if s.Name == 0 {
		s.NameLen = 0
	} else if p.long && (typ&nExt == 0 || typ&nStab != 0) {
		s.NameLen = uint32(bytes.IndexByte(img.Strings[s.Name:], 0))
		if err := p.named.Spend(p.ctx, uint64(s.NameLen)); err != nil {
			return p.nameError(err, p.symbolAt(k), symbolN(uint64(k)))
		}
	}
	if typ&nStab != 0 {
		s.Section, s.Other = objfmt.SecAbs, OtherStab
		if typ == nSO || typ == nOSO || typ == nSOL {
			s.Type = objfmt.SymFile
		}
		return nil
	}
	if desc&nNoDeadStrip != 0 {
		s.Other |= OtherNoDeadStrip
	}
	if typ&nExt != 0 {
		if s.Name == 0 {
			return p.errorf(p.symbolAt(k), symbolN(uint64(k)), noName)
		}
		s.Bind = objfmt.BindGlobal
		if typ&nPext != 0 {
			s.Vis, img.HasHidden = objfmt.VisHidden, true
		}
	} else if typ&nPext != 0 {
		s.Other |= OtherPrivate
	}
	switch typ & nType {
	case nSect:
		if err := p.defined(k, s, sect, desc); err != nil {
			return err
		}
	case nAbs:
		s.Section = objfmt.SecAbs
		if desc&nWeakDef != 0 && s.Bind != objfmt.BindLocal {
			s.Bind = objfmt.BindWeak
		}
	case nUndf, nPbud:
		if err := p.undefined(k, s, desc); err != nil {
			return err
		}
	case nIndr:
		s.Section = objfmt.SecAlias // aliases finds the number
	default:
		return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "unknown symbol type")
	}
	if s.Bind == objfmt.BindLocal || s.Name == 0 {
		return nil
	}
	return p.hash(s, k, k)
}

// defined places a symbol in section number sect.
func (p *parser) defined(k int, s *objfmt.Symbol, sect byte, desc uint16) error {
	img := p.img
	if sect == 0 || int(sect) > len(img.secs) {
		return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "section number is past the sections")
	}
	sec := &img.secs[sect-1]
	s.Section = sec.id
	s.Value -= sec.addr
	if desc&(nAltEntry|nColdFunc) != 0 {
		if desc&nAltEntry != 0 {
			s.Other |= OtherAltEntry
		}
		if desc&nColdFunc != 0 {
			s.Other |= OtherColdFunc
		}
	}
	if desc&nWeakDef != 0 && s.Bind == objfmt.BindLocal {
		s.Other |= OtherWeakDef
	} else if desc&nWeakDef != 0 {
		s.Bind = objfmt.BindWeak
		if desc&nWeakRef != 0 {
			s.Other |= OtherCanHide
		}
	}
	if sec.id == objfmt.SecUnloaded {
		return nil
	}
	switch r := &img.Sections[sec.id]; {
	case r.Flags&objfmt.SecTLS != 0:
		s.Type = objfmt.SymTLS
	case desc&nSymbolResolver != 0:
		s.Type, img.HasIFunc = objfmt.SymIFunc, true
	case r.Flags&objfmt.SecExec != 0:
		s.Type = objfmt.SymFunc
	default:
		s.Type = objfmt.SymData
	}
	if img.grammar == grammarARM {
		switch {
		case desc&nArmThumbDef != 0:
			if s.Type == objfmt.SymFunc && s.Bind != objfmt.BindWeak {
				img.thumbs = append(img.thumbs, thumb{uint32(sec.addr + s.Value), objfmt.SymbolID(k)})
			}
			s.Value |= 1
		case s.Value&1 != 0 && s.Type == objfmt.SymFunc:
			s.Type = objfmt.SymData // in the midst of code
		}
	}
	return nil
}

// undefined decodes a symbol of other objects, or a common one.
func (p *parser) undefined(k int, s *objfmt.Symbol, desc uint16) error {
	s.Section = objfmt.SecUndef
	switch {
	case s.Bind == objfmt.BindLocal:
		if s.Name != 0 {
			return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "undefined symbol is not external")
		}
		s.Value = 0
	case s.Value == 0:
		if desc&nWeakRef != 0 {
			s.Bind = objfmt.BindWeak
		}
	default:
		s.Section, s.Type, s.Size = objfmt.SecCommon, objfmt.SymData, s.Value
		align := uint(desc >> 8 & 15) // GET_COMM_ALIGN
		if align == 0 {
			for align < 15 && 1<<align < s.Size { // its size, as Apple's linker has it
				align++
			}
		}
		s.Value = 1 << align
	}
	return nil
}

// hash measures and hashes the global name of symbol k, which entry owner of the
// file asks for.
func (p *parser) hash(s *objfmt.Symbol, k, owner int) error {
	img := p.img
	name := img.Strings[s.Name:]
	name = name[:bytes.IndexByte(name, 0)] // the table ends with a NUL
	if err := p.named.Spend(p.ctx, uint64(len(name))); err != nil {
		return p.nameError(err, p.symbolAt(owner), symbolN(uint64(owner)))
	}
	if len(name) > 0 {
		key, g := objfmt.KeyOf(bin.String(name)), k-int(img.FirstGlobal)
		img.Hashes[g], img.More[g] = key.Hash, key.More
	}
	s.NameLen = uint32(len(name))
	if s.Section == objfmt.SecUndef && len(name) > len("section$end$") && string(name[:len("section$")]) == "section$" {
		img.HasEdges = true
	}
	return nil
}

// longSize is the length in bytes from which on, or twice that, names count that have not been asked for yet,
// those of symbols that others do not see.
const longSize = 1024

const overlappingNames = "names overlap: they are longer together than the file has room for"

// nameError is the error of a name that was too much, or was not read since the context ended.
func (p *parser) nameError(err error, at uint64, what string) error {
	if err != heed.ErrSpent {
		return p.ended(err)
	}
	return p.errorf(at, what, overlappingNames)
}

// maxAliases bounds how many aliases are between a name and what it names.
const maxAliases = 16

// aliases finds what N_INDR symbols, whose n_value is the offset of a name, are aliases
// of: the global symbol of that name or, where the object has none, a new one.
func (p *parser) aliases() error {
	img := p.img
	n := int(img.nsyms)
	byHash := make([]uint32, 0, n)
	for k := int(img.FirstGlobal); k < n; k++ {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if img.Hash(objfmt.SymbolID(k)) != 0 {
			byHash = append(byHash, uint32(k))
		}
	}
	hash := func(k uint32) uint32 { return img.Hash(objfmt.SymbolID(k)) }
	err := heed.Sort(p.ctx, byHash, func(a, b uint32) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
	if err != nil {
		return p.ended(err)
	}
	for k := range n {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &img.Symbols[k]
		if s.Section != objfmt.SecAlias {
			continue
		}
		if s.Value == 0 || s.Value >= uint64(len(img.Strings)) {
			return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "name of what it is an alias of is outside the symbol names")
		}
		id := len(img.Symbols)
		img.Symbols, img.Hashes, img.More = append(img.Symbols, objfmt.Symbol{}), append(img.Hashes, 0), append(img.More, 0)
		t := &img.Symbols[id]
		t.Name, t.Section, t.Bind = uint32(s.Value), objfmt.SecUndef, objfmt.BindGlobal
		if err := p.hash(t, id, k); err != nil {
			return err
		}
		name := img.NameAt(t.Name, t.NameLen)
		own, ok := bin.Slice(img.Strings, uint64(s.Name), uint64(len(name))+1)
		if name == "" || s.Name != 0 && ok && own[len(name)] == 0 && bin.String(own[:len(name)]) == name {
			return p.errorf(p.symbolAt(k), symbolN(uint64(k)), "is an alias of itself or of no name (N_INDR)")
		}
		s.Value = uint64(id)
		h := hash(uint32(id))
		i, _ := slices.BinarySearchFunc(byHash, h, func(k, h uint32) int { return cmp.Compare(hash(k), h) })
		for ; i < len(byHash) && hash(byHash[i]) == h; i++ {
			if o := &img.Symbols[byHash[i]]; img.NameAt(o.Name, o.NameLen) == name {
				s.Value = uint64(byHash[i])
				img.Symbols, img.Hashes, img.More = img.Symbols[:id], img.Hashes[:len(img.Hashes)-1], img.More[:len(img.More)-1]
				break
			}
		}
	}
	return p.aliasChains()
}

// aliasChains refuses aliases of themselves by way of others.
func (p *parser) aliasChains() error {
	img := p.img
	for k := range int(img.nsyms) {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &img.Symbols[k]
		for steps := 0; s.Section == objfmt.SecAlias; steps++ {
			if steps == maxAliases {
				return p.unsupported(p.symbolAt(k), symbolN(uint64(k)), "is an alias of itself by way of others, or of something too far away (N_INDR)")
			}
			s = &img.Symbols[s.Value]
		}
	}
	return nil
}
