//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// guest is what is loaded: its target, and what follows from that.
type guest struct {
	triple triple.Triple
	conv   *abi.Convention
	caller abi.Caller
	prefix string // of every C name
}

// windowsTarget is what Windows loads on x86-64.
var windowsTarget = triple.Triple{Arch: triple.X86_64, OS: triple.Windows}

// newGuest tells what a target wants. The zero triple is the system's own.
func newGuest(t triple.Triple) (g guest, err error) {
	own := hostTriple()
	if t.IsZero() {
		t = own
	}
	g = guest{triple: t, conv: nativeConvention()}
	if t.Arch != own.Arch || t.PointerBits() != own.PointerBits() {
		return g, systemError(fmt.Sprintf("code for %v", t))
	}
	switch {
	case t.Arch != triple.X86_64:
		// Functions that take any number of arguments are called otherwise by code for
		// other systems, and there are no crossings.
		if t.IsOSWindows() || t.IsUEFI() || !t.IsELF() {
			return g, systemError(fmt.Sprintf("code for %v", t))
		}
	case t.IsOSWindows(), t.IsUEFI(), t.OS == triple.UnknownOS && t.IsCOFF():
		g.conv = abi.Win64()
	case runtime.GOOS == "windows":
		return g, systemError(fmt.Sprintf("code for %v, which does not have the convention of Windows", t))
	}
	if t.IsMachO() {
		g.prefix = "_"
	}
	g.caller, err = CallerFor(g.conv)
	return g, err
}

// call calls a function of the guest that takes words and returns one.
func (g *guest) call(f uint64, args ...uint64) (uint64, error) {
	b, err := abi.Bind(g.caller, abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Pointer}, len(args)), Result: abi.Pointer}, f)
	if err != nil {
		return 0, err
	}
	return b.Call(args)
}

// Caller returns the caller for the code that p loads, by the convention of its
// target: [Caller]'s, or that of Windows.
func (p *Process) Caller() abi.Caller { return p.guest.caller }
