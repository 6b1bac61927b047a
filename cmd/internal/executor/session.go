//go:build linux && (amd64 || arm64 || arm || 386)

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
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// session serves the controller on an inherited socket until it closes it.
func session(o *options, stderr io.Writer) error {
	o.startAnew()
	for _, fd := range []int{o.fd, o.pass, o.crash} {
		if fd >= 0 {
			unix.CloseOnExec(fd) // loaded code may start programs
		}
	}
	if err := crashOutput(o.crash); err != nil {
		return err
	}
	conn, err := inherited(o.fd, "-fd")
	if err != nil {
		return err
	}
	opts := serve.Options{
		Instance:    o.instance,
		Descriptors: o.descriptorsPath,
		MaxMemory:   o.maxInit,
		End:         func(error) { unix.Kill(os.Getpid(), unix.SIGKILL) },
	}
	if o.verbose {
		if opts.Logger, err = logger(stderr, o.stdio); err != nil {
			return err
		}
	}
	if opts.Token, err = token(o.tokenFile); err != nil {
		return err
	}
	if o.stdio {
		if opts.Stdio, err = takeStdio(); err != nil {
			return err
		}
	}
	pass, err := passing(o.pass)
	if err != nil {
		return err
	}
	srv, err := newServer(o, &opts)
	if err != nil {
		return err
	}
	defer srv.Close()
	if pass != nil {
		go srv.Receive(pass)
	}
	return work(o, srv, conn)
}

// work serves a connection, and lends this thread to loaded code.
func work(o *options, srv *serve.Server, conn net.Conn) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if o.drain > 0 {
		terminated := make(chan os.Signal, 1)
		signal.Notify(terminated, syscall.SIGTERM)
		go func() {
			<-terminated
			srv.Drain()
			time.Sleep(o.drain)
			cancel()
		}()
	} // else loaded code that sends itself the signal ends by it
	var err error
	go func() {
		err = srv.ServeConn(ctx, conn)
		flush()
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
func flush() {
	done := make(chan struct{})
	go func() {
		_ = host.FlushStdio() // nobody is left to be told
		close(done)
	}()
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

// crashOutput has the text of a crash written to a descriptor, too.
func crashOutput(fd int) error {
	if fd < 0 {
		return nil
	}
	f := os.NewFile(uintptr(fd), "crash")
	if f == nil {
		return fmt.Errorf("-crash %d is no descriptor", fd)
	}
	defer f.Close()
	if err := debug.SetCrashOutput(f, debug.CrashOptions{}); err != nil {
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
