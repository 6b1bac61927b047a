package s390x

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments have a frame, in which the caller's registers from %r6 on are saved, and T in %r12.
var fragments = reloc.Fragments{Unit: [2]uint64{2, 2}, Size: uint64(len(fragmentEnd) + len(fragmentStart)), Write: writeFragment}

const (
	fragmentEnd = "" +
		"\xe3\x40\xf1\x10\x00\x04" + // lg   %r4, 272(%r15)
		"\xeb\x6f\xf0\xd0\x00\x04" + // lmg  %r6, %r15, 208(%r15)
		"\x07\xf4" //                   br   %r4
	fragmentStart = "" +
		"\xeb\x6f\xf0\x30\x00\x24" + // stmg %r6, %r15, 48(%r15)
		"\xb9\x04\x00\x1f" + //         lgr  %r1, %r15
		"\xa7\xfb\xff\x60" + //         aghi %r15, -160
		"\xe3\x10\xf0\x00\x00\x24" + // stg  %r1, 0(%r15)
		"\xa5\xcc\x00\x00" + //         llihh %r12, T
		"\xa5\xc1\x00\x00" + //         iihl %r12, T
		"\xa5\xc2\x00\x00" + //         iilh %r12, T
		"\xa5\xc3\x00\x00" + //         iill %r12, T
		"\xc0\xf4\x00\x00\x00\x00" //   jg   to the fragment
	fragmentBase = 20 // of the four that load T
)

// writeFragment is [reloc.Fragments].Write.
func writeFragment(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	n := copy(mem, fragmentEnd)
	entry = f.End + uint64(n)
	start := mem[n:]
	n = copy(start, fragmentStart)
	for i := range 4 {
		o.PutU16(start[fragmentBase+4*i+2:], uint16(f.Base>>(48-16*i)))
	}
	const jg = 6
	return entry, larl(start[n-jg:], o, entry+uint64(n-jg), f.Start)
}
