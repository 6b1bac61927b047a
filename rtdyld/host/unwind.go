//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// registrar is one unwinder of the process that can be told of frames at run
// time. There are two conventions: libgcc's __register_frame takes a .eh_frame
// section, LLVM libunwind's function of the same name takes one frame description
// entry (FDE). The second is known by a function that the first does not have.
type registrar struct {
	in                   *library       // nil: it is loaded code's
	of                   *rtdyld.Object // loaded code's, nil: a library's
	at                   uintptr        // the function that registers
	register, deregister func(addr uintptr) abi.Void
	perFDE               bool
}

// newRegistrar makes one of two functions.
func newRegistrar(caller abi.Caller, register, deregister uintptr) (r registrar, err error) {
	r.at = register
	if r.register, err = abi.Func1[uintptr, abi.Void](caller, uint64(register)); err == nil {
		r.deregister, err = abi.Func1[uintptr, abi.Void](caller, uint64(deregister))
	}
	return r, err
}

// unwinder tells all unwinders that are in the process at the time: libgcc_s,
// which libstdc++ uses, and LLVM's, should a library have brought it. All of them,
// because it takes an image of the process to know which one it is bound to, and
// libgcc_s itself uses parts of LLVM's if it was loaded on behalf of a library that
// is bound to that. It may be used concurrently.
type unwinder struct {
	c *libc

	mu     sync.Mutex
	im     *images // what to was made of
	to     []registrar
	loaded []registrar      // those of loaded code
	large  atomic.Bool      // something that is or was registered may be an unwinder's
	known  map[uint64]frame // by address of the section
	calls  pairCall         // for C to read
}

// frame is a section that is registered.
type frame struct {
	to []registrar // with those
	eh rtdyld.Block
}

func (c *libc) newUnwinder() *unwinder {
	return &unwinder{c: c, known: make(map[uint64]frame)}
}

// now lists the unwinders in the process. They never leave it from then on. u.mu
// is held.
func (u *unwinder) now() ([]registrar, error) {
	im := u.c.loadedImages()
	if im == u.im {
		return u.to, nil
	}
	caller, err := Caller()
	if err != nil {
		return nil, err
	}
	var to []registrar
	for _, l := range im.order {
		raise, reg, dereg := l.function("_Unwind_RaiseException"), l.function("__register_frame"), l.function("__deregister_frame")
		if raise == 0 || reg == 0 || dereg == 0 {
			continue
		}
		if err := l.pin(); err != nil {
			return nil, err
		}
		r, err := newRegistrar(caller, reg, dereg)
		if err != nil {
			return nil, err
		}
		r.in, r.perFDE = l, l.function("__unw_add_dynamic_fde") != 0
		to = append(to, r)
	}
	u.im, u.to = im, append(to, u.loaded...)
	return u.to, nil
}

// Formats implements rtdyld.Unwinder.
func (u *unwinder) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

// Register implements rtdyld.Unwinder. Without an unwinder in the process there is
// nothing to do, since nothing can throw.
func (u *unwinder) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	for _, t := range tables {
		if err := whole(t); err != nil {
			return err
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range tables {
		if len(tables[i].Mem) >= unwinderFrames && !u.large.Load() {
			u.large.Store(true)
		}
	}
	if len(tables) == 1 && u.registerSoon(tables[0].Block) {
		return nil
	}
	to, err := u.now()
	if err != nil {
		return err
	}
	for i, t := range tables {
		if _, twice := u.known[t.Addr]; twice {
			for _, took := range tables[:i] {
				delete(u.known, took.Addr)
			}
			return ehFrameError(t.Addr, 0, "registered already")
		}
		u.known[t.Addr] = frame{to, t.Block}
	}
	for _, t := range tables {
		for _, r := range to {
			r.each(r.register, t.Block)
		}
	}
	return nil
}

// registerSoon is Register of one section where the process has one unwinder, of libgcc's kind, as it nearly always has: C is entered
// once, for that and for the question whether the list of unwinders is what it was. It is false, and nothing is registered, where it is not, and of a section
// that is known. u.mu is held.
func (u *unwinder) registerSoon(eh rtdyld.Block) bool {
	addr := eh.Addr
	if len(u.to) != 1 || u.to[0].perFDE || u.to[0].of != nil {
		return false
	}
	if _, twice := u.known[addr]; twice {
		return false
	}
	r := &u.to[0]
	same, called := u.c.stillLoaded(u.im, &u.calls, r.at, uintptr(addr))
	if called && !same {
		r.deregister(uintptr(addr)) // there may be another, and all are to know it
	}
	if same {
		u.known[addr] = frame{u.to, eh}
	}
	return same
}

// Deregister implements rtdyld.Unwinder. Like Register it reads the sections. A
// section that was never registered is an error here; libgcc would abort.
func (u *unwinder) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	var errs []error
	for _, t := range tables {
		if err := whole(t); err != nil {
			errs = append(errs, err)
			continue
		}
		known, ok := u.known[t.Addr]
		if !ok {
			errs = append(errs, ehFrameError(t.Addr, 0, "not registered"))
			continue
		}
		delete(u.known, t.Addr)
		for _, r := range known.to {
			r.each(r.deregister, t.Block)
		}
	}
	return errors.Join(errs...)
}

// each calls f as the unwinder wants it, for a section that is whole.
func (r *registrar) each(f func(uintptr) abi.Void, eh rtdyld.Block) {
	if !r.perFDE {
		f(uintptr(eh.Addr))
		return
	}
	frames(eh, func(fde uint64) { f(uintptr(fde)) })
}

func ehFrameError(addr, off uint64, msg string) error {
	return &UnwindError{Format: rtdyld.EHFrame, Addr: addr, Offset: off, Msg: msg}
}

// whole sees that unwinders, which do not look where memory ends, find the end of a section.
func whole(t rtdyld.UnwindTable) error {
	if n := len(t.Mem); t.Whole && n >= 4 && binary.NativeEndian.Uint32(t.Mem[n-4:]) == 0 {
		return nil
	}
	return frames(t.Block, nil)
}

// frames walks the records of a section and calls f, unless it is nil, with the
// address of each FDE. The section must be whole, up to the zero word that ends
// it, since unwinders don't look where memory ends.
//
// A record (LSB Core, "The .eh_frame section") is a length of the rest in 4 bytes,
// or ffffffff and a length in 8; then 4 bytes that are 0 for a common record (CIE)
// and else lead an FDE back to its CIE.
func frames(eh rtdyld.Block, f func(fde uint64)) error {
	for at := uint64(0); ; {
		bad := func(msg string) error { return ehFrameError(eh.Addr, at, msg) }
		b := eh.Mem[at:]
		if len(b) < 4 {
			return bad("no zero word at the end")
		}
		head, n := uint64(4), uint64(binary.NativeEndian.Uint32(b))
		if n == 0 {
			return nil
		}
		if n == 0xffff_ffff {
			if len(b) < 12 {
				return bad("record is cut off")
			}
			head, n = 12, binary.NativeEndian.Uint64(b[4:])
		}
		if left := uint64(len(b)) - head; n < 4 || n > left {
			return bad("record is longer than the section")
		}
		if f != nil && binary.NativeEndian.Uint32(b[head:]) != 0 {
			f(eh.Addr + at)
		}
		at += head + n
	}
}
