package bind

import (
	"bytes"
	"debug/dwarf"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// constant is a macro with a value, or an enumerator.
type constant struct {
	c, name string
	value   string // in Go
	typ     string // in Go, "": none
	doc     string
}

// value reads what a variable is initialized with, and gives it in Go; "" for what is no constant there.
func (t *typer) value(p *probed, variable *entry) string {
	e := variable.Type().Plain()
	b := p.values[variable.Name]
	size, err := t.sizeof(e)
	if err != nil || size <= 0 || int64(len(b)) < size {
		return ""
	}
	b = b[:size]
	switch {
	case e.Tag == dwarf.TagArrayType && cdebug.IsChar(e.Type()):
		return text(b)
	case e.Tag == dwarf.TagPointerType:
		v := t.word64(b, false)
		low := v + mostPointer
		if t.word == 4 {
			low = uint64(uint32(low))
		}
		if low >= 2*mostPointer { // an address
			return ""
		}
		if v < mostPointer {
			return strconv.FormatUint(v, 10)
		}
		return "0x" + strconv.FormatUint(v, 16)
	case e.Tag == dwarf.TagEnumerationType:
		return t.number(b, e.IsSigned())
	case e.Tag != dwarf.TagBaseType:
		return ""
	}
	switch e.Encoding {
	case cdebug.EncFloat:
		var v float64
		switch size {
		case 4:
			v = float64(math.Float32frombits(uint32(t.word64(b, false))))
		case 8:
			v = math.Float64frombits(t.word64(b, false))
		default:
			return ""
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		s := strconv.FormatFloat(v, 'g', -1, int(8*size))
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	case cdebug.EncBoolean:
		return strconv.FormatBool(b[0] != 0)
	case cdebug.EncSigned, cdebug.EncSignedChar:
		return t.number(b, true)
	case cdebug.EncUnsigned, cdebug.EncUnsignedChar, cdebug.EncUTF, cdebug.EncASCII:
		return t.number(b, false)
	}
	return ""
}

// mostPointer is how far from 0 pointers are that stand for something else than an address, as (void *)-1 does.
const mostPointer = 0x1000

// text is a string of C, "" for one that has no end, or that is none.
func text(b []byte) string {
	end := bytes.IndexByte(b, 0)
	if end < 0 || end != len(b)-1 || !utf8.Valid(b[:end]) {
		return ""
	}
	return strconv.Quote(string(b[:end]))
}

// word64 reads an integer of 1, 2, 4 or 8 bytes.
func (m *machine) word64(b []byte, signed bool) uint64 {
	var order binary.ByteOrder = binary.LittleEndian
	if m.big {
		order = binary.BigEndian
	}
	var v uint64
	switch len(b) {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(order.Uint16(b))
	case 4:
		v = uint64(order.Uint32(b))
	case 8:
		v = order.Uint64(b)
	}
	if shift := 64 - 8*len(b); signed && shift > 0 {
		v = uint64(int64(v<<shift) >> shift)
	}
	return v
}

// number is an integer in Go, "" for one that is too wide.
func (m *machine) number(b []byte, signed bool) string {
	if len(b) > 8 || len(b) == 0 {
		return ""
	}
	if signed {
		return strconv.FormatInt(int64(m.word64(b, true)), 10)
	}
	return strconv.FormatUint(m.word64(b, false), 10)
}
