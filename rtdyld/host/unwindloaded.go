//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Programs may bring an unwinder of their own, as those that are linked with -static-libgcc do: libgcc_eh.a, or LLVM's libunwind.a. It finds
// frames of libraries as all do, and is told of those of loaded code, of which no dynamic linker knows.

// unwinderFrames is how many bytes of unwind information an object has at least that is an unwinder: those of gcc and LLVM have six times that. While all are
// smaller their names are not looked at, so that loading a small object takes no longer.
const unwinderFrames = 256

// Finalized implements rtdyld.Listener. The objects are told in batches, so that a name that one of them hides is found by the first.
func (u *unwinder) Finalized(objs []*rtdyld.Object) {
	if !u.large.Load() {
		return
	}
	raise, err := objs[0].Lookup("_Unwind_RaiseException")
	if err != nil || raise.Object == nil || !slices.Contains(objs, raise.Object) {
		return
	}
	// LLVM's has the first two wherever it is, and the others, which do the same, where something refers to them.
	register, deregister, perFDE := loadedName(objs, "__unw_add_dynamic_fde"), loadedName(objs, "__unw_remove_dynamic_fde"), true
	if register == 0 || deregister == 0 {
		register, deregister, perFDE = loadedName(objs, "__register_frame"), loadedName(objs, "__deregister_frame"), false
	}
	caller, err := Caller()
	if err != nil || register == 0 || deregister == 0 {
		return
	}
	r, err := newRegistrar(caller, register, deregister)
	if err != nil {
		return
	}
	r.of, r.perFDE = raise.Object, perFDE
	u.mu.Lock()
	defer u.mu.Unlock()
	u.loaded = append(u.loaded, r)
	u.im = nil // the list is another
	for addr, f := range u.known {
		r.each(r.register, f.eh)
		f.to = append(slices.Clone(f.to), r)
		u.known[addr] = f
	}
}

// loadedName is where objects of a batch have a function, 0 if they have none.
func loadedName(objs []*rtdyld.Object, name string) uintptr {
	sym, err := objs[0].Lookup(name)
	if err != nil || sym.Object == nil {
		return 0
	}
	return uintptr(sym.Addr)
}

// Unloading implements rtdyld.Listener: unwinders that go with objects are left alone from here on.
func (u *unwinder) Unloading(objs []*rtdyld.Object) {
	u.mu.Lock()
	defer u.mu.Unlock()
	goes := func(r registrar) bool { return r.of != nil && slices.Contains(objs, r.of) }
	if !slices.ContainsFunc(u.loaded, goes) {
		return
	}
	for addr, f := range u.known {
		for _, r := range f.to {
			if goes(r) {
				r.each(r.deregister, f.eh) // which frees what it has of them
			}
		}
		f.to = slices.DeleteFunc(slices.Clone(f.to), goes)
		u.known[addr] = f
	}
	u.loaded = slices.DeleteFunc(u.loaded, goes)
	u.im = nil
}
