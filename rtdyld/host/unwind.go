//go:build linux && amd64

package host

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// registrar is one unwinder of the process that can be told of frames at run
// time. There are two conventions: libgcc's __register_frame takes a .eh_frame
// section, LLVM libunwind's function of the same name takes one frame description
// entry (FDE). The second is known by a function that the first does not have.
type registrar struct {
	register, deregister uintptr
	perFDE               bool
}

// unwinder tells all unwinders of the process: libgcc_s, which libstdc++ uses,
// and any other that the program or an opened library is bound to. It may be
// used concurrently.
type unwinder struct {
	to []registrar

	mu    sync.Mutex
	known map[uint64]struct{} // addresses of registered sections
}

// newUnwinder finds the unwinders that the scopes lead to. It returns nil if there
// are none: nothing in the process can unwind.
func (c *libc) newUnwinder(scopes []uintptr) *unwinder {
	u := &unwinder{known: make(map[uint64]struct{})}
	im := c.loadedImages()
	var seen []*library
	for _, scope := range scopes {
		raise, _ := purego.Dlsym(scope, "_Unwind_RaiseException")
		reg, _ := purego.Dlsym(scope, "__register_frame")
		dereg, _ := purego.Dlsym(scope, "__deregister_frame")
		l := im.at(reg)
		if raise == 0 || dereg == 0 || l == nil || l != im.at(raise) || l != im.at(dereg) {
			continue // names of several libraries make no unwinder
		}
		if contains(seen, l) {
			continue
		}
		seen = append(seen, l)
		add, _ := purego.Dlsym(scope, "__unw_add_dynamic_fde")
		u.to = append(u.to, registrar{reg, dereg, add != 0 && im.at(add) == l})
	}
	if len(u.to) == 0 {
		return nil
	}
	return u
}

func contains(ls []*library, l *library) bool {
	for _, x := range ls {
		if x == l {
			return true
		}
	}
	return false
}

// Register implements rtdyld.Unwinder.
func (u *unwinder) Register(_ context.Context, eh rtdyld.Block) error {
	fdes, err := u.frames(eh)
	if err != nil {
		return err
	}
	u.mu.Lock()
	_, twice := u.known[eh.Addr]
	u.known[eh.Addr] = struct{}{}
	u.mu.Unlock()
	if twice {
		return &UnwindError{Addr: eh.Addr, Msg: "registered already"}
	}
	for _, r := range u.to {
		r.each(r.register, eh.Addr, fdes)
	}
	return nil
}

// Deregister implements rtdyld.Unwinder. Like Register it reads the section. A
// section that was never registered is an error here; libgcc would abort.
func (u *unwinder) Deregister(_ context.Context, eh rtdyld.Block) error {
	fdes, err := u.frames(eh)
	if err != nil {
		return err
	}
	u.mu.Lock()
	_, ok := u.known[eh.Addr]
	delete(u.known, eh.Addr)
	u.mu.Unlock()
	if !ok {
		return &UnwindError{Addr: eh.Addr, Msg: "not registered"}
	}
	for _, r := range u.to {
		r.each(r.deregister, eh.Addr, fdes)
	}
	return nil
}

// each calls f as the unwinder wants it.
func (r *registrar) each(f uintptr, section uint64, fdes []uint64) {
	if !r.perFDE {
		purego.SyscallN(f, uintptr(section))
		return
	}
	for _, fde := range fdes {
		purego.SyscallN(f, uintptr(fde))
	}
}

// frames walks the records of a section and returns the addresses of its FDEs if
// some unwinder wants them. The section must be whole, up to the zero word that
// ends it, since unwinders don't look where memory ends.
//
// A record (LSB Core, "The .eh_frame section") is a length of the rest in 4 bytes,
// or ffffffff and a length in 8; then 4 bytes that are 0 for a common record (CIE)
// and else lead an FDE back to its CIE.
func (u *unwinder) frames(eh rtdyld.Block) ([]uint64, error) {
	want := false
	for i := range u.to {
		want = want || u.to[i].perFDE
	}
	var fdes []uint64
	for at := uint64(0); ; {
		bad := func(msg string) error { return &UnwindError{eh.Addr, at, msg} }
		b := eh.Mem[at:]
		if len(b) < 4 {
			return nil, bad("no zero word at the end")
		}
		head, n := uint64(4), uint64(binary.LittleEndian.Uint32(b))
		if n == 0 {
			return fdes, nil
		}
		if n == 0xffff_ffff {
			if len(b) < 12 {
				return nil, bad("record is cut off")
			}
			head, n = 12, binary.LittleEndian.Uint64(b[4:])
		}
		if left := uint64(len(b)) - head; n < 4 || n > left {
			return nil, bad("record is longer than the section")
		}
		if want && binary.LittleEndian.Uint32(b[head:]) != 0 {
			fdes = append(fdes, eh.Addr+at)
		}
		at += head + n
	}
}
