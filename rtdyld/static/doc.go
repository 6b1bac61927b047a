// Package static runs C in a program that is linked statically, without cgo, without a dynamic loader and without a file: the C
// library is an archive, musl's libc.a, that the program brings along and that is linked in the process by this module's own linker.
//
//	//go:embed libc_linux_amd64.a
//	var libc []byte
//	...
//	p, err := static.Load(ctx, static.Libc("libc.a", libc), static.Bytes("scene.o", scene))
//	...
//	defer p.Close()
//	var brightness func(x, y float64) float64 // double brightness(double x, double y)
//	err = p.Bind("brightness", &brightness)
//
// Objects and archives are given and functions are bound as package program says, as with package rtdyld/host; a program that
// imports purego, as host does, or cgo has a C library already, and that one is host's.
//
// # The C library
//
// There is one in the process. The first [Load] starts it, later ones may leave [Libc] out or name the same; it is never
// unloaded. Of its archive those members are linked that something refers to, when something does: a few that all others
// depend on at first. musl 1.2.3, 1.2.4 and 1.2.5 are known; on another, on a version of Go that is not known,
// and in a program that is not static, Load fails with an [*UnsupportedError]; [Check] tells without loading.
//
// C sees the arguments, the environment and the auxiliary vector of the program. The environment is that of the time when libc
// starts: os.Setenv does not change C's later, nor setenv Go's.
//
// # Threads
//
// When C is called on a thread of Go's for the first time, the thread is adopted: from then on it has thread-locals, errno and a
// C stack of 8 MiB of address space with a guard page below, of which what is touched takes memory. When such a thread ends, the next that is adopted gets all that; then
// destructors of key values (pthread_key_create) run, too: code that is closed must have deleted its keys (pthread_key_delete). Calls may go to another thread each: [runtime.LockOSThread] keeps a goroutine on one.
//
// # Signals
//
// Threads that C makes (pthread_create) have all signals blocked but those for which C has installed a handler before, and those of
// the next section, and cannot unblock others: Go's handlers need a goroutine. C's functions for masks (pthread_sigmask, sigsetjmp, sigsuspend,
// ppoll and their kin) go by what C itself has blocked, and so do children: those of posix_spawn, system and popen begin with that.
//
// A handler that C installs takes the place of Go's for the whole process. On a thread of Go's it runs on the 32 KiB that Go has for signals, with
// thread-locals and errno; on a thread that has never called C a thread of C's runs it instead. It must return, and must not be
// unloaded while it is installed. Handlers for SIGSEGV, SIGBUS, SIGFPE, SIGPROF and SIGURG are refused (ENOSYS), and so is sigaltstack on a thread of Go's. Signals that C blocks on a thread of Go's (other
// than these five) stay blocked when it returns; on arm64 all are blocked while C runs but those that C handles and those of the next section, and what C has blocked on a thread is so whenever C runs on it.
//
// # Faults, profiles, debuggers
//
// A fault in C, abort and a failed assertion end the process, as in Go: panics they are not. Before Go's report there is one of C's: the functions
// that were being called, with offsets, objects and sections, libc's among them.
//
//	SIGSEGV in C, address 0x10:
//	  compare+0x0 in scene.o (.text) at 0x7f93b6a10000
//	  sift+0xb0 in libc.a(qsort.lo) (.text.sift) at 0x7f93b6a11460
//	  ...
//	  sorts+0x2a in scene.o (.text) at 0x7f93b6a100ba
//
// musl has no unwind tables: its functions are left by looking for the return address on the stack. One that is behind a call by a pointer may be another's, and
// has a question mark. On a thread of C's the process ends by the signal, after C's report and the registers; if that thread's stack is full,
// without them.
//
// In CPU profiles the time of C is that of the Go code that called it (the function run of this package); they do not name functions of C.
// perf does, and debuggers: by listeners, packages debug/perf and debug/gdbjit, in [Config].
//
// For these signals (SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPROF) the first [Load] puts a handler in front of Go's. A program
// that has one ignored (os/signal) before that leaves that one as it is.
//
// # Unwinding
//
// libgcc_eh.a and libstdc++.a belong to Libc, too: then exceptions pass through all loaded code that has unwind tables, whenever it was loaded. musl's own code
// has none: an exception does not pass through qsort.
//
// # The end
//
// stdout is written line by line, whatever it is connected to, unless setvbuf says otherwise; other streams when they are full. [Exit]
// runs exit handlers and destructors and writes what streams hold, then ends the process; the program's Close runs those of what is
// unloaded, and writes what streams hold. os.Exit, a panic, a return from main without either, and a signal that ends
// the process lose what streams hold, and run nothing. C's exit ends the process as it does in a C program.
//
// # What is refused
//
// These fail with ENOSYS: pthread_cancel (Go has the signal that musl cancels with), setuid, setgid and their kin (musl does not
// know Go's threads, which would keep their rights; use package syscall), fork (the child would have Go's runtime without its threads;
// posix_spawn, system, popen and vfork work). pthread_exit on a thread of Go's ends the process with a message.
// There is no dlopen.
//
// Loaded code cannot call Go, unless the program imports package rtdyld/static/callback, which says what that changes for all of the program.
//
// Law: nothing here knows a field of musl's structures; internal/glue does. This package does not import rtdyld/host, nor purego.
package static
