package serve

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// doored is a rig whose main thread waits in a page.
type doored struct {
	*rig
	door *door.Door
}

func newDoored(t *testing.T, change func(*Config)) *doored {
	t.Helper()
	d, f, err := door.New()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := &doored{newRig(t, change), d}
	t.Cleanup(d.Close)
	if err := r.srv.main.Open(f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	return r
}

// atOnce makes a call in the page, once it can be made.
func (r *doored) atOnce(ctx context.Context, req *wire.CallRequest) (uint64, error) {
	c := door.Call{Addr: req.Addr, Convention: uint16(req.Convention), Result: uint8(req.Result), Args: req.Args}
	for _, t := range req.Params {
		c.Params = append(c.Params, uint8(t))
	}
	for {
		switch result, outcome := r.door.Call(&c); outcome {
		case door.Answered:
			return result, nil
		case door.Begun:
			reply, err := r.Call(ctx, &wire.CallRequest{Instance: r.id, Begun: true})
			return reply.GetResult(), err
		}
		runtime.Gosched() // the thread is busy
	}
}

// TestCallAtOnce: results and errors of calls in the page are those of calls by gRPC, and they run on the main thread.
func TestCallAtOnce(t *testing.T) {
	show := func(f *abi.Frame) {
		switch f.Addr {
		case 7:
			panic("seven")
		case 8:
			f.Ret[0] = uint64(threadID())
			return
		}
		f.Ret[0], f.FloatRet[0] = 2*f.Reg[0]+f.Reg[1], math.Float64bits(2.5)
	}
	r := newDoored(t, func(o *Config) {
		o.Callers = []Caller{{wire.Convention_CONVENTION_SYSV64, recorder{abi.SystemV(), show}}}
		o.MaxCalls = 1
	})
	i64, f64 := wire.Type_TYPE_INT64, wire.Type_TYPE_FLOAT64
	for _, req := range []*wire.CallRequest{
		{Addr: 1},
		{Addr: 1, Params: []wire.Type{i64, wire.Type_TYPE_INT8}, Args: []uint64{1 << 62, 0x1ff}, Result: i64},
		{Addr: 1, Params: []wire.Type{f64}, Args: []uint64{5}, Result: f64, Convention: wire.Convention_CONVENTION_SYSV64},
		{Addr: 8, Result: wire.Type_TYPE_UINT32},
		{},
		{Addr: 7},
		{Addr: 1, Convention: wire.Convention_CONVENTION_CDECL386},
		{Addr: 1, Convention: 99},
		{Addr: 1, Params: []wire.Type{13}, Args: []uint64{1}},
		{Addr: 1, Params: []wire.Type{wire.Type_TYPE_VOID}, Args: []uint64{1}},
		{Addr: 1, Result: 77},
	} {
		got, err := r.atOnce(t.Context(), req)
		req.Instance = r.id
		want, err2 := r.Call(t.Context(), req)
		if got != want.GetResult() || !proto.Equal(status.Convert(err).Proto(), status.Convert(err2).Proto()) {
			t.Errorf("%v: %d, %v; by gRPC %d, %v", req, got, err, want.GetResult(), err2)
		}
	}
	_, err := r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Begun: true})
	code(t, "no call", err, codes.FailedPrecondition, none)
}

// TestBegun: a call in the page that does not return hinders no other, an executor that drains answers it, and if who asks for
// it goes away the process ends.
func TestBegun(t *testing.T) {
	for name, end := range map[string]bool{"drain": false, "cancel": true} {
		t.Run(name, func(t *testing.T) {
			begun, finish, ended := make(chan bool), make(chan bool), make(chan error, 1)
			r := newDoored(t, func(o *Config) {
				o.End = func(cause error) { ended <- cause }
				o.Callers[0].Caller = scripted{
					1: func([6]uint64) uint64 { begun <- true; <-finish; return 11 },
					2: func([6]uint64) uint64 { return 22 },
				}
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			type answer struct {
				n   uint64
				err error
			}
			first := make(chan answer, 1)
			go func() {
				n, err := r.atOnce(ctx, &wire.CallRequest{Addr: 1, Result: wire.Type_TYPE_INT64})
				first <- answer{n, err}
			}()
			<-begun
			reply := must[*wire.CallReply](t)(r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 2, Result: wire.Type_TYPE_INT64}))
			if reply.Result != 22 {
				t.Errorf("another call: %d", reply.Result)
			}
			if end {
				atWork := func() int {
					r.srv.active.mu.Lock()
					defer r.srv.active.mu.Unlock()
					return r.srv.active.n
				}
				for atWork() < 2 { // it is asked for
					runtime.Gosched()
				}
				cancel()
				if a := <-first; status.Code(a.err) != codes.Canceled {
					t.Errorf("cancelled: %+v", a)
				}
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("the end: %v", err)
				}
				close(finish)
				return
			}
			r.srv.Drain()
			_, err := r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 2})
			code(t, "a call of a server that drains", err, codes.Unavailable, none)
			close(finish)
			if a := <-first; a.n != 11 || a.err != nil {
				t.Errorf("the first call: %+v", a)
			}
			if err := <-r.gone; err != nil {
				t.Error(err)
			}
		})
	}
}
