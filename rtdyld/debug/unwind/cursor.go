package unwind

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// cursor reads unwind information.
type cursor struct{ bin.Cursor }

// over returns a cursor over b in a byte order.
func over(b []byte, big bool) cursor { return cursor{bin.Cursor{B: b, Big: big}} }

// uintAt is the number that b is, of 1, 2, 4 or 8 bytes.
func uintAt(b []byte, big bool) uint64 {
	switch {
	case len(b) == 1:
		return uint64(b[0])
	case len(b) == 2 && big:
		return uint64(binary.BigEndian.Uint16(b))
	case len(b) == 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case len(b) == 4 && big:
		return uint64(binary.BigEndian.Uint32(b))
	case len(b) == 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case len(b) == 8 && big:
		return binary.BigEndian.Uint64(b)
	case len(b) == 8:
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// signed extends the sign of a number of size bytes.
func signed(v uint64, size int) uint64 {
	shift := 64 - 8*uint(size)
	return uint64(int64(v<<shift) >> shift)
}

// appendUint appends the size lowest bytes of v.
func appendUint(dst []byte, v uint64, size int, big bool) []byte {
	for i := range size {
		shift := 8 * i
		if big {
			shift = 8 * (size - 1 - i)
		}
		dst = append(dst, byte(v>>shift))
	}
	return dst
}

func appendULEB(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

func appendSLEB(dst []byte, v int64) []byte {
	for v < -0x40 || v >= 0x40 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v)&0x7f)
}
