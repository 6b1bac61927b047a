// Command rtdyld loads, links, runs and shows relocatable objects and archives.
//
//	rtdyld run [-entry SYM] [-lib PATH]... [-triple T] [-whole-archive] FILE... [-- ARG...]
//	rtdyld run -isolated | -executor COMMAND [LIMIT]... [OPTION]... FILE... [-- ARG...]
//	gdb --args rtdyld run -gdb [OPTION]... FILE... [-- ARG...]
//	perf record [-k mono] rtdyld run -perf[=map|dump] [-isolated] [OPTION]... FILE... [-- ARG...]
//	rtdyld link [-json] [-times] [-j N] [-undefined=error|phony] [-define SYM=ADDR]... [-layout FILE] [-out DIR] [-relax=false] [-whole-archive] FILE... | @LIST
//	rtdyld link -each [-j N] [-define SYM=ADDR]... [-relax=false] FILE... | @LIST
//	rtdyld dump [-json] FILE...
//	rtdyld triple [-json] TRIPLE...
//
// It exits 0, 1 for an error and 2 for wrong usage; run exits with the program's
// status, or 125 if it could not be linked or started. Of a program in a process of its
// own, 128 and the number of the signal that it died of, 124 if its time was over; where
// in the source that was is told, if the objects have DWARF.
//
// A crash in this process is told by Go's runtime, with status 2. On linux/amd64 and
// linux/arm64 its traceback has the functions of loaded code that was called, and their
// lines if the input has 4 MiB at most. It has none that are below a function of a
// library, abort for one, and none that had called back into Go. On a thread that loaded
// code has made, the signal ends the command without a word.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/cmd/internal/executor"
)

const usage = `usage:
  rtdyld run [-entry SYM] [-lib PATH]... [-triple T] [-whole-archive] FILE... [-- ARG...]
        load objects and archives into this process and call main
  rtdyld run -isolated | -executor COMMAND [-memory BYTES] [-cpu TIME] [-timeout TIME]
             [-no-new-privileges] [-seccomp] [-empty-env] [OPTION]... FILE... [-- ARG...]
        load them into a process of their own, of this command or of COMMAND
        ("qemu-aarch64 -L DIR rtdyld-executor" runs code of another processor)
  rtdyld run -gdb | -perf[=map|dump] [OPTION]... FILE... [-- ARG...]
        show them to a debugger or to perf:
          gdb -ex 'handle SIGURG nostop noprint' --args rtdyld run -gdb FILE
          perf record rtdyld run -perf FILE; perf report
          perf record -k mono rtdyld run -perf=dump FILE
          perf inject -j -i perf.data -o jit.data; perf report -i jit.data
  rtdyld link [-json] [-times] [-j N] [-undefined=error|phony] [-define SYM=ADDR]...
              [-layout FILE] [-out DIR] [-relax=false] [-whole-archive] FILE... | @LIST
        load and relocate without running; print a link map
  rtdyld link -each [-j N] [-define SYM=ADDR]... [-relax=false] FILE... | @LIST
        link every object and member by itself; tell which are refused
  rtdyld dump [-json] FILE...
        print sections, symbols, groups and relocations
  rtdyld triple [-json] TRIPLE...
        take target triples apart
`

// commands are the subcommands; each returns the exit status.
var commands = map[string]func(args []string, stdout, stderr io.Writer) int{
	"run":    runRun,
	"link":   runLink,
	"dump":   runDump,
	"triple": runTriple,

	executorMode: runExecutor,
}

// executorMode has the command be rtdyld-executor: it is what run -isolated starts. It
// is no part of the usage.
const executorMode = "executor"

// An executor's first thread is for loaded code.
func init() {
	if len(os.Args) > 1 && os.Args[1] == executorMode {
		runtime.LockOSThread()
	}
}

// runExecutor is "rtdyld executor".
func runExecutor(args []string, stdout, stderr io.Writer) int {
	return executor.Main([]string{executorMode}, args, stdout, stderr)
}

func main() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) }

// Main is the command with its arguments and streams.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(stdout, usage)
		return 0
	}
	cmd := commands[args[0]]
	if cmd == nil {
		fmt.Fprintf(stderr, "rtdyld: unknown command %q\n%s", args[0], usage)
		return 2
	}
	return cmd(args[1:], stdout, stderr)
}
