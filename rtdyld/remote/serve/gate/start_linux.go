package gate

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// startProcess starts the process of a session.
func startProcess(o *Options, instance string) (p *process, err error) {
	p = &process{}
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil {
			p.close()
			p.closeStdio()
		}
	}()
	args := append([]string{}, o.Args...)
	args = append(args, "-instance", instance)
	give := func(option string, f *os.File) { // descriptors 3 and on
		args = append(args, option, strconv.Itoa(3+len(theirs)))
		theirs = append(theirs, f)
	}
	conn, their, err := socketPair()
	if err != nil {
		return nil, err
	}
	p.conn = &watched{Conn: conn, broken: make(chan struct{})}
	give("-fd", their)
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.crash = r
	give("-crash", w)
	if o.Descriptors != "" {
		if p.pass, their, err = socketPair(); err != nil {
			return nil, err
		}
		give("-pass", their)
		args = append(args, "-descriptors", o.Descriptors)
	}
	p.cmd = exec.Command(o.Path, args...)
	p.cmd.Env, p.cmd.ExtraFiles = o.Env, theirs
	var std [3]*os.File
	for i := range std {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		if i == 0 {
			r, w = w, r
		}
		std[i] = w
		theirs, p.stdioFiles = append(theirs, w), append(p.stdioFiles, r)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = std[0], std[1], std[2]
	p.stdio = serve.NewStdio(p.stdioFiles[0], p.stdioFiles[1], p.stdioFiles[2])
	return p, p.cmd.Start()
}

// socketPair makes two sockets that are connected: one for here, one for a child.
func socketPair() (*net.UnixConn, *os.File, error) {
	fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(fd[0]), "session"), os.NewFile(uintptr(fd[1]), "session")
	conn, err := net.FileConn(ours)
	ours.Close()
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	c, ok := conn.(*net.UnixConn)
	if !ok {
		theirs.Close()
		return nil, nil, errors.New("socketpair: not a Unix socket")
	}
	return c, theirs, nil
}

// ended says how a process ended.
func ended(st *os.ProcessState, crash []byte) *wire.End {
	end := &wire.End{Crash: crash}
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		end.Signal = int32(ws.Signal())
	} else {
		end.Status = int32(st.ExitCode())
	}
	return end
}
