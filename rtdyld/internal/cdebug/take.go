package cdebug

import (
	"debug/dwarf"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// Attributes that Go's debug/dwarf does not name.
const (
	attrGNUVector dwarf.Attr = 0x2107
	attrSignature dwarf.Attr = 0x69
	attrLinkage   dwarf.Attr = units.AtLinkage
	attrOld       dwarf.Attr = units.AtOldLinkage
)

// byValue is DW_CC_pass_by_value.
const byValue = 5

// take takes what is of use from an attribute.
func (e *Entry) take(a dwarf.Attr, v units.Value) {
	flag := v.Class == units.Const && v.U != 0
	switch a {
	case dwarf.AttrName:
		e.Name = string(e.from.file.data.Text(&e.from.Unit, v))
	case attrLinkage, attrOld:
		e.Linkage = string(e.from.file.data.Text(&e.from.Unit, v))
	case dwarf.AttrType:
		e.ref = v
	case dwarf.AttrAbstractOrigin, dwarf.AttrSpecification:
		e.origin = v
	case attrSignature:
		e.signature = v
	case dwarf.AttrLowpc:
		e.low, e.has = v, true
	case dwarf.AttrRanges:
		e.has = true
	case dwarf.AttrDeclaration:
		e.Declared = flag
	case dwarf.AttrExternal:
		e.External = flag
	case dwarf.AttrPrototyped:
		e.prototyped = flag
	case attrGNUVector:
		e.Vector = flag
	case dwarf.AttrDataMemberLoc:
		if v.Class == units.Block {
			v = e.plus(v)
		}
	}
	if v.Class == units.Const {
		e.number(a, int64(v.U))
	}
}

// plus is the number that DWARF 3 adds to an address.
func (e *Entry) plus(v units.Value) units.Value {
	c := units.At(e.from.Info, v.U, e.from.file.data.Big)
	if c.U8() != 0x23 { // DW_OP_plus_uconst
		return units.Value{}
	}
	v = units.Value{U: c.ULEB(), Class: units.Const}
	if c.Bad {
		return units.Value{}
	}
	return v
}

// number takes an attribute that is a number.
func (e *Entry) number(a dwarf.Attr, n int64) {
	switch a {
	case dwarf.AttrDeclFile:
		e.decl = n
	case dwarf.AttrDeclLine:
		e.Line = int(n)
	case dwarf.AttrByteSize:
		e.Size = n
	case dwarf.AttrBitSize:
		e.Bits = n
	case dwarf.AttrDataBitOffset:
		e.BitAt = n
	case dwarf.AttrBitOffset:
		e.BitDown = n
	case dwarf.AttrDataMemberLoc:
		e.Offset = n
	case dwarf.AttrConstValue:
		e.Value = n
	case dwarf.AttrCount:
		e.Count = n
	case dwarf.AttrUpperBound:
		if e.Count < 0 && n >= -1 && n < 1<<62 {
			e.Count = n + 1
		}
	case dwarf.AttrAlignment:
		e.Align = n
	case dwarf.AttrEncoding:
		e.Encoding = n
	case dwarf.AttrCalling:
		e.passing = n
	}
}
