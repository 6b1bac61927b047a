//go:build (linux && (amd64 || arm64 || arm || 386)) || (windows && amd64)

package program_test

import (
	"errors"
	"hash/crc32"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// island is a world without a C library, as a static program has it.
type island struct {
	memory *mem.Manager
	caller abi.Caller
	cfg    rtdyld.Config
	closed int
}

func newIsland(t testing.TB) *island {
	t.Helper()
	m, err := mem.New(mem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := abi.PrivateStack()
	if err != nil {
		t.Skip(err)
	}
	return &island{memory: m, caller: c, cfg: rtdyld.Config{Memory: m}}
}

func (w *island) Config() rtdyld.Config     { return w.cfg }
func (w *island) Caller() abi.Caller        { return w.caller }
func (w *island) Provides(name string) bool { return false }
func (w *island) Close() error              { w.closed++; return w.memory.Close() }

// TestStatic: a program needs no C library.
func TestStatic(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	w := newIsland(t)
	p, err := program.Load(t.Context(), w, program.File("../../internal/house/testdata/crc.o"))
	if err != nil {
		t.Fatal(err)
	}
	var crc func(data []byte, n int) uint32
	if err := p.Bind("crc", &crc); err != nil {
		t.Fatal(err)
	}
	data := []byte("the quick brown fox")
	if got, want := crc(data, len(data)), crc32.ChecksumIEEE(data); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	var nf *program.NotFoundError
	if err := p.Bind("crcc", &crc); !errors.As(err, &nf) || nf.Near != "crc" || err.Error() != "bind crcc: not defined; did you mean crc?" {
		t.Errorf("%v", err)
	}
	if err := p.Close(); err != nil || w.closed != 1 {
		t.Errorf("close: %v, %d times", err, w.closed)
	}
	if err := p.Bind("crc", &crc); !errors.Is(err, program.ErrClosed) {
		t.Errorf("bind: %v", err)
	}
	if err := p.Close(); !errors.Is(err, program.ErrClosed) || w.closed != 1 {
		t.Errorf("close: %v, %d times", err, w.closed)
	}
	defer func() {
		var e *program.CallError
		if err, _ := recover().(error); !errors.As(err, &e) || e.Name != "crc" || !errors.Is(err, program.ErrClosed) {
			t.Errorf("call: %v", err)
		}
	}()
	crc(data, len(data))
}
