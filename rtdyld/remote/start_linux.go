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
	"time"

	"golang.org/x/sys/unix"

	procs "github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/child"
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
		return fail("", ended(ctx))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTime, errStart)
	defer cancel()
	c, err := newChild(&cmd)
	if err != nil {
		return fail("", err)
	}
	e, err := newExecutor(c.ties.Conn, cmd.Config)
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
			e.stop(&EndedError{Why: "it was not started in time", Cause: ended(ctx)})
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
	ties   *procs.Ties
	pass   *passer
	ours   []*os.File // the child's standard streams, to close here once it has them
	pumps  [2]*pump   // of stdout and stderr; nil where the child has a file
	from   io.Reader  // what goes to in, nil if that is nil
	in     *os.File   // the writing end of its standard input; nil: it has a file
	exited chan struct{}
	ending sync.Once
}

// newChild makes all that a child is given: its streams, and as descriptors 3 to 6 the
// sockets, the file for a crash and the pipe that it lives with.
func newChild(cmd *Command) (*child, error) {
	c := &child{exited: make(chan struct{})}
	c.cmd = exec.Command(cmd.Path, cmd.Args...)
	c.cmd.Dir, c.cmd.Env = cmd.Dir, cmd.Env
	if cmd.Limits.EmptyEnv {
		c.cmd.Env = []string{}
	}
	var err error
	if c.ties, err = procs.Tie(c.cmd, true); err != nil {
		return nil, err
	}
	c.pass = &passer{conn: c.ties.Pass}
	for _, name := range cmd.Needed {
		c.cmd.Args = append(c.cmd.Args, "-needed", name)
	}
	c.cmd.Args = append(c.cmd.Args, cmd.Limits.flags()...)
	if len(cmd.Program) > 0 {
		c.cmd.Args = append(append(c.cmd.Args, "--"), cmd.Program...)
	}
	if err := c.streams(&cmd.Config); err != nil {
		c.abandon()
		return nil, err
	}
	return c, nil
}

// streams connects the standard streams.
func (c *child) streams(o *Config) error {
	if f, ok := o.Stdin.(*os.File); ok {
		c.cmd.Stdin = f
	} else if o.Stdin != nil {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		c.cmd.Stdin, c.ours = r, append(c.ours, r)
		c.in, c.from = w, guardReader(o.Stdin, o.Logger)
	}
	for i, to := range [...]io.Writer{o.Stdout, o.Stderr} {
		out := []*io.Writer{&c.cmd.Stdout, &c.cmd.Stderr}[i]
		if f, ok := to.(*os.File); ok || to == nil && i == 0 {
			if ok && f != nil {
				*out = f
			}
			continue
		}
		p, err := newPump(guardWriter(i, to, o.Logger))
		if err != nil {
			return err
		}
		*out, c.pumps[i] = p.w, p
	}
	return nil
}

// abandon closes all of a child that was not started.
func (c *child) abandon() {
	for _, f := range c.ours {
		f.Close()
	}
	c.ties.Close()
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
	c.ties.Started()
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
}

// kill ends the process and all that it has started. One that does not look at its pipe is
// killed alone.
func (c *child) kill() {
	c.ending.Do(func() {
		c.ties.End()
		_ = c.cmd.Process.Signal(unix.SIGCONT) // loaded code may have stopped it
		go func() {
			t := time.NewTimer(killTime)
			defer t.Stop()
			select {
			case <-c.exited:
			case <-t.C:
				c.cmd.Process.Kill()
			}
		}()
	})
}

// killTime is how long an executor may take to kill its processes and remove their control group:
// a busy machine is slow at that, and what it has not killed when it is killed itself is left.
const killTime = 10 * time.Second

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
	c.closePumps()
	if c.in != nil {
		c.in.Close()
	}
	e.finish(c.cause(e, err))
	c.ties.Close()
}

// cause says how the child ended.
func (c *child) cause(e *Executor, err error) error {
	if c.cmd.ProcessState == nil {
		return &EndedError{Why: "its process cannot be waited for", Cause: err}
	}
	status, signal, crash := c.ties.Ended(c.cmd.ProcessState)
	return endOf(status, Signal(signal), crash, e.arch())
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
