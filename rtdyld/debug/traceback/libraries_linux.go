//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"debug/elf"
	"encoding/binary"
	"os"
	"strconv"
	"strings"
)

// libraries finds the call frame information of the images of this process, by its memory
// map (proc_pid_maps(5)): where a file begins, its headers do.
func libraries() (out []section) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(maps)) {
		f := strings.Fields(line)
		if len(f) < 6 || f[2] != "00000000" || !strings.HasPrefix(f[1], "r") || !strings.HasPrefix(f[5], "/") {
			continue
		}
		from, _, _ := strings.Cut(f[0], "-")
		if base, err := strconv.ParseUint(from, 16, 64); err == nil {
			if s, ok := image(uintptr(base)); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// image reads the headers of an ELF file that lies at base. They may go while they are
// read.
func image(base uintptr) (s section, ok bool) {
	c := cursor{at: base}
	var h [64]byte
	for i := range h {
		h[i] = byte(c.u8())
	}
	if c.bad || string(h[:4]) != elf.ELFMAG || h[elf.EI_CLASS] != byte(elf.ELFCLASS64) || h[elf.EI_DATA] != byte(elf.ELFDATA2LSB) {
		return s, false
	}
	le := binary.LittleEndian
	at, size, n := base+uintptr(le.Uint64(h[32:])), uintptr(le.Uint16(h[54:])), uintptr(le.Uint16(h[56:]))
	bias, biased := base, false
	var header uintptr
	for i := range n {
		c := cursor{at: at + i*size}
		typ, flags := elf.ProgType(c.number(4)), elf.ProgFlag(c.number(4))
		off, addr := c.number(8), c.number(8)
		c.at = at + i*size + 40
		length := c.number(8)
		switch {
		case c.bad:
			return s, false
		case typ == elf.PT_LOAD:
			if off == 0 && !biased {
				bias, biased = base-addr, true
			}
			if flags&elf.PF_X != 0 {
				if s.hi == 0 {
					s.lo = addr
				}
				s.hi = addr + length
			}
		case typ == elf.PT_GNU_EH_FRAME:
			header = addr
		}
	}
	s.lo, s.hi, s.header = s.lo+bias, s.hi+bias, header+bias
	return s, header != 0 && s.hi > s.lo
}
