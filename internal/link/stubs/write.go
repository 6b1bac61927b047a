package stubs

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Memory is where a plan's entries go.
type Memory struct {
	Stubs, GOT Area
	// Lo and Hi are the lowest and highest address that the object branches from.
	Lo, Hi uint64
	// Again is set where the memory may hold what was written for other addresses.
	Again bool
	// Words is set where some GOT entry may hold something else than its symbol's address.
	Words bool
}

// Thread are the values of a thread-local.
type Thread struct {
	Module, DTPOff, TPOff uint64
	Descriptor            [2]uint64 // zeros where it is in the static block
}

// Values answers what a plan's entries hold, once an entry.
type Values interface {
	// Word is what the GOT entry of a symbol at address s holds; own says that the entry
	// is what the symbol names. It is asked with Memory.Words.
	Word(sym objfmt.SymbolID, s uint64) (word uint64, own bool, err error)
	// Thread are the values for a need of a thread-local; the symbol of NeedTLSLD says
	// nothing.
	Thread(need reloc.Need, sym objfmt.SymbolID) (Thread, error)
	// Behind is the memory of a section with its stubs.
	Behind(objfmt.SectionID) Area
	// IsFunc reports whether a symbol is a function, see [reloc.Symbols].
	IsFunc(objfmt.SymbolID) bool
	// Nowhere reports whether a symbol is weak and nobody defines it, see [reloc.Symbols].
	Nowhere(objfmt.SymbolID) bool
}

// Write fills stubs and GOT entries, and their part of the address table: addr has the
// addresses of the symbols, then room for an address or value of each entry. A symbol
// that means its own GOT entry gets its address. Writing again gives the same
// bytes. The error is a *ReachError, the context's or what v returns.
func (p *Plan) Write(ctx context.Context, m Memory, v Values, addr []uint64) error {
	w := writer{p, m, v, addr, p.obj.Table.Arch, p.order()}
	n := p.shared()
	made := addr[p.Symbols:]
	for lo := 0; lo < n; lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, n)
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			if made[i], err = w.entry(i, &p.List[i]); err != nil {
				return err
			}
		}
	}
	if p.TLSDesc != 0 {
		w.arch.WriteTLSDescStub(m.Stubs.Mem[p.TLSDesc-1:])
	}
	if p.UsesHead {
		w.order.PutU32(m.GOT.Mem, w.arch.TableHead)
	}
	for _, x := range p.Supplied {
		for k, word := range w.arch.Supplies[x.Of].Code[x.Skip:] {
			w.order.PutU32(m.Stubs.Mem[int(x.Off)+4*k:], word)
		}
	}
	var done heed.Count
	for i := n; i < len(p.List); i++ {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		d := &p.Details[i-n]
		at := m.GOT.Addr
		switch {
		case d.island != 0:
			at = p.islands.list[d.island-1].Addr
		case d.In != objfmt.SecUndef:
			at = v.Behind(d.In).Addr
		}
		addr[p.Symbols+i] = at + p.Offset(i) + uint64(d.State)
	}
	for i := n; i < len(p.List); i++ {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if err := w.detail(i); err != nil {
			return err
		}
	}
	return nil
}

// WriteStubs writes some stubs alone, of branches between m.Lo and m.Hi, as Write does, and their part of the address table. m.GOT has a word for each in their order, not
// the plan's GOT.
func (p *Plan) WriteStubs(m Memory, entries []int, addr []uint64) error {
	for k, i := range entries {
		one, off := m, uint64(k)*p.obj.Table.Arch.PtrSize
		one.Stubs = m.Stubs.from(uint64(p.List[i].Off))
		one.GOT = m.GOT.from(off)
		at, err := p.WriteStub(one, i, addr)
		if err != nil {
			return err
		}
		addr[p.Symbols+i] = at
	}
	return nil
}

// WriteStub writes the stub with index i alone, at the start of m.Stubs, and returns its address; 0: no branch needs it. m.GOT has a word for it.
func (p *Plan) WriteStub(m Memory, i int, addr []uint64) (uint64, error) {
	w := writer{p, m, nil, addr, p.obj.Table.Arch, p.order()}
	en := &p.List[i]
	putWord(w.arch, w.order, m.GOT.Mem, addr[en.Sym])
	return w.stub(i, en, m.Stubs, m.GOT.Addr)
}

type writer struct {
	*Plan
	m     Memory
	v     Values
	addr  []uint64
	arch  *reloc.Arch
	order bin.Order
}

// entry writes an entry that all relocations of a symbol share and returns its address or
// value.
func (w *writer) entry(i int, en *reloc.Entry) (at uint64, err error) {
	switch en.Need {
	case reloc.NeedStub:
		return w.stub(i, en, w.m.Stubs.from(uint64(en.Off)), 0)
	case reloc.NeedGOT:
		at, word := w.m.GOT.Addr+uint64(en.Off), w.addr[en.Sym]
		if w.m.Words {
			own := false
			if word, own, err = w.v.Word(en.Sym, word); own {
				w.addr[en.Sym] = at
			}
		}
		putWord(w.arch, w.order, w.m.GOT.Mem[en.Off:], word)
		return at, err
	}
	return w.thread(en, 0)
}

// stub writes a stub at the start of at, which jumps to the address at word unless stubs are Direct; 0: in the symbol's GOT entry. It is at 0 where every branch gets to the symbol by itself.
func (w *writer) stub(i int, en *reloc.Entry, at Area, word uint64) (uint64, error) {
	mem := at.Mem
	s := w.addr[en.Sym]
	if s != 0 && len(w.arch.Interworking) == 0 && !w.arch.Shorter && Within(s, w.m.Lo, w.m.Hi, w.arch.BranchDistance()-reloc.Slack) {
		if w.m.Again {
			clear(mem[:w.arch.StubSize])
		}
		return 0, nil
	}
	target := s
	if !w.arch.Direct {
		if target = word; word == 0 {
			target = w.m.GOT.Addr + uint64(w.List[w.Find(reloc.NeedGOT, en.Sym)].Off)
		}
	}
	if !w.arch.WriteStub(mem, w.order, at.Addr, target) {
		return 0, &ReachError{i, target, at.Addr}
	}
	return at.Addr, nil
}

// thread writes an entry for a thread-local and returns its address or value. A value is
// that of addend behind the thread-local.
func (w *writer) thread(en *reloc.Entry, addend uint64) (uint64, error) {
	v, err := w.v.Thread(en.Need, en.Sym)
	if err != nil {
		return 0, err
	}
	v.TPOff += addend
	v.DTPOff += addend
	words := [2]uint64{v.Module, v.DTPOff}
	switch en.Need {
	case reloc.NeedTPOff:
		return v.TPOff, nil
	case reloc.NeedDTPOff:
		return v.DTPOff, nil
	case reloc.NeedDTPMod:
		return v.Module, nil
	case reloc.NeedGOTDTPOff:
		words[0] = v.DTPOff
	case reloc.NeedGOTTPOff:
		words = [2]uint64{v.TPOff, -v.TPOff}
	case reloc.NeedTLSLD:
		words[1] = 0
	case reloc.NeedTLSDesc:
		if words = v.Descriptor; words == [2]uint64{} {
			words = [2]uint64{w.m.Stubs.Addr + uint64(w.TLSDesc) - 1, v.TPOff}
		}
	}
	for k := range w.words(en.Need) {
		putWord(w.arch, w.order, w.m.GOT.Mem[uint64(en.Off)+k*w.arch.PtrSize:], words[k])
	}
	return w.m.GOT.Addr + uint64(en.Off), nil
}

// detail writes an entry of Details, whose address is known.
func (w *writer) detail(i int) error {
	en, d := &w.List[i], w.Detail(i)
	mem := w.m.GOT.Mem
	switch {
	case d.island != 0:
		mem = w.islands.list[d.island-1].Mem
	case d.In != objfmt.SecUndef:
		mem = w.v.Behind(d.In).Mem
	}
	off := w.Offset(i)
	s := w.addr[en.Sym] + uint64(d.Addend)
	switch {
	case en.Need == reloc.NeedStub:
	case d.pointer:
		word, own, err := w.v.Word(en.Sym, s)
		if !own {
			w.addr[w.Symbols+i] = s // somebody has defined it since
		}
		putWord(w.arch, w.order, mem[off:], word)
		return err
	case d.Page:
		for k := range d.pageWords() {
			putWord(w.arch, w.order, mem[off+k*w.arch.PtrSize:], s&^pageBits+k*(pageBits+1))
		}
		return nil
	case en.Need != reloc.NeedGOT:
		at, err := w.thread(en, uint64(d.Addend))
		w.addr[w.Symbols+i] = at
		return err
	case w.obj.Policy == RuntimeDyld && !d.sum:
		putWord(w.arch, w.order, mem[off:], w.addr[en.Sym]) // the relocation's addend is for the entry's address
		return nil
	default:
		putWord(w.arch, w.order, mem[off:], s)
		return nil
	}
	if d.got != 0 {
		s = w.addr[w.Symbols+w.shared()+int(d.got)-1]
	} else if d.Set != 0 && !w.v.IsFunc(en.Sym) {
		s |= 1
	}
	if d.island != 0 && !w.arch.Direct {
		word := w.islands.list[d.island-1].word(w.arch, off)
		putWord(w.arch, w.order, mem[word:], s)
		s = w.islands.list[d.island-1].Addr + word
	}
	size, _ := w.stubSize()
	if at := w.addr[w.Symbols+i] - uint64(d.State); !w.writeStub(mem[off:off+size], d, at, s) {
		return &ReachError{i, s, at}
	}
	return nil
}
