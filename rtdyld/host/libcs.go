//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import "github.com/ebitengine/purego"

// libcKind is what C libraries differ in, as far as this package calls them.
type libcKind struct {
	name string // the process has it if this is its C library

	// Functions: "" is one that it has not.
	atexit      string // int (void (*f)(void *), void *arg, void *dso)
	atQuickExit string // int (void (*f)(void), void *dso); without taking them back by dso where keeps is set
	atfork      string // int (void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso); as atQuickExit
	dlvsym      string
	register    string // see leave.go
	unregister  string
	finalize    string // void (void *dso)

	undefined string            // part of what its dynamic linker says of names that no library has
	finishes  bool              // exit runs destructors of libraries even if it has not started the process
	threads   bool              // it has room for thread-locals of libraries that are opened late in every thread's static block, and destructors of thread-locals
	keeps     bool              // it takes nothing back that was registered: registrations do, by assembly
	complete  func(*libc) error // makes what it has not
}

// libcKinds are the C libraries that are known, in the order in which they are looked for: gcompat has names of glibc's
// for processes of musl's.
var libcKinds = []*libcKind{
	{
		name:   muslSymbol,
		atexit: "__cxa_atexit", atQuickExit: "at_quick_exit", atfork: "pthread_atfork",
		undefined: "symbol not found",
		finishes:  true,
		keeps:     true,
		complete:  completeMusl,
	},
	{
		name:   "gnu_get_libc_version",
		atexit: "__cxa_atexit", atQuickExit: "__cxa_at_quick_exit", atfork: "__register_atfork", dlvsym: "dlvsym", finalize: "__cxa_finalize",
		register: "__pthread_register_cancel", unregister: "__pthread_unregister_cancel",
		undefined: "undefined symbol",
		threads:   true,
		complete:  (*libc).gateForks,
	},
}

// libcOfProcess is the kind of the process's C library, nil if that is not known or there is no assembly for it.
func libcOfProcess() *libcKind {
	for _, k := range libcKinds {
		if v, _ := dlsym(purego.RTLD_DEFAULT, k.name); v == 0 {
			continue
		}
		if k.keeps && registeredPC == [numRegistered]uintptr{} {
			return nil
		}
		return k
	}
	return nil
}
