package symbolize

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// program is a line number program whose rows have been read.
type program struct {
	version int
	dirs    []name
	files   []fileEntry // from 0 on in DWARF 5, else from 1
	known   []uint32    // by file: its index in debugInfo.files plus one
	unit    *unit       // the first that has it: whose strings and folder count
}

// name is a string that stands in the header or elsewhere.
type name struct {
	here []byte // if it stands in the header
	v    units.Value
}

type fileEntry struct {
	name name
	dir  uint64
}

// program reads the line table at an offset, unless another unit has had it read.
func (r *reader) program(u *unit, off uint64) (*program, error) {
	if p, ok := r.programs[off]; ok {
		return p, nil
	}
	p := &program{unit: u}
	r.programs[off] = p
	c := units.At(r.Line, off, r.Big)
	n, wide := c.Length()
	if c.Bad || n > uint64(c.Left()) {
		return p, units.ErrCut
	}
	c.B = c.B[:uint64(c.At)+n]
	p.version = int(c.Uint(2))
	if p.version < 2 || p.version > 5 {
		return p, fmt.Errorf("version %d", p.version)
	}
	m := machine{addrSize: u.AddrSize}
	if p.version >= 5 {
		m.addrSize = int(c.U8())
		c.U8() // segment selectors
	}
	rest := c.Offset(wide)
	if c.Bad || rest > uint64(c.Left()) {
		return p, units.ErrCut
	}
	code := c // the program follows the header
	code.Take(rest)
	head := c
	head.B = c.B[:code.At]
	m.minInst, m.maxOps = uint64(head.U8()), 1
	if p.version >= 4 {
		m.maxOps = max(1, uint64(head.U8()))
	}
	m.isStmt = head.U8() != 0
	m.lineBase, m.lineRange = int64(int8(head.U8())), uint64(head.U8())
	m.opBase = head.U8()
	if m.opBase == 0 || m.lineRange == 0 && !head.Bad {
		return p, errors.New("line_range or opcode_base is 0")
	}
	m.lengths = head.Take(uint64(m.opBase) - 1)
	if p.version >= 5 {
		p.tables5(r, &head, wide)
	} else {
		p.tables(r, &head)
	}
	if head.Bad {
		return p, errors.New("header is cut off")
	}
	return p, m.run(r, p, &code)
}

// tables reads the folders and files of DWARF 2 to 4.
func (p *program) tables(r *reader, c *units.Cursor) {
	p.dirs = append(p.dirs, name{}) // the unit's own
	for !c.Bad && r.file() {
		s := c.CString()
		if len(s) == 0 {
			break
		}
		p.dirs = append(p.dirs, name{here: s})
	}
	p.files = append(p.files, fileEntry{})
	for !c.Bad && r.file() {
		s := c.CString()
		if len(s) == 0 {
			break
		}
		p.addFile(s, c)
	}
}

// file reports whether there may be one more file or folder.
func (r *reader) file() bool {
	r.maxFiles--
	return r.maxFiles >= 0 && r.Step(1)
}

// addFile adds one whose name was read.
func (p *program) addFile(s []byte, c *units.Cursor) {
	f := fileEntry{name: name{here: s}, dir: c.ULEB()}
	c.ULEB() // time
	c.ULEB() // length
	p.files = append(p.files, f)
}

// tables5 reads those of DWARF 5.
func (p *program) tables5(r *reader, c *units.Cursor, wide bool) {
	u := *p.unit
	u.Wide = wide
	p.entries(r, c, &u, func(n name, _ uint64) { p.dirs = append(p.dirs, n) })
	p.entries(r, c, &u, func(n name, dir uint64) { p.files = append(p.files, fileEntry{n, dir}) })
}

// entries reads a table of DWARF 5 whose columns it describes itself.
func (p *program) entries(r *reader, c *units.Cursor, u *unit, add func(name, uint64)) {
	formats := make([]units.Attr, c.U8())
	for i := range formats {
		formats[i] = units.Attr{Name: c.ULEB(), Form: c.ULEB()}
	}
	for n := c.ULEB(); n > 0 && !c.Bad; n-- {
		var path name
		dir := uint64(0)
		before := c.At
		for _, f := range formats {
			v := u.Value(c, f.Form, 0)
			switch f.Name {
			case 1: // DW_LNCT_path
				if path.v = v; v.Class == units.Here {
					s := units.At(c.B, v.U, c.Big)
					path.here = s.CString()
				}
			case 2: // DW_LNCT_directory_index
				dir = v.U
			}
		}
		if c.At == before || !r.file() || !r.Step(len(formats)) {
			c.Bad = true // a table without columns may claim any number of rows
			return
		}
		add(path, dir)
	}
}

// file returns the index in debugInfo.files of a file of the table, 0 if there is none.
func (p *program) file(r *reader, u *unit, i uint64) uint32 {
	if p == nil || i >= uint64(len(p.files)) || p.version < 5 && i == 0 {
		return 0
	}
	for len(p.known) < len(p.files) {
		p.known = append(p.known, 0)
	}
	if p.known[i] == 0 {
		path := p.text(r, p.files[i].name)
		if !absolute(path) {
			if d := p.files[i].dir; d < uint64(len(p.dirs)) && (d > 0 || p.version >= 5) {
				path = join(p.text(r, p.dirs[d]), path)
			}
			if !absolute(path) {
				path = join(r.Text(&p.unit.Unit, p.unit.dir), path)
			}
		}
		p.known[i] = r.intern(path, &r.out.files, r.fileIndex) + 1
	}
	return p.known[i] - 1
}

func (p *program) text(r *reader, n name) []byte {
	if n.here != nil {
		return n.here
	}
	return r.Text(&p.unit.Unit, n.v)
}

// absolute reports whether a path needs no folder before it, on any system.
func absolute(path []byte) bool {
	switch {
	case len(path) > 0 && (path[0] == '/' || path[0] == '\\'):
		return true
	case len(path) > 2 && path[1] == ':':
		return path[2] == '/' || path[2] == '\\'
	}
	return false
}

// join puts a folder before a path.
func join(dir, path []byte) []byte {
	if len(dir) == 0 || len(path) == 0 {
		return path
	}
	sep := byte('/')
	if len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' {
		sep = '\\'
	}
	out := make([]byte, 0, len(dir)+1+len(path))
	out = append(out, dir...)
	if last := dir[len(dir)-1]; last != '/' && last != '\\' {
		out = append(out, sep)
	}
	return append(out, path...)
}

// machine runs a line number program (DWARF 5, section 6.2).
type machine struct {
	addrSize        int
	minInst, maxOps uint64
	lineBase        int64
	lineRange       uint64
	opBase          uint8
	lengths         []byte // operands of the standard opcodes from 1 on
	isStmt          bool

	addr, op, file, line, col uint64
	start                     uint64 // address of the sequence's first row
	begun                     bool   // it has one
	wild                      bool   // the sequence is farther than 4 GiB, or goes below its start
}

func (m *machine) reset() {
	m.addr, m.op, m.file, m.line, m.col, m.begun, m.wild = 0, 0, 1, 1, 0, false, false
}

// advance goes on by a number of operations.
func (m *machine) advance(n uint64) {
	if m.maxOps == 1 {
		m.addr += m.minInst * n
		return
	}
	m.op += n
	m.addr += m.minInst * (m.op / m.maxOps)
	m.op %= m.maxOps
}

// run appends the sequences of the program that lie in code of the object.
func (m *machine) run(r *reader, p *program, c *units.Cursor) error {
	d := r.out
	m.reset()
	first := len(d.rows)
	emit := func() bool {
		if !m.begun {
			m.start, m.begun = m.addr, true
		}
		if m.addr < m.start || m.addr-m.start > math.MaxUint32 {
			m.wild = true
			return true
		}
		if len(d.rows) >= r.maxRows {
			return false
		}
		d.rows = append(d.rows, row{uint32(m.addr - m.start), clip(m.line), p.file(r, p.unit, m.file), column(m.col)})
		return true
	}
	for c.Left() > 0 {
		if !r.Step(1) {
			return units.ErrTooMuch
		}
		op := c.U8()
		ok := true
		switch {
		case op >= m.opBase:
			n := uint64(op - m.opBase)
			m.advance(n / m.lineRange)
			m.line += uint64(m.lineBase + int64(n%m.lineRange))
			ok = emit()
		case op == 0:
			n := c.ULEB()
			next := uint64(c.At) + n
			if c.Bad || n > uint64(c.Left()) {
				return units.ErrCut
			}
			if n == 0 {
				continue
			}
			switch c.U8() {
			case 1: // DW_LNE_end_sequence
				d.rows = r.endSequence(m, d.rows, first)
				first = len(d.rows)
				m.reset()
			case 2: // DW_LNE_set_address
				if n > 9 {
					return units.ErrCut
				}
				m.addr, m.op = c.Uint(int(n-1)), 0
			case 3: // DW_LNE_define_file
				if ok = r.file(); ok {
					p.addFile(c.CString(), c)
				}
			}
			c.At = int(next)
		default:
			ok = m.standard(op, c, emit)
		}
		if !ok {
			return units.ErrTooMuch
		}
		if c.Bad {
			return units.ErrCut
		}
	}
	d.rows = d.rows[:first] // a sequence without an end
	return nil
}

// standard does one of the standard opcodes.
func (m *machine) standard(op uint8, c *units.Cursor, emit func() bool) bool {
	switch op {
	case 1: // DW_LNS_copy
		return emit()
	case 2: // advance_pc
		m.advance(c.ULEB())
	case 3: // advance_line
		m.line += uint64(c.SLEB())
	case 4:
		m.file = c.ULEB()
	case 5:
		m.col = c.ULEB()
	case 6, 7, 10, 11: // negate_stmt, basic_block, prologue_end, epilogue_begin
	case 8: // const_add_pc
		m.advance(uint64(255-m.opBase) / m.lineRange)
	case 9: // fixed_advance_pc
		m.addr, m.op = m.addr+c.Uint(2), 0
	default: // set_isa, and what a later version adds
		for range m.lengths[op-1] {
			c.ULEB()
		}
	}
	return true
}

// endSequence files the rows from first on, or drops them.
func (r *reader) endSequence(m *machine, rows []row, first int) []row {
	if !m.begun || m.wild || m.addr <= m.start || !r.inCode(span{m.start, m.addr}) {
		return rows[:first]
	}
	kept := sortRows(rows[first:])
	r.out.seqs = append(r.out.seqs, sequence{m.start, m.addr, uint32(first), uint32(len(kept))})
	return rows[:first+len(kept)]
}

// sortRows orders rows that do not ascend, and keeps the last of each address.
func sortRows(rows []row) []row {
	up := func(a, b row) int {
		switch {
		case a.off < b.off:
			return -1
		case a.off > b.off:
			return 1
		}
		return 0
	}
	if !slices.IsSortedFunc(rows, up) {
		slices.SortStableFunc(rows, up)
	}
	out := rows[:0]
	for _, x := range rows {
		n := len(out)
		if n > 0 && out[n-1].off == x.off {
			n--
			out = out[:n]
		}
		if n > 0 && out[n-1].line == x.line && out[n-1].file == x.file && out[n-1].col == x.col {
			continue
		}
		out = append(out, x)
	}
	return out
}
