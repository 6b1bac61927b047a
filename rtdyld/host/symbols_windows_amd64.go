package host

import (
	"context"
	"errors"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/crt"
)

// resolver finds names in the process and in libraries. It may be used
// concurrently.
type resolver struct {
	libs []windows.Handle // those of Config, in their order, then the C library
	own  map[string]rtdyld.Symbol

	mu     sync.Mutex
	paths  []string                  // parallel to opened
	opened []windows.Handle          // to close
	loaded map[string]windows.Handle // of import records, by name; 0 for one that is not there
}

// checkEvery is after how many names a context is looked at.
const checkEvery = 256

// fltused is what objects that use floating point numbers refer to as _fltused; it
// has had this value since Microsoft's first compilers.
var fltused int32 = 0x9875

// open opens a library, to be closed with the process.
func (r *resolver) open(path string) error {
	h, err := loadLibrary(path)
	if err != nil {
		return err
	}
	r.opened, r.paths, r.libs = append(r.opened, h), append(r.paths, path), append(r.libs, h)
	return nil
}

// start makes the names that no library has, or that must not come from one.
func (r *resolver) start(c *libc, ex *exits) {
	fn := func(addr uint64) rtdyld.Symbol {
		return rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func, Found: true}
	}
	r.own = map[string]rtdyld.Symbol{
		"__chkstk": fn(crt.StackProbe), "___chkstk_ms": fn(crt.StackProbe),
		"__main":   fn(crt.Return), // constructors have run already
		"_fltused": {Addr: uint64(uintptr(unsafe.Pointer(&fltused))), Kind: rtdyld.Data, Size: 4, Found: true},
		"atexit":   fn(ex.atexit), "_onexit": fn(ex.onexit),
		"??_7type_info@@6B@": {Addr: typeInfoAddr(), Kind: rtdyld.Data, Found: true},
	}
	r.libs = append(r.libs, c.handle)
}

// close gives the libraries up, the last opened first.
func (r *resolver) close() error {
	var errs []error
	for i := len(r.opened) - 1; i >= 0; i-- {
		if err := windows.FreeLibrary(r.opened[i]); err != nil {
			errs = append(errs, &LibraryError{r.paths[i], err})
		}
	}
	r.opened = nil
	return errors.Join(errs...)
}

// Resolve implements rtdyld.Resolver. A name comes from the library that its import
// record says; without one, or without a library in it, it is searched in Config'
// libraries, in the C library and in all that the process has loaded, in the order
// of loading; what the C++ of Microsoft's ABI needs beside these in its own libraries.
func (r *resolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	var all []windows.Handle
	for i := range refs {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		ref := &refs[i]
		if s, ok := r.own[ref.Name]; ok {
			out[i] = s
			continue
		}
		if ref.Name == throwName {
			addr, err := thrower()
			if err != nil {
				return err
			}
			out[i] = rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func, Size: uint64(len(throwCode)), Found: true}
			continue
		}
		if addr := r.imported(ref); addr != 0 {
			out[i] = describe(addr)
			continue
		}
		if all == nil {
			all = append(append(all, r.libs...), modules()...)
		}
		name := ref.Name
		if im := ref.Import; im != nil && im.Library == "" && im.Name != "" {
			name = im.Name
		} else if im != nil && im.Library != "" {
			continue // it said where, and there it is not
		}
		addr := search(all, name)
		if addr == 0 && forRuntime(name) {
			for _, library := range runtimes {
				if h := r.library(library); h != 0 && addr == 0 {
					addr = procAddress(h, name)
				}
			}
		}
		if other := alias[name]; addr == 0 && other != "" {
			addr = search(all, other)
		}
		if addr != 0 {
			out[i] = describe(addr)
		}
	}
	return nil
}

// search finds a name in the first library that has it, 0 if none has.
func search(libs []windows.Handle, name string) uintptr {
	for _, h := range libs {
		if addr := procAddress(h, name); addr != 0 {
			return addr
		}
	}
	return 0
}

// imported finds what an import record stands for, 0 if there is none or it says no
// library.
func (r *resolver) imported(ref *rtdyld.Ref) uintptr {
	im := ref.Import
	if im == nil || im.Library == "" {
		return 0
	}
	h := r.library(im.Library)
	switch {
	case h == 0:
		return 0
	case im.ByOrdinal:
		addr, err := windows.GetProcAddressByOrdinal(h, uintptr(im.Ordinal))
		if err != nil {
			return 0
		}
		return addr
	}
	return procAddress(h, im.Name)
}

// library opens the library of an import record, once.
func (r *resolver) library(name string) windows.Handle {
	r.mu.Lock()
	defer r.mu.Unlock()
	h, ok := r.loaded[name]
	if !ok {
		var err error
		if h, err = loadLibrary(name); err != nil {
			h = 0
		} else {
			r.opened, r.paths = append(r.opened, h), append(r.paths, name)
		}
		r.loaded[name] = h
	}
	return h
}

// procAddress is GetProcAddress without an error.
func procAddress(h windows.Handle, name string) uintptr {
	if name == "" {
		return 0
	}
	addr, err := windows.GetProcAddress(h, name)
	if err != nil {
		return 0
	}
	return addr
}

// modules lists what the process has loaded, in that order.
func modules() []windows.Handle {
	list := make([]windows.Handle, 64)
	for {
		size, need := uint32(len(list))*uint32(unsafe.Sizeof(list[0])), uint32(0)
		if err := windows.EnumProcessModules(windows.CurrentProcess(), &list[0], size, &need); err != nil {
			return nil
		}
		n := int(need) / int(unsafe.Sizeof(list[0]))
		if n <= len(list) {
			return list[:n]
		}
		list = make([]windows.Handle, n+16)
	}
}

// origin is rtdyld.Config.Origin: the path of the module that an address is in, "" for none.
func origin(_ string, addr uint64) string {
	const fromAddress, unchangedRefcount = 0x4, 0x2 // GET_MODULE_HANDLE_EX_FLAG_*
	var h windows.Handle
	if err := windows.GetModuleHandleEx(fromAddress|unchangedRefcount, (*uint16)(pointer(uintptr(addr))), &h); err != nil {
		return ""
	}
	path := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetModuleFileName(h, &path[0], uint32(len(path)))
	if err != nil {
		return ""
	}
	return windows.UTF16ToString(path[:n])
}

// describe says what is at an address: a function if it can be executed. Export
// tables do not tell.
func describe(addr uintptr) rtdyld.Symbol {
	s := rtdyld.Symbol{Addr: uint64(addr), Kind: rtdyld.Data, Found: true}
	var info windows.MemoryBasicInformation
	const anyExecute = 0xf0 // PAGE_EXECUTE and what follows it
	if err := windows.VirtualQuery(addr, &info, unsafe.Sizeof(info)); err == nil && info.Protect&anyExecute != 0 {
		s.Kind = rtdyld.Func
	}
	return s
}
