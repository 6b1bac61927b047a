package host

import (
	"context"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// libraryC is the C library that every Windows has, and that MinGW's compilers use.
const libraryC = "msvcrt.dll"

// libc holds the addresses of the functions of the C library that this package
// calls.
type libc struct {
	handle         windows.Handle
	malloc, free   uintptr
	onexit, fflush uintptr
	exit           uintptr // 0: the system does what C's exit would
	errnoLocation  uintptr
	environ        uintptr // of the variable, not its value
}

// getLibc finds them, once. The library stays.
var getLibc = sync.OnceValues(func() (*libc, error) {
	c := new(libc)
	var err error
	if c.handle, err = loadLibrary(libraryC); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		at   *uintptr
	}{{"malloc", &c.malloc}, {"free", &c.free}, {"_onexit", &c.onexit}, {"fflush", &c.fflush}, {"_errno", &c.errnoLocation}, {"_environ", &c.environ}} {
		if *f.at, err = windows.GetProcAddress(c.handle, f.name); err != nil {
			return nil, &LibraryError{libraryC, err}
		}
	}
	return c, nil
})

// callC calls a C function of words.
func callC(f uintptr, args ...uintptr) uintptr {
	r, _, _ := syscall.SyscallN(f, args...)
	return r
}

// errno is the thread's last error of the C library.
func (c *libc) errno() error { return crtError(peek[int32](callC(c.errnoLocation))) }

// crtError is an error number of the C library, which are not Windows' own.
type crtError int32

func (e crtError) Error() string { return "errno " + strconv.Itoa(int(e)) }

// atProcessEnd has exit call a function.
func (c *libc) atProcessEnd(f uintptr) { callC(c.onexit, f) }

// loadLibrary opens a library by a path, or by a name that is searched where the
// system and the program have their libraries, not in the current directory.
func loadLibrary(path string) (windows.Handle, error) {
	const searchDefault, searchOwn = 0x1000, 0x100 // LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, _DLL_LOAD_DIR
	flags := uintptr(searchDefault)
	if isPath(path) {
		flags |= searchOwn
		full, err := syscall.FullPath(path)
		if err != nil {
			return 0, &LibraryError{path, err}
		}
		path = full
	}
	h, err := windows.LoadLibraryEx(path, 0, flags)
	if err != nil {
		return 0, &LibraryError{path, err}
	}
	return h, nil
}

func isPath(s string) bool {
	for i := range len(s) {
		if s[i] == '/' || s[i] == '\\' || s[i] == ':' {
			return true
		}
	}
	return false
}

// finalize has nothing to do: the C library does not know objects, [exits] does.
func (c *libc) finalize(uint64) {}

// named has nothing to do: messages of this C library have no name of a program that could be changed.
func (c *libc) named(vector) (done func()) { return func() {} }

// callMain calls main.
func (c *libc) callMain(_ context.Context, caller abi.Caller, addr uint64, argv, envp vector) (int32, error) {
	return callMainPlainly(caller, addr, argv, envp)
}
