package macho

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Call frame information of Mach-O objects points at functions, their tables and
// personality routines by distances that the assembler has computed: they hold
// while sections keep the object's own addresses, and no relocation record says
// that they are there. Linkers are expected to know. Here each such pointer becomes
// a neutral record like any other: the target's section less __eh_frame itself.
//
// Source: LSB Core, chapter 10.6 (Exception Frames); DWARF 4, section 6.4.1.

// Bits of a pointer encoding (DW_EH_PE_*).
const (
	peOmit     = 0xff
	peFormat   = 0x0f // 0: a pointer; 2, 3, 4: 2, 4 and 8 bytes; 8 more: signed
	peRelative = 0x70
	pePCRel    = 0x10
)

// frame is a CIE as its FDEs need it.
type frame struct {
	pointer, table byte // encodings of addresses and of language-specific tables
	sized          bool // FDEs have augmentation data
}

// frames finds the pointers of an __eh_frame section.
type frames struct {
	img     *image
	data    []byte   // of the section
	addr    uint64   // of the section in the object
	covered []uint32 // offsets that have a relocation record, in order
	out     []byte   // records: offset and target's section, see frameRecord

	failed bool // for the reason in the rest
	at     uint64
	msg    string
	known  bool // it is sound but not supported
}

// A frameRecord is 8 bytes: the offset of the field, and the index of the section
// that it points to, with these bits.
const (
	frameSection  = 0xffffff
	frameLength   = 24 // logarithm of the field's bytes
	frameAbsolute = 1 << 26
)

// frameRecords hangs the records on an __eh_frame section, behind those it has.
func (p *parser) frameRecords(s *objfmt.Section, own *section) error {
	if len(p.img.secs) > frameSection || uint64(len(s.Data)) > 1<<32-1 {
		return p.unsupported(p.dataOffset(s), sectionN(uint64(s.Number)), "call frame information of more than 4 GiB or for too many sections")
	}
	f := frames{img: p.img, data: s.Data, addr: own.addr, covered: make([]uint32, 0, len(s.Raw)/recordSize)}
	var r record
	for b := s.Raw; len(b) >= recordSize; b = b[recordSize:] {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		r.load32(b)
		f.covered = append(f.covered, r.offset)
	}
	if err := heed.Sort(p.ctx, f.covered, cmp.Compare[uint32]); err != nil {
		return p.ended(err)
	}
	// Few sections have more than a pointer in 32 bytes; more grows.
	f.out = make([]byte, 0, len(s.Raw)+len(s.Data)/32*recordSize)
	f.out = append(f.out, s.Raw...)
	at := uint64(0)
	for !f.failed && at < uint64(len(s.Data)) {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		body, end, ok := f.next(at)
		if !ok {
			break
		}
		switch id := le.Uint32(f.data[body:]); {
		case f.has(body): // ld -r has written records for all pointers, those to CIEs too
		case id == 0:
			f.cie(body, end, true)
		default:
			f.fde(body, end, id)
		}
		at = end
	}
	if f.failed {
		fail := p.errorf
		if f.known {
			fail = p.unsupported
		}
		return fail(p.dataOffset(s)+f.at, sectionN(uint64(s.Number))+", call frame record", f.msg)
	}
	if len(f.out) > len(s.Raw) {
		own.nreloc, own.stride, own.frames = uint32(len(s.Raw)/recordSize), recordSize, true
		s.Raw = slices.Clip(f.out)
	}
	return nil
}

// fail notes the first thing that is wrong.
func (f *frames) fail(at uint64, msg string) {
	if !f.failed {
		f.failed, f.at, f.msg = true, at, msg
	}
}

func (f *frames) unsupported(at uint64, msg string) {
	if !f.failed {
		f.fail(at, msg)
		f.known = true
	}
}

// next reads the length of the record at offset at: body is where its id is. It
// reports false at the terminator.
func (f *frames) next(at uint64) (body, end uint64, ok bool) {
	b, fits := bin.Slice(f.data, at, 4)
	if !fits {
		f.fail(at, "length is cut")
		return 0, 0, false
	}
	n := uint64(le.Uint32(b))
	if n == 0 {
		return 0, 0, false
	}
	body = at + 4
	if n == 0xffff_ffff {
		if b, fits = bin.Slice(f.data, body, 8); !fits {
			f.fail(at, "length is cut")
			return 0, 0, false
		}
		n = le.Uint64(b)
		body += 8
	}
	if _, fits = bin.Slice(f.data, body, n); !fits || n < 4 {
		f.fail(at, "lies outside the section")
		return 0, 0, false
	}
	return body, body + n, true
}

// cie reads the CIE whose id is at body. Where own is set, it is not read for an
// FDE and the pointer to its personality routine is noted.
func (f *frames) cie(body, end uint64, own bool) (c frame) {
	r := bin.Cursor{B: f.data[:end]}
	r.Seek(body + 4)
	version := r.U8()
	var augmentation [8]byte
	n := 0
	for {
		ch := r.U8()
		if ch == 0 {
			break
		}
		if n == len(augmentation) {
			f.unsupported(body, "augmentation string is too long")
			return c
		}
		augmentation[n] = ch
		n++
	}
	if version != 1 && version != 3 {
		f.unsupported(body, "version "+strconv.Itoa(int(version)))
		return c
	}
	r.SkipLEB() // code alignment
	r.SkipLEB() // data alignment
	if version == 1 {
		r.U8() // return address
	} else {
		r.SkipLEB()
	}
	c.table = peOmit
	if n > 0 && augmentation[0] == 'z' {
		c.sized = true
		r.SkipLEB()
		for _, ch := range augmentation[1:n] {
			switch ch {
			case 'R':
				c.pointer = r.U8()
			case 'L':
				c.table = r.U8()
			case 'P':
				enc := r.U8()
				at := r.At
				size := f.size(body, enc)
				r.Take(size)
				if own && !r.Bad {
					f.field(uint64(at), size, enc)
				}
			case 'S', 'B', 'G': // of signal handlers; return addresses with authentication codes; tagged stacks
			default:
				f.unsupported(body, "augmentation "+strconv.QuoteRune(rune(ch)))
				return c
			}
		}
	} else if n > 0 {
		f.unsupported(body, "augmentation "+strconv.Quote(string(augmentation[:n])))
	}
	if r.Bad {
		f.fail(body, "ends before its fields do")
	}
	return c
}

// fde reads an FDE whose pointer to its CIE, at body, is id.
func (f *frames) fde(body, end uint64, id uint32) {
	if uint64(id) > body {
		f.fail(body, "its CIE is outside the section")
		return
	}
	cieBody, cieEnd, ok := f.next(body - uint64(id))
	if !ok || le.Uint32(f.data[cieBody:]) != 0 {
		f.fail(body, "refers to no CIE")
		return
	}
	c := f.cie(cieBody, cieEnd, false)
	r := bin.Cursor{B: f.data[:end]}
	r.Seek(body + 4)
	size := f.size(body, c.pointer)
	pointer := uint64(r.At)
	r.Take(2 * size) // and how much code
	table, n := uint64(0), uint64(0)
	if c.sized {
		r.SkipLEB()
		if c.table != peOmit {
			table, n = uint64(r.At), f.size(body, c.table)
			r.Take(n)
		}
	}
	if r.Bad {
		f.fail(body, "ends before its fields do")
	}
	if f.failed {
		return
	}
	f.field(pointer, size, c.pointer)
	if n > 0 {
		f.field(table, n, c.table)
	}
}

// size is the number of bytes of a pointer in an encoding.
func (f *frames) size(at uint64, enc byte) uint64 {
	switch enc & peFormat &^ 8 {
	case 0:
		if f.img.Is64 {
			return 8
		}
		return 4
	case 2:
		return 2
	case 3:
		return 4
	case 4:
		return 8
	}
	f.unsupported(at, "pointer encoding 0x"+strconv.FormatUint(uint64(enc), 16))
	return 4
}

// has reports whether the field at offset at has a relocation record.
func (f *frames) has(at uint64) bool {
	_, found := slices.BinarySearch(f.covered, uint32(at))
	return found
}

// field notes the pointer of size bytes at offset at. One that is 0 points nowhere,
// and one with a relocation record needs no other.
func (f *frames) field(at, size uint64, enc byte) {
	if f.has(at) || f.failed {
		return
	}
	b := f.data[at : at+size]
	var v, length uint64
	switch size {
	case 2:
		v, length = uint64(int16(le.Uint16(b))), 1
	case 4:
		v, length = uint64(int32(le.Uint32(b))), 2
	default:
		v, length = le.Uint64(b), 3
	}
	if v == 0 {
		return
	}
	bits := length << frameLength
	switch enc & peRelative {
	case pePCRel:
		v += f.addr + at
	case 0:
		bits |= frameAbsolute
	default:
		f.unsupported(at, "pointer encoding 0x"+strconv.FormatUint(uint64(enc), 16))
		return
	}
	if !f.img.Is64 {
		v = uint64(uint32(v))
	}
	i, ok := f.img.sectionAt(v)
	if !ok {
		f.fail(at, "no section has the address that it points to")
		return
	}
	f.out = le.AppendUint32(f.out, uint32(at))
	f.out = le.AppendUint32(f.out, uint32(bits)|uint32(i))
}
