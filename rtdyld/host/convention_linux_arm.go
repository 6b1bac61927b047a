package host

import (
	"bytes"
	"os"
	"strconv"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

// nativeConvention is the convention of the C library: systems with hard-float
// libraries (armhf) and others (armel) run on the same machines.
var nativeConvention = sync.OnceValue(func() *abi.Convention {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return abi.Native()
	}
	for line := range bytes.Lines(text) {
		// address-address permissions offset device inode path
		f := bytes.Fields(line)
		if len(f) != 6 || string(f[2]) != "00000000" || !bytes.Contains(f[5], []byte("/libc.so")) {
			continue
		}
		lo, _, _ := bytes.Cut(f[0], []byte("-"))
		base, err := strconv.ParseUint(string(lo), 16, 32)
		if err != nil {
			break
		}
		// e_flags of the ELF header (ELF for the Arm Architecture, 5.3).
		const at, softFloat = 36, 0x200
		if peek[uint32](uintptr(base)+at)&softFloat != 0 {
			return abi.AAPCS32()
		}
		break
	}
	return abi.Native()
})

func init() { callbacks.Convention = nativeConvention }
