package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// recorder is a caller that shows frames.
type recorder struct {
	conv *abi.Convention
	call func(f *abi.Frame)
}

func (r recorder) Convention() *abi.Convention { return r.conv }
func (r recorder) Call(f *abi.Frame)           { r.call(f) }

// TestCall: arguments are where the convention has them, each by its type.
func TestCall(t *testing.T) {
	var got *abi.Frame
	show := func(f *abi.Frame) {
		c := *f
		c.Stack = slices.Clone(f.Stack)
		got = &c
		f.Ret[0], f.FloatRet[0] = 0xffff_ff80, math.Float64bits(2.5)
	}
	r := newRig(t, func(o *Config) {
		o.Callers = []Caller{
			{wire.Convention_CONVENTION_SYSV64, recorder{abi.SystemV(), show}}, {wire.Convention_CONVENTION_AAPCS64, recorder{abi.AAPCS64(), show}}}
	})
	T := func(types ...wire.Type) []wire.Type { return types }
	reply := must[*wire.CallReply](t)(r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 0x4000,
		Params: T(wire.Type_TYPE_INT8, wire.Type_TYPE_FLOAT64, wire.Type_TYPE_UINT16, wire.Type_TYPE_FLOAT32, wire.Type_TYPE_POINTER, wire.Type_TYPE_BOOL),
		Args:   []uint64{0x1ff, math.Float64bits(1.5), 0x1_ffff, 7, 1 << 63, 6}, Result: wire.Type_TYPE_INT8}))
	if reply.Result != 1<<64-128 || reply.Written != nil {
		t.Errorf("result %#x, written %v", reply.Result, reply.Written)
	}
	if got.Addr != 0x4000 || got.Reg[0] != 1<<64-1 || got.Reg[1] != 0xffff || got.Reg[2] != 1<<63 || got.Reg[3] != 1 ||
		got.Reg[6] != math.Float64bits(1.5) || got.Reg[7] != 7 || got.Floats != 2 {
		t.Errorf("frame is %+v", got)
	}
	for result, want := range map[wire.Type]uint64{wire.Type_TYPE_VOID: 0, wire.Type_TYPE_UINT32: 0xffff_ff80, wire.Type_TYPE_FLOAT64: math.Float64bits(2.5)} {
		reply := must[*wire.CallReply](t)(r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 1, Result: result, Convention: wire.Convention_CONVENTION_AAPCS64}))
		if reply.Result != want {
			t.Errorf("%v: %#x, want %#x", result, reply.Result, want)
		}
	}
	for name, req := range map[string]*wire.CallRequest{
		"address 0":       {},
		"another machine": {Addr: 1, Convention: wire.Convention_CONVENTION_CDECL386},
		"no convention":   {Addr: 1, Convention: 99},
		"no type":         {Addr: 1, Params: T(13), Args: []uint64{1}},
		"a negative type": {Addr: 1, Params: T(-1), Args: []uint64{1}},
		"void":            {Addr: 1, Params: T(wire.Type_TYPE_VOID), Args: []uint64{1}},
		"no result type":  {Addr: 1, Result: 77},
		"no arguments":    {Addr: 1, Params: T(wire.Type_TYPE_INT8)},
		"arguments":       {Addr: 1, Args: []uint64{1}},
		"many parameters": {Addr: 1, Params: slices.Repeat(T(wire.Type_TYPE_INT64), 10_000), Args: make([]uint64, 10_000)},
	} {
		req.Instance = r.id
		_, err := r.Call(t.Context(), req)
		code(t, name, err, codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE)
	}
}

func TestMain_(t *testing.T) {
	var lost, failed error
	var seen string
	r := newRig(t, func(o *Config) {
		o.Main = func(_ context.Context, c abi.Caller, addr uint64, args, env []string) (int, error, error) {
			seen = fmt.Sprintf("%s %#x %q %v %q", c.Convention().Name, addr, args, env == nil, env)
			return -3, lost, failed
		}
	})
	call := func(req *wire.MainRequest) (*wire.MainReply, error) {
		req.Instance = r.id
		return r.Main(t.Context(), req)
	}
	for want, req := range map[string]*wire.MainRequest{
		`System V x86-64 0x10 ["a" "\xff"] true []`:    {Addr: 16, Args: [][]byte{[]byte("a"), {0xff}}},
		`System V x86-64 0x20 [] false []`:             {Addr: 32, OwnEnv: true, Convention: wire.Convention_CONVENTION_SYSV64},
		`System V x86-64 0x20 [""] false ["A=1" "B="]`: {Addr: 32, Args: [][]byte{{}}, Env: [][]byte{[]byte("A=1"), []byte("B=")}},
	} {
		reply := must[*wire.MainReply](t)(call(req))
		if seen != want || reply.Status != -3 || reply.Lost != "" {
			t.Errorf("%s, %v, want %s", seen, reply, want)
		}
	}
	lost = errors.New("no space")
	if reply := must[*wire.MainReply](t)(call(&wire.MainRequest{Addr: 1})); reply.Status != -3 || reply.Lost != "no space" {
		t.Errorf("%v", reply)
	}
	failed = errors.New("a NUL byte")
	_, err := call(&wire.MainRequest{Addr: 1})
	code(t, "not called", err, codes.Internal, none)
	_, err = call(&wire.MainRequest{})
	code(t, "address 0", err, codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE)
	_, err = call(&wire.MainRequest{Addr: 1, Convention: 50})
	code(t, "no convention", err, codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE)
}

// TestThreads: functions that do not return hinder no other request, up to the limit of
// those; one after the other they run on one thread.
func TestThreads(t *testing.T) {
	var mu sync.Mutex
	var order []uint64
	begun, finish := make(chan bool), make(chan bool)
	var none atomic.Bool
	r := newRig(t, func(o *Config) {
		o.MaxCalls = 3
		o.Go = func(f func()) error {
			if none.Load() {
				return errors.New("no thread")
			}
			return goThread(f)
		}
		o.Callers[0].Caller = scripted{
			1: func([6]uint64) uint64 { begun <- true; <-finish; return 1 },
			2: func(a [6]uint64) uint64 {
				mu.Lock()
				order = append(order, a[0])
				mu.Unlock()
				return uint64(threadID())
			},
		}
	})
	number := func(k uint64) uint64 {
		reply := must[*wire.CallReply](t)(r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 2, Result: wire.Type_TYPE_UINT64,
			Params: []wire.Type{wire.Type_TYPE_UINT64}, Args: []uint64{k}}))
		return reply.Result
	}
	first := number(0)
	for k := range uint64(50) {
		if id := number(k); id != first {
			t.Fatalf("call %d is on thread %d, those before on %d", k, id, first)
		}
	}
	results := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := r.Call(context.Background(), &wire.CallRequest{Instance: r.id, Addr: 1})
			results <- err
		}()
	}
	<-begun
	<-begun
	if id := number(7); threadID() != 0 && id == first {
		t.Error("a call waited for a thread that is busy")
	}
	none.Store(true)
	for range 4 { // no more than there are at a time, or the last would say so
		_, err := r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 2})
		if status.Code(err) != codes.ResourceExhausted || !strings.Contains(err.Error(), "no thread") {
			t.Errorf("a call that there is no thread for: %v", err)
		}
	}
	none.Store(false)
	if _, err := r.read(0, 0); err != nil {
		t.Error(err)
	}
	go func() {
		_, err := r.Call(context.Background(), &wire.CallRequest{Instance: r.id, Addr: 1})
		results <- err
	}()
	<-begun
	_, err := r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 2})
	if d := code(t, "a call too many", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT); d.Limit != 3 {
		t.Errorf("the limit is %d", d.Limit)
	}
	close(finish)
	for range 3 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if id := number(8); id != first {
		t.Errorf("a call is on thread %d, those before on %d", id, first)
	}
}

// TestGivenUp: when a request is cancelled, too late, or its connection ends, the process
// ends, but not for a function that has returned.
func TestGivenUp(t *testing.T) {
	for _, how := range []string{"cancel", "deadline", "connection"} {
		t.Run(how, func(t *testing.T) {
			begun, finish, ended := make(chan bool, 10), make(chan bool), make(chan error, 10)
			r := newRig(t, func(o *Config) {
				o.Callers[0].Caller = scripted{1: func([6]uint64) uint64 { begun <- true; <-finish; return 1 }, 2: nil}
				o.End = func(err error) { ended <- err }
			})
			defer close(finish)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			must[*wire.CallReply](t)(r.Call(ctx, &wire.CallRequest{Instance: r.id, Addr: 2}))
			result := make(chan error, 1)
			for d := 200 * time.Millisecond; ; d *= 4 { // until there was time for it to begin
				if how == "deadline" {
					var stop func()
					ctx, stop = context.WithTimeout(context.Background(), d)
					defer stop()
				}
				go func() {
					_, err := r.Call(ctx, &wire.CallRequest{Instance: r.id, Addr: 1})
					result <- err
				}()
				select {
				case <-begun:
				case err := <-result:
					select {
					case <-begun: // and ended before this goroutine could look
						result <- err
					default:
						if how == "deadline" && d < time.Minute {
							continue
						}
						t.Fatalf("it has not begun: %v", err)
					}
				}
				break
			}
			select {
			case err := <-ended:
				if how != "deadline" {
					t.Errorf("ended: %v", err)
				}
				ended <- err
			default:
			}
			switch how {
			case "cancel":
				cancel()
			case "connection":
				r.conn.Close()
			}
			if err := <-ended; !errors.Is(err, context.Canceled) && !(how == "deadline" && errors.Is(err, context.DeadlineExceeded)) {
				t.Errorf("cause: %v", err)
			}
			if err := <-result; err == nil {
				t.Error("the caller got a result")
			}
		})
	}
}
