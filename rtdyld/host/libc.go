//go:build linux && amd64

package host

import (
	"sync"

	"github.com/ebitengine/purego"
)

// libc holds the addresses of the functions of the C library and the dynamic
// linker that this package calls.
type libc struct {
	dlsym, dlvsym, dlIteratePhdr    uintptr
	malloc, free, fflush            uintptr
	cxaAtexit, cxaAtQuickExit       uintptr
	cxaFinalize, registerAtfork     uintptr
	stackChkFail, errnoLocation     uintptr
	environ                         uintptr // of the variable, not its value
	xstat, lxstat, fxstat, fxstatat uintptr // 0 where there are none
	xmknod, xmknodat                uintptr // likewise

	// C functions in Go, made at once while there are slots for them.
	imageCallback                     uintptr
	atexitIn, atQuickExitIn, atforkIn uintptr
}

// getLibc finds them, once.
var getLibc = sync.OnceValues(func() (*libc, error) {
	if v, _ := purego.Dlsym(purego.RTLD_DEFAULT, "gnu_get_libc_version"); v == 0 {
		return nil, systemError("the C library is not glibc")
	}
	c := new(libc)
	for _, f := range []struct {
		name string
		at   *uintptr
		need bool
	}{
		{"dlsym", &c.dlsym, true},
		{"dlvsym", &c.dlvsym, true},
		{"dl_iterate_phdr", &c.dlIteratePhdr, true},
		{"malloc", &c.malloc, true},
		{"free", &c.free, true},
		{"fflush", &c.fflush, true},
		{"__cxa_atexit", &c.cxaAtexit, true},
		{"__cxa_at_quick_exit", &c.cxaAtQuickExit, true},
		{"__cxa_finalize", &c.cxaFinalize, true},
		{"__register_atfork", &c.registerAtfork, true},
		{"__stack_chk_fail", &c.stackChkFail, true},
		{"__errno_location", &c.errnoLocation, true},
		{"environ", &c.environ, true},
		{"__xstat", &c.xstat, false},
		{"__lxstat", &c.lxstat, false},
		{"__fxstat", &c.fxstat, false},
		{"__fxstatat", &c.fxstatat, false},
		{"__xmknod", &c.xmknod, false},
		{"__xmknodat", &c.xmknodat, false},
	} {
		addr, err := purego.Dlsym(purego.RTLD_DEFAULT, f.name)
		if err != nil && f.need {
			return nil, &LibraryError{Path: "libc.so.6", Err: err}
		}
		*f.at = addr
	}
	setShims(c)
	for _, f := range []struct {
		at *uintptr
		fn any
	}{
		{&c.imageCallback, imageCallback},
		{&c.atexitIn, c.atexit},
		{&c.atQuickExitIn, c.atQuickExit},
		{&c.atforkIn, c.atfork},
	} {
		addr, err := callbackNew(f.fn)
		if err != nil {
			return nil, err
		}
		*f.at = uintptr(addr)
	}
	return c, nil
})
