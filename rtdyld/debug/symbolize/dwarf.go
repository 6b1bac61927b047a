package symbolize

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
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
	big      bool
	code     []span
	infos    [][]byte
	abbrev   []byte
	line     []byte
	lineStr  []byte
	str      []byte
	strOff   []byte
	addr     []byte
	ranges   []byte
	rnglists []byte
	codeView bool

	steps    int
	left     int // steps until the time is looked at
	until    hurry
	late     string // why it is over
	maxRows  int
	maxFuncs int
	maxAttrs int // of all tables of abbreviations
	maxFiles int // and folders
	maxText  int // bytes of names

	out       *debugInfo
	fileIndex map[string]uint32
	nameIndex map[string]uint32
	programs  map[uint64]*program // by offset in line
	abbrevs   map[uint64]*abbrevs
	named     map[uint64]uint32 // by offset in the present info: index in out.names
	units     []*unit           // of the present info
	spans     []span            // scratch
}

// errTooMuch ends a reading that costs more than its size allows.
var errTooMuch = errors.New("takes more steps than a sound file of its size")

// readDWARF reads all that it can; what is wrong is in the result's err. The object has size bytes,
// and time until then.
func readDWARF(secs []rtdyld.DebugSection, big bool, code []span, size int, until hurry) *debugInfo {
	r := &reader{
		big: big, code: code, until: until, out: &debugInfo{files: []string{""}, names: []string{""}},
		fileIndex: map[string]uint32{"": 0}, nameIndex: map[string]uint32{"": 0},
		programs: map[uint64]*program{}, abbrevs: map[uint64]*abbrevs{},
	}
	total := 0
	for _, s := range secs {
		total += len(s.Data)
		r.section(s)
	}
	if len(r.infos) == 0 {
		if r.codeView {
			r.out.err = &UnsupportedError{What: "debug information of Microsoft's compilers (CodeView) is not read"}
		}
		return r.out
	}
	most := 8*size + 128<<10
	total = min(total, most)
	r.steps = 64*total + 1<<12
	r.maxText = 16*total + 1<<12
	r.maxAttrs = 2*min(len(r.abbrev), most) + 64
	r.maxFiles = min(len(r.line), most)/2 + 64
	r.maxRows = 2*min(len(r.line), most) + 64
	r.maxFuncs = max(0, total-len(r.str)-len(r.line)-len(r.lineStr))/2 + 64
	for _, info := range r.infos {
		r.readInfo(info)
		if errors.Is(r.out.err, errTooMuch) {
			break
		}
	}
	if r.late != "" {
		r.out.err = &LimitError{What: r.late}
	}
	r.out.sort()
	return r.out
}

// section files a section by its name: ".debug_info", ".zdebug_info", "__debug_info" and,
// as Mach-O cuts names at 16 bytes, "__debug_str_offs".
func (r *reader) section(s rtdyld.DebugSection) {
	if s.Name == ".debug$S" {
		r.codeView = true
	}
	name := strings.TrimLeft(s.Name, "._")
	name = strings.TrimPrefix(name, "z")
	name, ok := strings.CutPrefix(name, "debug_")
	if !ok {
		return
	}
	to := map[string]*[]byte{
		"abbrev": &r.abbrev, "line": &r.line, "line_str": &r.lineStr, "str": &r.str, "str_offsets": &r.strOff,
		"str_offs": &r.strOff, "addr": &r.addr, "ranges": &r.ranges, "rnglists": &r.rnglists,
	}[name]
	switch {
	case name == "info":
		r.infos = append(r.infos, s.Data)
	case to != nil && *to == nil:
		*to = s.Data
	}
}

// fail keeps the first thing that is wrong.
func (r *reader) fail(section string, off uint64, err error) {
	if r.out.err == nil || errors.Is(err, errTooMuch) && !errors.Is(r.out.err, errTooMuch) {
		r.out.err = &readError{DebugError{Section: section, Offset: off, Msg: err.Error()}, err}
	}
}

// readError is a DebugError with its cause.
type readError struct {
	DebugError
	cause error
}

func (e *readError) Unwrap() []error { return []error{&e.DebugError, e.cause} }

// stepsOfTime is how many steps are done between two looks at the time.
const stepsOfTime = 1 << 12

// step reports whether n more steps may be done.
func (r *reader) step(n int) bool {
	r.steps -= n
	if r.left -= n; r.left < 0 && !r.until.none() {
		r.left = stepsOfTime
		if r.late = r.until.over(); r.late != "" {
			r.steps = -1
		}
	}
	return r.steps >= 0
}

// readInfo reads the units of a .debug_info section.
func (r *reader) readInfo(info []byte) {
	r.units, r.named = nil, map[uint64]uint32{}
	for off := uint64(0); off < uint64(len(info)); {
		u, next, err := r.header(info, off)
		if err != nil {
			r.fail(".debug_info", off, err)
			if next <= off {
				break
			}
		}
		if u != nil {
			r.units = append(r.units, u)
		}
		off = next
	}
	for _, u := range r.units {
		if err := r.readUnit(u); err != nil {
			r.fail(".debug_info", u.start, err)
			if errors.Is(err, errTooMuch) {
				return
			}
		}
	}
}

var errCut = errors.New("cut off")

// header reads the header of a unit. It returns no unit for one that holds no code.
func (r *reader) header(info []byte, off uint64) (u *unit, next uint64, err error) {
	c := at(info, off, r.big)
	n, wide := c.length()
	if c.Bad || n > uint64(c.Left()) || n == 0 {
		return nil, 0, errCut
	}
	next = uint64(c.At) + n
	u = &unit{start: off, end: next, info: info[:next], wide: wide}
	c.B = u.info
	u.version = int(c.Uint(2))
	kind := uint8(1) // DW_UT_compile
	switch {
	case u.version == 5:
		kind, u.addrSize = c.U8(), int(c.U8())
		u.abbrevOffset = c.offset(wide)
	case u.version >= 2 && u.version <= 4:
		u.abbrevOffset = c.offset(wide)
		u.addrSize = int(c.U8())
	default:
		return nil, next, fmt.Errorf("version %d", u.version)
	}
	switch kind {
	case 1, 3: // compile, partial
	case 4, 5: // skeleton, split compile: an identity follows
		c.Take(8)
	default:
		return nil, next, nil
	}
	if c.Bad {
		return nil, next, errCut
	}
	if u.addrSize != 4 && u.addrSize != 8 && u.addrSize != 2 {
		return nil, next, fmt.Errorf("addresses of %d bytes", u.addrSize)
	}
	// Where DWARF 5's tables begin in sections that have one alone.
	u.strBase, u.addrBase, u.listBase = 8, 8, 12
	if wide {
		u.strBase, u.addrBase, u.listBase = 16, 16, 20
	}
	if u.version < 5 {
		u.strBase, u.addrBase, u.listBase = 0, 0, 0
	}
	u.entries = uint64(c.At)
	return u, next, nil
}

// entryOf are the values of an entry that count here.
type entryOf struct {
	low, high, ranges          value
	name, linkage              value
	origin                     value // of what the entry is an instance or completion of
	callFile, callLine, callAt value
}

// readUnit reads the line table and the functions of a unit.
func (r *reader) readUnit(u *unit) error {
	t := r.abbreviations(u.abbrevOffset)
	if t.err != nil && len(t.decls) == 0 || errors.Is(t.err, errTooMuch) {
		return t.err
	}
	if !r.step(len(t.attrs)) {
		return errTooMuch
	}
	t.measure(u)
	c := at(u.info, u.entries, r.big)
	var inside []int32 // function that the entries of each level are in
	outer := int32(-1)
	for first := true; c.Left() > 0; first = false {
		if !r.step(1) {
			return errTooMuch
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
		d := t.find(code)
		if d == nil {
			return fmt.Errorf("entry at %#x has abbreviation %d, which there is not", where, code)
		}
		var err error
		fn := outer
		switch {
		case first:
			err = r.root(u, t, d, &c)
		case d.tag == tagSubprogram || d.tag == tagInlined:
			fn, err = r.function(u, t, d, &c, uint64(where), outer)
		case d.size >= 0:
			c.Take(uint64(d.size))
		default:
			for i := range t.attrs[d.attr : d.attr+d.n] {
				a := &t.attrs[d.attr+i]
				u.value(&c, a.form, a.implicit)
			}
			if !r.step(d.n) {
				return errTooMuch
			}
		}
		if err != nil {
			return err
		}
		if c.Bad {
			return fmt.Errorf("entry at %#x is cut off, or has a form that is not known", where)
		}
		if d.children {
			inside = append(inside, outer)
			outer = fn
		}
	}
	return nil
}

// root reads the first entry, the unit's own.
func (r *reader) root(u *unit, t *abbrevs, d *decl, c *cursor) error {
	var low, lines value
	for _, a := range t.attrs[d.attr : d.attr+d.n] {
		v := u.value(c, a.form, a.implicit)
		switch a.name {
		case atLowPC:
			low = v
		case atStmtList:
			lines = v
		case atCompDir:
			u.dir = v
		case atStrOffsets:
			u.strBase = v.u
		case atAddrBase, atGNUAddr:
			u.addrBase = v.u
		case atRnglistsBase:
			u.listBase = v.u
		case atGNURanges:
			u.rangesBase = v.u
		}
	}
	if !r.step(d.n) {
		return errTooMuch
	}
	if c.Bad {
		return nil // the caller tells
	}
	u.low, _ = r.address(u, low)
	if lines.class != classSec && lines.class != classConst {
		return nil
	}
	p, err := r.program(u, lines.u)
	u.lines = p
	if err != nil {
		r.fail(".debug_line", lines.u, err)
		if errors.Is(err, errTooMuch) {
			return err
		}
	}
	return nil
}

// function reads the entry of a function, or of a call that was inlined into outer. It
// returns the index in funcs of what is kept of it, or -1.
func (r *reader) function(u *unit, t *abbrevs, d *decl, c *cursor, where uint64, outer int32) (int32, error) {
	e := r.entry(u, t, d, c)
	if !r.step(d.n) {
		return -1, errTooMuch
	}
	f := function{inlined: d.tag == tagInlined, outer: -1}
	if f.inlined {
		f.outer = outer
	}
	nowhere := e.low.class == classNone && e.ranges.class == classNone
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
		return -1, errTooMuch
	}
	f.name = r.nameOf(u, &e, where)
	f.file, f.line, f.col = u.lines.file(r, u, e.callFile.u), clip(e.callLine.u), column(e.callAt.u)
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
func (r *reader) entry(u *unit, t *abbrevs, d *decl, c *cursor) (e entryOf) {
	for i := range t.attrs[d.attr : d.attr+d.n] {
		a := &t.attrs[d.attr+i]
		v := u.value(c, a.form, a.implicit)
		switch a.name {
		case atLowPC:
			e.low = v
		case atHighPC:
			e.high = v
		case atRanges:
			e.ranges = v
		case atName:
			e.name = v
		case atLinkage, atMIPSLinkage:
			e.linkage = v
		case atOrigin, atSpec:
			e.origin = v
		case atCallFile:
			e.callFile = v
		case atCallLine:
			e.callLine = v
		case atCallColumn:
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
	if e.origin.class == classRef && e.linkage.class == classNone && e.name.class == classNone {
		key = e.origin.u // all instances share it
	}
	if n, ok := r.named[key]; ok {
		return n
	}
	linkage, plain := r.text(u, e.linkage), r.text(u, e.name)
	next := e.origin
	for n := 0; n < maxChain && len(linkage) == 0 && next.class == classRef; n++ {
		v := r.unitAt(next.u)
		if v == nil {
			break
		}
		t := r.abbreviations(v.abbrevOffset)
		c := at(v.info, next.u, r.big)
		d := t.find(c.ULEB())
		if d == nil || !r.step(d.n) {
			break
		}
		o := r.entry(v, t, d, &c)
		if c.Bad {
			break
		}
		linkage = r.text(v, o.linkage)
		if len(plain) == 0 {
			plain = r.text(v, o.name)
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
	i := sort.Search(len(r.units), func(i int) bool { return r.units[i].end > off })
	if i == len(r.units) || off < r.units[i].entries {
		return nil
	}
	return r.units[i]
}
