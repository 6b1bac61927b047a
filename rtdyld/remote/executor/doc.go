// Package executor makes a program its own executor: the process in which linked code runs, and may crash, is the same program, started once more. No other
// file has to be shipped, neither by programs that are built with CGO_ENABLED=0 nor by those with cgo:
//
//	func main() {
//		executor.Init() // the executor is here, and goes no further
//		...
//		e, err := executor.Start(ctx, remote.Command{Limits: remote.Limits{Memory: 1 << 30}})
//
// What [Start] returns is what [remote.Start] does with command rtdyld-executor: limits, sandbox, crashes and the end of processes that loaded
// code has started are the same.
//
// # The program as an executor
//
// The child is started with a word as its first argument, which [Init] knows, and with options behind it. The environment says nothing,
// so that programs that either process starts are what they always are. The same arguments given by hand do nothing: the connection
// must be one that the parent of the process has made, for the same user, and the parent must run the same file as far as the process may see that;
// else it ends with status 2.
//
// Packages of the program are initialized in the child before Init is reached: what their variables and init functions do, it does, too. An init
// function that reads os.Args finds the word there, and one that starts goroutines, opens files or sets handlers of signals has those in the
// process that runs loaded code. The work of a program belongs behind Init, after which the child never is. The process that watches over the other, see
// [remote.Command], begins before most packages are initialized, and does not need them.
//
// # Tests
//
// A test's program is its own executor by a function TestMain:
//
//	func TestMain(m *testing.M) {
//		executor.Init()
//		os.Exit(m.Run())
//	}
//
// Without it, and in a library whose program does not call Init, Start returns an error that matches [ErrInit], and no process is started.
//
// # Other forms
//
// The package has package rtdyld/host in it, and so the system's C library, where remote alone needs none: a program without cgo is then linked
// dynamically. With the build tag rtdyld_static it has package rtdyld/static in place of that, is linked statically, and runs code with the C library that
// the variable RTDYLD_LIBC of the environment names, an archive that rtdyld libc has made. With Limits.EmptyEnv such an
// executor does not find it, and Start fails.
// A program in an emulator starts itself only where the system starts programs of that processor (binfmt_misc).
// Executors of other machines and other processors are command rtdyld-executor ([remote.Dial], [remote.Start]).
//
// Law: it joins the executor of the commands with the program that imports it, and adds nothing to either.
package executor
