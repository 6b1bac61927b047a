package units

// Tags of entries.
const (
	TagInlined    = 0x1d
	TagCompile    = 0x11
	TagSubprogram = 0x2e
	TagPartial    = 0x3c
	TagSkeleton   = 0x4a
)

// Attributes that are of use for code, or to find others.
const (
	AtName         = 0x03
	AtStmtList     = 0x10
	AtLowPC        = 0x11
	AtHighPC       = 0x12
	AtCompDir      = 0x1b
	AtOrigin       = 0x31 // DW_AT_abstract_origin
	AtSpec         = 0x47 // DW_AT_specification
	AtRanges       = 0x55
	AtCallColumn   = 0x57
	AtCallFile     = 0x58
	AtCallLine     = 0x59
	AtLinkage      = 0x6e
	AtStrOffsets   = 0x72 // DW_AT_str_offsets_base
	AtAddrBase     = 0x73
	AtRnglistsBase = 0x74
	AtOldLinkage   = 0x2007 // the linkage name before DWARF 4
	AtGNURanges    = 0x2132 // DW_AT_GNU_ranges_base
	AtGNUAddr      = 0x2133 // DW_AT_GNU_addr_base
)

// Class is what the number of a value means.
type Class uint8

// Classes of values.
const (
	None    Class = iota // absent, or of no use here
	Addr                 // an address
	Addrx                // index of one in .debug_addr
	Const                // a number
	Sec                  // an offset in the section that the attribute implies
	List                 // index in the unit's table of range lists
	Here                 // a string at this offset of the section that the value is in
	Str                  // one in .debug_str
	LineStr              // one in .debug_line_str
	Strx                 // index of one in .debug_str_offsets
	Ref                  // an entry at this offset of .debug_info
	Sig                  // a type with this signature, in a unit of its own
	Block                // bytes that begin at this offset of the section that the value is in
)

// Value is an attribute's.
type Value struct {
	U     uint64
	Class Class
}

// Unit is what the forms of a unit's values depend on.
type Unit struct {
	Start, End   uint64 // of the unit in .debug_info; start is that of its header
	Entries      uint64 // of the first entry
	Info         []byte
	Version      int
	AddrSize     int
	Wide         bool // 64-bit DWARF
	StrBase      uint64
	AddrBase     uint64
	ListBase     uint64
	RangesBase   uint64 // DW_AT_GNU_ranges_base
	AbbrevOffset uint64
	Kind         uint8
	Signature    uint64 // of a KindType: of the type
	TypeAt       uint64 // of a KindType: where the type is in the section
}

// Unknown is the size of forms that have none, or none that is known.
const Unknown = -1

// Fixed is how many bytes a form takes, unknown if that depends on the value.
func (u *Unit) Fixed(form uint64) int {
	offset := 4
	if u.Wide {
		offset = 8
	}
	switch form {
	case 0x19, 0x21: // flag_present, implicit_const
		return 0
	case 0x0b, 0x0c, 0x11, 0x25, 0x29: // data1, flag, ref1, strx1, addrx1
		return 1
	case 0x05, 0x12, 0x26, 0x2a:
		return 2
	case 0x27, 0x2b: // strx3, addrx3
		return 3
	case 0x06, 0x13, 0x1c, 0x28, 0x2c: // data4, ref4, ref_sup4, strx4, addrx4
		return 4
	case 0x07, 0x14, 0x20, 0x24: // data8, ref8, ref_sig8, ref_sup8
		return 8
	case 0x1e: // data16
		return 16
	case 0x01:
		return u.AddrSize
	case 0x10: // ref_addr
		if u.Version < 3 {
			return u.AddrSize
		}
		return offset
	case 0x0e, 0x17, 0x1d, 0x1f, 0x1f20, 0x1f21: // strp, sec_offset, strp_sup, line_strp
		return offset
	}
	return Unknown
}

// Value reads an attribute of a form. c is bad after one that nobody knows.
func (u *Unit) Value(c *Cursor, form uint64, implicit int64) Value {
	for range 4 { // DW_FORM_indirect may name itself
		if form != 0x16 {
			break
		}
		form = c.ULEB()
	}
	if n := u.Fixed(form); n >= 0 {
		return u.word(c, form, n, implicit)
	}
	switch form {
	case 0x0d:
		return Value{uint64(c.SLEB()), Const}
	case 0x0f:
		return Value{c.ULEB(), Const}
	case 0x15: // ref_udata
		return Value{u.Start + c.ULEB(), Ref}
	case 0x1a, 0x1f02: // strx
		return Value{c.ULEB(), Strx}
	case 0x1b, 0x1f01: // addrx
		return Value{c.ULEB(), Addrx}
	case 0x23:
		return Value{c.ULEB(), List}
	case 0x22: // loclistx
		c.ULEB()
		return Value{}
	case 0x08:
		v := Value{uint64(c.At), Here}
		c.CString()
		return v
	case 0x0a:
		return block(c, uint64(c.U8()))
	case 0x03:
		return block(c, c.Uint(2))
	case 0x04:
		return block(c, c.Uint(4))
	case 0x09, 0x18: // block, exprloc
		return block(c, c.ULEB())
	}
	c.Bad = true
	return Value{}
}

// block goes over n bytes.
func block(c *Cursor, n uint64) Value {
	v := Value{uint64(c.At), Block}
	c.Take(n)
	return v
}

// word reads a value of n bytes.
func (u *Unit) word(c *Cursor, form uint64, n int, implicit int64) Value {
	var v uint64
	switch n {
	case 0:
		v = uint64(implicit)
		if form == 0x19 {
			v = 1
		}
	case 16:
		c.Take(16)
		return Value{}
	default:
		v = c.Uint(n)
	}
	switch form {
	case 0x01:
		return Value{v, Addr}
	case 0x29, 0x2a, 0x2b, 0x2c:
		return Value{v, Addrx}
	case 0x25, 0x26, 0x27, 0x28:
		return Value{v, Strx}
	case 0x0e:
		return Value{v, Str}
	case 0x1f:
		return Value{v, LineStr}
	case 0x17:
		return Value{v, Sec}
	case 0x11, 0x12, 0x13, 0x14:
		return Value{u.Start + v, Ref}
	case 0x10:
		return Value{v, Ref}
	case 0x20:
		return Value{v, Sig}
	case 0x05, 0x06, 0x07, 0x0b, 0x0c, 0x19, 0x21:
		return Value{v, Const} // data4 and data8 are offsets as well before DWARF 4
	}
	return Value{}
}
