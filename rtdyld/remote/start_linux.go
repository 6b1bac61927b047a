package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Start starts an executor as a child of this process and says hello to it, for which it
// has half a minute. ctx is for the start alone. The error is a *[StartError]; of a
// program that ended at once it wraps how.
//
// The caller must close the executor. A child whose controller dies ends by itself.
func Start(ctx context.Context, cmd Command) (*Executor, error) {
	fail := func(stderr string, err error) (*Executor, error) {
		return nil, &StartError{cmd.Path, stderr, err}
	}
	if ctx.Err() != nil {
		return fail("", context.Cause(ctx))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTime, errStart)
	defer cancel()
	c, err := newChild(&cmd)
	if err != nil {
		return fail("", err)
	}
	e, err := newExecutor(c.conn, cmd.Options)
	if err != nil {
		c.abandon()
		return fail("", err)
	}
	e.pass, e.kill, e.stdio = c.pass, c.kill, c
	if err := c.cmd.Start(); err != nil {
		e.cancel()
		e.cc.Close()
		c.abandon()
		return fail("", err)
	}
	c.started()
	go c.watch(e)
	if err := e.sayHello(ctx); err != nil {
		if ctx.Err() != nil || e.Err() == nil {
			e.stop(&EndedError{Why: "it was not started in time", Cause: context.Cause(ctx)})
		}
		<-e.done
		return fail(c.stderr(), err)
	}
	if err := e.hello.sandboxed(); cmd.Limits.Sandbox && err != nil {
		return fail("", errors.Join(err, e.Close()))
	}
	return e, nil
}

// child is an executor that this process has started.
type child struct {
	cmd    *exec.Cmd
	conn   net.Conn
	pass   *passer
	ours   []*os.File // the child's ends, to close here once it has them
	pumps  [2]*pump   // of stdout and stderr; nil where the child has a file
	from   io.Reader  // what goes to in, nil if that is nil
	in     *os.File   // the writing end of its standard input; nil: it has a file
	crash  *os.File   // the reading end
	exited chan struct{}
	alarms int // how often crashes was asked, by the pump of stderr

	mu   sync.Mutex
	text []byte        // what came of a crash
	dies chan struct{} // closed when the first of it comes
	read chan struct{} // closed at its end
}

// newChild makes all that a child is given: its streams, and as descriptors 3, 4 and 5
// the sockets and the pipe for a crash.
func newChild(cmd *Command) (*child, error) {
	c := &child{exited: make(chan struct{}), dies: make(chan struct{}), read: make(chan struct{})}
	c.cmd = exec.Command(cmd.Path, cmd.Args...)
	c.cmd.Dir, c.cmd.Env = cmd.Dir, cmd.Env
	if cmd.Limits.EmptyEnv {
		c.cmd.Env = []string{}
	}
	c.cmd.Args = append(c.cmd.Args, "-fd", "3", "-pass", "4", "-crash", "5")
	c.cmd.Args = append(c.cmd.Args, cmd.Limits.flags()...)
	if len(cmd.Program) > 0 {
		c.cmd.Args = append(append(c.cmd.Args, "--"), cmd.Program...)
	}
	err := c.connect()
	if err == nil {
		err = c.streams(&cmd.Options)
	}
	if err != nil {
		c.abandon()
		return nil, err
	}
	return c, nil
}

// connect makes sockets and pipe.
func (c *child) connect() error {
	rpc, theirs, err := socketPair("executor")
	if err != nil {
		return err
	}
	c.give(theirs)
	c.conn, err = net.FileConn(rpc) // it has its own copy
	rpc.Close()
	if err != nil {
		return err
	}
	pass, theirs, err := socketPair("descriptors")
	if err != nil {
		return err
	}
	c.give(theirs)
	conn, err := net.FileConn(pass)
	pass.Close()
	if err != nil {
		return err
	}
	c.pass = &passer{conn: conn.(*net.UnixConn)}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	c.crash = r
	c.give(w)
	return nil
}

// give has the child inherit a file.
func (c *child) give(f *os.File) {
	c.ours = append(c.ours, f)
	c.cmd.ExtraFiles = append(c.cmd.ExtraFiles, f)
}

// streams connects the standard streams.
func (c *child) streams(o *Options) error {
	if f, ok := o.Stdin.(*os.File); ok {
		c.cmd.Stdin = f
	} else if o.Stdin != nil {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		c.cmd.Stdin, c.ours = r, append(c.ours, r)
		c.in, c.from = w, o.Stdin
	}
	for i, to := range [...]io.Writer{o.Stdout, o.Stderr} {
		out := []*io.Writer{&c.cmd.Stdout, &c.cmd.Stderr}[i]
		if f, ok := to.(*os.File); ok || to == nil && i == 0 {
			if ok && f != nil {
				*out = f
			}
			continue
		}
		p, err := newPump(to)
		if err != nil {
			return err
		}
		*out, c.pumps[i] = p.w, p
	}
	if p := c.pumps[1]; p != nil {
		p.crashed = c.crashes
	}
	return nil
}

// abandon closes all of a child that was not started.
func (c *child) abandon() {
	for _, f := range c.ours {
		f.Close()
	}
	if c.crash != nil {
		c.crash.Close()
	}
	if c.conn != nil {
		c.conn.Close()
	}
	if c.pass != nil {
		c.pass.close()
	}
	if c.in != nil {
		c.in.Close()
	}
	for _, p := range c.pumps {
		if p != nil {
			p.r.Close()
			p.w.Close()
		}
	}
}

// started goes on when the child runs and has its files.
func (c *child) started() {
	for _, f := range c.ours {
		f.Close()
	}
	for _, p := range c.pumps {
		if p != nil {
			go p.copy()
		}
	}
	if c.in != nil {
		go func() { // until there is no more, or the child is gone
			_, _ = io.Copy(c.in, c.from)
			c.in.Close()
		}()
	}
	go c.readCrash()
}

// readCrash reads what the child's runtime writes when it dies.
func (c *child) readCrash() {
	defer close(c.read)
	buf := make([]byte, 4<<10)
	for first := true; ; {
		n, err := c.crash.Read(buf)
		c.mu.Lock()
		if len(c.text) < maxCrash { // the rest is read, so that the child can go on dying
			c.text = append(c.text, buf[:n]...)
		}
		c.mu.Unlock()
		if n > 0 && first {
			first = false
			close(c.dies)
		}
		if err != nil {
			return
		}
	}
}

// crashes reports whether the child dies of a crash. What its runtime writes comes to
// standard error first, and a moment later here: on a machine that has much to do a long
// one. A program that often writes what looks like a crash is not kept waiting for it.
func (c *child) crashes() bool {
	wait := time.Second
	if c.alarms++; c.alarms > 3 {
		wait = 20 * time.Millisecond
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-c.dies:
		return true
	case <-c.read:
		return len(c.crashText()) > 0
	case <-t.C:
		return false
	}
}

func (c *child) crashText() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text
}

// kill ends the process.
func (c *child) kill() { c.cmd.Process.Kill() }

// settle implements streams.
func (c *child) settle(*wire.Written) {
	for _, p := range c.pumps {
		if p != nil {
			p.settle()
		}
	}
}

// end implements streams. Watch does it.
func (c *child) end() {}

// closePumps ends the copying of output.
func (c *child) closePumps() {
	for _, p := range c.pumps {
		if p != nil {
			p.close()
		}
	}
}

// stderr is the end of what the child wrote there.
func (c *child) stderr() string {
	if p := c.pumps[1]; p != nil {
		return p.last()
	}
	return ""
}

// watch waits for the end and tells e how it was.
func (c *child) watch(e *Executor) {
	go func() {
		select {
		case <-c.exited:
			return
		case <-e.link.broken:
		}
		// It has closed its connection, or is to end: it has this long to do so itself.
		t := time.NewTimer(graceTime)
		defer t.Stop()
		select {
		case <-c.exited:
		case <-t.C:
			c.kill()
		}
	}()
	err := c.cmd.Wait()
	close(c.exited)
	c.crash.SetReadDeadline(time.Now().Add(graceTime / 2)) // others may have it open
	<-c.read
	c.crash.Close()
	c.closePumps()
	if c.in != nil {
		c.in.Close()
	}
	e.finish(c.cause(e, err))
}

// cause says how the child ended.
func (c *child) cause(e *Executor, err error) error {
	var crash *CrashError
	if text := c.crashText(); len(text) > 0 {
		crash = parseCrash(text, e.arch())
	}
	ws, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case crash != nil:
		if crash.Signal == 0 && ok && ws.Signaled() {
			crash.Signal = Signal(ws.Signal())
		}
		if p := c.pumps[1]; p != nil && crash.Signal == 0 && p.why() != "" {
			crash.Text = p.why()
		}
		return crash
	case !ok:
		return &EndedError{Why: "its process cannot be waited for", Cause: err}
	case ws.Signaled():
		return &CrashError{Signal: Signal(ws.Signal())}
	}
	return &ExitError{ws.ExitStatus()}
}

// socketPair makes two Unix sockets that are connected.
func socketPair(name string) (here, there *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	return os.NewFile(uintptr(fds[0]), name), os.NewFile(uintptr(fds[1]), name), nil
}

// passer passes descriptors, each with a number.
type passer struct {
	mu   sync.Mutex
	conn *net.UnixConn
	last uint64
}

// dialPasser connects to the socket where an executor that is no child takes them.
func dialPasser(ctx context.Context, path, instance string) (*passer, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write([]byte(instance)); err != nil {
		conn.Close()
		return nil, err
	}
	return &passer{conn: conn.(*net.UnixConn)}, nil
}

// send passes a descriptor and returns its number.
func (p *passer) send(fd int) (uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.last + 1
	var b [8]byte
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
	p.conn.SetWriteDeadline(time.Now().Add(graceTime))
	if k, _, err := p.conn.WriteMsgUnix(b[:], unix.UnixRights(fd), nil); err != nil {
		return 0, fmt.Errorf("remote: pass a descriptor: %w", err)
	} else if k != len(b) {
		return 0, errors.New("remote: pass a descriptor: short write")
	}
	p.last = n
	return n, nil
}

func (p *passer) close() { p.conn.Close() }
