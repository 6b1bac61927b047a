// Command rtdyld-executor runs code that a linker in another process, or on another
// machine, has linked: it is the process that may crash. Package rtdyld/remote starts it
// or connects to it.
//
//	rtdyld-executor -listen unix:PATH | tcp:HOST:PORT [-cert FILE -key FILE -ca FILE] [OPTION]...
//	rtdyld-executor -fd N [-pass N] [-crash N] [-life N] [OPTION]... [-- ARG...]
//	rtdyld-executor -version
//
// A session ends with its connection; the process then exits with status 0. It exits with
// 1 for an error and 2 for wrong usage. Loaded code may end it at any time with whatever
// status.
package main

import (
	"io"
	"os"
	"runtime"

	_ "github.com/go-rtdyld/rtdyld/cmd/rtdyld-executor/internal/first"
	command "github.com/go-rtdyld/rtdyld/internal/executor"
)

// The process's first thread is for loaded code.
func init() { runtime.LockOSThread() }

func main() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) }

// Main is the command with its arguments and streams.
func Main(args []string, stdout, stderr io.Writer) int {
	return command.Main(nil, args, stdout, stderr)
}
