//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// loadedOf makes the tables of an object that is read as it lies in memory, nil if it has no
// .eh_frame that could be: other formats' objects.
func loadedOf(o *rtdyld.Object) (out []*table) {
	img := o.Image()
	if !img.Triple.IsELF() || !img.Is64 || img.Big || img.Buffer == nil || !img.Buffer.TryRetain() {
		return nil
	}
	room := lists.Get().(*[]rtdyld.LoadedSection)
	secs := o.AppendSections((*room)[:0]) // whose names view the image as the symbols' do
	defer func() {
		if cap(secs) <= maxKept {
			clear(secs)
			*room = secs[:0]
			lists.Put(room)
		}
	}()
	l := &loaded{object: o.Name(), symbols: img.Symbols, text: img.Strings, buffer: img.Buffer}
	l.image, _ = o.ImageTables()
	l.code, l.fdes = l.room.code[:0], l.room.fdes[:0]
	for i := range secs {
		s := &secs[i]
		if len(s.Mem) == 0 {
			continue
		}
		at := codeSection{start: uintptr(s.Addr), end: uintptr(s.Addr) + uintptr(len(s.Mem)), id: s.ID, name: s.Name}
		if int(s.ID) >= len(img.Sections) {
			if s.Kind == kindCode {
				l.stubs = at
			}
			continue
		}
		is := &img.Sections[s.ID]
		switch {
		case s.Kind == kindCode:
			at.number = uint16(is.Number)
			l.code = append(l.code, at)
		case is.Role == objfmt.RoleEHFrame && l.image.FrameHeader == 0 && is.Flags&objfmt.SecTLS == 0:
			l.entries(s.Addr, s.Mem[:min(uint64(len(s.Mem)), is.Size)])
		}
	}
	slices.SortFunc(l.fdes, func(a, b fde) int { return cmp.Compare(a.start, b.start) })
	for _, c := range codeOf(secs) {
		out = append(out, &table{start: uintptr(c.start), end: uintptr(c.end), loaded: l})
	}
	if l.tables = len(out); len(out) == 0 {
		l.buffer.Close()
	}
	return out
}

// lists has memory for the sections of an object while its tables are made.
var lists = sync.Pool{New: func() any { return new([]rtdyld.LoadedSection) }}

// maxKept is how many sections there is memory for in what is kept.
const maxKept = 1 << 10

// entries lists those of a section.
func (l *loaded) entries(addr uint64, mem []byte) {
	k := known{uintptr(addr), uintptr(len(mem)), uintptr(unsafe.Pointer(unsafe.SliceData(mem)))}
	r := records{cursor: cursor{at: k.from, known: &k}}
	for at := r.next(); at != 0; at = r.next() {
		if r.length != 0 && r.start != 0 {
			l.fdes = append(l.fdes, fde{r.start, at})
		}
	}
	runtime.KeepAlive(mem)
}

// insideCall is inside, behind a variable for the reason that libraryCall is.
var insideCall = inside

// inside finds the rule for a pc in loaded code and writes it to the rule at to.
//
//go:nosplit
//go:norace
//go:nocheckptr
func inside(l *loaded, pc, to uintptr) bool {
	if pc-l.stubs.start < l.stubs.end-l.stubs.start {
		*(*rule)(foreign(to)) = bare
		return true
	}
	if l.image.FrameHeader != 0 {
		s := section{header: uintptr(l.image.FrameHeader)}
		at := s.entryFor(pc)
		return at != 0 && ruleOf(at, pc, (*rule)(foreign(to)))
	}
	base := unsafe.Pointer(unsafe.SliceData(l.fdes))
	low, high := uintptr(0), uintptr(len(l.fdes))
	for low < high {
		mid := (low + high) / 2
		if (*fde)(unsafe.Add(base, mid*unsafe.Sizeof(fde{}))).start > pc {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low == 0 {
		return false
	}
	return ruleOf((*fde)(unsafe.Add(base, (low-1)*unsafe.Sizeof(fde{}))).at, pc, (*rule)(foreign(to)))
}

// section returns the section of code that a pc lies in, nil for what the linker has made.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (l *loaded) section(pc uintptr) (section *codeSection) {
	code := unsafe.Pointer(unsafe.SliceData(l.code))
	for i := uintptr(0); i < uintptr(len(l.code)); i++ {
		if s := (*codeSection)(unsafe.Add(code, i*unsafe.Sizeof(codeSection{}))); pc-s.start < s.end-s.start {
			section = s
		}
	}
	return section
}

// name answers with the symbol that arg.pc lies in: of those whose size reaches so far the
// nearest, or, if there are none, the nearest without a size.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (l *loaded) name(arg *symbolizerArg) bool {
	section := l.section(arg.pc)
	if section == nil {
		return false // in what the linker has made
	}
	off := uint64(arg.pc - section.start)
	var best nearest
	symbols := unsafe.Pointer(unsafe.SliceData(l.symbols))
	for i := uintptr(0); i < uintptr(len(l.symbols)); i++ {
		s := (*objfmt.Symbol)(unsafe.Add(symbols, i*unsafe.Sizeof(objfmt.Symbol{})))
		if s.Section == section.id {
			l.offer(&best, off, s.Value, s.Size, s.Type, s.Bind != objfmt.BindLocal, uintptr(s.Name))
		}
	}
	l.offerLinked(&best, off, section)
	if best.rank == 0 {
		return false
	}
	arg.funcName = uintptr(unsafe.Pointer(unsafe.SliceData(l.text))) + best.name
	arg.entry = section.start + uintptr(best.value)
	return true
}

// nearest is the best of the symbols that were offered.
type nearest struct {
	rank  int    // 0: there was none
	value uint64 // offset in the section
	name  uintptr
}

// offer has a symbol of the section be the best for an offset, if it is.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (l *loaded) offer(best *nearest, off, value, size uint64, typ objfmt.SymbolType, global bool, name uintptr) {
	if value > off || size != 0 && off-value >= size {
		return
	}
	if typ == objfmt.SymFile || typ == objfmt.SymSection || typ == objfmt.SymTLS || !l.named(name) {
		return
	}
	// As package symbolize has it.
	r := 16
	if size > 0 {
		r |= 8
	}
	switch typ {
	case objfmt.SymFunc, objfmt.SymIFunc:
		r |= 4
	case objfmt.SymData:
		r |= 2
	}
	if global {
		r |= 1
	}
	if r&8 > best.rank&8 || r&8 == best.rank&8 && (value > best.value || value == best.value && r > best.rank) {
		*best = nearest{r, value, name}
	}
}

// elfSymbol is Elf64_Sym of the gABI.
type elfSymbol struct {
	name        uint32
	info, other uint8
	section     uint16
	value, size uint64
}

// offerLinked offers a linked image's symbols in a section. They lie in the file as they may, and it is checked that entries are whole alone.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (l *loaded) offerLinked(best *nearest, off uint64, section *codeSection) {
	first := uint64(section.start) - l.image.Bias
	table := unsafe.Pointer(unsafe.SliceData(l.image.Symbols))
	n := uintptr(len(l.image.Symbols)) / unsafe.Sizeof(elfSymbol{})
	for i := uintptr(0); i < n; i++ {
		s := (*elfSymbol)(unsafe.Add(table, i*unsafe.Sizeof(elfSymbol{})))
		if s.section != section.number {
			continue
		}
		typ := objfmt.SymNone
		switch s.info & 15 {
		case 1:
			typ = objfmt.SymData
		case 2:
			typ = objfmt.SymFunc
		case 3:
			typ = objfmt.SymSection
		case 4:
			typ = objfmt.SymFile
		case 6:
			typ = objfmt.SymTLS
		case 10:
			typ = objfmt.SymIFunc
		}
		l.offer(best, off, s.value-first, s.size, typ, s.info>>4 != 0, uintptr(s.name))
	}
}

// named reports whether a symbol has a name, at an offset, that ends in a NUL, and is none that only marks
// code or data (AAELF64, "Mapping symbols").
//
//go:nosplit
//go:norace
//go:nocheckptr
func (l *loaded) named(at uintptr) bool {
	text := unsafe.Pointer(unsafe.SliceData(l.text))
	end := uintptr(len(l.text))
	if at >= end {
		return false
	}
	first := *(*byte)(unsafe.Add(text, at))
	if first == 0 || first == '$' {
		return false
	}
	for at < end && *(*byte)(unsafe.Add(text, at)) != 0 {
		at++
	}
	return at < end
}
