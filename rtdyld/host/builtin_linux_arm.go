package host

import "github.com/go-rtdyld/rtdyld/rtdyld"

// readTPPC is the address of __aeabi_read_tp in assembly.
var readTPPC uintptr

// builtin gives the names that only libc_nonshared.a and a compiler's own library
// have, for code that it makes for this machine: __aeabi_read_tp, which returns the
// thread pointer and changes no other register (Run-time ABI for the Arm Architecture,
// 5.3.5). The __sync functions of processors before ARMv7 are not among them.
func builtin(name string) (rtdyld.Symbol, bool) {
	if name == "__aeabi_read_tp" {
		return function(readTPPC)
	}
	return rtdyld.Symbol{}, false
}
