//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Names that a linker takes from libc_nonshared.a or libgcc.a, since no shared
// library has them: what they do depends on the object that calls them, or on the
// headers that it was compiled with.

// atexit, atQuickExit and atfork are what loaded code calls by these names. Each
// registers the function with the handle of the object that it is in, so that it
// goes when the object goes; 0, for a function of no loaded object, means at exit.
// Each locks its goroutine: the thread may be one of loaded code's, with a table of
// descriptors of its own, and the runtime is to start none of its threads from it.

func (c *libc) atexit(f uintptr) uintptr {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r, _, _ := purego.SyscallN(c.cxaAtexit, f, 0, objects.owner(f))
	return r
}

func (c *libc) atQuickExit(f uintptr) uintptr {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r, _, _ := purego.SyscallN(c.cxaAtQuickExit, f, objects.owner(f))
	return r
}

func (c *libc) atfork(prepare, parent, child uintptr) uintptr {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	handle := uintptr(0)
	for _, f := range [...]uintptr{prepare, parent, child} {
		if handle == 0 && f != 0 {
			handle = objects.owner(f)
		}
	}
	r, _, _ := purego.SyscallN(c.registerAtfork, prepare, parent, child, handle)
	return r
}

// own gives the names that are never taken from a library, since the object that
// calls decides what they do.
func (c *libc) own(name, version string) (rtdyld.Symbol, bool) {
	if version != "" {
		return rtdyld.Symbol{}, false
	}
	switch name {
	case "atexit":
		return function(c.atexitIn)
	case "at_quick_exit":
		return function(c.atQuickExitIn)
	case "pthread_atfork", "__pthread_atfork":
		return function(c.atforkIn)
	}
	if f := c.stands[name]; f != 0 {
		return function(f)
	}
	if f := keyFunction(name); f != 0 {
		return function(f)
	}
	return rtdyld.Symbol{}, false
}

// missing gives the names that not every C library has for itself.
func (r *resolver) missing(im *images, buf *cnames, name, version string) (rtdyld.Symbol, bool) {
	if version != "" {
		return rtdyld.Symbol{}, false
	}
	// With shims, 64-bit files are the only ones: stat and stat64 are one.
	switch name {
	case "__ehdr_start":
		h := elfHeader()
		return rtdyld.Symbol{Addr: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(h)))), Size: uint64(len(h)), Kind: rtdyld.Data, Found: true}, true
	case "__preinit_array_start", "__preinit_array_end", "__init_array_start", "__init_array_end", "__fini_array_start", "__fini_array_end":
		// Linkers define these in programs. The constructors and destructors between them are the linker's to run here, so that
		// for loaded code there are none: start and end are one address. Without a size it is never copied.
		return rtdyld.Symbol{Addr: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(elfHeader())))), Kind: rtdyld.Data, Found: true}, true
	case "__stack_chk_fail_local":
		return function(r.c.stackChkFail)
	case "stat", "stat64":
		return shim(shimStat)
	case "lstat", "lstat64":
		return shim(shimLstat)
	case "fstat", "fstat64":
		return shim(shimFstat)
	case "fstatat", "fstatat64":
		return shim(shimFstatat)
	case "mknod":
		return shim(shimMknod)
	case "mknodat":
		return shim(shimMknodat)
	case "__cpu_model", "__cpu_indicator_init":
		return r.old(im, buf, name, "GCC_4.8.0")
	}
	return builtin(name)
}

// elfHeader is what __ehdr_start names, as which linkers have the header of the file that they write. What is loaded has no file: this one is of a shared object of this
// processor without segments and sections, so that who looks for some, as LLVM's profile runtime for notes, finds none. It is Go's memory, and lives as long
// as the process.
var elfHeader = sync.OnceValue(func() []byte {
	w := hostTLS.writer()
	ehdr, phdr := hostTLS.headers()
	w.header(ehdr, phdr, 0)
	return w.b
})

func function(addr uintptr) (rtdyld.Symbol, bool) {
	return rtdyld.Symbol{Addr: uint64(addr), Kind: rtdyld.Func, Found: true}, true
}

// old finds a version of a name that libgcc_s keeps for old programs alone, while
// new ones get a copy from libgcc.a, which is not at hand; both do the same.
func (r *resolver) old(im *images, buf *cnames, name, version string) (rtdyld.Symbol, bool) {
	addr := r.find(buf, name, version)
	if addr == 0 {
		return rtdyld.Symbol{}, false
	}
	return im.describe(name, addr), true
}

// The stat and mknod families of glibc before 2.33 are functions of one number
// more, the version of the structure, that libc exports; nonshared_amd64.s has
// functions that call them as libc_nonshared.a's do. On other CPUs those names
// are libc's own alone, since 2.33.
const (
	shimStat = iota
	shimLstat
	shimFstat
	shimFstatat
	shimMknod
	shimMknodat
	numShims
)

// shimPC has the addresses of the functions, in this order, 0 where there are none,
// and shimTarget the functions of libc that each calls. Both are what the assembly
// says.
var (
	shimPC     [numShims]uintptr
	shimTarget [numShims]uintptr
)

// generationPC is the address of a callback for dl_iterate_phdr in assembly that
// writes the generation of the list to its data, a [2]uint64, and ends the walk.
var generationPC uintptr

// pairPC is the address of a function of C that makes the calls of a [pairCall], 0 where there is none.
var pairPC uintptr

// shim gives function n if libc has what it calls.
func shim(n int) (rtdyld.Symbol, bool) {
	if shimTarget[n] == 0 || shimPC[n] == 0 {
		return rtdyld.Symbol{}, false
	}
	return function(shimPC[n])
}

// owner returns the handle of the object that addr is in, 0 if it is in none.
func (r *registry) owner(addr uintptr) uintptr {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.find(uint64(addr)); m != nil {
		return uintptr(m.DSOHandle())
	}
	return 0
}
