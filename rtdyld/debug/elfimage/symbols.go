package elfimage

import (
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// symbol is an entry of the symbol table to be.
type symbol struct {
	addr, size uint64
	name       uint32 // offset in builder.names
	info       uint8  // st_info
}

// Types and bindings of the generic ABI.
const (
	sttNone = iota
	sttObject
	sttFunc

	stbLocal  = 0 << 4
	stbGlobal = 1 << 4
	stbWeak   = 2 << 4
)

// stubSuffix ends the name of code that leads to a function elsewhere. It is that of
// the static linkers' tools; debuggers step through what has it.
const stubSuffix = "@plt"

// symbols takes an object's definitions and stubs. Thread-locals are left to DWARF: they
// have no address.
func (b *builder) symbols(o *rtdyld.Object) {
	img := o.Image()
	format := img.Triple.Format()
	kinds := map[objfmt.SectionID]objfmt.Kind{}
	bounds := []uint64{} // where functions without a size may end
	for _, s := range o.Sections() {
		kinds[s.ID] = s.Kind
		bounds = append(bounds, s.Addr+uint64(len(s.Mem)))
	}
	syms := o.Symbols()
	if format != triple.ELF {
		for i := range syms {
			bounds = append(bounds, syms[i].Addr&^thumbBit(img))
		}
		slices.Sort(bounds)
	}
	for i := range syms {
		s := &syms[i]
		name := sourceName(s.Name, img.Triple)
		if name == "" || s.Type == objfmt.SymTLS || s.Section == objfmt.SecAbs {
			continue
		}
		code := kinds[s.Section] == objfmt.KindCode || s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc
		n := symbol{addr: s.Entry(), size: s.Size, info: sttNone}
		switch {
		case s.Type == objfmt.SymFunc, s.Type == objfmt.SymIFunc, code && format != triple.ELF && !marks(name):
			n.info = sttFunc
		case s.Type == objfmt.SymData:
			n.info = sttObject
		}
		if n.size == 0 && format != triple.ELF && code {
			start := s.Addr &^ thumbBit(img)
			if at, _ := slices.BinarySearch(bounds, start+1); at < len(bounds) {
				n.size = bounds[at] - start
			}
		}
		b.symbol(n, s.Bind, name)
	}
	for _, m := range o.Made() {
		if name := sourceName(m.Symbol, img.Triple); m.What == "stub" && name != "" {
			b.symbol(symbol{addr: m.Addr, info: sttFunc}, objfmt.BindLocal, name+stubSuffix)
		}
	}
}

// symbol takes one.
func (b *builder) symbol(s symbol, bind objfmt.Binding, name string) {
	if len(b.names) == 0 {
		b.names = append(b.names, 0)
	}
	s.name = uint32(len(b.names))
	b.names = append(append(b.names, name...), 0)
	switch bind {
	case objfmt.BindLocal:
		b.locals = append(b.locals, s)
		return
	case objfmt.BindWeak:
		s.info |= stbWeak
	default:
		s.info |= stbGlobal
	}
	b.globals = append(b.globals, s)
}

// thumbBit is the bit of a function's address that tells the instruction set.
func thumbBit(img *objfmt.ObjectImage) uint64 {
	if a := img.Triple.Arch; a == triple.ARM || a == triple.Thumb {
		return 1
	}
	return 0
}

// sourceName is a symbol's name as the source has it, for a user who sets a breakpoint:
// without the underscore that Mach-O and COFF for 32-bit x86 put before it. Empty for
// names that compilers and assemblers made for their own use.
func sourceName(name string, t triple.Triple) string {
	switch t.Format() {
	case triple.MachO:
		if rest, ok := strings.CutPrefix(name, "_"); ok {
			return rest
		}
		if strings.HasPrefix(name, "L") || strings.HasPrefix(name, "l") {
			return "" // of the assembler or the linker alone
		}
	case triple.COFF:
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(name, ".refptr.") || strings.HasPrefix(name, "$") && !marks(name) || strings.HasPrefix(name, "@comp.") || strings.HasPrefix(name, "@feat.") {
			return ""
		}
		if rest, ok := strings.CutPrefix(name, "_"); ok && t.Arch == triple.X86 {
			return rest
		}
	default:
		if strings.HasPrefix(name, ".L") {
			return ""
		}
	}
	return name
}

// marks reports whether a name is that of a mapping symbol (ELF for the Arm architecture,
// "Mapping symbols"), which tells instruction sets and data apart.
func marks(name string) bool {
	return len(name) >= 2 && name[0] == '$' && strings.IndexByte("adtx", name[1]) >= 0 && (len(name) == 2 || name[2] == '.')
}
