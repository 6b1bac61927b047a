package symbolize

// Names and numbers are those of DWARF 5, chapter 7. Before DWARF 5 the tables are the same
// with fewer rows; what GNU's compilers wrote before is in the user range.

const (
	tagInlined    = 0x1d
	tagCompile    = 0x11
	tagSubprogram = 0x2e
	tagPartial    = 0x3c
	tagSkeleton   = 0x4a
)

const (
	atName         = 0x03
	atStmtList     = 0x10
	atLowPC        = 0x11
	atHighPC       = 0x12
	atCompDir      = 0x1b
	atOrigin       = 0x31 // DW_AT_abstract_origin
	atSpec         = 0x47 // DW_AT_specification
	atRanges       = 0x55
	atCallColumn   = 0x57
	atCallFile     = 0x58
	atCallLine     = 0x59
	atLinkage      = 0x6e
	atStrOffsets   = 0x72 // DW_AT_str_offsets_base
	atAddrBase     = 0x73
	atRnglistsBase = 0x74
	atMIPSLinkage  = 0x2007
	atGNURanges    = 0x2132 // DW_AT_GNU_ranges_base
	atGNUAddr      = 0x2133 // DW_AT_GNU_addr_base
)

// class is what the number of a value means.
type class uint8

const (
	classNone    class = iota // absent, or of no use here
	classAddr                 // an address
	classAddrx                // index of one in .debug_addr
	classConst                // a number
	classSec                  // an offset in the section that the attribute implies
	classList                 // index in the unit's table of range lists
	classHere                 // a string at this offset of the section that the value is in
	classStr                  // one in .debug_str
	classLineStr              // one in .debug_line_str
	classStrx                 // index of one in .debug_str_offsets
	classRef                  // an entry at this offset of .debug_info
)

// value is an attribute's.
type value struct {
	u     uint64
	class class
}

// unit is what the forms of a unit's values depend on.
type unit struct {
	start, end   uint64 // of the unit in .debug_info; start is that of its header
	entries      uint64 // of the first entry
	info         []byte
	version      int
	addrSize     int
	wide         bool // 64-bit DWARF
	strBase      uint64
	addrBase     uint64
	listBase     uint64
	rangesBase   uint64 // DW_AT_GNU_ranges_base
	low          uint64 // what offsets of range lists count from
	dir          value
	lines        *program
	abbrevOffset uint64
}

// unknown is the size of forms that have none, or none that is known.
const unknown = -1

// fixed is how many bytes a form takes, unknown if that depends on the value.
func (u *unit) fixed(form uint64) int {
	offset := 4
	if u.wide {
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
		return u.addrSize
	case 0x10: // ref_addr
		if u.version < 3 {
			return u.addrSize
		}
		return offset
	case 0x0e, 0x17, 0x1d, 0x1f, 0x1f20, 0x1f21: // strp, sec_offset, strp_sup, line_strp
		return offset
	}
	return unknown
}

// value reads an attribute of a form. c is bad after one that nobody knows.
func (u *unit) value(c *cursor, form uint64, implicit int64) value {
	for range 4 { // DW_FORM_indirect may name itself
		if form != 0x16 {
			break
		}
		form = c.ULEB()
	}
	if n := u.fixed(form); n >= 0 {
		return u.word(c, form, n, implicit)
	}
	switch form {
	case 0x0d:
		return value{uint64(c.SLEB()), classConst}
	case 0x0f:
		return value{c.ULEB(), classConst}
	case 0x15: // ref_udata
		return value{u.start + c.ULEB(), classRef}
	case 0x1a, 0x1f02: // strx
		return value{c.ULEB(), classStrx}
	case 0x1b, 0x1f01: // addrx
		return value{c.ULEB(), classAddrx}
	case 0x23:
		return value{c.ULEB(), classList}
	case 0x22: // loclistx
		c.ULEB()
		return value{}
	case 0x08:
		v := value{uint64(c.At), classHere}
		c.CString()
		return v
	case 0x0a:
		c.Take(uint64(c.U8()))
		return value{}
	case 0x03:
		c.Take(c.Uint(2))
		return value{}
	case 0x04:
		c.Take(c.Uint(4))
		return value{}
	case 0x09, 0x18: // block, exprloc
		c.Take(c.ULEB())
		return value{}
	}
	c.Bad = true
	return value{}
}

// word reads a value of n bytes.
func (u *unit) word(c *cursor, form uint64, n int, implicit int64) value {
	var v uint64
	switch n {
	case 0:
		v = uint64(implicit)
	case 16:
		c.Take(16)
		return value{}
	default:
		v = c.Uint(n)
	}
	switch form {
	case 0x01:
		return value{v, classAddr}
	case 0x29, 0x2a, 0x2b, 0x2c:
		return value{v, classAddrx}
	case 0x25, 0x26, 0x27, 0x28:
		return value{v, classStrx}
	case 0x0e:
		return value{v, classStr}
	case 0x1f:
		return value{v, classLineStr}
	case 0x17:
		return value{v, classSec}
	case 0x11, 0x12, 0x13, 0x14:
		return value{u.start + v, classRef}
	case 0x10:
		return value{v, classRef}
	case 0x05, 0x06, 0x07, 0x0b, 0x0c, 0x19, 0x21:
		return value{v, classConst} // data4 and data8 are offsets as well before DWARF 4
	}
	return value{}
}
