package remote_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// target is an executor for the tests of mappers.
func target(t *testing.T, cmd remote.Command) memtest.Target {
	e := start(t, cmd)
	return memtest.Target{
		Mapper: e.Mapper(),
		Triple: e.Hello().Triple,
		Call: func(ctx context.Context, c mem.Call) (int, error) {
			sig := abi.Signature{Result: abi.Int32}
			for range c.Args {
				sig.Params = append(sig.Params, abi.Pointer)
			}
			r, err := e.Call(ctx, c.Addr, sig, nil, c.Args...)
			return int(int32(r)), err
		},
		Read: func(ctx context.Context, addr uint64, n int) ([]byte, error) {
			b := make([]byte, n)
			return b, e.Read(ctx, addr, b)
		},
		Maps: func(context.Context) ([]memtest.Mapping, error) { return mappings(e.Hello().PID) },
		Here: func() ([]memtest.Mapping, error) { return mappings(os.Getpid()) },
	}
}

// mappings reads those of a process.
func mappings(pid int) (list []memtest.Mapping, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var m memtest.Mapping
		span, perms, _ := strings.Cut(line, " ")
		lo, hi, _ := strings.Cut(span, "-")
		var errs [2]error
		m.Lo, errs[0] = strconv.ParseUint(lo, 16, 64) // tests read so many of these that fmt.Sscanf took a third of their time
		m.Hi, errs[1] = strconv.ParseUint(hi, 16, 64)
		if err := errors.Join(errs[:]...); err != nil || len(perms) < 3 {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		m.Read, m.Write, m.Exec = perms[0] == 'r', perms[1] == 'w', perms[2] == 'x'
		list = append(list, m)
	}
	return list, nil
}

// TestMapper runs the conformance suite against a child: with shared memory, with
// contents streamed to memory of two addresses, and streamed to pages.
func TestMapper(t *testing.T) {
	for _, kind := range []string{"shared", "streamed", "unit"} {
		t.Run(kind, func(t *testing.T) {
			memtest.TestMapper(t, func(t *testing.T) memtest.Target {
				cmd := helperCommand(kind)
				cmd.Stream = kind == "streamed"
				got := target(t, cmd)
				if got.Mapper.Traits().Live {
					t.Error("data of another process is said to be here")
				}
				return got
			})
		})
	}
}
