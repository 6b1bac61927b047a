package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// bind finds the image's imports: in images that are there, then by the Resolver.
func (m *mapping) bind(ctx context.Context) error {
	n := m.img.Imports()
	m.imports = make([]Symbol, n)
	refs := make([]Ref, 0, n)
	out := m.imports
	var names strings.Builder // one clone for all
	names.Grow(m.img.ImportNames)
	for i := uint32(1); i <= n; i++ {
		s, _ := m.img.Symbol(i)
		from := names.Len()
		names.Write(s.Name)
		refs = append(refs, Ref{Name: names.String()[from:], Weak: s.Weak, TLS: s.Type == mapped.TLS})
	}
	if err := m.bindImages(ctx, refs, out); err != nil {
		return err
	}
	if r := m.l.cfg.Resolver; r != nil && len(refs) > 0 {
		if err := m.ask(ctx, r, refs, out); err != nil {
			return m.failed("bind", fmt.Errorf("resolve %d names: %w", len(refs), err))
		}
	}
	var missing []UndefinedSymbol
	for i := range out {
		if !out[i].Found && !refs[i].Weak {
			missing = append(missing, UndefinedSymbol{Name: refs[i].Name, TLS: refs[i].TLS, Refs: []Reference{{Object: m.o.name}}})
		}
	}
	if missing != nil {
		return &UndefinedError{missing}
	}
	return m.checkLibraries(ctx)
}

// bindImages finds names in other images. What goes wrong from here on goes wrong at this place among the linker's operations.
func (m *mapping) bindImages(ctx context.Context, refs []Ref, out []Symbol) error {
	if err := m.l.lock(ctx); err != nil {
		return m.failed("bind", err)
	}
	m.before = m.l.mappedImages()
	m.l.took(ctx, nil)
	m.l.mu.Unlock()
	if len(m.before) == 0 {
		return nil
	}
	var done heed.Count
	for i := range refs {
		if err := done.Items(ctx, 1); err != nil {
			return m.failed("bind", err)
		}
		if s, ok := lookAmong(m.before, refs[i].Name); ok {
			out[i] = s
			if !slices.Contains(m.o.linked.uses, s.Object) {
				m.o.linked.uses = append(m.o.linked.uses, s.Object)
			}
		}
	}
	return nil
}

// overtaken reports whether an import that was not found in an image would be found in one now. mu is held.
func (m *mapping) overtaken() bool {
	later := m.l.mappedSince(m.before)
	if later == nil {
		return false
	}
	for i := range m.imports {
		s, _ := m.img.Symbol(uint32(i) + 1)
		if _, ok := lookAmong(later, string(s.Name)); ok && !slices.Contains(m.o.linked.uses, m.imports[i].Object) {
			return true
		}
	}
	return false
}

// ask asks the Resolver for what was not found.
func (m *mapping) ask(ctx context.Context, r Resolver, refs []Ref, out []Symbol) error {
	if len(m.o.linked.uses) == 0 {
		return r.Resolve(ctx, refs, out)
	}
	return Resolvers{boundAlready(slices.Clone(out)), r}.Resolve(ctx, refs, out)
}

// boundAlready is a Resolver with answers.
type boundAlready []Symbol

func (b boundAlready) Resolve(_ context.Context, _ []Ref, out []Symbol) error {
	copy(out, b)
	return nil
}

func (m *mapping) damaged(off uint64, format string, args ...any) error {
	return &objfmt.FormatError{File: m.x.Name(), Offset: off, What: "linked image", Msg: fmt.Sprintf(format, args...)}
}

// write writes the words that hold addresses: those of the image's own where it is not at its recorded base, and those of imports.
func (m *mapping) write(ctx context.Context) error {
	w := words{m: m, order: m.img.Order}
	if m.o.linked.bias != 0 {
		if err := w.packed(ctx); err != nil {
			return err
		}
	}
	for _, records := range m.img.Rela {
		if err := w.records(ctx, records); err != nil {
			return err
		}
	}
	return nil
}

// words finds words of the image in memory, most of them where the one before was.
type words struct {
	m      *mapping
	order  bin.Order
	lo, hi uint64 // addresses at the recorded base
	mem    []byte
}

// at is the word at an address of the recorded base, nil if it may not be written.
func (w *words) at(addr uint64) []byte {
	if addr < w.lo || addr > w.hi-8 || w.hi == 0 {
		w.hi = 0
		for i := range w.m.img.Segments {
			s := &w.m.img.Segments[i]
			if off := addr - s.Addr; s.Writes && addr >= s.Addr && s.Size >= 8 && off <= s.Size-8 {
				w.lo, w.hi, w.mem = s.Addr, s.Addr+s.Size, w.m.o.linked.segments[i].Mem
				break
			}
		}
		if w.hi == 0 {
			return nil
		}
	}
	return w.mem[addr-w.lo:][:8:8]
}

// packed adds the load bias to the words that DT_RELR lists (gABI, "Relative Relocation Table"): an even entry is the address of one, an odd
// one has a bit for each of the 63 that follow.
func (w *words) packed(ctx context.Context) error {
	bias, order := w.m.o.linked.bias, w.order
	next := uint64(0)
	var done heed.Count
	for b := w.m.img.Relr; len(b) > 0; b = b[8:] {
		if err := done.Items(ctx, 64); err != nil {
			return w.m.failed("relocate", err)
		}
		e := order.U64(b)
		if e&1 == 0 {
			word := w.at(e)
			if word == nil {
				return w.m.damaged(0, "the address at %#x is not in a segment that is written", e)
			}
			order.PutU64(word, order.U64(word)+bias)
			next = e + 8
			continue
		}
		for at, bits := next, e>>1; bits != 0; at, bits = at+8, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			word := w.at(at)
			if word == nil {
				return w.m.damaged(0, "the address at %#x is not in a segment that is written", at)
			}
			order.PutU64(word, order.U64(word)+bias)
		}
		next += 63 * 8
	}
	return nil
}

// records applies the relocation records.
func (w *words) records(ctx context.Context, b []byte) error {
	m, order := w.m, w.order
	k := m.o.linked
	var done heed.Count
	last, kind := ^uint32(0), reloc.DynamicOther
	for ; len(b) > 0; b = b[24:] {
		if err := done.Items(ctx, 1); err != nil {
			return m.failed("relocate", err)
		}
		off, info, addend := order.U64(b), order.U64(b[8:]), order.U64(b[16:])
		typ, sym := uint32(info), uint32(info>>32)
		if typ != last {
			last, kind = typ, m.o.table.Dynamic(typ)
		}
		if kind == reloc.DynamicRelative {
			if k.bias == 0 && m.img.Note.Present {
				continue // the file has it
			}
		} else if kind == reloc.DynamicNone {
			continue
		}
		word := w.at(off)
		if word == nil {
			return m.damaged(0, "the word at %#x is not in a segment that is written", off)
		}
		if i := sym - 1; kind == reloc.DynamicAddress && i < uint32(len(m.imports)) && m.imports[i].Kind != TLS {
			order.PutU64(word, m.imports[i].Addr+addend) // as nearly all are
			continue
		}
		if kind == reloc.DynamicCopy {
			if err := m.copyData(ctx, sym, off); err != nil {
				return err
			}
			continue
		}
		v, err := m.value(kind, typ, sym, addend, off)
		if err != nil {
			return err
		}
		order.PutU64(word, v)
		if kind == reloc.DynamicDTPMod && sym == 0 {
			// The other word of the pair is an offset in the image's thread-locals, which dynamic linkers give a module of their own.
			if word = w.at(off + 8); word == nil {
				return m.damaged(0, "the word at %#x is not in a segment that is written", off+8)
			}
			order.PutU64(word, order.U64(word)+m.o.threads().dtpoff)
		}
	}
	return nil
}

// copyData copies the present value of an import that code refers to directly, as R_*_COPY has it.
func (m *mapping) copyData(ctx context.Context, sym uint32, off uint64) error {
	s, ok := m.img.Symbol(sym)
	if !ok || sym-1 >= uint32(len(m.imports)) {
		return m.damaged(0, "the data at %#x is a copy of symbol %d", off, sym)
	}
	x, mem := &m.imports[sym-1], m.o.linked.memory(off, s.Size)
	switch {
	case mem == nil:
		return m.damaged(0, "the %#x bytes at %#x are not in one segment", s.Size, off)
	case x.Size != 0 && x.Size != s.Size:
		return m.failed("bind", fmt.Errorf("%s has %d bytes, not %d: %w", texts.Name(string(s.Name)), x.Size, s.Size, ErrImageLibrary))
	case m.l.cfg.ReadMemory == nil:
		return m.failed("relocate", fmt.Errorf("a copy of %s, without Config.ReadMemory: %w", texts.Name(string(s.Name)), ErrUnsupported))
	}
	if err := m.l.cfg.ReadMemory(ctx, x.Addr, mem); err != nil {
		return m.failed("copy data", err)
	}
	return nil
}

// value computes a word.
func (m *mapping) value(kind reloc.DynamicKind, typ, sym uint32, addend, off uint64) (uint64, error) {
	k := m.o.linked
	if kind == reloc.DynamicRelative {
		return k.bias + addend, nil
	}
	s, ok := m.img.Entry(sym)
	if sym != 0 && (!ok || !s.Defined && sym-1 >= uint32(len(m.imports))) {
		return 0, m.damaged(0, "the word at %#x names symbol %d", off, sym)
	}
	switch kind {
	case reloc.DynamicAddress:
		if s.Type == mapped.TLS || s.Type == mapped.IFunc && s.Defined {
			break
		}
		return m.address(&s, sym) + addend, nil
	case reloc.DynamicTPOff, reloc.DynamicDTPMod, reloc.DynamicDTPOff:
		return m.threadWord(kind, &s, sym, addend)
	}
	name := m.o.table.Name(typ)
	if name == "" {
		name = fmt.Sprintf("relocation type %d", typ)
	}
	return 0, m.failed("relocate", fmt.Errorf("%s at %#x, of %s: %w", name, off, m.symbolName(sym), ErrUnsupported))
}

// symbolName is the name of a symbol for an error.
func (m *mapping) symbolName(sym uint32) string {
	s, _ := m.img.Symbol(sym)
	return texts.Name(string(s.Name))
}

// address is S of a symbol that is not thread-local.
func (m *mapping) address(s *mapped.Symbol, sym uint32) uint64 {
	switch {
	case sym-1 < uint32(len(m.imports)):
		return m.imports[sym-1].Addr
	case !s.Defined: // symbol 0
		return 0
	case s.Abs:
		return s.Value
	}
	return s.Value + m.o.linked.bias
}

// threadWord is a word about a thread-local.
func (m *mapping) threadWord(kind reloc.DynamicKind, s *mapped.Symbol, sym uint32, addend uint64) (uint64, error) {
	own := sym == 0 || s.Defined
	if own && m.o.threads().block == nil {
		return 0, m.failed("relocate", fmt.Errorf("thread-local %s: %w", m.symbolName(sym), ErrTLS))
	}
	v := tlsValue{module: m.o.threads().module, dtpoff: m.o.threads().dtpoff + s.Value, tpoff: uint64(m.o.threads().tpoff) + s.Value}
	thread := m.o.threads().found(s.Value)
	if !own {
		x := &m.imports[sym-1]
		if x.Found && x.Kind != TLS {
			return 0, m.failed("bind", fmt.Errorf("%s is no thread-local: %w", m.symbolName(sym), ErrTLS))
		}
		v, thread = tlsValue{module: x.Module, dtpoff: x.Addr, tpoff: x.Addr}, x.Thread
	}
	if thread != nil {
		need := reloc.NeedDTPMod
		if kind == reloc.DynamicTPOff {
			need = reloc.NeedTPOff
		}
		var why string
		if v, why = thread.value(v.tpoff, need); why != "" {
			return 0, m.failed("bind", fmt.Errorf("thread-local %s: %s: %w", m.symbolName(sym), why, ErrTLS))
		}
	}
	switch kind {
	case reloc.DynamicTPOff:
		return v.tpoff + addend, nil
	case reloc.DynamicDTPMod:
		return v.module, nil
	}
	return v.dtpoff + addend, nil
}
