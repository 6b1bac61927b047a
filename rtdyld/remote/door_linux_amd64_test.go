package remote_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// TestAtOnce: calls of a child do without gRPC, in a sandbox, too, but not if its connection has options; beside one that never
// returns others are made, from many goroutines, and when that is given up the executor ends.
func TestAtOnce(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	for name, test := range map[string]struct {
		change func(*remote.Command)
		atOnce bool
	}{
		"child":     {func(*remote.Command) {}, true},
		"streamed":  {func(c *remote.Command) { c.Stream = true }, true},
		"sandbox":   {func(c *remote.Command) { c.Limits = remote.Limits{Sandbox: true, EmptyEnv: true, Memory: 1 << 30} }, true},
		"anonymous": {func(c *remote.Command) { c.Args = append(c.Args, "-anonymous") }, false},
		"options":   {func(c *remote.Command) { c.GRPC = []grpc.DialOption{grpc.WithUserAgent("test")} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := machines[0].command(t)
			test.change(&cmd)
			e := start(t, cmd)
			l := loaded(t, e, img)
			add, endless := address(t, l, "add"), address(t, l, "endless")
			call := func(a uint64) {
				if r, err := e.Call(t.Context(), add, pair, nil, a, 2); err != nil || r != a+2 {
					t.Errorf("%d, %v", r, err)
				}
			}
			call(1)
			for {
				r, atOnce, err := e.AtOnce(add, pair, 3, 4)
				if !atOnce && test.atOnce { // the thread is busy
					runtime.Gosched()
					continue
				}
				if atOnce != test.atOnce || atOnce && r != 7 || err != nil {
					t.Errorf("%v, %d, %v", atOnce, r, err)
				}
				break
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			given := make(chan error)
			go func() {
				_, err := e.Call(ctx, endless, abi.Signature{Result: abi.Int32}, nil)
				given <- err
			}()
			var all sync.WaitGroup
			for i := range uint64(8) {
				all.Go(func() {
					for k := range uint64(20) {
						call(100*i + k)
					}
				})
			}
			all.Wait()
			cancel()
			if err := <-given; !errors.Is(err, context.Canceled) || !errors.Is(err, remote.ErrEnded) {
				t.Errorf("given up: %v", err)
			}
			if _, err := e.Call(t.Context(), add, pair, nil, 1, 2); !errors.Is(err, remote.ErrEnded) || errors.Is(err, context.Canceled) {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// TestAtOnceAllocates: a call takes no memory here, unless it takes long.
func TestAtOnceAllocates(t *testing.T) {
	e := start(t, machines[0].command(t))
	add := address(t, loaded(t, e, compile(t, "faults.c", "gcc", "-O1")), "add")
	args, ctx := []uint64{1, 2}, t.Context()
	least := 1000.0
	for range 1000 {
		least = min(least, testing.AllocsPerRun(1, func() {
			if r, err := e.Call(ctx, add, pair, nil, args...); err != nil || r != 3 {
				t.Errorf("%d, %v", r, err)
			}
		}))
		if least == 0 {
			return
		}
	}
	t.Errorf("%v allocations", least)
}

// TestAtOnceEnds: a call that the main thread makes ends with the executor, and the executor with its deadline.
func TestAtOnceEnds(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	for name, test := range map[string]struct {
		end  func(e *remote.Executor)
		want error
	}{
		"deadline": {func(*remote.Executor) {}, context.DeadlineExceeded},
		"closed":   {func(e *remote.Executor) { e.Close() }, remote.ErrClosed},
		"killed":   {func(e *remote.Executor) { syscall.Kill(e.Hello().PID, syscall.SIGKILL) }, remote.ErrEnded},
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t, machines[0].command(t))
			endless := address(t, loaded(t, e, img), "endless")
			ctx := t.Context()
			if name == "deadline" {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 20*time.Millisecond)
				defer cancel()
			}
			go func() {
				time.Sleep(10 * time.Millisecond) // mostly it runs then
				test.end(e)
			}()
			if _, err := e.Call(ctx, endless, abi.Signature{Result: abi.Int32}, nil); !errors.Is(err, test.want) {
				t.Error(err)
			}
		})
	}
}

// TestAtOnceForks: a function that returns in a process that it has forked, too, returns what it returns in the executor.
func TestAtOnceForks(t *testing.T) {
	e := start(t, machines[0].command(t))
	forks := address(t, loaded(t, e, compile(t, "calls.c", "gcc", "-O1")), "forks")
	if r, err := e.Call(t.Context(), forks, abi.Signature{Result: abi.Int64}, nil); r != 5 || err != nil {
		t.Errorf("%d, %v", r, err)
	}
}
