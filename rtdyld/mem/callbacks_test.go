package mem_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// program is a program's own allocator: blocks at addresses of its choice, full
// of rubbish, and a log of the calls.
type program struct {
	log   []string
	next  uint64
	fail  string // the entry of the log at which to fail
	short bool
	skew  uint64
	kept  []rtdyld.Block
}

var errProgram = errors.New("the program says no")

func (p *program) did(format string, args ...any) error {
	s := fmt.Sprintf(format, args...)
	p.log = append(p.log, s)
	if p.fail != "" && strings.HasPrefix(s, p.fail) {
		return errProgram
	}
	return nil
}

func (p *program) give(req rtdyld.Request) rtdyld.Block {
	n := req.Size + 8
	if p.short {
		n = req.Size - 1
	}
	p.next = (p.next+req.Align-1)&^(req.Align-1) + p.skew
	b := rtdyld.Block{Mem: make([]byte, n), Addr: p.next}
	for i := range b.Mem {
		b.Mem[i] = 0xcc
	}
	p.next += n
	p.kept = append(p.kept, b)
	return b
}

func (p *program) callbacks() mem.Callbacks {
	return mem.Callbacks{
		AllocateCode: func(_ context.Context, q rtdyld.Request) (rtdyld.Block, error) {
			if err := p.did("code %d", q.Size); err != nil {
				return rtdyld.Block{}, err
			}
			return p.give(q), nil
		},
		AllocateData: func(_ context.Context, q rtdyld.Request, ro bool) (rtdyld.Block, error) {
			if err := p.did("data %d %v", q.Size, ro); err != nil {
				return rtdyld.Block{}, err
			}
			return p.give(q), nil
		},
		Finalize: func(_ context.Context, b []rtdyld.Block) error { return p.did("finalize %d", len(b)) },
		Destroy:  func(_ context.Context, b []rtdyld.Block) error { return p.did("destroy %d", len(b)) },
	}
}

var callbackReqs = []rtdyld.Request{
	{Kind: objfmt.KindCode, Size: 100, Align: 64, Object: "a.o"},
	{Kind: objfmt.KindReadOnly, Size: 20, Align: 8, Object: "a.o"},
	{Kind: objfmt.KindWritable, Size: 30, Align: 1, Object: "a.o"},
}

func TestCallbacks(t *testing.T) {
	ctx := context.Background()
	p := &program{next: 0x1000}
	mgr, err := mem.NewCallbacks(p.callbacks())
	if err != nil {
		t.Fatal(err)
	}
	a, err := mgr.Allocate(ctx, callbackReqs)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range a.Blocks() {
		if uint64(len(b.Mem)) != callbackReqs[i].Size || b.Addr != p.kept[i].Addr {
			t.Errorf("block %d: %d bytes at %#x", i, len(b.Mem), b.Addr)
		}
		for j, c := range b.Mem {
			if c != 0 {
				t.Fatalf("block %d: byte %d is %#x, want 0", i, j, c)
			}
		}
	}
	for range 2 { // the second does nothing
		if err := a.Finalize(ctx); err != nil {
			t.Error(err)
		}
	}
	if err := a.Release(ctx); err != nil {
		t.Error(err)
	}
	if err := a.Release(ctx); !errors.Is(err, mem.ErrReleased) {
		t.Errorf("second release: %v", err)
	}
	if err := a.Finalize(ctx); !errors.Is(err, mem.ErrReleased) {
		t.Errorf("finalize after release: %v", err)
	}
	want := []string{"code 100", "data 20 true", "data 30 false", "finalize 3", "destroy 3"}
	if d := cmp.Diff(want, p.log); d != "" {
		t.Error(d)
	}
}

// TestCallbacksSteal: a program keeps the memory when linker and adapter are gone
// by not destroying it.
func TestCallbacksSteal(t *testing.T) {
	ctx := context.Background()
	p := &program{next: 0x1000}
	func() {
		mgr, err := mem.NewCallbacks(p.callbacks())
		if err != nil {
			t.Fatal(err)
		}
		a, err := mgr.Allocate(ctx, callbackReqs)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range a.Blocks() {
			for j := range b.Mem {
				b.Mem[j] = byte(i + 1)
			}
		}
		if err := a.Finalize(ctx); err != nil {
			t.Fatal(err)
		}
	}()
	for range 3 {
		runtime.GC()
	}
	for i, b := range p.kept {
		for j, c := range b.Mem[:callbackReqs[i].Size] {
			if c != byte(i+1) {
				t.Fatalf("block %d: byte %d is %#x", i, j, c)
			}
		}
	}
	for _, l := range p.log {
		if strings.HasPrefix(l, "destroy") {
			t.Errorf("%q without a Release", l)
		}
	}
}

func TestCallbacksFail(t *testing.T) {
	ctx := context.Background()
	low := append([]rtdyld.Request(nil), callbackReqs...)
	low[2].Low32 = true
	bad := append([]rtdyld.Request(nil), callbackReqs...)
	bad[1].Size = 0
	for _, c := range []struct {
		name string
		p    program
		reqs []rtdyld.Request
		want []string
		typ  bool // *RequestError, else the program's
	}{
		{"code", program{fail: "code"}, callbackReqs, []string{"code 100"}, false},
		{"data", program{fail: "data 30"}, callbackReqs, []string{"code 100", "data 20 true", "data 30 false", "destroy 2"}, false},
		{"short", program{short: true}, callbackReqs, []string{"code 100", "destroy 1"}, true},
		{"skewed", program{skew: 1}, callbackReqs, []string{"code 100", "destroy 1"}, true},
		{"wraps", program{next: 1<<64 - 64}, callbackReqs, []string{"code 100", "destroy 1"}, true},
		{"not low", program{next: 1<<31 - 100}, low, []string{"code 100", "data 20 true", "data 30 false", "destroy 3"}, true},
		{"bad request", program{}, bad, []string{"code 100", "destroy 1"}, true},
	} {
		mgr, err := mem.NewCallbacks(c.p.callbacks())
		if err != nil {
			t.Fatal(err)
		}
		if _, err = mgr.Allocate(ctx, c.reqs); err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		var re *mem.RequestError
		if errors.As(err, &re) != c.typ || errors.Is(err, errProgram) == c.typ {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(c.want, c.p.log); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestCallbacksFinalizeFails: the error is the program's, the batch can be tried
// again and released.
func TestCallbacksFinalizeFails(t *testing.T) {
	ctx := context.Background()
	p := &program{fail: "finalize"}
	mgr, err := mem.NewCallbacks(p.callbacks())
	if err != nil {
		t.Fatal(err)
	}
	a, err := mgr.Allocate(ctx, callbackReqs)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Finalize(ctx); !errors.Is(err, errProgram) {
		t.Errorf("finalize: %v", err)
	}
	p.fail = "destroy"
	if err := a.Finalize(ctx); err != nil {
		t.Errorf("second finalize: %v", err)
	}
	if err := a.Release(ctx); !errors.Is(err, errProgram) {
		t.Errorf("release: %v", err)
	}
}

func TestCallbacksMissing(t *testing.T) {
	all := (&program{}).callbacks()
	for name, c := range map[string]mem.Callbacks{
		"AllocateCode": {AllocateData: all.AllocateData, Finalize: all.Finalize, Destroy: all.Destroy},
		"AllocateData": {AllocateCode: all.AllocateCode, Finalize: all.Finalize, Destroy: all.Destroy},
		"Finalize":     {AllocateCode: all.AllocateCode, AllocateData: all.AllocateData, Destroy: all.Destroy},
		"Destroy":      {AllocateCode: all.AllocateCode, AllocateData: all.AllocateData, Finalize: all.Finalize},
	} {
		m, err := mem.NewCallbacks(c)
		if m != nil || !errors.Is(err, mem.ErrNoCallback) || !strings.HasSuffix(err.Error(), ": "+name) {
			t.Errorf("without %s: %v, %v", name, m, err)
		}
	}
}
