package remote_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// TestDirectly: calls of a child go on a socket of their own, in a sandbox, too, but not those of an executor whose connection
// has options; beside one that never returns others do, from many goroutines, and when it is given up the executor ends.
func TestDirectly(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	for name, test := range map[string]struct {
		change   func(*remote.Command)
		directly bool
	}{
		"child":    {func(*remote.Command) {}, true},
		"streamed": {func(c *remote.Command) { c.Stream = true }, true},
		"sandbox":  {func(c *remote.Command) { c.Limits = remote.Limits{Sandbox: true, EmptyEnv: true, Memory: 1 << 30} }, true},
		"options":  {func(c *remote.Command) { c.GRPC = []grpc.DialOption{grpc.WithUserAgent("test")} }, false},
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
			if e.Directly() != test.directly {
				t.Errorf("directly: %v", e.Directly())
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
					for k := range uint64(50) {
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
