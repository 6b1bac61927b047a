// Package callback has loaded code call Go functions in a static program, one that package static runs C in. A program that needs that
// imports it, for what it changes in the program if for nothing else:
//
//	import _ "github.com/go-rtdyld/rtdyld/rtdyld/static/callback"
//
// Then program.Program's Callback makes C functions of Go functions, as it does with package rtdyld/host, and so do generated packages
// (rtdyld bind) with the build tag rtdyld_static. [New] has more to say about a callback, and closes it sooner; [Do] gives it a context, and takes its panic.
//
// C calls Go from threads of Go's and from those that it makes, nested as deep as there is stack. A panic that the function does not recover goes
// on in the Go function that called C, whose frames are dropped, but for [Config.Recover]; so does [runtime.Goexit]. On a thread
// of C's there is no such function: both end the process, with the traceback.
//
// # What changes
//
// Importing the package changes Go's runtime for the whole program, from its first instruction and whether C is ever loaded or not: to the runtime it is
// one with cgo.
//
//   - [syscall.Setuid], Setgid, Setgroups and their kin, and [syscall.AllThreadsSyscall], panic: the runtime does not know C's threads, which
//     would keep their rights.
//   - Each thread has 8 MiB of address space for its stack, with a guard page below, and C runs on that, on the first thread on the one that the system gave the
//     program (ulimit -s). What is touched takes memory. Threads that C makes have the stack that pthread_attr_setstacksize says, on which Go needs 32 KiB.
//   - A call of C costs what it does with cgo or host, about a tenth more than in a static program that does not import this package.
//   - On arm64 signals are no longer blocked while C runs.
//   - A thread of C's that has called Go takes the signals that Go's runtime needs from then on, SIGURG, SIGPROF and those of faults: a fault on it ends the process with Go's report.
//     What the runtime has lent to it comes back when the thread ends: a key of pthread_key_create is the package's.
//   - The garbage collector's and the scheduler's view of a goroutine in C is as with cgo: it is in a system call, and the thread is its until it comes back.
//
// The environment of C stays that of the time when libc starts: os.Setenv does not change it.
//
// Package host, purego and cgo have the same places in the runtime: a program that imports one of them is not static, and with CGO_ENABLED=0 does
// not link together with this package (duplicated definition of _cgo_init).
//
// The package knows the runtime of Go 1.26 and 1.27. On others, on other systems, with cgo, and with the build tag rtdyld_nolinkname it changes nothing, and its
// functions, and program.Program's Callback, fail with a [*static.UnsupportedError] that says so.
//
// Law: all that is asked of Go's runtime stands in runtime_linux.go and the assembly; what a callback does stands in rtdyld/internal/callbacks, as for host.
package callback
