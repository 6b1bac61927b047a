package symbolize

import (
	"errors"
	"fmt"
	"sort"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// debugInfo returns what the object's debug information says, and reads it first if
// nobody has yet. The error is what was wrong with it.
func (k *object) debugInfo() (*debugInfo, error) {
	if d := k.debug.Load(); d != nil {
		return d, d.err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if d := k.debug.Load(); d != nil {
		return d, d.err
	}
	size, until, err := k.budget.begin(k)
	if errors.Is(err, rtdyld.ErrUnloaded) {
		return nil, err
	}
	if err != nil {
		d := &debugInfo{err: err}
		k.budget.note(err)
		k.debug.Store(d)
		return d, err
	}
	defer k.budget.end()
	secs, err := k.loaded.DebugSectionsContext(until.context(), nil)
	if errors.Is(err, rtdyld.ErrUnloaded) {
		return nil, err
	}
	if late := until.over(); err != nil && late != "" {
		err = &LimitError{What: late}
	}
	d := readDWARF(secs, k.img.Big, k.code, size, until)
	if err == nil {
		err = d.err
	}
	var de *DebugError
	if errors.As(err, &de) && de.Object == "" {
		de.Object = k.name
	}
	var le *LimitError
	if errors.As(err, &le) {
		le.Object = k.name
	}
	var ue *UnsupportedError
	if errors.As(err, &ue) {
		ue.Object = k.name
	}
	d.err = err
	k.budget.note(err)
	k.debug.Store(d)
	return d, err
}

// reader reads the DWARF of one object. It bounds what it does by the size of what it
// reads, or of the file if what it reads was compressed by more than compilers' debug information can be: every step
// costs one of steps, and rows and functions have a number that no sound file reaches.
type reader struct {
	units.Data
	code     []span
	until    hurry
	late     string // why it is over
	maxRows  int
	maxFuncs int
	maxFiles int // and folders
	maxText  int // bytes of names

	out       *debugInfo
	fileIndex map[string]uint32
	nameIndex map[string]uint32
	programs  map[uint64]*program // by offset in line
	named     map[uint64]uint32   // by offset in the present info: index in out.names
	inInfo    []*unit             // units of the present info
	spans     []span              // scratch
}

// unit is one that has code.
type unit struct {
	units.Unit
	low   uint64 // what offsets of range lists count from
	dir   units.Value
	lines *program
}

// readDWARF reads all that it can; what is wrong is in the result's err. The object has size bytes,
// and time until then.
func readDWARF(secs []rtdyld.DebugSection, big bool, code []span, size int, until hurry) *debugInfo {
	r := &reader{
		Data: units.Data{Big: big}, code: code, until: until, out: &debugInfo{files: []string{""}, names: []string{""}},
		fileIndex: map[string]uint32{"": 0}, nameIndex: map[string]uint32{"": 0},
		programs: map[uint64]*program{},
	}
	if !until.none() {
		r.Late = func() bool { r.late = r.until.over(); return r.late != "" }
	}
	total := 0
	for _, s := range secs {
		total += len(s.Data)
		r.Section(s.Name, s.Data)
	}
	if len(r.Infos) == 0 {
		if r.CodeView {
			r.out.err = &UnsupportedError{What: "debug information of Microsoft's compilers (CodeView) is not read"}
		}
		return r.out
	}
	most := 8*size + 128<<10
	total = min(total, most)
	r.Steps = 64*total + 1<<12
	r.maxText = 16*total + 1<<12
	r.MaxAttrs = 2*min(len(r.Abbrev), most) + 64
	r.maxFiles = min(len(r.Line), most)/2 + 64
	r.maxRows = 2*min(len(r.Line), most) + 64
	r.maxFuncs = max(0, total-len(r.Str)-len(r.Line)-len(r.LineStr))/2 + 64
	for _, info := range r.Infos {
		r.readInfo(info)
		if errors.Is(r.out.err, units.ErrTooMuch) {
			break
		}
	}
	if r.late != "" {
		r.out.err = &LimitError{What: r.late}
	}
	r.out.sort()
	return r.out
}

// fail keeps the first thing that is wrong.
func (r *reader) fail(section string, off uint64, err error) {
	if r.out.err == nil || errors.Is(err, units.ErrTooMuch) && !errors.Is(r.out.err, units.ErrTooMuch) {
		r.out.err = &readError{DebugError{Section: section, Offset: off, Msg: err.Error()}, err}
	}
}

// readError is a DebugError with its cause.
type readError struct {
	DebugError
	cause error
}

func (e *readError) Unwrap() []error { return []error{&e.DebugError, e.cause} }

// readInfo reads the units of a .debug_info section.
func (r *reader) readInfo(info []byte) {
	r.inInfo, r.named = nil, map[uint64]uint32{}
	for off := uint64(0); off < uint64(len(info)); {
		u, next, err := r.Header(info, off, false)
		if err != nil {
			r.fail(".debug_info", off, err)
			if next <= off {
				break
			}
		}
		if u != nil && u.Kind != units.KindType { // which has no code
			r.inInfo = append(r.inInfo, &unit{Unit: *u})
		}
		off = next
	}
	for _, u := range r.inInfo {
		if err := r.readUnit(u); err != nil {
			r.fail(".debug_info", u.Start, err)
			if errors.Is(err, units.ErrTooMuch) {
				return
			}
		}
	}
}

// entryOf are the values of an entry that count here.
type entryOf struct {
	low, high, ranges          units.Value
	name, linkage              units.Value
	origin                     units.Value // of what the entry is an instance or completion of
	callFile, callLine, callAt units.Value
}

// readUnit reads the line table and the functions of a unit.
func (r *reader) readUnit(u *unit) error {
	t := r.Abbreviations(u.AbbrevOffset)
	if t.Err != nil && len(t.Decls) == 0 || errors.Is(t.Err, units.ErrTooMuch) {
		return t.Err
	}
	if !r.Step(len(t.Attrs)) {
		return units.ErrTooMuch
	}
	t.Measure(&u.Unit)
	c := units.At(u.Info, u.Entries, r.Big)
	var inside []int32 // function that the entries of each level are in
	outer := int32(-1)
	for first := true; c.Left() > 0; first = false {
		if !r.Step(1) {
			return units.ErrTooMuch
		}
		where := c.At
		code := c.ULEB()
		if code == 0 { // the end of a level
			if len(inside) == 0 {
				return nil
			}
			outer, inside = inside[len(inside)-1], inside[:len(inside)-1]
			continue
		}
		d := t.Find(code)
		if d == nil {
			return fmt.Errorf("entry at %#x has abbreviation %d, which there is not", where, code)
		}
		var err error
		fn := outer
		switch {
		case first:
			err = r.root(u, t, d, &c)
		case d.Tag == units.TagSubprogram || d.Tag == units.TagInlined:
			fn, err = r.function(u, t, d, &c, uint64(where), outer)
		case d.Size >= 0:
			c.Take(uint64(d.Size))
		default:
			for i := range t.Attrs[d.Attr : d.Attr+d.N] {
				a := &t.Attrs[d.Attr+i]
				u.Value(&c, a.Form, a.Implicit)
			}
			if !r.Step(d.N) {
				return units.ErrTooMuch
			}
		}
		if err != nil {
			return err
		}
		if c.Bad {
			return fmt.Errorf("entry at %#x is cut off, or has a form that is not known", where)
		}
		if d.Children {
			inside = append(inside, outer)
			outer = fn
		}
	}
	return nil
}

// root reads the first entry, the unit's own.
func (r *reader) root(u *unit, t *units.Abbrevs, d *units.Decl, c *units.Cursor) error {
	var low, lines units.Value
	for _, a := range t.Attrs[d.Attr : d.Attr+d.N] {
		v := u.Value(c, a.Form, a.Implicit)
		switch a.Name {
		case units.AtLowPC:
			low = v
		case units.AtStmtList:
			lines = v
		case units.AtCompDir:
			u.dir = v
		case units.AtStrOffsets:
			u.StrBase = v.U
		case units.AtAddrBase, units.AtGNUAddr:
			u.AddrBase = v.U
		case units.AtRnglistsBase:
			u.ListBase = v.U
		case units.AtGNURanges:
			u.RangesBase = v.U
		}
	}
	if !r.Step(d.N) {
		return units.ErrTooMuch
	}
	if c.Bad {
		return nil // the caller tells
	}
	u.low, _ = r.Address(&u.Unit, low)
	if lines.Class != units.Sec && lines.Class != units.Const {
		return nil
	}
	p, err := r.program(u, lines.U)
	u.lines = p
	if err != nil {
		r.fail(".debug_line", lines.U, err)
		if errors.Is(err, units.ErrTooMuch) {
			return err
		}
	}
	return nil
}

// function reads the entry of a function, or of a call that was inlined into outer. It
// returns the index in funcs of what is kept of it, or -1.
func (r *reader) function(u *unit, t *units.Abbrevs, d *units.Decl, c *units.Cursor, where uint64, outer int32) (int32, error) {
	e := r.entry(u, t, d, c)
	if !r.Step(d.N) {
		return -1, units.ErrTooMuch
	}
	f := function{inlined: d.Tag == units.TagInlined, outer: -1}
	if f.inlined {
		f.outer = outer
	}
	nowhere := e.low.Class == units.None && e.ranges.Class == units.None
	// DWARF 2 cannot tell where a call is that was inlined in several pieces: it is nowhere,
	// or empty, but other calls are inside.
	if c.Bad || nowhere && f.outer < 0 {
		return -1, nil
	}
	var err error
	if r.spans, err = r.extent(u, &e, r.spans[:0]); err != nil {
		return -1, err
	}
	out := r.out
	fn := uint32(len(out.funcs))
	before, dropped := len(out.areas), len(r.spans) > 0
	for _, s := range r.spans {
		if !r.inCode(s) {
			continue
		}
		if dropped = false; s.start < s.end {
			out.areas = append(out.areas, area{s.start, s.end, fn, -1})
		}
	}
	if dropped {
		return -1, nil
	}
	if len(out.areas)+len(out.funcs) >= r.maxFuncs {
		out.areas = out.areas[:before]
		return -1, units.ErrTooMuch
	}
	f.name = r.nameOf(u, &e, where)
	f.file, f.line, f.col = u.lines.file(r, u, e.callFile.U), clip(e.callLine.U), column(e.callAt.U)
	out.funcs = append(out.funcs, f)
	return int32(fn), nil
}

// clip keeps a line number; one that no file has is not known.
func clip(line uint64) uint32 {
	if line > 1<<31-1 {
		return 0
	}
	return uint32(line)
}

func column(col uint64) uint16 {
	if col > 1<<16-1 {
		return 0
	}
	return uint16(col)
}

// entry reads the values of an entry.
func (r *reader) entry(u *unit, t *units.Abbrevs, d *units.Decl, c *units.Cursor) (e entryOf) {
	for i := range t.Attrs[d.Attr : d.Attr+d.N] {
		a := &t.Attrs[d.Attr+i]
		v := u.Value(c, a.Form, a.Implicit)
		switch a.Name {
		case units.AtLowPC:
			e.low = v
		case units.AtHighPC:
			e.high = v
		case units.AtRanges:
			e.ranges = v
		case units.AtName:
			e.name = v
		case units.AtLinkage, units.AtOldLinkage:
			e.linkage = v
		case units.AtOrigin, units.AtSpec:
			e.origin = v
		case units.AtCallFile:
			e.callFile = v
		case units.AtCallLine:
			e.callLine = v
		case units.AtCallColumn:
			e.callAt = v
		}
	}
	return e
}

// inCode reports whether a range begins in code of the object and is not larger. What was
// dropped begins at 0 or 1.
func (r *reader) inCode(s span) bool {
	i := sort.Search(len(r.code), func(i int) bool { return r.code[i].end > s.start })
	return i < len(r.code) && r.code[i].start <= s.start
}

// maxChain bounds the way from an instance to its declaration.
const maxChain = 8

// nameOf returns the index of a function's name: the linkage name that it or what it
// completes has, or else the plain one.
func (r *reader) nameOf(u *unit, e *entryOf, where uint64) uint32 {
	key := where
	if e.origin.Class == units.Ref && e.linkage.Class == units.None && e.name.Class == units.None {
		key = e.origin.U // all instances share it
	}
	if n, ok := r.named[key]; ok {
		return n
	}
	linkage, plain := r.Text(&u.Unit, e.linkage), r.Text(&u.Unit, e.name)
	next := e.origin
	for n := 0; n < maxChain && len(linkage) == 0 && next.Class == units.Ref; n++ {
		v := r.unitAt(next.U)
		if v == nil {
			break
		}
		t := r.Abbreviations(v.AbbrevOffset)
		c := units.At(v.Info, next.U, r.Big)
		d := t.Find(c.ULEB())
		if d == nil || !r.Step(d.N) {
			break
		}
		o := r.entry(v, t, d, &c)
		if c.Bad {
			break
		}
		linkage = r.Text(&v.Unit, o.linkage)
		if len(plain) == 0 {
			plain = r.Text(&v.Unit, o.name)
		}
		next = o.origin
	}
	if len(linkage) == 0 {
		linkage = plain
	}
	n := r.intern(linkage, &r.out.names, r.nameIndex)
	r.named[key] = n
	return n
}

// unitAt finds the unit that an offset of the section lies in.
func (r *reader) unitAt(off uint64) *unit {
	i := sort.Search(len(r.inInfo), func(i int) bool { return r.inInfo[i].End > off })
	if i == len(r.inInfo) || off < r.inInfo[i].Entries {
		return nil
	}
	return r.inInfo[i]
}
