//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import "golang.org/x/sys/cpu"

// Code that goes by TLS descriptors calls the function in a descriptor's first word with
// the descriptor's address in a register, and gets the offset from the thread pointer in
// the same one; all other registers stay ("Thread-Local Storage Descriptors for IA32 and
// AMD64/EM64T"; ELF for the Arm 64-bit Architecture, "TLS descriptors"). The assembly's
// function asks __tls_get_addr, with the second word.

// The assembly uses these.
var (
	descriptorPC uintptr // the function; 0 where there is none
	//lint:ignore U1000 assembly uses it
	descriptorGetAddr uintptr // __tls_get_addr
	// descriptorXSAVE is 1 where XSAVE saves the vector registers, all of them; FXSAVE
	// has the lower halves alone, which is all that there is on such a processor.
	//
	//lint:ignore U1000 assembly uses it
	descriptorXSAVE = func() (v uint32) {
		if cpu.X86.HasOSXSAVE {
			v = 1
		}
		return v
	}()
)
