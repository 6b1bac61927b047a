package remote_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"

	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// TestLazyLinkFails: in the place of a function that does not link its caller gets 0, or the program's own function runs; what is missing
// may come.
func TestLazyLinkFails(t *testing.T) {
	m := &machines[0]
	e := start(t, m.command(t))
	broken := func(change func(*engine.Config)) *lazyRig {
		r := lazyOn(t, m, e, change)
		for _, source := range []string{"lazy.c", "lazy_far.c", "lazy_one.c"} {
			r.add(source)
		}
		if _, err := r.Add(t.Context(), r.source("lazy_outer.c", "-Done=missing", "outer")); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := broken(nil)
	r.want(0, "nested", number, 2)
	if len(r.failed) != 1 || !errors.Is(r.failed[0], rtdyld.ErrUndefined) || !strings.HasPrefix(r.failed[0].Error(), "outer: ") {
		t.Errorf("told %v", r.failed)
	}
	if _, err := r.Add(t.Context(), r.source("lazy_one.c", "-Done=missing")); err != nil {
		t.Fatal(err)
	}
	r.want(44, "nested", number, 2)

	other := address(t, loaded(t, e, m.compile(t, "lazy_one.c")), "one")
	broken(func(cfg *engine.Config) { cfg.Failed = other }).want(8, "nested", number, 7)
}

// TestLazyReplaced: in an executor, too, calls lead to what has replaced a module, and nowhere when it is removed; memory of the old one goes.
func TestLazyReplaced(t *testing.T) {
	m := &machines[0]
	e := start(t, m.command(t))
	r := lazyOn(t, m, e, nil)
	r.add("lazy.c")
	r.add("lazy_far.c")
	one := r.add("lazy_one.c", "one")
	outer := r.add("lazy_outer.c", "outer")
	in := r.input("lazy_one.c", "one")
	manager, err := e.Manager()
	if err != nil {
		t.Fatal(err)
	}
	r.want(41+3, "nested", number, 2)
	before := 0
	for i := range 20 {
		if i == 2 {
			before = manager.Stats().Allocations
		}
		if one, err = r.Replace(t.Context(), one, in); err != nil {
			t.Fatal(err)
		}
		r.want(15000, "often", number, 10000)
	}
	if now := manager.Stats().Allocations; now > before {
		t.Errorf("%d allocations became %d", before, now)
	}
	var used *rtdyld.InUseError
	if err := r.Remove(t.Context(), one); !errors.As(err, &used) {
		t.Errorf("removed in use: %v", err)
	}
	sym, err := r.Lookup(t.Context(), "outer")
	if err != nil {
		t.Fatal(err)
	}
	for m := range r.Modules() {
		if m.Name() == "lazy.c" {
			if err := r.Remove(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.Remove(t.Context(), outer, one); err != nil {
		t.Fatal(err)
	}
	// Nothing may call it any more; what it leads to says so.
	if got, err := e.Call(t.Context(), sym.Addr, number, nil, 2); err != nil || got != 0 || len(r.failed) != 1 || !errors.Is(r.failed[0], engine.ErrRemoved) {
		t.Errorf("%d, %v, told %v", got, err, r.failed)
	}
}

// TestLazyEnds: while a thread waits for a function that is being loaded, the call's context ends, the executor is killed, or is closed: the
// call says so, the loading is given up, and nothing of the executor is left.
func TestLazyEnds(t *testing.T) {
	m := &machines[0]
	cause := errors.New("that is long enough")
	for _, how := range []string{"context", "killed", "closed"} {
		t.Run(how, func(t *testing.T) {
			loading, given := make(chan struct{}), make(chan error, 1)
			r := newLazyRig(t, m, m.command(t), func(cfg *engine.Config) {
				cfg.OnLoaded = func(ctx context.Context, m *engine.Module, _ []*rtdyld.Object) error {
					if m.Name() != "lazy_one.c" {
						return nil
					}
					close(loading)
					<-ctx.Done()
					given <- context.Cause(ctx)
					return context.Cause(ctx)
				}
			})
			r.add("lazy.c")
			r.add("lazy_far.c")
			r.add("lazy_outer.c", "outer")
			r.add("lazy_one.c", "one")
			if _, err := r.Lookup(t.Context(), "often"); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			ended := make(chan error, 1)
			go func() {
				_, err := r.call(ctx, "often", number, 10)
				ended <- err
			}()
			<-loading
			switch how {
			case "context":
				cancel(cause)
			case "killed":
				syscall.Kill(r.e.Hello().PID, syscall.SIGKILL)
			case "closed":
				r.e.Close()
			}
			insidetest.Hang(t, "the end", func() {
				err := <-ended
				if !errors.Is(err, remote.ErrEnded) || errors.Is(err, cause) != (how == "context") {
					t.Errorf("the call: %v", err)
				}
				if err := <-given; err == nil {
					t.Error("the loading goes on")
				}
				<-r.e.Done()
			})
			if err := syscall.Kill(r.e.Hello().PID, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("its process: %v", err)
			}
			if _, err := r.Add(t.Context(), r.input("lazy_one.c", "another")); err == nil {
				t.Error("a module that has no such function is taken")
			}
			other := lazyOn(t, m, r.e, nil)
			if _, err := other.Add(t.Context(), other.input("lazy_one.c", "one")); !errors.Is(err, remote.ErrEnded) {
				t.Errorf("stubs in what has ended: %v", err)
			}
		})
	}
}

// TestLazySandbox: in a sandbox threads wait for functions as elsewhere.
func TestLazySandbox(t *testing.T) {
	m := &machines[0]
	cmd := m.command(t)
	cmd.Limits = remote.Limits{Sandbox: true, EmptyEnv: true, Memory: 1 << 30}
	r := newLazyRig(t, m, cmd, nil)
	r.add("lazy.c")
	r.add("lazy_far.c", "mix", "make", "many")
	r.add("lazy_one.c", "one")
	r.add("lazy_outer.c", "outer")
	r.want(44, "nested", number, 2)
	direct, err := r.call(t.Context(), "direct", long)
	if err != nil {
		t.Fatal(err)
	}
	again := lazyOn(t, m, r.e, nil)
	again.add("lazy.c")
	again.add("lazy_far.c", "mix", "make", "many")
	again.add("lazy_one.c")
	again.add("lazy_outer.c")
	again.want(direct, "threads", long)
}

// TestLazyApart: engines on one executor have their functions each, and go on when the others are closed; calls of several at once wait
// for their own alone.
func TestLazyApart(t *testing.T) {
	m := &machines[0]
	e := start(t, m.command(t))
	var wg sync.WaitGroup
	for round := range 3 {
		for range 4 {
			r := lazyOn(t, m, e, nil)
			for _, source := range []string{"lazy.c", "lazy_far.c"} {
				r.add(source)
			}
			r.add("lazy_one.c", "one")
			r.add("lazy_outer.c", "outer")
			wg.Go(func() {
				r.want(44, "nested", number, 2)
				if asked, _ := r.told(); asked != 2 {
					t.Errorf("asked %d times", asked)
				}
				if round < 2 {
					if err := r.Close(); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestLazyFork: a process that loaded code has forked calls what is linked; where it would have to wait for a function, it ends.
func TestLazyFork(t *testing.T) {
	m := &machines[0]
	text := newLines()
	cmd := m.command(t)
	cmd.Stderr = text
	r := newLazyRig(t, m, cmd, nil)
	r.add("lazy.c")
	r.add("lazy_far.c")
	r.add("lazy_outer.c", "outer")
	r.add("lazy_one.c", "one")
	insidetest.Hang(t, "the child", func() {
		r.want(1000+uint64(syscall.SIGKILL), "forks", number, 7)
		if err := text.wait(t.Context(), "called first in a forked process"); err != nil {
			t.Error(err)
		}
	})
	r.want(15, "often", number, 10)
	r.want(8, "forks", number, 7)
}

// TestLazyDialed: it is the same over a connection to a command that listens, which passes requests on.
func TestLazyDialed(t *testing.T) {
	m := &machines[0]
	for _, where := range []string{"unix:", "tcp:127.0.0.1:0"} {
		args := []string{"-listen", where}
		if where == "unix:" {
			args[1] += t.TempDir() + "/s"
		} else {
			args = append(args, "-insecure")
		}
		r := lazyOn(t, m, dial(t, server(t, args...), remote.Config{}), nil)
		r.add("lazy.c")
		r.add("lazy_far.c", "mix", "make", "many")
		r.add("lazy_one.c", "one")
		r.add("lazy_outer.c", "outer")
		r.want(44, "nested", number, 2)
		if v, err := r.call(t.Context(), "threads", long); err != nil || int64(v) < 0 {
			t.Errorf("%d, %v", int64(v), err)
		}
	}
}

// lazy answers a call of Lazy as a test wants it.
type lazyFake struct {
	*fake
	lazy  func(grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error
	store func(*wire.StoreRequest) error
}

func (f *lazyFake) Lazy(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
	if first, err := s.Recv(); err != nil || first.Instance != "fake" {
		return err
	}
	return f.lazy(s)
}

func (f *lazyFake) Store(_ context.Context, r *wire.StoreRequest) (*wire.StoreReply, error) {
	return &wire.StoreReply{}, f.store(r)
}

// TestLazyHostile: an executor that asks for what there is not, for too much, or nothing at all, can fail what it runs itself, and no more.
func TestLazyHostile(t *testing.T) {
	resolver := func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) {
		s.Send(&wire.LazyOutput{Resolver: 0x100})
	}
	connect := func(lazy func(grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error) *remote.Executor {
		target := listen(t, &lazyFake{fake: &fake{}, lazy: lazy}, "unix", t.TempDir()+"/s", nil)
		return dial(t, target, remote.Config{})
	}
	nothing := func(context.Context, uint64) uint64 { return 1 }
	for what, c := range map[string]struct {
		lazy func(grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error
		want error
	}{
		"at address 0": {func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
			return s.Send(&wire.LazyOutput{Id: 1})
		}, remote.ErrProtocol},
		"none": {func(grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error { return nil }, io.EOF},
	} {
		if _, _, _, err := connect(c.lazy).StubResolver(t.Context(), nothing); !errors.Is(err, c.want) {
			t.Errorf("resolver %s: %v", what, err)
		}
	}
	old := dial(t, serveFake(t, &fake{}), remote.Config{})
	if _, _, _, err := old.StubResolver(t.Context(), nothing); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("an executor without: %v", err)
	}
	silent := connect(func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
		<-s.Context().Done()
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := silent.StubResolver(ctx, nothing); !errors.Is(err, context.Canceled) {
		t.Errorf("a silent one: %v", err)
	}

	// What it asks for in nobody's name, or for numbers that nobody gave it, has an answer.
	answers := make(chan *wire.LazyInput, 3)
	made, released := make(chan struct{}), make(chan struct{})
	e := connect(func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
		resolver(s)
		<-made
		for i := range uint64(4) {
			if i == 3 {
				<-released
				i = 1
			}
			s.Send(&wire.LazyOutput{Id: 10 + i, Context: i, Number: ^i})
			a, err := s.Recv()
			if err != nil {
				return err
			}
			answers <- a
		}
		<-s.Context().Done()
		return nil
	})
	addr, id, release, err := e.StubResolver(t.Context(), func(_ context.Context, number uint64) uint64 { return ^number + 5 })
	if err != nil || addr != 0x100 || id != 1 {
		t.Fatalf("%#x, %d, %v", addr, id, err)
	}
	close(made)
	for i, want := range []uint64{0, 6, 0} {
		if a := <-answers; a.Id != uint64(10+i) || a.Addr != want {
			t.Errorf("question %d: %v", i, a)
		}
	}
	release()
	close(released)
	if a := <-answers; a.Addr != 0 {
		t.Errorf("released: %v", a)
	}

	// Too many at a time are its end, and so is a function that panics.
	made = make(chan struct{})
	e = connect(func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
		resolver(s)
		<-made
		for i := uint64(1); s.Send(&wire.LazyOutput{Id: i, Context: 1}) == nil; i++ {
		}
		return nil
	})
	if _, _, _, err := e.StubResolver(t.Context(), func(ctx context.Context, _ uint64) uint64 { <-ctx.Done(); return 1 }); err != nil {
		t.Fatal(err)
	}
	close(made)
	insidetest.Hang(t, "too many", func() { <-e.Done() })
	if !errors.Is(e.Err(), remote.ErrProtocol) || !errors.Is(e.Err(), remote.ErrEnded) {
		t.Error(e.Err())
	}
	made = make(chan struct{})
	e = connect(func(s grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
		resolver(s)
		<-made
		s.Send(&wire.LazyOutput{Id: 1, Context: 1})
		<-s.Context().Done()
		return nil
	})
	if _, _, _, err := e.StubResolver(t.Context(), func(context.Context, uint64) uint64 { panic("as a caller's may") }); err != nil {
		t.Fatal(err)
	}
	close(made)
	insidetest.Hang(t, "a panic", func() { <-e.Done() })
	var p *remote.PanicError
	if !errors.As(e.Err(), &p) || p.Value != "as a caller's may" || !bytes.Contains(p.Stack, []byte("TestLazyHostile")) {
		t.Error(e.Err())
	}
}

// TestStorePointers: what is stored is what the executor's code reads; what it may not be is refused; very many go in several requests,
// also when the context has ended.
func TestStorePointers(t *testing.T) {
	e := start(t, helperCommand(""))
	l := loaded(t, e, compile(t, "faults.c", "gcc", "-O1"))
	at := address(t, l, "seven") &^ 7 // an int, with zero beside it
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.StorePointers(ended, []uint64{at}, []uint64{77<<32 | 77}); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Call(t.Context(), address(t, l, "fault_deep"), pointer, nil, at); err != nil || got != 77+77 {
		t.Errorf("%d, %v", got, err)
	}
	if err := e.StorePointers(t.Context(), []uint64{address(t, l, "fault_deep") &^ 7}, []uint64{1}); !errors.Is(err, remote.ErrUnmapped) {
		t.Errorf("code: %v", err)
	}
	if err := e.StorePointers(t.Context(), []uint64{8}, []uint64{1}); err == nil || e.Err() != nil {
		t.Errorf("elsewhere: %v, %v", err, e.Err())
	}
	var sizes []int
	many := dial(t, listen(t, &lazyFake{fake: &fake{}, store: func(r *wire.StoreRequest) error {
		sizes = append(sizes, len(r.Addrs), len(r.Words))
		return nil
	}}, "unix", t.TempDir()+"/s", nil), remote.Config{})
	if err := many.StorePointers(t.Context(), make([]uint64, 5000), make([]uint64, 5000)); err != nil || len(sizes) != 6 || sizes[0] != 2048 || sizes[5] != 5000-4096 {
		t.Errorf("%v, sizes %d", err, sizes)
	}
}
