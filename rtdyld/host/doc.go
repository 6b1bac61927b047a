// Package host fits a linker to the running process: the symbols of the process
// and of shared libraries, constructors and destructors, the unwinder that C++
// exceptions go through, memory within reach of libc, and fast calls. It does so
// without cgo, through github.com/ebitengine/purego, which makes a program
// dynamically linked.
//
// [LinkerConfig] is the short way: a [rtdyld.Config] that is ready for [rtdyld.New].
// [Open] is the long one, with libraries, arguments and a [Process.Close].
//
// # What loaded code may expect
//
//   - A name is searched in the process first (RTLD_DEFAULT: the program, the
//     libraries it was started with, libraries opened with RTLD_GLOBAL), then in
//     [Config.Libraries] in their order, each with what it depends on, then in
//     libgcc_s. name@VERSION and name@@VERSION ask for that version.
//   - The names that only libc_nonshared.a and libgcc.a have are given here:
//     atexit, at_quick_exit, pthread_atfork, __stack_chk_fail_local, the stat and
//     mknod families of glibc before 2.33 (on x86-64), __cpu_model and
//     __cpu_indicator_init, and the atomic operations of arm64 (__aarch64_cas4_acq and
//     others).
//   - Constructors get argc, argv and envp, as glibc gives them.
//   - Objects may have thread-locals, in all models, on all threads. They share what
//     room glibc keeps for libraries that are opened late, about 1.6 KB in each
//     thread; what does not fit is refused with a *[TLSError]. A program that is started with
//     GLIBC_TUNABLES=glibc.rtld.optional_static_tls=N has so many bytes beside 1,152
//     (glibc 2.33), see [ThreadLocalEnv]; code that is compiled with -femulated-tls needs none.
//     While such an object is loaded no thread should end of which the C library unmaps the
//     stack at once (it keeps 40 MB of them): initial values are written to the blocks of all
//     threads, which nothing keeps alive for the microsecond between finding one and
//     writing it.
//   - Destructors of C++ thread-locals run when their thread ends, and for the thread
//     that unloads their object then, before all other destructors of it. Those of
//     threads that go on without the object never run.
//     On other processors than x86-64 glibc alone has them: an object whose
//     thread-locals have destructors must not go before its threads end.
//   - Thread-locals of libraries can be referred to by name: in the global-dynamic model
//     and, but for 32-bit ARM, by descriptors all of them; in the models that need their
//     offset from the thread pointer alone (what is not compiled with -fPIC has such code), those that the library has in the static block,
//     as libraries do that a program is started with, and as others get if they have few that nothing has used before.
//   - What an object registered with __cxa_atexit (static C++ objects do), atexit,
//     at_quick_exit or pthread_atfork is run or forgotten when it is unloaded.
//   - Exceptions pass through frames of loaded code: libgcc_s is told of them, and
//     LLVM's libunwind where an opened library is bound to that. One that leaves
//     loaded code towards Go ends the process: nothing there can catch it. On 32-bit
//     ARM, where unwinders look for the index tables (.ARM.exidx) of libraries alone,
//     libgcc_s and all others in the process that ask __gnu_Unwind_Find_exidx are led
//     to those of loaded code too; LLVM's libunwind does not ask it, and finds none.
//   - A fault in loaded code ends the process; recover does not see it.
//
// A Go program that ends does not run C's exit: destructors of objects that are
// still loaded do not run, and what stdio buffers is lost unless [FlushStdio] is
// called. The other way round, loaded code that calls exit ends the process with
// that status, after C's exit handlers and the destructors of all objects ran and stdio was flushed; deferred Go
// functions do not run.
//
// On 32-bit ARM functions are called as the C library has it, with floating point
// registers or without (armhf, armel); a function of an unknown number of arguments is
// always called without, by [CallerFor] and [abi.AAPCS32].
//
// # Callbacks
//
// [NewCallback] makes a C function of a Go function. Each is a piece of code of its own (a thunk), so that it carries what the Go
// function does, and there may be any number at a time. [Callback.Close] ends one, [Process.Close] those that
// [Process.NewCallback] made; the garbage collector closes none, for loaded code may still have the address. What follows happens on the goroutine that called the
// loaded code, or on one of its own where a thread of C's calls:
//
//   - a panic goes on in the Go function that called loaded code, or becomes an error of [Do], with [CallbackConfig.Recover];
//   - a function whose first parameter is a context is given that of [Do].
//
// The name of the function that only gives an address was Callback, which is the type now: it is [CallbackAddr].
//
// # Windows
//
// On windows/amd64 all of the above is so, too, with these differences; purego is not
// needed.
//
//   - A name comes from the library that its import record says, else from
//     [Config.Libraries], msvcrt.dll, and all that the process has loaded. Libraries
//     of import records are opened when they are needed.
//   - __main, __chkstk, ___chkstk_ms, _fltused, atexit and _onexit are given here, and
//     must not come from archives ([Process.Provides]).
//   - The function tables of objects are registered, so that C++ exceptions, GNU's and
//     Microsoft's, and structured exceptions (__try) are caught in loaded code. The
//     handlers of Microsoft's C++ ABI come from the C library and, where it has no such
//     name, from vcruntime140.dll; _CxxThrowException and the virtual table of type_info
//     are given here.
//   - Loaded code has the thread's stack, which is 2 MiB in a Go program as a rule.
//   - Thread-locals of compilers for Windows (.tls) are refused by a *[TLSError]: the
//     system gives room to modules that it has loaded itself alone. Those of GNU's
//     compilers, and of clang with -femulated-tls, are functions of libgcc and work.
//   - Objects may be ELF if [Config.Triple] says so, as x86_64-pc-windows-msvc-elf.
//
// # Code for other systems on linux/amd64
//
// [Config.Triple] may be a target of another system.
//
// Code for macOS (Mach-O) has the calling convention of this system. C names lose
// their leading underscore; __stdoutp and its siblings, __error, __bzero,
// __stack_chk_guard and memset_pattern4, 8 and 16 are found. Structures and constants
// of C's headers must be those of this system's.
//
// Code for Windows, COFF or ELF, has another convention. It is called by
// [Process.Caller], and each external function that it calls gets a crossing, a piece
// of code that passes the arguments on ([abi.Crossing]):
//
//   - Functions of integers and pointers (up to 22), or of floating point numbers alone
//     (up to 4), pass as they are.
//   - The functions of <math.h> that take both, and some that take a long, which has 32
//     bits on Windows, are known. Others of that kind must be made known by
//     [Config.Crossings].
//   - printf, scanf and those of their kind pass all but long double. Formats are this
//     system's: of %ld the whole word is read, of which Windows' code sets half.
//   - Data objects are this system's. __acrt_iob_func gives the standard streams, and
//     the names of MinGW's own printf are those of this C library.
//   - Functions that take functions (qsort, signal, pthread_create), jump (setjmp,
//     longjmp), unwind, take wide characters, long double, complex numbers or
//     structures are refused by a *[CrossingError].
//   - Exceptions and thread-locals are not supported. [Process.NewCallback] makes Go
//     functions that the code can call.
//
// # musl
//
// On linux/amd64 and linux/arm64 the C library may be musl, as on Alpine. Go's linker names the dynamic linker of the machine that it runs
// on; elsewhere go build -ldflags='-I /lib/ld-musl-x86_64.so.1' makes such a program. All of the above is so, with these differences:
//
//   - Thread-locals of objects may be as many as memory has room for. Code gets at them in the global-dynamic and local-dynamic models, by
//     descriptors, or with -femulated-tls; code of the initial-exec and local-exec models, as what is compiled without -fPIC has it, is
//     refused with a *[rtdyld.RelocError] that matches [rtdyld.ErrTLS].
//   - An object whose thread-locals have destructors must not go before its threads end.
//   - Versions of names are not heeded, and indirect functions of libraries are not found: the dynamic linker does neither. It never unloads a library.
//   - Names that glibc's headers make of others, as __memcpy_chk, are not there.
//   - Where no library of the process has an unwinder (Alpine's package libgcc has libgcc_s), code without exceptions runs.
//
// Linux with glibc is supported on x86-64, arm64, riscv64, ppc64le, 32-bit ARM, i386, and (in
// programs built by Go 1.27 or later) s390x, with musl on x86-64 and (untested) arm64, and Windows on x86-64; everywhere else every
// function returns an error that matches [ErrSystem].
//
// Law: this package joins what others keep apart (rtdyld, mem, abi, the C
// library) and is joined by none of them.
package host
