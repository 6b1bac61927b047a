// Command rtdyld loads, links, runs and shows relocatable objects and archives.
//
//	rtdyld run [OPTION]... FILE... | @LIST [-- ARG...]     run main of objects, archives and sources
//	rtdyld link [OPTION]... FILE... | @LIST                relocate without running, print a link map
//	rtdyld replay [OPTION]... FILE                         make a recorded link again
//	rtdyld bind [OPTION]... [-- FLAG...]                   write a Go package for a C library
//	rtdyld libc [OPTION]...                                make the archive that static programs embed to run C
//	rtdyld dump [OPTION]... FILE...                        print sections, symbols, groups and relocations
//	rtdyld triple [OPTION]... TRIPLE...                    take target triples apart
//	rtdyld help [OPTION]... [COMMAND]                      print what a command does and its options
//	rtdyld version                                         print the version
//	rtdyld completion bash|zsh|fish                        print a script for a shell
//
// "rtdyld help COMMAND" has the options with examples, "rtdyld help -man COMMAND" the same as
// a page for man. Options may stand before, between and behind files; what follows "--" is
// the program's.
//
// "-" is the standard input, once: it is read to its end before anything runs, so that the
// program finds nothing there. Of bytes that are no object, archive or IR it takes text for C,
// as tcc does, unless -x says another language. link -each does not read it.
//
// Completion asks the command itself ("rtdyld complete WORD..."), so it knows the options of the
// version that is called, and needs it in the PATH; words are cut at blanks, so that quoted
// arguments with blanks before the one that is completed may mislead it in bash.
//
// Maps have addresses from the start of the image, which two runs have in common; as JSON
// they are absolute, beside the base. Which library gave a name is read from /proc: on other
// systems, and of executors elsewhere, it is "?".
//
// SIGINT, SIGTERM and SIGHUP end run and link once they have removed what they made, compilers and executors among
// that; they have died of the signal then. The second one ends them at once. Once loaded code
// runs in this process, signals do what they do in a program that was linked: on Linux those that
// Go ignores, SIGPIPE and SIGALRM for two, end it, too. Of a program in a process of its own the three end the
// command and with it the program, which does not see them.
//
// It exits 0, 1 for an error and 2 for wrong usage; run exits with the program's
// status, or 125 if it could not be linked or started. Of a program in a process of its
// own, 128 and the number of the signal that it died of, 124 if its time was over; where
// in the source that was is told, if the objects have DWARF.
//
// On linux/amd64 and linux/arm64 a crash in this process is told in the same way, and then the command dies of the signal as the
// program would that was linked, unless that handles it. A process that the program forks, and a thread of its whose stack is full, die
// without a word. Elsewhere, and with -traceback=false, Go's runtime tells it, with status 2: on linux/ppc64le with the functions of
// loaded code that was called, and their lines if the input has 4 MiB at most.
package main

import (
	"context"
	"io"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/cmd/rtdyld/internal/first"
	_ "github.com/go-rtdyld/rtdyld/cmd/rtdyld/internal/room"
	"github.com/go-rtdyld/rtdyld/internal/executor"
)

// executorMode has the command be rtdyld-executor: it is what run -isolated starts. It
// is no part of the usage.
const executorMode = first.Executor

// The first thread is for loaded code: its main expects to be there.
func init() {
	if len(os.Args) > 1 && (os.Args[1] == executorMode || os.Args[1] == "run") {
		runtime.LockOSThread()
	}
}

// runExecutor is "rtdyld executor".
func runExecutor(args []string, stdout, stderr io.Writer) int {
	return executor.Main([]string{executorMode}, args, stdout, stderr)
}

func main() {
	c := call{ctx: context.Background(), stdout: os.Stdout, stderr: os.Stderr, watches: true, again: restarted()}
	exit(c.main(os.Args[1:]))
}

// Main is the command with its arguments and streams. It leaves signals alone.
func Main(args []string, stdout, stderr io.Writer) int {
	return (&call{ctx: context.Background(), stdout: stdout, stderr: stderr}).main(args)
}

// main is the command with its arguments.
func (c *call) main(args []string) int {
	if len(args) == 0 {
		usage(c.stderr)
		return 2
	}
	rest := args[1:]
	switch args[0] {
	case executorMode:
		return runExecutor(rest, c.stdout, c.stderr)
	case completeMode:
		complete(c.stdout, rest)
		return 0
	case "-h", "-help", "--help":
		return helpCommand.do(c, rest)
	case "-version", "--version":
		return versionCommand.do(c, rest)
	}
	which := find(args[0])
	if which == nil {
		report(c.stderr, unknown(args[0]))
		return 2
	}
	return which.do(c, rest)
}
