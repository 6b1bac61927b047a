package cdebug

import (
	"path"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// lineTable has what names of files are read from: the heads of line tables.
type lineTable struct {
	line, lineStr, str []byte
	big                bool
}

// mostFiles is how many names of a table are read.
const mostFiles = 1 << 16

// files are the names of a table's files by their numbers, as long as they can be read. dir is the unit's.
func (t *lineTable) files(off int64, dir string) []string {
	if off < 0 {
		return nil
	}
	c := bin.Cursor{B: t.line, Big: t.big}
	c.Seek(uint64(off))
	wide := false
	if c.Uint(4) == 0xffffffff {
		wide = true
		c.Uint(8)
	}
	version := c.Uint(2)
	if version < 2 || version > 5 {
		return nil
	}
	if version == 5 {
		c.Take(2) // sizes of addresses and segments
	}
	t.offset(&c, wide)
	c.Take(1)
	if version >= 4 {
		c.Take(1)
	}
	c.Take(3)
	if n := c.U8(); n > 0 {
		c.Take(uint64(n) - 1)
	}
	if version == 5 {
		dirs := t.names(&c, wide, nil)
		return t.names(&c, wide, dirs)
	}
	dirs := []string{dir}
	for len(dirs) < mostFiles {
		s := c.CString()
		if len(s) == 0 {
			break
		}
		dirs = append(dirs, below(dir, string(s)))
	}
	files := []string{""}
	for len(files) < mostFiles && !c.Bad {
		s := c.CString()
		if len(s) == 0 {
			break
		}
		in := c.ULEB()
		c.ULEB()
		c.ULEB()
		files = append(files, below(nth(dirs, in), string(s)))
	}
	return files
}

func (t *lineTable) offset(c *bin.Cursor, wide bool) uint64 {
	if wide {
		return c.Uint(8)
	}
	return c.Uint(4)
}

// nth is an element of a list, "" if there is none.
func nth(list []string, i uint64) string {
	if i < uint64(len(list)) {
		return list[i]
	}
	return ""
}

// below is a name in a folder.
func below(dir, name string) string {
	if dir == "" || path.IsAbs(name) {
		return name
	}
	return path.Join(dir, name)
}

// Content types and forms of DWARF 5's tables of names (6.2.4.1, 7.5.6).
const (
	contentPath      = 1
	contentDirectory = 2
	formData2        = 0x05
	formData4        = 0x06
	formData8        = 0x07
	formString       = 0x08
	formBlock        = 0x09
	formData1        = 0x0b
	formStrp         = 0x0e
	formUdata        = 0x0f
	formData16       = 0x1e
	formLineStrp     = 0x1f
)

// names reads a table of DWARF 5: of folders, which are below the first one, or of files in folders.
func (t *lineTable) names(c *bin.Cursor, wide bool, dirs []string) []string {
	formats := make([][2]uint64, c.U8())
	for i := range formats {
		formats[i] = [2]uint64{c.ULEB(), c.ULEB()}
	}
	n := c.ULEB()
	var list []string
	for range min(n, mostFiles) {
		if c.Left() == 0 || c.Bad || len(formats) == 0 {
			break
		}
		name, in := "", uint64(0)
		for _, f := range formats {
			s, v, ok := t.form(c, f[1], wide)
			switch {
			case !ok:
				return list
			case f[0] == contentPath:
				name = s
			case f[0] == contentDirectory:
				in = v
			}
		}
		switch {
		case dirs != nil:
			name = below(nth(dirs, in), name)
		case len(list) > 0:
			name = below(list[0], name)
		}
		list = append(list, name)
	}
	return list
}

// form reads a value: a string or a number.
func (t *lineTable) form(c *bin.Cursor, form uint64, wide bool) (s string, v uint64, ok bool) {
	switch form {
	case formString:
		s = string(c.CString())
	case formLineStrp, formStrp:
		from := t.lineStr
		if form == formStrp {
			from = t.str
		}
		b, _ := bin.CString(from, t.offset(c, wide))
		s = string(b)
	case formUdata:
		v = c.ULEB()
	case formData1, formData2, formData4, formData8:
		v = c.Uint(map[uint64]int{formData1: 1, formData2: 2, formData4: 4, formData8: 8}[form])
	case formData16:
		c.Take(16)
	case formBlock:
		c.Take(c.ULEB())
	default:
		return "", 0, false
	}
	return s, v, !c.Bad
}

// fileNames are the files of a unit, by number.
func (u *unit) fileNames() []string {
	if !u.named {
		u.named = true
		d := u.file.data
		t := lineTable{d.Line, d.LineStr, d.Str, d.Big}
		u.files = t.files(u.lines, u.dir)
	}
	return u.files
}
