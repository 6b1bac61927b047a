//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"fmt"
	"sync"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// libc holds the addresses of the functions of the C library and the dynamic
// linker that this package calls. What the C library at hand has not are functions of this package (libcs.go).
type libc struct {
	kind *libcKind

	malloc, free, fflush, exit  uintptr
	cxaAtexit, cxaAtQuickExit   uintptr
	registerAtfork, keyDelete   uintptr
	stackChkFail, errnoLocation uintptr
	environ                     uintptr // of the variable, not its value

	// Those that are called for every name or object are bound: that is faster and
	// does not allocate.
	dlsym         func(scope uintptr, name unsafe.Pointer) uintptr
	dlvsym        func(scope uintptr, name, version unsafe.Pointer) uintptr
	dlIteratePhdr func(callback uintptr, data unsafe.Pointer) int32
	iterate       uintptr // the same function
	cxaFinalize   func(handle uintptr) abi.Void

	// C functions in Go, made at once while there are slots for them.
	imageCallback, segmentsCallback   uintptr
	atexitIn, atQuickExitIn, atforkIn uintptr
	leave                             [2]uintptr         // in place of kind.register and unregister
	stands                            map[string]uintptr // functions that loaded code gets by names of the C library's, or that it has not; nil: none
}

// getLibc finds them, once.
var getLibc = sync.OnceValues(func() (*libc, error) {
	kind := libcOfProcess()
	if kind == nil {
		return nil, &LibcError{hostTriple()}
	}
	c := &libc{kind: kind}
	for _, f := range []struct {
		name string
		at   *uintptr
		need bool
	}{
		{"malloc", &c.malloc, true},
		{"free", &c.free, true},
		{"fflush", &c.fflush, true},
		{"exit", &c.exit, true},
		{kind.atexit, &c.cxaAtexit, true},
		{kind.atQuickExit, &c.cxaAtQuickExit, true},
		{kind.atfork, &c.registerAtfork, true},
		{"__stack_chk_fail", &c.stackChkFail, true},
		{"__errno_location", &c.errnoLocation, true},
		{"environ", &c.environ, true},
		{"__xstat", &shimTarget[shimStat], false},
		{"__lxstat", &shimTarget[shimLstat], false},
		{"__fxstat", &shimTarget[shimFstat], false},
		{"__fxstatat", &shimTarget[shimFstatat], false},
		{"__xmknod", &shimTarget[shimMknod], false},
		{"__xmknodat", &shimTarget[shimMknodat], false},
	} {
		addr, err := inLibc(f.name)
		if err != nil && f.need {
			return nil, err
		}
		*f.at = addr
	}
	if err := c.bind(); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		at *uintptr
		fn any
	}{
		{&c.imageCallback, imageCallback},
		{&c.segmentsCallback, segmentsCallback},
		{&c.atexitIn, c.atexit},
		{&c.atQuickExitIn, c.atQuickExit},
		{&c.atforkIn, c.atfork},
	} {
		addr, err := ownCallback(f.fn)
		if err != nil {
			return nil, err
		}
		*f.at = uintptr(addr)
	}
	if err := kind.complete(c); err != nil {
		return nil, err
	}
	if closeOwnPC != 0 {
		callC(c.registerAtfork, 0, 0, closeOwnPC, 0)
	}
	return c, nil
})

// callC calls a C function of words.
func callC(f uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(f, args...)
	return r
}

// errno is the thread's last error.
func (c *libc) errno() error { return syscall.Errno(peek[int32](callC(c.errnoLocation))) }

// finalize runs what was registered for the object with this handle. Handle 0
// would mean everything in the process.
func (c *libc) finalize(handle uint64) {
	if handle != 0 {
		c.cxaFinalize(uintptr(handle))
	}
}

// atProcessEnd has exit call a function in Go, which is always the same. Processes that loaded code forks do not call it, where there is assembly for that.
func (c *libc) atProcessEnd(f uintptr) {
	if gate := gatePC[gateEnd]; gate != 0 {
		registeredGo[gateEnd], registeredReal[gateEnd] = f, registeredPC[registeredForked]
		f = gate
	}
	callC(c.cxaAtexit, f, 0, 0)
}

// inLibc finds a function of the C library.
func inLibc(name string) (uintptr, error) {
	addr, err := dlsym(purego.RTLD_DEFAULT, name)
	if err != nil {
		return 0, &LibraryError{Path: "libc.so.6", Err: err}
	}
	return addr, nil
}

// bind prepares the calls of the functions that are called often.
func (c *libc) bind() error {
	caller, err := Caller()
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		bind func(addr uint64) error
	}{
		{"dlsym", func(a uint64) (err error) {
			c.dlsym, err = abi.Func2[uintptr, unsafe.Pointer, uintptr](caller, a)
			return err
		}},
		{c.kind.dlvsym, func(a uint64) (err error) {
			c.dlvsym, err = abi.Func3[uintptr, unsafe.Pointer, unsafe.Pointer, uintptr](caller, a)
			return err
		}},
		{"dl_iterate_phdr", func(a uint64) (err error) {
			c.iterate = uintptr(a)
			c.dlIteratePhdr, err = abi.Func2[uintptr, unsafe.Pointer, int32](caller, a)
			return err
		}},
		{c.kind.finalize, func(a uint64) (err error) {
			c.cxaFinalize, err = abi.Func1[uintptr, abi.Void](caller, a)
			return err
		}},
	} {
		if f.name == "" {
			continue
		}
		addr, err := inLibc(f.name)
		if err == nil {
			err = f.bind(uint64(addr))
		}
		if err != nil {
			return fmt.Errorf("bind %s: %w", f.name, err)
		}
	}
	return nil
}
