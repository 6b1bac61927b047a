//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"debug/elf"
	"encoding/binary"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
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

// image reads the headers of an ELF file that lies at base. They are copied by the system: another thread may close the
// library meanwhile, and its memory is gone.
func image(base uintptr) (s section, ok bool) {
	var h [headerSize]byte
	if _, err := ownmem.Read(uint64(base), h[:]); err != nil || string(h[:4]) != elf.ELFMAG || h[elf.EI_CLASS] != byte(elf.ELFCLASS64) || h[elf.EI_DATA] != byte(elf.ELFDATA2LSB) {
		return s, false
	}
	le := binary.LittleEndian
	if le.Uint16(h[54:]) != programSize {
		return s, false
	}
	programs := make([]byte, programSize*int(le.Uint16(h[56:])))
	if _, err := ownmem.Read(uint64(base)+le.Uint64(h[32:]), programs); err != nil {
		return s, false
	}
	bias, biased := base, false
	var header uintptr
	for p := range slices.Chunk(programs, programSize) {
		typ, flags := elf.ProgType(le.Uint32(p)), elf.ProgFlag(le.Uint32(p[4:]))
		off, addr, length := uintptr(le.Uint64(p[8:])), uintptr(le.Uint64(p[16:])), uintptr(le.Uint64(p[40:]))
		switch typ {
		case elf.PT_LOAD:
			if off == 0 && !biased {
				bias, biased = base-addr, true
			}
			if flags&elf.PF_X != 0 {
				if s.hi == 0 {
					s.lo = addr
				}
				s.hi = addr + length
			}
		case elf.PT_GNU_EH_FRAME:
			header = addr
		}
	}
	s.lo, s.hi, s.header = s.lo+bias, s.hi+bias, header+bias
	return s, header != 0 && s.hi > s.lo
}

const (
	headerSize  = 64 // bytes of Elf64_Ehdr
	programSize = 56 // of Elf64_Phdr
)
