package remote_test

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/stats"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// counter counts requests and bytes of a connection.
type counter struct {
	calls, sent, received atomic.Int64
}

func (c *counter) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	c.calls.Add(1)
	return ctx
}

func (c *counter) HandleRPC(_ context.Context, s stats.RPCStats) {
	switch s := s.(type) {
	case *stats.OutPayload:
		c.sent.Add(int64(s.WireLength))
	case *stats.InPayload:
		c.received.Add(int64(s.WireLength))
	}
}

func (c *counter) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (c *counter) HandleConn(context.Context, stats.ConnStats)                       {}

func (c *counter) reset() { c.calls.Store(0); c.sent.Store(0); c.received.Store(0) }

func (c *counter) String() string {
	return fmt.Sprintf("%d round trips, %d bytes sent, %d received", c.calls.Load(), c.sent.Load(), c.received.Load())
}

func lookup(t testing.TB, r rtdyld.Resolver, name string) rtdyld.Symbol {
	t.Helper()
	out := make([]rtdyld.Symbol, 1)
	if err := r.Resolve(t.Context(), []rtdyld.Ref{{Name: name}}, out); err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// generated is an object for x86-64 with n functions, each of which refers to a name
// outside, and a constructor.
func generated(t testing.TB, name string, n int) *objfmt.ObjectImage {
	t.Helper()
	f := &objgen.ELF{Is64: true, Machine: 62}
	base := 0
	for _, c := range name { // other names outside for each
		base = base<<8 | int(c)
	}
	code := bytes.Repeat([]byte{0x90, 0xe8, 0, 0, 0, 0, 0xc3, 0x90}, n) // nop; call ...; ret; nop
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: append(code, 0xc3), Align: 16})
	array := f.Add(objgen.ELFSection{Name: ".init_array", Type: 14, Flags: 3, Data: make([]byte, 8), Align: 8})
	f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16*n), Align: 8})
	var relocs []objgen.ELFReloc
	for i := range n {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("%s_f%d", name, i), Bind: 1, Type: 2, Section: text, Value: uint64(8 * i), Size: 7})
	}
	for i := range n {
		at := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("at_%x", base+16*i), Bind: 1})
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(8*i + 2), Sym: at, Type: 4, Addend: -4})
	}
	init := f.AddSymbol(objgen.ELFSymbol{Name: name + "_init", Bind: 1, Type: 2, Section: text, Value: uint64(8 * n), Size: 1})
	f.AddRelocs(text, true, relocs)
	f.AddRelocs(array, true, []objgen.ELFReloc{{Sym: init, Type: 1}})
	img, err := objfile.Parse(name, f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestRoundTrips: an object costs the same number of requests however many symbols and
// relocations it has: to load it one for its memory, one for its names and one to attach
// it, to unload it two.
func TestRoundTrips(t *testing.T) {
	for _, stream := range []bool{false, true} {
		var count counter
		cmd := helperCommand("")
		cmd.Stream, cmd.Memory.ReleaseBatch = stream, -1
		cmd.GRPC = []grpc.DialOption{grpc.WithStatsHandler(&count)}
		e := start(t, cmd)
		l := linker(t, e)
		// The first object reserves the slab.
		first, err := l.Load(t.Context(), generated(t, "first", 1))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Finalize(t.Context(), first...); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 10, 1000, 20000} {
			img := generated(t, fmt.Sprintf("n%d", n), n)
			count.reset()
			objs, err := l.Load(t.Context(), img)
			if err == nil {
				err = l.Finalize(t.Context(), objs...)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := count.calls.Load(); got != 3 {
				t.Errorf("%d symbols: %d round trips to load", n, got)
			}
			t.Logf("stream %t: %d symbols, %d relocations, %d bytes of file: load takes %v", stream, 2*n, n, len(img.Buffer.Bytes()), &count)
			count.reset()
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
			if got := count.calls.Load(); got != 2 {
				t.Errorf("%d symbols: %d round trips to unload", n, got)
			}
		}
		// A batch is one object, as far as requests go.
		var imgs []*objfmt.ObjectImage
		for i := range 50 {
			imgs = append(imgs, generated(t, fmt.Sprintf("b%d", i), 10))
		}
		count.reset()
		objs, err := l.Load(t.Context(), imgs...)
		if err == nil {
			err = l.Finalize(t.Context(), objs...)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := count.calls.Load(); got != 3 {
			t.Errorf("50 objects: %d round trips to load", got)
		}
		count.reset()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got := count.calls.Load(); got > 3 {
			t.Errorf("%d round trips to close", got)
		}
	}
}
