package perf

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// function is a piece of code that has one name. Pieces of one object do not overlap.
type function struct {
	addr uint64
	code []byte // as the linker has it
	name string
	from string // of code without a symbol: the object that it is in
	room uint64 // bytes behind it, in its section, in which there is no function
}

// span is a range of addresses.
type span struct{ start, end uint64 }

// mark is where a name begins.
type mark struct {
	addr, size uint64 // size 0: up to the next
	name       string
	rank       uint8 // of several at one address the lowest counts
	kind       markKind
}

type markKind uint8

const (
	markFunc  markKind = iota
	markLabel          // may be within a function
	markData           // ends what is before, and is not recorded
)

// functions lists the code of an object: where its sections of code are, and the
// functions in them, by address within each section. There are no more than two for each
// symbol and one for each section.
func functions(o *rtdyld.Object) (spans []span, funcs []function) {
	img := o.Image()
	marks := marksOf(o, img)
	for _, s := range o.Sections() {
		if s.Kind != objfmt.KindCode || len(s.Mem) == 0 || s.Addr+uint64(len(s.Mem)) < s.Addr {
			continue
		}
		end := s.Addr + uint64(len(s.Mem))
		spans = append(spans, span{s.Addr, end})
		i, _ := slices.BinarySearchFunc(marks, s.Addr, func(m mark, a uint64) int { return cmp.Compare(m.addr, a) })
		n, _ := slices.BinarySearchFunc(marks[i:], end, func(m mark, a uint64) int { return cmp.Compare(m.addr, a) })
		first := len(funcs)
		funcs = cut(funcs, &s, marks[i:i+n], o.Name())
		for i := len(funcs) - 1; i >= first; i-- {
			f := &funcs[i]
			f.room = end - f.addr - uint64(len(f.code))
			end = f.addr
		}
	}
	return spans, funcs
}

// marksOf lists all names of an object that may be of code, by address, one an address.
func marksOf(o *rtdyld.Object, img *objfmt.ObjectImage) []mark {
	syms := o.Symbols()
	marks := make([]mark, 0, len(syms))
	t := img.Triple
	bit, underscore := t.Arch.CodeBit(), t.SymbolPrefix() != ""
	for i := range syms {
		s := &syms[i]
		m := mark{addr: s.Entry() &^ bit, size: s.Size, name: s.Name, rank: 4, kind: markLabel}
		switch s.Type {
		case objfmt.SymTLS, objfmt.SymFile, objfmt.SymSection:
			continue
		case objfmt.SymFunc, objfmt.SymIFunc:
			m.rank, m.kind = 0, markFunc
		case objfmt.SymData:
			m.rank, m.kind = 8, markData
		}
		if s.Section == objfmt.SecAbs || invisible(s.Name) {
			continue
		}
		if s.Type == objfmt.SymIFunc {
			m.size = 0 // that of the function that chooses
		}
		if s.Local {
			m.rank += 2
		}
		if s.Size == 0 {
			m.rank++
		}
		if underscore && len(m.name) > 1 {
			m.name = strings.TrimPrefix(m.name, "_")
		}
		marks = append(marks, m)
	}
	for _, s := range o.Made() {
		if s.What == "stub" {
			marks = append(marks, mark{addr: s.Addr &^ bit, name: s.Symbol + "@plt", rank: 3, kind: markFunc})
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(a.rank, b.rank))
	})
	return slices.CompactFunc(marks, func(a, b mark) bool { return a.addr == b.addr })
}

// invisible reports names that no one gave: mapping symbols of ARM (AAELF32, "Mapping
// symbols"), labels that assemblers and compilers leave.
func invisible(name string) bool {
	switch {
	case len(name) >= 2 && name[0] == '$':
		return (len(name) == 2 || name[2] == '.') && strings.IndexByte("adtx", name[1]) >= 0
	case strings.HasPrefix(name, ".L"):
		return true
	case strings.HasPrefix(name, "ltmp"):
		return strings.Trim(name[4:], "0123456789") == ""
	}
	return false
}

// opened is a function whose end has not come yet.
type opened struct {
	end  uint64
	name string
	kind markKind
}

// cut divides a section among the names in it. Where functions overlap, the code is that
// of the one that began last and has not ended.
func cut(out []function, s *rtdyld.LoadedSection, marks []mark, object string) []function {
	limit := s.Addr + uint64(len(s.Mem))
	at := s.Addr
	piece := func(to uint64, name, from string) {
		if to > at {
			code := s.Mem[at-s.Addr : to-s.Addr : to-s.Addr]
			out = append(out, function{addr: at, code: code, name: name, from: from})
			at = to
		}
	}
	var stack []opened
	// give gives the code before addr to the innermost function.
	give := func(addr uint64) {
		switch top := len(stack) - 1; {
		case top >= 0 && stack[top].kind == markData:
		case top >= 0:
			piece(addr, stack[top].name, "")
		case at == s.Addr || addr-at >= max(s.Align, 16): // else it may be padding
			piece(addr, s.Name, object)
		}
		at = max(at, addr)
	}
	// end ends what has ended at addr.
	end := func(addr uint64) {
		for len(stack) > 0 && stack[len(stack)-1].end <= addr {
			give(stack[len(stack)-1].end)
			stack = stack[:len(stack)-1]
		}
	}
	for i := range marks {
		m := &marks[i]
		stop := limit
		if i+1 < len(marks) {
			stop = marks[i+1].addr
		}
		if m.size > 0 {
			stop = m.addr + min(m.size, limit-m.addr)
		}
		end(m.addr)
		if inside := len(stack) > 0; inside && (m.kind == markLabel || m.kind == markData && m.size == 0) {
			continue
		} else if inside && m.size == 0 {
			stop = min(stop, stack[len(stack)-1].end)
		}
		give(m.addr)
		stack = append(stack, opened{stop, m.name, m.kind})
	}
	end(limit)
	give(limit)
	return out
}

// maxName is how many bytes of a name are kept: names of hostile objects may be long and
// share their bytes, the file's lines would not.
const maxName = 1 << 10

// appendName appends a function's name as a file has it: of one line, without NUL.
func (f *function) appendName(b []byte) []byte {
	b = appendText(b, f.name)
	if f.from != "" {
		b = append(b, " in "...)
		b = appendText(b, f.from)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	from := len(b)
	b = append(b, s[:min(len(s), maxName)]...)
	if len(s) > maxName {
		b = append(b, "..."...)
	}
	for i, c := range b[from:] {
		if c < ' ' || c == 0x7f {
			b[from+i] = '?'
		}
	}
	if len(b) == from {
		b = append(b, '?')
	}
	return b
}
