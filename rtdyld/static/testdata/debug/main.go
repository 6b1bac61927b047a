// Command debug calls functions of an object in a static program, for debuggers and profilers to watch, or to crash. It does what its
// arguments say, one after the other:
//
//	libc=ARCHIVE      one more archive of the C library
//	jit               debuggers see what is loaded
//	perf=FOLDER       perf's dump is written there
//	load=OBJECT       loads an object
//	call=NAME         calls int NAME(int) with 3 and prints what it returns
//	go=NAME           does so in a goroutine, and waits until the function has set the int running
//	profile=FILE      from here to the end of the arguments, or to the next, a CPU profile is taken
//	wait              says that it waits, and waits for the end of its input
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(3)
	}
	return v
}

var (
	libc      []static.Archive
	listeners []rtdyld.Listener
	loaded    *program.Program
)

func main() {
	for _, arg := range os.Args[1:] {
		verb, rest, _ := strings.Cut(arg, "=")
		switch verb {
		case "libc":
			libc = append(libc, static.Archive{Name: rest, Data: must(os.ReadFile(rest))})
		case "jit":
			listeners = append(listeners, must(gdbjit.New()))
		case "perf":
			listeners = append(listeners, must(perf.NewDump(perf.Config{Dir: rest})))
		case "load":
			loaded = must(static.Load(context.Background(), static.With(static.Config{Libc: libc, Listeners: listeners}), static.File(rest)))
		case "call":
			call(rest)
		case "go":
			running := must(program.Var[int32](loaded, "running"))
			before := atomic.LoadInt32(running)
			go call(rest)
			for atomic.LoadInt32(running) == before {
				time.Sleep(time.Millisecond)
			}
		case "profile":
			pprof.StopCPUProfile()
			must(0, pprof.StartCPUProfile(must(os.Create(rest))))
		case "wait":
			fmt.Println("waiting")
			must(io.Copy(io.Discard, os.Stdin))
		}
	}
	pprof.StopCPUProfile()
	if loaded != nil {
		must(0, loaded.Close())
	}
	marker()
}

// marker is where a debugger looks what is left.
//
//go:noinline
func marker() {}

//go:noinline
func call(name string) {
	var f func(int32) int32
	must(0, loaded.Bind(name, &f))
	fmt.Printf("%s(3) = %d\n", name, f(3))
}
