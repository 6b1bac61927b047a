package serve

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// TestMemory streams contents in messages of several sizes and reads them back.
func TestMemory(t *testing.T) {
	r := newRig(t, nil)
	page := r.srv.cfg.Mapper.Traits().Page
	for _, n := range []int{1 << 20, 4096, 1000, 7} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			at := r.reserve(16 * page)
			contents := make([]byte, page+100+5)
			for i := range contents {
				contents[i] = byte(rand.Uint32())
			}
			req := &wire.InitializeRequest{Segments: []*wire.Segment{
				{Addr: at, Size: 2 * page, Content: page + 100, Kind: wire.Kind_KIND_CODE},
				{Addr: at + 3*page, Size: page, Kind: wire.Kind_KIND_READ_ONLY},
				{Addr: at + 5*page, Size: page, Content: 5, Kind: wire.Kind_KIND_WRITABLE},
				{Addr: at + 7*page, Size: page, Kind: wire.Kind_KIND_READ_ONLY, FinalizeOnly: true},
			}}
			if n == 1000 { // some come with the header
				req.Data = contents[:50]
			}
			id, err := r.initialize(req, contents[len(req.Data):], n)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]byte, 6*page)
			copy(want, contents[:page+100])
			copy(want[5*page:], contents[page+100:])
			for _, part := range [][2]uint64{{0, 2 * page}, {3 * page, page}, {5 * page, page}, {1, 3}} {
				got, err := r.read(at+part[0], part[1])
				if err != nil || !bytes.Equal(got, want[part[0]:part[0]+part[1]]) {
					t.Errorf("%d bytes at %#x differ, or %v", part[1], part[0], err)
				}
			}
			// Data can be written, code and constants can't.
			if err := r.write(at+5*page+3, []byte("text")); err != nil {
				t.Error(err)
			}
			if got, err := r.read(at+5*page+3, 4); err != nil || string(got) != "text" {
				t.Errorf("%q, %v", got, err)
			}
			for _, off := range []uint64{0, 3 * page} {
				d := code(t, "write what is not writable", r.write(at+off, []byte("text")), codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
				if d.Addr != at+off {
					t.Errorf("the error is of %#x, want %#x", d.Addr, at+off)
				}
			}
			_, err = r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}})
			if err != nil {
				t.Error(err)
			}
			_, err = r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}})
			code(t, "deinitialize twice", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
			if _, err := r.Release(t.Context(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}}); err != nil {
				t.Error(err)
			}
			_, err = r.Release(t.Context(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}})
			code(t, "release twice", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
			_, err = r.read(at, 1)
			code(t, "read what is gone", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
		})
	}
}

func TestMemoryRefuses(t *testing.T) {
	r := newRig(t, func(o *Config) { o.MaxMemory = 1 << 20 })
	page := r.srv.cfg.Mapper.Traits().Page
	at := r.reserve(1 << 30)
	segment := func(addr, size, content uint64, kind wire.Kind) *wire.InitializeRequest {
		return &wire.InitializeRequest{Segments: []*wire.Segment{{Addr: addr, Size: size, Content: content, Kind: kind}}}
	}
	const data, invalid = wire.Kind_KIND_WRITABLE, codes.InvalidArgument
	outside := wire.ErrorDetail_REASON_RANGE
	for _, tt := range []struct {
		name     string
		req      *wire.InitializeRequest
		contents string
		code     codes.Code
		reason   wire.ErrorDetail_Reason
	}{
		{"no kind", segment(at, page, 0, 0), "", invalid, outside},
		{"a kind that there is not", segment(at, page, 0, 9), "", invalid, outside},
		{"a negative kind", segment(at, page, 0, -1), "", invalid, outside},
		{"more contents than memory", segment(at, 4, 5, data), "12345", invalid, outside},
		{"nothing", segment(at, 0, 0, data), "", invalid, outside},
		{"not reserved", segment(4*page, page, 0, data), "", invalid, outside},
		{"over the end", segment(at+1<<30-page, page+1, 0, data), "", invalid, outside},
		{"around", segment(at+page, -page, 0, data), "", codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT},
		{"not at a page", segment(at+1, page, 0, data), "", invalid, outside},
		{"beyond the limit", segment(at, 1<<20+1, 0, data), "", codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT},
		{"contents end early", segment(at, page, 5, data), "1234", invalid, none},
		{"contents go on", segment(at, page, 5, data), "123456", invalid, none},
		{"too many arguments", &wire.InitializeRequest{Actions: []*wire.Action{{Dealloc: &wire.FunctionCall{Addr: 1, Args: make([]uint64, 7)}}}}, "",
			invalid, wire.ErrorDetail_REASON_SIGNATURE},
	} {
		_, err := r.initialize(tt.req, []byte(tt.contents), 3)
		code(t, tt.name, err, tt.code, tt.reason)
	}
	if _, err := r.initialize(segment(at, 1<<20, 3, data), []byte("abc"), 3); err != nil {
		t.Error(err)
	}
	_, err := r.initialize(segment(at+1<<20, page, 0, data), nil, 1)
	code(t, "over the limit", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT)
	for _, size := range []uint64{0, 1 << 62} {
		_, err := r.Reserve(t.Context(), &wire.ReserveRequest{Instance: r.id, Size: size})
		if err == nil {
			t.Errorf("%d bytes are reserved", size)
		}
	}
	if got, err := r.read(at, 4); err != nil || string(got) != "abc\x00" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{1 << 20, 0}}); err == nil {
		t.Error("what is not there is deinitialized")
	}
}

// counting is a mapper that counts.
type counting struct {
	*mem.InProcess
	made, undone int
}

func (c *counting) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	id, err := c.InProcess.Initialize(ctx, init)
	if err == nil {
		c.made++
	}
	return id, err
}

func (c *counting) Deinitialize(ctx context.Context, ids ...mem.InitID) error {
	c.undone += len(ids)
	return c.InProcess.Deinitialize(ctx, ids...)
}

// TestBudget: memory counts from when contents begin to come until it is given back, by
// whatever way.
func TestBudget(t *testing.T) {
	m := new(counting)
	r := newRig(t, func(o *Config) {
		o.MaxMemory = 1 << 20
		var err error
		if m.InProcess, err = mem.NewInProcess(mem.MapperConfig{NoExec: true}); err != nil {
			t.Skip(err)
		}
		o.Mapper = m
	})
	page := m.Traits().Page
	at := r.reserve(8 << 20)
	used := func(what string, want uint64) {
		t.Helper()
		r.srv.memory.mu.Lock()
		defer r.srv.memory.mu.Unlock()
		if r.srv.memory.used != want {
			t.Errorf("%s: %d bytes are used, want %d", what, r.srv.memory.used, want)
		}
	}
	large := func(k uint64) *wire.InitializeRequest {
		return &wire.InitializeRequest{Segments: []*wire.Segment{{Addr: at + k<<20, Size: 1 << 20, Content: 1000, Kind: wire.Kind_KIND_READ_ONLY}}}
	}
	for k := range uint64(5) {
		_, err := r.initialize(large(k), make([]byte, 1001), 600)
		code(t, "contents go on", err, codes.InvalidArgument, none)
		used("contents go on", 0)
	}
	if m.made != 5 || m.undone != 5 {
		t.Errorf("the memory of 5 requests was given back by %d and %d calls", m.made, m.undone)
	}
	_, err := r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{{Addr: at, Size: 1, Kind: wire.Kind_KIND_CODE},
		{Addr: at + page, Size: 1, Kind: wire.Kind_KIND_CODE, FinalizeOnly: true}}}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	used("a segment for the actions alone", page)
	_, err = r.initialize(large(1), nil, 1)
	code(t, "over the limit", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT)
	_, err = r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{{Addr: at, Size: 1, Kind: wire.Kind_KIND_CODE}}}, nil, 1)
	code(t, "over what is there", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
	used("an error", page)
	if _, err := r.Release(t.Context(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}}); err != nil {
		t.Error(err)
	}
	used("released", 0)
	at = r.reserve(8 << 20)
	id, err := r.initialize(large(1), make([]byte, 1000), 1000)
	if err != nil {
		t.Fatal(err)
	}
	used("full", 1<<20)
	if _, err := r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}}); err != nil {
		t.Error(err)
	}
	used("deinitialized", 0)
}

// TestActions: pairs of calls run in order and in reverse; if the third of five fails,
// exactly two are undone.
func TestActions(t *testing.T) {
	var log []uint64
	r := newRig(t, func(o *Config) {
		o.Callers[0].Caller = scripted{
			1: func(a [6]uint64) uint64 { log = append(log, a[0]); return a[5] },
		}
	})
	var actions []*wire.Action
	for i := range uint64(5) {
		actions = append(actions, &wire.Action{
			Finalize: &wire.FunctionCall{Addr: 1, Args: []uint64{i, 0, 0, 0, 0, 0}}, Dealloc: &wire.FunctionCall{Addr: 1, Args: []uint64{100 + i, 0, 0, 0, 0, 0}}})
	}
	want := func(what string, want ...uint64) {
		t.Helper()
		if fmt.Sprint(log) != fmt.Sprint(want) {
			t.Errorf("%s: called %v, want %v", what, log, want)
		}
		log = nil
	}
	id, err := r.initialize(&wire.InitializeRequest{Actions: actions}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	want("initialize", 0, 1, 2, 3, 4)
	if _, err := r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}}); err != nil {
		t.Error(err)
	}
	want("deinitialize", 104, 103, 102, 101, 100)
	actions[2].Finalize.Args[5] = 1<<32 - 9 // an int: -9
	_, err = r.initialize(&wire.InitializeRequest{Actions: actions}, nil, 1)
	d := code(t, "an action that fails", err, codes.Aborted, wire.ErrorDetail_REASON_ACTION)
	if d.Action != 2 || d.Result != -9 || d.Addr != 1 || d.Dealloc {
		t.Errorf("the error is of %v", d)
	}
	want("a failure", 0, 1, 2, 101, 100)
	actions[2].Finalize.Args[5], actions[1].Dealloc.Args[5] = 0, 3
	if id, err = r.initialize(&wire.InitializeRequest{Actions: actions}, nil, 1); err != nil {
		t.Fatal(err)
	}
	_, err = r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}})
	if d := code(t, "a dealloc action that fails", err, codes.Aborted, wire.ErrorDetail_REASON_ACTION); d.Action != 1 || d.Result != 3 || !d.Dealloc {
		t.Errorf("the error is of %v", d)
	}
	want("deinitialize with a failure", 0, 1, 2, 3, 4, 104, 103, 102, 101, 100)
}

// TestConcurrentMemory: requests for different memory at the same time.
func TestConcurrentMemory(t *testing.T) {
	r := newRig(t, nil)
	page := r.srv.cfg.Mapper.Traits().Page
	errs := make(chan error, 8)
	for k := range cap(errs) {
		go func() {
			errs <- func() error {
				for range 20 {
					reply, err := r.Reserve(context.Background(), &wire.ReserveRequest{Instance: r.id, Size: 4 * page})
					if err != nil {
						return err
					}
					at := reply.Range.Addr
					text := fmt.Sprintf("contents %d", k)
					id, err := r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
						{Addr: at, Size: page, Content: uint64(len(text)), Kind: wire.Kind_KIND_READ_ONLY}}}, []byte(text), 4)
					if err != nil {
						return err
					}
					if got, err := r.read(at, uint64(len(text))); err != nil || string(got) != text {
						return fmt.Errorf("%q, %w", got, err)
					}
					if k%2 == 0 {
						if _, err := r.Deinitialize(context.Background(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}}); err != nil {
							return err
						}
					}
					if _, err := r.Release(context.Background(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}}); err != nil {
						return err
					}
				}
				return nil
			}()
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// TestRunAction without a server that could be asked.
func TestRunAction(t *testing.T) {
	r := newRig(t, nil)
	if err := r.srv.RunAction(t.Context(), mem.Call{Addr: 1, Args: make([]uint64, 7)}); err == nil {
		t.Error("7 arguments")
	}
	ctx, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	if err := r.srv.RunAction(ctx, mem.Call{Addr: 1}); err == nil {
		t.Error("a context that is done")
	}
}
