// Command run runs main of objects and archives in a static program, as the tests of package static need it.
//
//	run [-glibc] LIBC FILE... [-- ARG...]
//	run -whole LIBC ARCHIVE FILE...
//	run -leave LIBC FILE...
//
// It ends as main does: with what that returns, after exit handlers. With -whole it loads all members of an archive, with what they
// need of the other files, and runs nothing but constructors and destructors. With -leave two threads of Go's call enter, and leave the code
// when it is closed, by one of them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

var glibc bool // the files were compiled with glibc's headers

func main() {
	if os.Args[1] == "-whole" {
		if err := whole(os.Args[2], os.Args[3], os.Args[4:]); err != nil {
			fmt.Fprintln(os.Stderr, "run:", err)
			os.Exit(125)
		}
		static.Exit(0)
	}
	if os.Args[1] == "-leave" {
		if err := leave(os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, "run:", err)
			os.Exit(125)
		}
		static.Exit(0)
	}
	if os.Args[1] == "-glibc" {
		glibc = true
		os.Args = slices.Delete(os.Args, 1, 2)
	}
	status, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(125)
	}
	static.Exit(status)
}

func run(libc string, files []string) (int, error) {
	var args []string
	if i := slices.Index(files, "--"); i >= 0 {
		files, args = files[:i], files[i+1:]
	}
	data, err := os.ReadFile(libc)
	if err != nil {
		return 0, err
	}
	args = append([]string{"./p"}, args...)
	p, err := static.Load(context.Background(), static.Libc(libc, data), static.File(files...), static.With(static.Config{Args: args, Glibc: glibc}))
	if err != nil {
		return 0, err
	}
	var start func(argc int32, argv **byte) int32
	if err := p.Bind("main", &start); err != nil {
		return 0, err
	}
	var s abi.Scope
	defer s.Close() // the garbage collector panics if it finds what is pinned and not used any more
	argv, err := s.Strings(args)
	if err != nil {
		return 0, err
	}
	status := start(int32(len(args)), argv)
	return int(status), p.Close()
}

// whole loads all members of an archive.
func whole(libc, archive string, others []string) error {
	data, err := os.ReadFile(libc)
	if err != nil {
		return err
	}
	p, err := static.Load(context.Background(), static.Libc(libc, data), static.Whole(static.File(archive)), static.File(others...))
	if err != nil {
		return err
	}
	return p.Close()
}

// leave has threads end that have called code which is unloaded by then.
func leave(libc string, files []string) error {
	data, err := os.ReadFile(libc)
	if err != nil {
		return err
	}
	p, err := static.Load(context.Background(), static.Libc(libc, data), static.With(static.Config{Whole: true}), static.File(files...))
	if err != nil {
		return err
	}
	var enter func(name string)
	if err := p.Bind("enter", &enter); err != nil {
		return err
	}
	inside, closed, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		runtime.LockOSThread() // it ends with the goroutine
		enter("the other thread")
		close(inside)
		<-closed
		close(ended)
	}()
	<-inside
	runtime.LockOSThread()
	enter("this thread")
	err = p.Close()
	close(closed)
	<-ended
	// The next threads that call C take over from those that have ended, which has their destructors run.
	for range 4 {
		again, failed := static.Load(context.Background(), static.File(files...))
		if failed != nil {
			return failed
		}
		done := make(chan error)
		go func() {
			runtime.LockOSThread()
			var enter func(name string)
			err := again.Bind("enter", &enter)
			if err == nil {
				enter("a later thread")
			}
			done <- errors.Join(err, again.Close())
		}()
		err = errors.Join(err, <-done)
	}
	return err
}
