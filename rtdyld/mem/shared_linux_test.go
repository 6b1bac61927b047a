package mem_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
)

// childEnv makes the test binary an executor: "dual" or "private" is its mapper.
const childEnv = "RTDYLD_MEM_EXECUTOR"

func TestMain(m *testing.M) {
	if kind := os.Getenv(childEnv); kind != "" {
		if err := serve(kind); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// request is what the tests' own protocol sends, after its length in four bytes, with
// which a descriptor may come.
type request struct {
	Verb   string
	Size   uint64
	Where  mem.Placement
	Shared bool
	Init   mem.Initialization
	IDs    []mem.InitID
	Bases  []uint64
	Call   mem.Call
}

type reply struct {
	Traits mem.Traits
	Range  mem.Range
	ID     mem.InitID
	Int    int
	Bytes  []byte
	Maps   []memtest.Mapping
	Errors []fault
}

// fault is an error on its way.
type fault struct {
	Text   string
	Range  *mem.RangeError
	ID     *mem.IDError
	Limit  *mem.LimitError
	Action *actionFault
	Space  bool
}

type actionFault struct {
	Index   int
	Call    mem.Call
	Dealloc bool
	Text    string
}

// faults takes an error apart.
func faults(err error) (list []fault) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, faults(e)...)
		}
		return list
	}
	f := fault{Text: err.Error(), Space: errors.Is(err, mem.ErrNoSpace)}
	var action *mem.ActionError
	switch {
	case errors.As(err, &f.Range), errors.As(err, &f.ID), errors.As(err, &f.Limit):
	case errors.As(err, &action):
		f.Action = &actionFault{action.Index, action.Call, action.Dealloc, action.Err.Error()}
	}
	return append(list, f)
}

func (f fault) error() error {
	switch {
	case f.Range != nil:
		return f.Range
	case f.ID != nil:
		return f.ID
	case f.Limit != nil:
		return f.Limit
	case f.Action != nil:
		return &mem.ActionError{Index: f.Action.Index, Call: f.Action.Call, Dealloc: f.Action.Dealloc, Err: errors.New(f.Action.Text)}
	case f.Space:
		return fmt.Errorf("%s: %w", f.Text, mem.ErrNoSpace)
	}
	return errors.New(f.Text)
}

func send(c *net.UnixConn, msg any, f *os.File) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(msg); err != nil {
		return err
	}
	var rights []byte
	if f != nil {
		rights = unix.UnixRights(int(f.Fd()))
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(b.Len()))
	if _, _, err := c.WriteMsgUnix(head, rights, nil); err != nil {
		return err
	}
	_, err := c.Write(b.Bytes())
	return err
}

func receive(c *net.UnixConn, msg any) (f *os.File, err error) {
	var head [4]byte
	oob := make([]byte, 64)
	n, k, _, _, err := c.ReadMsgUnix(head[:], oob)
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err == nil {
		_, err = io.ReadFull(c, head[n:])
	}
	if err != nil {
		return nil, err
	}
	if k > 0 {
		msgs, err := unix.ParseSocketControlMessage(oob[:k])
		if err != nil {
			return nil, err
		}
		fds, err := unix.ParseUnixRights(&msgs[0])
		if err != nil {
			return nil, err
		}
		f = os.NewFile(uintptr(fds[0]), "shared")
	}
	b := make([]byte, binary.LittleEndian.Uint32(head[:]))
	if _, err := io.ReadFull(c, b); err != nil {
		return f, err
	}
	return f, gob.NewDecoder(bytes.NewReader(b)).Decode(msg)
}

func socket(fd uintptr) (*net.UnixConn, error) {
	f := os.NewFile(fd, "socket")
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	return c.(*net.UnixConn), f.Close()
}

// serve is the executor's main function.
func serve(kind string) error {
	conn, err := socket(3)
	if err != nil {
		return err
	}
	s := new(server)
	switch cfg := (mem.MapperConfig{Runner: runner}); kind {
	case "dual":
		s.dual, err = mem.NewDualMapped(cfg)
		s.mapper = s.dual
	default:
		s.mapper, err = mem.NewInProcess(cfg)
	}
	if err != nil {
		return err
	}
	for {
		var q request
		f, err := receive(conn, &q)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var a reply
		if err := s.answer(&q, &a, f); err != nil {
			a.Errors = faults(err)
		}
		if f != nil {
			f.Close()
		}
		if err := send(conn, &a, nil); err != nil {
			return err
		}
	}
}

// server is an executor.
type server struct {
	mapper mem.Mapper
	dual   *mem.DualMapped
}

func (s *server) answer(q *request, a *reply, f *os.File) (err error) {
	ctx := context.Background()
	switch q.Verb {
	case "traits":
		a.Traits = s.mapper.Traits()
	case "reserve":
		if f != nil {
			a.Range, err = s.dual.ReserveShared(ctx, f, q.Size, q.Where)
		} else {
			a.Range, err = s.mapper.Reserve(ctx, q.Size, q.Where)
		}
	case "initialize":
		for i := range q.Init.Segments {
			s := &q.Init.Segments[i]
			if q.Shared {
				s.Mem = nil
			}
		}
		if !q.Shared {
			if err := s.copy(ctx, q.Init.Segments); err != nil {
				return err
			}
		}
		a.ID, err = s.mapper.Initialize(ctx, q.Init)
	case "deinitialize":
		err = s.mapper.Deinitialize(ctx, q.IDs...)
	case "release":
		err = s.mapper.Release(ctx, q.Bases...)
	case "call":
		a.Int, err = call(ctx, q.Call)
	case "read":
		a.Bytes, err = read(ctx, q.Bases[0], int(q.Size))
	case "maps":
		a.Maps, err = mappings()
	default:
		err = errors.New("no such verb")
	}
	return err
}

// copy brings contents that came with a request to working memory.
func (s *server) copy(ctx context.Context, segs []mem.Segment) error {
	for i := range segs {
		b, err := s.mapper.Prepare(ctx, segs[i].Addr, segs[i].Size)
		if err != nil {
			return err
		}
		segs[i].Mem = b[:copy(b, segs[i].Mem)]
	}
	return nil
}

// executor is the mem.Executor in a child process.
type executor struct {
	conn   *net.UnixConn
	mu     sync.Mutex // of a round trip
	traits mem.Traits
	shared bool
	killed bool // by the test
	kill   func() error
}

// startExecutor starts the test binary as an executor, which ends with the test.
func startExecutor(t *testing.T, kind string) *executor {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "socket")
	cmd := citest.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+kind)
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		if errors.Is(err, unix.ENOEXEC) {
			t.Skip("the kernel does not run this program: ", err)
		}
		t.Fatal(err)
	}
	theirs.Close()
	x := &executor{shared: kind == "dual", kill: cmd.Process.Kill}
	if x.conn, err = socket(uintptr(fds[0])); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		x.conn.Close()
		if err := cmd.Wait(); err != nil && !x.killed {
			t.Errorf("the executor ended with %v", err)
		}
	})
	a, err := x.ask(&request{Verb: "traits"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x.traits = a.Traits
	return x
}

// ask makes a round trip.
func (x *executor) ask(q *request, f *os.File) (*reply, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := send(x.conn, q, f); err != nil {
		return nil, err
	}
	a := new(reply)
	if _, err := receive(x.conn, a); err != nil {
		return nil, err
	}
	var errs []error
	for _, f := range a.Errors {
		errs = append(errs, f.error())
	}
	return a, errors.Join(errs...)
}

func (x *executor) Traits() mem.Traits { return x.traits }

func (x *executor) Reserve(_ context.Context, size uint64, where mem.Placement, f *os.File) (mem.Range, error) {
	a, err := x.ask(&request{Verb: "reserve", Size: size, Where: where}, f)
	if err != nil {
		return mem.Range{}, err
	}
	return a.Range, nil
}

func (x *executor) Initialize(_ context.Context, init mem.Initialization) (mem.InitID, error) {
	if x.shared {
		segs := append([]mem.Segment(nil), init.Segments...)
		for i := range segs {
			segs[i].Mem = nil
		}
		init.Segments = segs
	}
	a, err := x.ask(&request{Verb: "initialize", Init: init, Shared: x.shared}, nil)
	if err != nil {
		return 0, err
	}
	return a.ID, nil
}

func (x *executor) Deinitialize(_ context.Context, ids ...mem.InitID) error {
	_, err := x.ask(&request{Verb: "deinitialize", IDs: ids}, nil)
	return err
}

func (x *executor) Release(_ context.Context, bases ...uint64) error {
	_, err := x.ask(&request{Verb: "release", Bases: bases}, nil)
	return err
}

// target is a target whose executor is the child.
func (x *executor) target(m mem.Mapper) memtest.Target {
	return memtest.Target{
		Mapper: m,
		Here:   mappings,
		Read: func(_ context.Context, addr uint64, n int) ([]byte, error) {
			a, err := x.ask(&request{Verb: "read", Bases: []uint64{addr}, Size: uint64(n)}, nil)
			if err != nil {
				return nil, err
			}
			return a.Bytes, nil
		},
		Maps: func(context.Context) ([]memtest.Mapping, error) {
			a, err := x.ask(&request{Verb: "maps"}, nil)
			if err != nil {
				return nil, err
			}
			return a.Maps, nil
		},
		Call: func(_ context.Context, c mem.Call) (int, error) {
			a, err := x.ask(&request{Verb: "call", Call: c}, nil)
			if err != nil {
				return 0, err
			}
			return a.Int, nil
		},
	}
}

// TestShared: memory of two processes.
func TestShared(t *testing.T) {
	x := startExecutor(t, "dual")
	memtest.TestMapper(t, func(t *testing.T) memtest.Target {
		m, err := mem.NewShared(x, mem.MapperConfig{})
		unsupported(t, err)
		closed(t, m)
		tg := x.target(m)
		tg.Resident = func(_ context.Context, addr, _ uint64) (uint64, error) { return mem.Blocks(m, addr) }
		return tg
	})
}

// TestSharedGone: when the executor is gone, all verbs say so, and this process is left
// with nothing of the memory.
func TestSharedGone(t *testing.T) {
	before := sharedHere(t)
	x := startExecutor(t, "dual")
	m, err := mem.NewShared(x, mem.MapperConfig{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	var at [2]mem.Range
	for i := range at {
		if at[i], err = m.Reserve(ctx, 1<<20, mem.Placement{}); err != nil {
			t.Fatal(err)
		}
	}
	load := func(addr uint64) (mem.InitID, error) {
		b, err := m.Prepare(ctx, addr, 100)
		if err != nil {
			t.Fatal(err)
		}
		b[0] = 1
		return m.Initialize(ctx, mem.Initialization{Segments: []mem.Segment{{Addr: addr, Size: 100, Mem: b, Kind: objfmt.KindCode}}})
	}
	id, err := load(at[0].Addr)
	if err != nil {
		t.Fatal(err)
	}
	if n := sharedHere(t) - before; n != 2 {
		t.Errorf("%d mappings of shared memory", n)
	}
	x.killed = true
	if err := x.kill(); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Reserve(ctx, 1<<20, mem.Placement{}); err == nil {
		t.Errorf("reserve: %+v", got)
	}
	if id, err := load(at[0].Addr + 4096); err == nil {
		t.Errorf("initialize: %d", id)
	}
	if err := m.Deinitialize(ctx, id); err == nil {
		t.Error("deinitialize: no error")
	}
	if err := m.Release(ctx, at[0].Addr); err == nil {
		t.Error("release: no error")
	}
	if n := sharedHere(t) - before; n != 1 {
		t.Errorf("%d mappings of shared memory after a release", n)
	}
	if err := m.Close(); err == nil {
		t.Error("close: no error")
	}
	if n := sharedHere(t) - before; n != 0 {
		t.Errorf("%d mappings of shared memory after close", n)
	}
	if err := m.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

// sharedHere counts the mappings of shared memory.
func sharedHere(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "memfd:rtdyld")
}

// TestStreamed: contents are sent to a process with memory of its own.
func TestStreamed(t *testing.T) {
	for _, kind := range []string{"private", "dual"} {
		if kind == "dual" && os.Getenv(citest.Emulator) != "" {
			continue // slow, and the same
		}
		t.Run(kind, func(t *testing.T) {
			x := startExecutor(t, kind)
			x.shared = false
			memtest.TestMapper(t, func(t *testing.T) memtest.Target {
				m, err := mem.NewStreamed(x, mem.MapperConfig{})
				if err != nil {
					t.Fatal(err)
				}
				closed(t, m)
				return x.target(m)
			})
		})
	}
}
