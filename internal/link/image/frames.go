package image

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// frameEnd is how many zero bytes end .eh_frame.
const frameEnd = 4

// Encodings of pointers (LSB Core, "DWARF Exception Header Encoding").
const (
	peAbs   = 0x00
	pePC    = 0x10
	peData  = 0x30
	peWhere = 0x70
	peOmit  = 0xff

	peSData4 = 0x0b
	peUData4 = 0x03
	peUData2 = 0x02
	peUData8 = 0x04
	peSData2 = 0x0a
	peSData8 = 0x0c
)

// FrameError says that call frame information cannot be read.
type FrameError struct {
	Off uint64 // of the record, in bytes
	Msg string
}

func (e *FrameError) Error() string { return fmt.Sprintf(".eh_frame+%#x: %s", e.Off, e.Msg) }

// frame is the row of a function in the unwind table.
type frame struct{ start, record uint64 }

// indexSize is the size of .eh_frame_hdr.
func indexSize(functions int) uint64 { return 12 + 8*uint64(functions) }

// CountFrames is how many functions some .eh_frame contents describe.
func CountFrames(data []byte, order bin.Order) (n int, err error) {
	err = eachRecord(data, order, func(at, id, _ uint64, _ bool) error {
		if order.U32(data[id:]) != 0 {
			n++
		}
		return nil
	})
	return n, err
}

// eachRecord calls f for the records up to the end, or the terminator: at is the offset of the record, id that of its CIE pointer or id.
func eachRecord(data []byte, order bin.Order, f func(at, id, end uint64, wide bool) error) error {
	for at := uint64(0); at+4 <= uint64(len(data)); {
		n, id, wide := uint64(order.U32(data[at:])), at+4, false
		if n == 0 {
			return nil
		}
		if n == 0xffff_ffff {
			if wide = id+8 <= uint64(len(data)); !wide {
				return &FrameError{at, "length is past the end"}
			}
			n, id = order.U64(data[id:]), id+8
		}
		if n < 4 || n > uint64(len(data))-id {
			return &FrameError{at, "length is past the end"}
		}
		if err := f(at, id, id+n, wide); err != nil {
			return err
		}
		at = id + n
	}
	return nil
}

// frames lists the functions that .eh_frame contents at addr describe, sorted by address.
func frames(data []byte, addr uint64, order bin.Order) ([]frame, error) {
	var all []frame
	encodings := map[uint64]uint8{} // by offset of the CIE
	err := eachRecord(data, order, func(at, id, end uint64, _ bool) error {
		back := uint64(order.U32(data[id:]))
		if back == 0 {
			enc, ok := encoding(data[id+4 : end])
			if !ok {
				return &FrameError{at, "augmentation is not known"}
			}
			encodings[at] = enc
			return nil
		}
		enc, ok := encodings[id-back]
		if !ok {
			return &FrameError{at, "it has no CIE"}
		}
		field := id + 4
		v, ok := pointer(data[field:end], order, enc)
		if !ok {
			return &FrameError{at, fmt.Sprintf("encoding %#x of addresses is not known", enc)}
		}
		if enc&peWhere == pePC {
			v += addr + field
		}
		all = append(all, frame{v, addr + at})
		return nil
	})
	slices.SortStableFunc(all, func(a, b frame) int { return cmp.Compare(a.start, b.start) })
	return all, err
}

// encoding reads the encoding of addresses out of a CIE, from its version on.
func encoding(b []byte) (enc uint8, ok bool) {
	if len(b) == 0 {
		return 0, false
	}
	version := b[0]
	aug, ok := bin.CString(b, 1)
	if !ok {
		return 0, false
	}
	at := uint64(2 + len(aug))
	if version >= 4 {
		at += 2
	}
	at, ok = skipLEB(b, at)   // code alignment
	at, ok2 := skipLEB(b, at) // data alignment
	if version == 1 {
		at++ // return address register
	} else {
		at, _ = skipLEB(b, at)
	}
	if len(aug) == 0 {
		return peAbs, ok && ok2
	}
	if aug[0] != 'z' {
		return 0, false
	}
	at, ok = skipLEB(b, at)
	for _, c := range aug[1:] {
		if at >= uint64(len(b)) {
			return 0, c == 'S' || c == 'B'
		}
		switch c {
		case 'R':
			return b[at], ok
		case 'L':
			at++
		case 'P':
			size := pointerSize(b[at])
			if size == 0 {
				return 0, false
			}
			at += 1 + size
		case 'S', 'B', 'G':
		default:
			return 0, false
		}
	}
	return peAbs, ok
}

func skipLEB(b []byte, at uint64) (uint64, bool) {
	for ; at < uint64(len(b)); at++ {
		if b[at]&0x80 == 0 {
			return at + 1, true
		}
	}
	return at, false
}

// pointerSize is the size of an encoded pointer in bytes, 0 if it is not known.
func pointerSize(enc uint8) uint64 {
	switch enc & 0x0f {
	case peAbs, peUData8, peSData8:
		return 8
	case peUData4, peSData4:
		return 4
	case peUData2, peSData2:
		return 2
	}
	return 0
}

// pointer reads an encoded pointer; where it counts from is the caller's.
func pointer(b []byte, o bin.Order, enc uint8) (uint64, bool) {
	size := pointerSize(enc)
	if where := enc & peWhere; size == 0 || uint64(len(b)) < size || enc&0x80 != 0 || where != peAbs && where != pePC {
		return 0, false
	}
	switch enc & 0x0f {
	case peUData4:
		return uint64(o.U32(b)), true
	case peSData4:
		return uint64(int64(int32(o.U32(b)))), true
	case peUData2:
		return uint64(o.U16(b)), true
	case peSData2:
		return uint64(int64(int16(o.U16(b)))), true
	}
	return o.U64(b), true
}

// writeIndex writes .eh_frame_hdr, which lies at addr, for records at records: a table of distances from itself, sorted by function. all are the
// rows; where they are less than there is room for, the rest stays zero and the count says so.
func writeIndex(b []byte, addr, records uint64, all []frame, o bin.Order) error {
	b[0], b[1], b[2], b[3] = 1, pePC|peSData4, peUData4, peData|peSData4
	distance := func(at, to, from uint64) bool {
		d := int64(to - from)
		o.PutU32(b[at:], uint32(d))
		return d == int64(int32(d))
	}
	ok := distance(4, records, addr+4)
	o.PutU32(b[8:], uint32(len(all)))
	for i, f := range all {
		at := uint64(12 + 8*i)
		ok = distance(at, f.start, addr) && distance(at+4, f.record, addr) && ok
	}
	if !ok {
		return ErrSize
	}
	return nil
}
