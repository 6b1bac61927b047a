package image

import "github.com/go-rtdyld/rtdyld/internal/bin"

// appendRelr appends DT_RELR entries for 8-byte words at even addresses, which ascend: an even entry is the address of a word, an odd one
// a bit each for the 63 words that follow (gABI, "Relative Relocation Table").
func appendRelr(out []byte, order bin.Order, addrs []uint64) []byte {
	put := func(v uint64) {
		out = append(out, 0, 0, 0, 0, 0, 0, 0, 0)
		order.PutU64(out[len(out)-8:], v)
	}
	for i := 0; i < len(addrs); {
		put(addrs[i])
		next := addrs[i] + wordSize
		for i++; ; next += 63 * wordSize {
			var set uint64
			for ; i < len(addrs) && addrs[i]-next < 63*wordSize && addrs[i]%wordSize == next%wordSize; i++ {
				set |= 2 << ((addrs[i] - next) / wordSize)
			}
			if set == 0 {
				break
			}
			put(set | 1)
		}
	}
	return out
}
