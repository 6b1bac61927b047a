//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"sync"

	"github.com/ebitengine/purego"
)

// streamInit constructs the standard streams of libstdc++ the first time it is
// called and counts its callers after that. Up to GCC 12 every source file that
// includes <iostream> calls it from a constructor of its own.
const streamInit = "_ZNSt8ios_base4InitC1Ev"

var (
	streamsMu sync.Mutex
	streamsOf = map[uintptr]bool{} // libraries whose streams exist, by their streamInit
)

// startStreams makes std::cout and its siblings exist before any object is
// loaded: code that is not position-independent gets copies of them (see
// rtdyld.Copy), which are worth something only if the original is complete.
func (p *Process) startStreams() {
	for _, scope := range p.scopes {
		addr, err := dlsym(scope, streamInit)
		if err != nil || addr == 0 {
			continue
		}
		streamsMu.Lock()
		if !streamsOf[addr] {
			// The object stays for good, as libstdc++'s own would: its count keeps the
			// streams alive until the process ends.
			if obj, _, _ := purego.SyscallN(p.c.malloc, 16); obj != 0 {
				purego.SyscallN(addr, obj)
				streamsOf[addr] = true
			}
		}
		streamsMu.Unlock()
		return
	}
}
