package sparc64

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments have a register window of their own, and T in %l7.
var fragments = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 48, Write: writeFragment}

// writeFragment is [reloc.Fragments].Write.
func writeFragment(mem []byte, _ bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const branch, end, before = 0x10800000, 8, 40
	high, low := uint32(f.Base>>32), uint32(f.Base)
	d := int64(f.Start - (f.End + before))
	put(mem,
		0x81c7e008,            // ret
		0x81e80000,            // restore
		0x9de3bf50,            // save  %sp, -176, %sp
		0x03000000|high>>10,   // sethi %hh(T), %g1
		0x82106000|high&0x3ff, // or    %g1, %hm(T), %g1
		0x83287020,            // sllx  %g1, 32, %g1
		0x2f000000|low>>10,    // sethi %hi(T), %l7
		0xae15e000|low&0x3ff,  // or    %l7, %lo(T), %l7
		0xae15c001,            // or    %l7, %g1, %l7
		nop,
		branch|uint32(d>>2)&0x3fffff, // ba to the fragment
		nop)
	return f.End + end, d >= -1<<23
}
