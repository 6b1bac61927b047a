package mutant

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// get reads a field. A text that is no number is 0.
func (m *mutation) get(fd field) (v uint64) {
	b := m.data[fd.off:][:fd.size]
	if fd.table.text {
		v, _ = strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
		return v
	}
	for i := range b {
		if fd.table.big {
			v = v<<8 | uint64(b[i])
		} else {
			v |= uint64(b[i]) << (8 * i)
		}
	}
	return v
}

// put writes a field, the least significant bytes of v.
func (m *mutation) put(fd field, v uint64) {
	b := m.data[fd.off:][:fd.size]
	m.note("%v: %#x is now %#x", fd, m.get(fd), v)
	if fd.table.text {
		copy(b, fmt.Sprintf("%-*d", len(b), v))
		return
	}
	for i := range b {
		if fd.table.big {
			b[len(b)-1-i] = byte(v >> (8 * i))
		} else {
			b[i] = byte(v >> (8 * i))
		}
	}
}

// extreme gives a field a value at an edge: of what it can hold, of the file, of its own value.
func (m *mutation) extreme() bool {
	fd, ok := m.field()
	if !ok {
		return false
	}
	old, all, file := m.get(fd), uint64(1)<<(8*fd.size)-1, uint64(len(m.data))
	if fd.size == 8 {
		all = 1<<64 - 1
	}
	half := all>>1 + 1 // the sign
	edges := [...]uint64{
		0, 1, 2, all, all - 1, half, half - 1, half + 1,
		old + 1, old - 1, old * 2, old / 2, ^old, -old, old ^ half, old << 32, old | 1<<32, old | 7,
		file, file - 1, file + 1, file - old, file - old + 1, file - uint64(fd.off),
		0xff00, 0xfff1, 0xfff2, 0xffff, 0xfffe, // special sections of ELF and COFF
		1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63,
		uint64(1) << m.r.IntN(64), m.r.Uint64() >> m.r.IntN(64), uint64(m.r.IntN(64)),
	}
	m.put(fd, edges[m.r.IntN(len(edges))])
	return true
}

// another gives a field the value of another one: of the same column, or of any table; or a value
// near it.
func (m *mutation) another() bool {
	fd, ok := m.field()
	if !ok {
		return false
	}
	from := fd.table.field(m.r.IntN(fd.table.n), fd.index)
	if m.r.IntN(3) == 0 {
		if from, ok = m.field(); !ok {
			return false
		}
	}
	if from.off+from.size > len(m.data) {
		return false
	}
	v := m.get(from)
	if m.r.IntN(4) == 0 {
		v += uint64(m.r.IntN(17)) - 8
	}
	m.put(fd, v)
	return true
}

// flipField flips a bit of a field, the low ones and those in use more often.
func (m *mutation) flipField() bool {
	fd, ok := m.field()
	if !ok || fd.table.text {
		return false
	}
	v := m.get(fd)
	bit := m.r.IntN(8 * fd.size)
	if m.r.IntN(2) == 0 {
		bit = m.r.IntN(min(8*fd.size, bits.Len64(v)+1))
	}
	m.put(fd, v^1<<bit)
	return true
}
