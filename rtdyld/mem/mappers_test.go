//go:build linux || windows

package mem_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
)

// call runs a call of an action in this process, on a stack of its own.
func call(_ context.Context, c mem.Call) (int, error) {
	caller, err := abi.PrivateStack()
	if err != nil {
		return 0, err
	}
	p := abi.Pointer
	b, err := abi.Bind(caller, abi.Signature{Params: []abi.Kind{p, p, p, p, p, p}, Result: abi.Int32}, c.Addr)
	if err != nil {
		return 0, err
	}
	args := make([]uint64, 6)
	copy(args, c.Args)
	result, err := b.Call(args)
	return int(int32(result)), err
}

// runner is a mem.Runner over call.
func runner(ctx context.Context, c mem.Call) error {
	result, err := call(ctx, c)
	if err == nil && result != 0 {
		err = fmt.Errorf("it returned %d", result)
	}
	return err
}

// target is a target whose executor is this process.
func target(t *testing.T, m mem.Mapper) memtest.Target {
	tg := memtest.Target{
		Mapper: m,
		Read:   read,
		Maps:   func(context.Context) ([]memtest.Mapping, error) { return mappings() },
		Call:   call,
	}
	if _, err := abi.PrivateStack(); errors.Is(err, abi.ErrUnsupported) {
		t.Log(err) // built with the tag rtdyld_nolinkname
		tg.Call = nil
	}
	return tg
}

// read reads memory that the mappings say can be read.
func read(_ context.Context, addr uint64, n int) ([]byte, error) {
	if err := readable(addr, n); err != nil {
		return nil, err
	}
	p := uintptr(addr)
	return slices.Clone(unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), n)), nil
}

func readable(addr uint64, n int) error {
	list, err := mappings()
	if err != nil {
		return err
	}
	for at, end := addr, addr+uint64(n); at < end; {
		i := slices.IndexFunc(list, func(m memtest.Mapping) bool { return m.Lo <= at && at < m.Hi && m.Read })
		if i < 0 {
			return fmt.Errorf("%#x cannot be read", at)
		}
		at = list[i].Hi
	}
	return nil
}

// unsupported skips the test on a host that has no such mapper.
func unsupported(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// closed closes a mapper at the end of a test.
func closed(t *testing.T, m interface{ Close() error }) {
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
}

func TestInProcess(t *testing.T) {
	memtest.TestMapper(t, func(t *testing.T) memtest.Target {
		m, err := mem.NewInProcess(mem.MapperConfig{Runner: runner})
		unsupported(t, err)
		closed(t, m)
		tg := target(t, m)
		tg.Resident, tg.Committed = resident, runtime.GOOS == "windows"
		return tg
	})
}

func TestInProcessNoExec(t *testing.T) {
	memtest.TestMapper(t, func(t *testing.T) memtest.Target {
		m, err := mem.NewInProcess(mem.MapperConfig{NoExec: true})
		unsupported(t, err)
		closed(t, m)
		tg := target(t, m)
		tg.Call, tg.NoExec = nil, true
		return tg
	})
}

func TestDualMapped(t *testing.T) {
	memtest.TestMapper(t, func(t *testing.T) memtest.Target {
		m, err := mem.NewDualMapped(mem.MapperConfig{Runner: runner})
		unsupported(t, err)
		closed(t, m)
		tg := target(t, m)
		tg.Resident = memory(m)
		return tg
	})
}

// here is an executor that is this process.
type here struct{ *mem.DualMapped }

func (x here) Reserve(ctx context.Context, size uint64, where mem.Placement, f *os.File) (mem.Range, error) {
	return x.ReserveShared(ctx, f, size, where)
}

func (x here) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	init.Segments = slices.Clone(init.Segments)
	for i := range init.Segments {
		init.Segments[i].Mem = nil // it is there
	}
	return x.DualMapped.Initialize(ctx, init)
}

// TestSharedHere: both halves of shared memory in one process.
func TestSharedHere(t *testing.T) {
	memtest.TestMapper(t, func(t *testing.T) memtest.Target {
		x, err := mem.NewDualMapped(mem.MapperConfig{Runner: runner})
		unsupported(t, err)
		closed(t, x)
		m, err := mem.NewShared(here{x}, mem.MapperConfig{})
		unsupported(t, err)
		closed(t, m)
		tg := target(t, m)
		tg.Resident = memory(m)
		return tg
	})
}

// TestSharedElsewhere: contents that are not in the memory that was prepared are refused.
func TestSharedElsewhere(t *testing.T) {
	x, err := mem.NewDualMapped(mem.MapperConfig{Runner: runner})
	unsupported(t, err)
	closed(t, x)
	m, err := mem.NewShared(here{x}, mem.MapperConfig{})
	unsupported(t, err)
	closed(t, m)
	r, err := m.Reserve(t.Context(), 1<<20, mem.Placement{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Prepare(t.Context(), r.Addr, 100)
	if err != nil {
		t.Fatal(err)
	}
	s := mem.Segment{Addr: r.Addr, Size: 100, Mem: slices.Clone(b), Kind: objfmt.KindCode}
	if _, err := m.Initialize(t.Context(), mem.Initialization{Segments: []mem.Segment{s}}); !errors.As(err, new(*mem.RangeError)) {
		t.Errorf("contents elsewhere: %v", err)
	}
	s.Mem = b
	if _, err := m.Initialize(t.Context(), mem.Initialization{Segments: []mem.Segment{s}}); err != nil {
		t.Error(err)
	}
}
