// Package host fits a linker to the running process: the symbols of the process
// and of shared libraries, constructors and destructors, the unwinder that C++
// exceptions go through, memory within reach of libc, and fast calls. It does so
// without cgo, through github.com/ebitengine/purego, which makes a program
// dynamically linked.
//
// [Config] is the short way: a [rtdyld.Config] that is ready for [rtdyld.New].
// [Open] is the long one, with libraries, arguments and a [Process.Close].
//
// # What loaded code may expect
//
//   - A name is searched in the process first (RTLD_DEFAULT: the program, the
//     libraries it was started with, libraries opened with RTLD_GLOBAL), then in
//     [Options.Libraries] in their order, each with what it depends on, then in
//     libgcc_s. name@VERSION and name@@VERSION ask for that version.
//   - The names that only libc_nonshared.a and libgcc.a have are given here:
//     atexit, at_quick_exit, pthread_atfork, __stack_chk_fail_local, the stat and
//     mknod families of glibc before 2.33, __cpu_model and __cpu_indicator_init.
//   - Constructors get argc, argv and envp, as glibc gives them.
//   - Objects may have thread-locals, in all models, on all threads. They share what
//     room glibc keeps for libraries that are opened late, about 1.5 KiB in each
//     thread; what does not fit is refused with a *[TLSError].
//   - Destructors of C++ thread-locals run when their thread ends, and for the thread
//     that unloads their object then, before all other destructors of it. Those of
//     threads that go on without the object never run.
//     On other processors than x86-64 glibc alone has them: an object whose
//     thread-locals have destructors must not go before its threads end.
//   - Thread-locals of libraries can be referred to by name (errno for one) in the
//     models that need their offset from the thread pointer alone, if the library has
//     them in the static block, as those do that a program is started with.
//   - What an object registered with __cxa_atexit (static C++ objects do), atexit,
//     at_quick_exit or pthread_atfork is run or forgotten when it is unloaded.
//   - Exceptions pass through frames of loaded code: libgcc_s is told of them, and
//     LLVM's libunwind where an opened library is bound to that. One that leaves
//     loaded code towards Go ends the process: nothing there can catch it.
//   - A fault in loaded code ends the process; recover does not see it.
//
// A Go program that ends does not run C's exit: destructors of objects that are
// still loaded do not run, and what stdio buffers is lost unless [FlushStdio] is
// called. The other way round, loaded code that calls exit ends the process with
// that status, after C's exit handlers ran and stdio was flushed; deferred Go
// functions do not run.
//
// Linux on x86-64 with glibc is supported; everywhere else every function returns
// an error that matches [ErrSystem].
//
// Law: this package joins what others keep apart (rtdyld, mem, abi, the C
// library) and is joined by none of them.
package host
