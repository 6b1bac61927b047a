package main

import "github.com/go-rtdyld/rtdyld/internal/bin"

// cursor reads a header of .debug_line (DWARF 5, 6.2.4).
type cursor struct {
	bin.Cursor
	wide bool // offsets have 8 bytes
}

func (c *cursor) offset() uint64 {
	if c.wide {
		return c.Uint(8)
	}
	return c.Uint(4)
}

// Forms and the content type that the tables of a line header use (DWARF 5, 7.5.6 and
// 7.22).
const (
	formBlock2   = 0x03
	formBlock4   = 0x04
	formData2    = 0x05
	formData4    = 0x06
	formData8    = 0x07
	formString   = 0x08
	formBlock    = 0x09
	formBlock1   = 0x0a
	formData1    = 0x0b
	formStrp     = 0x0e
	formUdata    = 0x0f
	formData16   = 0x1e
	formLineStrp = 0x1f

	contentPath = 1
)

// entries reads a table of directories or files of DWARF 5 and returns the paths.
func (c *cursor) entries(debug map[string][]byte) [][]byte {
	type format struct{ content, form uint64 }
	formats := make([]format, c.Uint(1))
	for i := range formats {
		formats[i] = format{c.ULEB(), c.ULEB()}
	}
	n := c.ULEB()
	var out [][]byte
	for ; n > 0 && len(formats) > 0 && c.Left() > 0 && !c.Bad; n-- {
		var path []byte
		for _, f := range formats {
			if s := c.form(f.form, debug); f.content == contentPath {
				path = s
			}
		}
		if !c.Bad {
			out = append(out, path)
		}
	}
	return out
}

// form reads a value; what is no string is skipped.
func (c *cursor) form(form uint64, debug map[string][]byte) []byte {
	switch form {
	case formString:
		return c.CString()
	case formLineStrp, formStrp:
		s := cursor{Cursor: bin.Cursor{B: debug["line_str"]}}
		if form == formStrp {
			s.B = debug["str"]
		}
		s.Seek(c.offset())
		return s.CString()
	case formData1:
		c.Take(1)
	case formData2:
		c.Take(2)
	case formData4:
		c.Take(4)
	case formData8:
		c.Take(8)
	case formData16:
		c.Take(16)
	case formUdata:
		c.ULEB()
	case formBlock:
		c.Take(c.ULEB())
	case formBlock1:
		c.Take(c.Uint(1))
	case formBlock2:
		c.Take(c.Uint(2))
	case formBlock4:
		c.Take(c.Uint(4))
	default:
		c.Bad = true
	}
	return nil
}
