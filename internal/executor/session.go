//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package executor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/crash"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/apart"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// session serves the controller on an inherited socket until it closes it.
func session(o *options, stderr io.Writer) error {
	o.startAnew()
	if err := o.OwnDescriptors(); err != nil {
		return err
	}
	if err := crashOutput(o.Crash); err != nil {
		return err
	}
	o.WatchLife()
	conn, err := inherited(o.FD, "-fd")
	if err != nil {
		return err
	}
	opts := serve.Config{
		Instance:    o.Instance,
		Descriptors: o.DescriptorsPath,
		MaxMemory:   o.MaxInit,
		End:         func(error) { unix.Kill(os.Getpid(), unix.SIGKILL) },
		Returned:    apart.Returned,
	}
	if o.Verbose {
		if opts.Logger, err = logger(stderr, o.Stdio); err != nil {
			return err
		}
	}
	if opts.Token, err = token(o.TokenFile); err != nil {
		return err
	}
	if o.Stdio {
		if opts.Stdio, err = takeStdio(); err != nil {
			return err
		}
	}
	pass, err := passing(o.Pass)
	if err != nil {
		return err
	}
	loaded, err := openLoaded(o)
	if err != nil {
		return err
	}
	var srv *serve.Server
	if err := elsewhere(func() (err error) {
		srv, err = newServer(o, loaded, &opts)
		return err
	}); err != nil {
		return err
	}
	defer srv.Close()
	if pass != nil {
		go srv.Receive(pass)
	}
	return work(o, srv, loaded, conn)
}

// loadedCode is where loaded code is and runs.
type loadedCode struct {
	process *process
	run     func(f func()) error // on a thread beside this one; nil: on one of Go's
	divided error                // why they share the table of descriptors with the server
}

// openLoaded gives this thread a table of descriptors of its own, and opens libraries on
// it, which may open files and start threads.
func openLoaded(o *options) (*loadedCode, error) {
	l := &loadedCode{divided: apart.Divide()}
	var err error
	if l.process, err = openProcess(o); err != nil {
		return nil, err
	}
	if err := crash.EmulateTrampolines(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, err
	}
	n := 1
	if o.Limits.Memory > 0 {
		n = spareThreads // before the limit can keep them from being made
	}
	l.run, err = newThreads(n)
	return l, err
}

// elsewhere runs f on a thread that has the server's descriptors.
func elsewhere(f func() error) error {
	done := make(chan error)
	go func() { done <- f() }()
	return <-done
}

// work serves a connection, and lends this thread to loaded code.
func work(o *options, srv *serve.Server, l *loadedCode, conn net.Conn) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	served := []unix.Signal{unix.SIGPIPE} // at the end of the connection
	if o.Drain > 0 {
		served = append(served, unix.SIGTERM)
		terminated := make(chan os.Signal, 1)
		signal.Notify(terminated, syscall.SIGTERM)
		go func() {
			<-terminated
			srv.Drain()
			time.Sleep(o.Drain)
			cancel()
		}()
	} // else loaded code that sends itself the signal ends by it
	confine.DefaultActions(served...)
	var err error
	go func() {
		err = srv.ServeConn(ctx, conn)
		flush(l)
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(os.Stderr, "rtdyld-executor: %v\n", err)
			os.Exit(1)
		}
		os.Exit(0) // whatever loaded code does
	}()
	srv.Work(context.Background())
	select {}
}

// flush writes what C's stdio has buffered, unless a thread sits on it.
func flush(l *loadedCode) {
	done := make(chan struct{})
	write := func() {
		_ = l.process.flushStdio() // nobody is left to be told
		close(done)
	}
	switch {
	case l.run == nil:
		go write()
	case l.run(write) != nil:
		return
	}
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// logger writes to standard error as it is, wherever that leads later.
func logger(stderr io.Writer, later bool) (*slog.Logger, error) {
	if f, ok := stderr.(*os.File); ok && later {
		fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
		if err != nil {
			return nil, os.NewSyscallError("fcntl", err)
		}
		stderr = os.NewFile(uintptr(fd), "log")
	}
	return slog.New(slog.NewTextHandler(stderr, nil)), nil
}

// passing is the connection on which descriptors come, nil if fd is negative.
func passing(fd int) (*net.UnixConn, error) {
	if fd < 0 {
		return nil, nil
	}
	conn, err := inherited(fd, "-pass")
	if err != nil {
		return nil, err
	}
	pass, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("-pass is no Unix socket")
	}
	return pass, nil
}

// inherited makes a connection of a descriptor.
func inherited(fd int, name string) (net.Conn, error) {
	f := os.NewFile(uintptr(fd), name)
	if f == nil {
		return nil, fmt.Errorf("%s %d is no descriptor", name, fd)
	}
	defer f.Close()
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("%s %d: %w", name, fd, err)
	}
	return conn, nil
}

// crashOutput has the text of a crash written to a file.
func crashOutput(fd int) error {
	if fd < 0 {
		return nil
	}
	f := os.NewFile(uintptr(fd), "crash")
	if f == nil {
		return fmt.Errorf("-crash %d is no descriptor", fd)
	}
	defer f.Close()
	if err := apart.CrashTo(f); err != nil {
		return fmt.Errorf("-crash %d: %w", fd, err)
	}
	return nil
}

// takeStdio puts pipes in place of the standard streams.
func takeStdio() (*serve.Stdio, error) {
	var ours [3]*os.File
	for fd := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		theirs := w
		ours[fd] = r
		if fd == 0 {
			ours[fd], theirs = w, r
		}
		// Fd puts the program's end in blocking mode, as programs expect.
		if err := unix.Dup3(int(theirs.Fd()), fd, 0); err != nil {
			return nil, os.NewSyscallError("dup3", err)
		}
		theirs.Close()
	}
	return serve.NewStdio(ours[0], ours[1], ours[2]), nil
}

// restrictions are what is told of limits.
func restrictions(rs []confine.Restriction) (out []*wire.Restriction) {
	for _, r := range rs {
		out = append(out, &wire.Restriction{Name: r.Name, Active: r.Active, Reason: r.Reason})
	}
	return out
}
