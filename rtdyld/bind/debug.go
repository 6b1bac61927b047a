package bind

import (
	"context"
	"debug/dwarf"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
	"github.com/go-rtdyld/rtdyld/triple"
)

// DebugError says that debug information cannot be read, or contradicts itself.
type DebugError struct {
	Object string
	Offset uint64 // of the entry in .debug_info
	Msg    string
	Err    error // of the reader, or nil
}

func (e *DebugError) Error() string {
	s := fmt.Sprintf("%s: debug information", e.Object)
	if e.Offset != 0 {
		s += fmt.Sprintf(": entry at 0x%x", e.Offset)
	}
	if e.Msg != "" {
		s += ": " + e.Msg
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the reader's error.
func (e *DebugError) Unwrap() error { return e.Err }

// entry is an entry of debug information that types and declarations are made of.
type entry struct {
	tag      dwarf.Tag
	name     string
	typ      *entry // nil: void
	children []*entry
	parent   *entry
	off      dwarf.Offset
	file     string
	line     int

	size     int64 // bytes, -1: not said
	bits     int64 // of a bit-field, 0: it is none
	bitAt    int64 // where it begins, from the beginning of the structure; -1: not said
	bitDown  int64 // DWARF 3: from the top of the storage; -1: not said
	offset   int64 // of a member, bytes
	value    int64 // of an enumerator
	count    int64 // of a subrange, -1: not said
	align    int64
	encoding int64
	vector   bool
	declared bool // not defined
	external bool

	ref dwarf.Offset // of typ
	has bool         // ref is set
}

// debugInfo is what an object says of its types.
type debugInfo struct {
	object  string
	entries []*entry // those at top level, in order
}

// probed is a compiled probe: debug information, and what its variables begin with.
type probed struct {
	*debugInfo
	target triple.Triple
	big    bool
	values map[string][]byte // memory from variables of values on, by their names
}

// readProbe links an object by itself and reads what it says.
func readProbe(ctx context.Context, name string, data []byte) (*probed, error) {
	img, err := objfile.ParseContext(ctx, name, data)
	if err != nil {
		return nil, err
	}
	defer img.Close()
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		return nil, err
	}
	defer l.CloseContext(context.WithoutCancel(ctx))
	objs, err := l.Load(ctx, img)
	if err != nil {
		return nil, err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return nil, err
	}
	secs, err := objs[0].DebugSectionsContext(ctx, nil)
	if err != nil {
		return nil, err
	}
	info, err := readDebug(ctx, name, secs)
	if err != nil {
		return nil, err
	}
	p := &probed{debugInfo: info, target: img.Triple, big: img.Big, values: map[string][]byte{}}
	sections := objs[0].Sections()
	for _, s := range objs[0].Symbols() {
		name := strings.TrimPrefix(s.Name, img.Triple.SymbolPrefix())
		if !strings.HasPrefix(name, valuePrefix) {
			continue
		}
		for _, sec := range sections {
			if off := s.Addr - sec.Addr; off < uint64(len(sec.Mem)) {
				p.values[strings.Clone(name)] = sec.Mem[off:]
			}
		}
	}
	return p, nil
}

// mostEntries is how many entries are read.
const mostEntries = 1 << 22

// readDebug reads the sections of one object.
func readDebug(ctx context.Context, object string, secs []rtdyld.DebugSection) (*debugInfo, error) {
	by := map[string][]byte{}
	for _, s := range secs {
		name := strings.TrimPrefix(strings.TrimPrefix(s.Name, ".debug_"), ".zdebug_")
		name = strings.TrimPrefix(name, "__debug_")
		if _, twice := by[name]; !twice {
			by[name] = s.Data
		}
	}
	fail := func(err error) (*debugInfo, error) { return nil, &DebugError{Object: object, Err: err} }
	d, err := dwarf.New(by["abbrev"], nil, nil, by["info"], nil, nil, nil, by["str"])
	if err != nil {
		return fail(err)
	}
	for _, name := range []string{"addr", "line_str", "str_offsets", "rnglists"} {
		if err := d.AddSection(".debug_"+name, by[name]); err != nil {
			return fail(err)
		}
	}
	r := &debugReader{info: &debugInfo{object: object}, data: d, at: map[dwarf.Offset]*entry{}}
	r.lines = lineTable{by["line"], by["line_str"], by["str"], d.Reader().ByteOrder() == binary.BigEndian}
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	return r.info, nil
}

// debugReader makes entries.
type debugReader struct {
	info  *debugInfo
	data  *dwarf.Data
	at    map[dwarf.Offset]*entry
	all   []*entry
	lines lineTable
	files []string // of the unit, by number
}

// wanted are the tags that types and declarations are made of.
var wanted = map[dwarf.Tag]bool{
	dwarf.TagBaseType: true, dwarf.TagUnspecifiedType: true, dwarf.TagPointerType: true, dwarf.TagConstType: true, dwarf.TagVolatileType: true,
	dwarf.TagRestrictType: true, dwarf.TagAtomicType: true, dwarf.TagTypedef: true, dwarf.TagStructType: true, dwarf.TagUnionType: true,
	dwarf.TagEnumerationType: true, dwarf.TagEnumerator: true, dwarf.TagMember: true, dwarf.TagArrayType: true, dwarf.TagSubrangeType: true,
	dwarf.TagSubroutineType: true, dwarf.TagFormalParameter: true, dwarf.TagUnspecifiedParameters: true, dwarf.TagVariable: true, dwarf.TagSubprogram: true,
}

func (r *debugReader) fail(off dwarf.Offset, msg string, err error) error {
	return &DebugError{r.info.object, uint64(off), msg, err}
}

// read reads all units.
func (r *debugReader) read(ctx context.Context) error {
	in := r.data.Reader()
	var stack []*entry // that are open; nil: not wanted
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return r.fail(0, "", context.Cause(ctx))
		}
		e, err := in.Next()
		if err != nil {
			return r.fail(0, "", err)
		}
		if e == nil {
			break
		}
		switch {
		case e.Tag == 0:
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
			continue
		case e.Tag == dwarf.TagCompileUnit:
			stack = nil
			r.files = r.unitFiles(e)
			if e.Children {
				stack = append(stack, nil)
			}
			continue
		}
		var parent *entry
		if len(stack) > 0 {
			parent = stack[len(stack)-1]
		}
		if n > mostEntries {
			return r.fail(e.Offset, "more entries than are read", nil)
		}
		var made *entry
		if wanted[e.Tag] {
			made = r.entry(e)
			if parent != nil {
				made.parent, parent.children = parent, append(parent.children, made)
			} else if len(stack) <= 1 {
				r.info.entries = append(r.info.entries, made)
			}
		}
		if e.Children {
			stack = append(stack, made)
		}
	}
	return r.link()
}

// link has types refer to each other.
func (r *debugReader) link() error {
	for _, e := range r.all {
		if !e.has {
			continue
		}
		if e.typ = r.at[e.ref]; e.typ == nil {
			return r.fail(e.off, fmt.Sprintf("the type at 0x%x is none", uint64(e.ref)), nil)
		}
	}
	return nil
}

// entry takes what is of use from an entry.
func (r *debugReader) entry(from *dwarf.Entry) *entry {
	e := &entry{tag: from.Tag, off: from.Offset, size: -1, bitAt: -1, bitDown: -1, count: -1}
	for i := range from.Field {
		f := &from.Field[i]
		n, isInt := f.Val.(int64)
		switch f.Attr {
		case dwarf.AttrName:
			e.name, _ = f.Val.(string)
		case dwarf.AttrType:
			e.ref, e.has = f.Val.(dwarf.Offset)
		case dwarf.AttrDeclFile:
			if isInt && n >= 0 && n < int64(len(r.files)) {
				e.file = r.files[n]
			}
		case dwarf.AttrDeclLine:
			e.line = int(n)
		case dwarf.AttrDeclaration:
			e.declared, _ = f.Val.(bool)
		case dwarf.AttrExternal:
			e.external, _ = f.Val.(bool)
		case attrGNUVector:
			e.vector, _ = f.Val.(bool)
		case dwarf.AttrUpperBound:
			if isInt && e.count < 0 && n >= -1 && n < 1<<62 {
				e.count = n + 1
			}
		default:
			if isInt {
				e.number(f.Attr, n)
			}
		}
	}
	r.at[e.off] = e
	r.all = append(r.all, e)
	return e
}

// attrGNUVector is DW_AT_GNU_vector.
const attrGNUVector dwarf.Attr = 0x2107

// number takes an attribute that is a number.
func (e *entry) number(a dwarf.Attr, n int64) {
	switch a {
	case dwarf.AttrByteSize:
		e.size = n
	case dwarf.AttrBitSize:
		e.bits = n
	case dwarf.AttrDataBitOffset:
		e.bitAt = n
	case dwarf.AttrBitOffset:
		e.bitDown = n
	case dwarf.AttrDataMemberLoc:
		e.offset = n
	case dwarf.AttrConstValue:
		e.value = n
	case dwarf.AttrCount:
		e.count = n
	case dwarf.AttrAlignment:
		e.align = n
	case dwarf.AttrEncoding:
		e.encoding = n
	}
}

// plain follows typedefs and qualifiers; nil: void. What goes round in a circle is void, too.
func (e *entry) plain() *entry {
	for range mostNested {
		if e == nil {
			return nil
		}
		switch e.tag {
		case dwarf.TagTypedef, dwarf.TagConstType, dwarf.TagVolatileType, dwarf.TagRestrictType, dwarf.TagAtomicType:
			e = e.typ
		default:
			return e
		}
	}
	return nil
}

// mostNested is how deep types may be nested.
const mostNested = 64
