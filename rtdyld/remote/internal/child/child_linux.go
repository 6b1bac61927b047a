package child

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxCrash is how much of the text of a crash is kept, in bytes.
const maxCrash = 64 << 10

// Ties are the ends of this process. Their fields do not change; methods may be called
// concurrently once the child was started.
type Ties struct {
	Conn *net.UnixConn // requests
	Pass *net.UnixConn // descriptors; nil: none can be passed

	crash  *os.File   // what the child's runtime writes when it dies
	life   *os.File   // the child's processes are killed when this end is closed
	theirs []*os.File // the child's ends
}

// Tie makes the ends of both sides and gives cmd the child's: as descriptors from 3 on,
// with options that name them. The child has a session of its own. After an error nothing
// is open.
func Tie(cmd *exec.Cmd, pass bool) (*Ties, error) {
	t := &Ties{}
	err := t.make(cmd, pass)
	if err != nil {
		t.Close()
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return t, nil
}

func (t *Ties) make(cmd *exec.Cmd, pass bool) (err error) {
	give := func(option string, f *os.File) {
		cmd.Args = append(cmd.Args, option, strconv.Itoa(3+len(cmd.ExtraFiles)))
		cmd.ExtraFiles, t.theirs = append(cmd.ExtraFiles, f), append(t.theirs, f)
	}
	var their *os.File
	if t.Conn, their, err = socketPair(); err != nil {
		return err
	}
	give("-fd", their)
	if pass {
		if t.Pass, their, err = socketPair(); err != nil {
			return err
		}
		give("-pass", their)
	}
	fd, err := unix.MemfdCreate("crash", unix.MFD_CLOEXEC)
	if err != nil {
		return os.NewSyscallError("memfd_create", err)
	}
	t.crash = os.NewFile(uintptr(fd), "crash")
	if err := t.crash.Truncate(maxCrash); err != nil {
		return err
	}
	// The child has a copy of the descriptor: closed here with the others.
	if fd, err = unix.FcntlInt(t.crash.Fd(), unix.F_DUPFD_CLOEXEC, 3); err != nil {
		return os.NewSyscallError("fcntl", err)
	}
	give("-crash", os.NewFile(uintptr(fd), "crash"))
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	t.life = w
	give("-life", r)
	return nil
}

// Started closes the child's ends here, once it has them.
func (t *Ties) Started() {
	for _, f := range t.theirs {
		f.Close()
	}
}

// End has the child and all its processes killed, if it looks at the pipe.
func (t *Ties) End() { t.life.Close() }

// Crash is what the child's runtime wrote when it died, nil if it did not. The child must
// have ended.
func (t *Ties) Crash() []byte {
	text, err := io.ReadAll(io.NewSectionReader(t.crash, 0, maxCrash))
	if err != nil {
		return nil
	}
	text, _, _ = bytes.Cut(text, []byte{0})
	if len(text) == 0 {
		return nil
	}
	return text
}

// Close closes all ends.
func (t *Ties) Close() {
	t.Started()
	for _, c := range []*net.UnixConn{t.Conn, t.Pass} {
		if c != nil {
			c.Close()
		}
	}
	for _, f := range []*os.File{t.crash, t.life} {
		if f != nil {
			f.Close()
		}
	}
}

// RuntimeStatus is the status with which Go's runtime ends a process that crashes, beside
// those programs end with themselves.
const RuntimeStatus = 2

// Ended says how a child ended: by a signal, or with a status. crash is the text of a
// crash if that was the end: the system's word counts, whatever the text.
func (t *Ties) Ended(st *os.ProcessState) (status int, signal syscall.Signal, crash []byte) {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 0, ws.Signal(), t.Crash()
	}
	if status = st.ExitCode(); status == RuntimeStatus {
		crash = t.Crash()
	}
	return status, 0, crash
}

// socketPair makes two sockets that are connected: one for here, one for a child.
func socketPair() (*net.UnixConn, *os.File, error) {
	fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(fd[0]), "executor"), os.NewFile(uintptr(fd[1]), "executor")
	conn, err := net.FileConn(ours) // it has its own copy
	ours.Close()
	if err == nil {
		if c, ok := conn.(*net.UnixConn); ok {
			return c, theirs, nil
		}
		conn.Close()
		err = errors.New("socketpair: not a Unix socket")
	}
	theirs.Close()
	return nil, nil, err
}
