package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/frame"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// callSocket is the controller's end of a socket for calls.
type callSocket struct {
	t    testing.TB
	conn *net.UnixConn
	buf  *frame.Buffer
}

func newCallSocket(t testing.TB, r *rig) *callSocket {
	t.Helper()
	ours, theirs := pair(t)
	f, err := theirs.File()
	if err == nil {
		err = unix.SetNonblock(int(f.Fd()), true)
	}
	if err == nil {
		err = r.srv.openCalls(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	return &callSocket{t, ours, frame.NewBuffer(frame.MaxAnswer)}
}

func (s *callSocket) send(calls ...frame.Call) {
	s.t.Helper()
	var b []byte
	for i := range calls {
		b = calls[i].Append(b)
	}
	if _, err := s.conn.Write(b); err != nil {
		s.t.Fatal(err)
	}
}

// answers reads n answers, by their numbers.
func (s *callSocket) answers(n int) map[uint64]frame.Answer {
	s.t.Helper()
	got := map[uint64]frame.Answer{}
	for len(got) < n {
		var a frame.Answer
		ok, err := s.buf.Answer(&a)
		if err == nil && !ok {
			var k int
			k, err = s.conn.Read(s.buf.Space())
			s.buf.Grow(k)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		if ok {
			a.Status = bytes.Clone(a.Status)
			got[a.ID] = a
		}
	}
	return got
}

// TestCallsOnSocket: what is called there returns what it returns, and is refused as, a call by gRPC.
func TestCallsOnSocket(t *testing.T) {
	r := newRig(t, func(o *Config) {
		o.Callers[0].Caller = scripted{1: func(reg [6]uint64) uint64 { return reg[0] + 2*reg[1] }, 2: func([6]uint64) uint64 { panic("no") }}
	})
	s := newCallSocket(t, r)
	const i64 = uint8(wire.Type_TYPE_INT64)
	for id := range uint64(2000) { // more than may be without an answer
		s.send(frame.Call{ID: id, Addr: 1, Result: i64, Params: []uint8{i64, i64}, Args: []uint64{id, 3}})
		if a := s.answers(1)[id]; a.Result != id+6 || a.Status != nil {
			t.Fatalf("%d: %+v", id, a)
		}
	}
	for name, c := range map[string]frame.Call{
		"address 0":       {},
		"another machine": {Addr: 1, Convention: uint16(wire.Convention_CONVENTION_CDECL386)},
		"no convention":   {Addr: 1, Convention: 1 << 15},
		"no type":         {Addr: 1, Params: []uint8{13}, Args: []uint64{1}},
		"void":            {Addr: 1, Params: []uint8{0}, Args: []uint64{1}},
		"no result type":  {Addr: 1, Result: 77},
		"a panic":         {Addr: 2},
	} {
		req := &wire.CallRequest{Instance: r.id, Addr: c.Addr, Convention: wire.Convention(c.Convention), Result: wire.Type(c.Result), Args: c.Args}
		for _, p := range c.Params {
			req.Params = append(req.Params, wire.Type(p))
		}
		_, want := r.Call(t.Context(), req)
		c.ID = 5
		s.send(c)
		a := s.answers(1)[5]
		st := status.New(codes.OK, "").Proto()
		if err := proto.Unmarshal(a.Status, st); err != nil || want == nil || !proto.Equal(st, status.Convert(want).Proto()) {
			t.Errorf("%s: %v, %v, want %v", name, st, err, want)
		}
	}
}

// TestCallsBeside: functions that wait for each other, and more that are short, all return, whatever runs where; those beyond
// the limit are refused.
func TestCallsBeside(t *testing.T) {
	first, second := make(chan bool), make(chan bool)
	const most = 40
	r := newRig(t, func(o *Config) {
		o.MaxCalls = most
		o.Callers[0].Caller = scripted{
			1: func([6]uint64) uint64 { <-first; return 1 },
			2: func([6]uint64) uint64 { <-second; return 2 },
			3: func([6]uint64) uint64 { close(first); return 3 },
			4: func([6]uint64) uint64 { return 4 },
		}
	})
	s := newCallSocket(t, r)
	result := uint8(wire.Type_TYPE_INT64)
	s.send(frame.Call{ID: 1, Addr: 1, Result: result}, frame.Call{ID: 4, Addr: 4, Result: result}, frame.Call{ID: 3, Addr: 3, Result: result})
	for id, a := range s.answers(3) {
		if a.Result != id || a.Status != nil {
			t.Errorf("%d: %+v", id, a)
		}
	}
	var many []frame.Call
	for i := range uint64(most) {
		many = append(many, frame.Call{ID: 100 + i, Addr: 2, Result: result})
	}
	s.send(append(many, frame.Call{ID: 1, Addr: 4})...)
	st := status.New(codes.OK, "").Proto()
	a := s.answers(1)[1]
	if err := proto.Unmarshal(a.Status, st); err != nil || codes.Code(st.Code) != codes.ResourceExhausted {
		t.Errorf("%+v, %v, %v", a, st, err)
	}
	_, err := r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 4})
	code(t, "by gRPC", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT)
	close(second)
	for id, a := range s.answers(most) {
		if a.Result != 2 || a.Status != nil {
			t.Errorf("%d: %+v", id, a)
		}
	}
}

// TestCallsUnread: a controller that reads no answers has the server take no more calls than a few, and get all answers when
// it reads.
func TestCallsUnread(t *testing.T) {
	r := newRig(t, func(o *Config) {
		o.MaxCalls = 1
		o.Callers[0].Caller = scripted{1: nil}
	})
	s := newCallSocket(t, r)
	const n = 50_000 // their answers fill any socket
	sent := make(chan error, 1)
	go func() {
		var b []byte
		for id := range uint64(n) {
			b = (&frame.Call{ID: id, Addr: 1}).Append(b)
		}
		_, err := s.conn.Write(b)
		sent <- err
	}()
	var most int
	for range 100 {
		time.Sleep(time.Millisecond)
		c := &r.srv.calls
		c.mu.Lock()
		most = max(most, c.open, c.outs)
		c.mu.Unlock()
	}
	if most > 1+64 {
		t.Errorf("%d calls without an answer are held", most)
	}
	s.answers(n)
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

// TestCallsEnd: the end of the socket, or what is no frame, ends the session, and the process if a function runs; the end of
// the session that of the socket; draining refuses.
func TestCallsEnd(t *testing.T) {
	for _, how := range []string{"close", "garbage", "part", "session", "drain"} {
		t.Run(how, func(t *testing.T) {
			begun, finish, ended := make(chan bool), make(chan bool), make(chan error, 2)
			r := newRig(t, func(o *Config) {
				o.Callers[0].Caller = scripted{1: func([6]uint64) uint64 { begun <- true; <-finish; return 7 }}
				o.End = func(err error) { ended <- err }
			})
			defer close(finish)
			must[*wire.HelloReply](t)(r.Hello(t.Context(), &wire.HelloRequest{Version: 1})) // so that there is a session
			s := newCallSocket(t, r)
			s.send(frame.Call{ID: 1, Addr: 1, Result: uint8(wire.Type_TYPE_INT64)})
			<-begun
			switch how {
			case "close":
				s.conn.Close()
			case "garbage":
				s.conn.Write(slices.Repeat([]byte{0xff}, 100))
			case "part":
				s.conn.Write([]byte{1})
				s.conn.CloseWrite()
			case "session":
				r.conn.Close()
			case "drain":
				r.srv.Drain()
				s.send(frame.Call{ID: 2, Addr: 1})
				st := status.New(codes.OK, "").Proto()
				if err := proto.Unmarshal(s.answers(1)[2].Status, st); err != nil || codes.Code(st.Code) != codes.Unavailable {
					t.Errorf("%v, %v", st, err)
				}
				finish <- true
				if a := s.answers(1)[1]; a.Result != 7 {
					t.Errorf("%+v", a)
				}
			}
			if how != "drain" {
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
			if err := <-r.gone; err != nil {
				t.Error(err)
			}
			if how != "close" {
				if n, err := s.conn.Read(make([]byte, 1)); n != 0 || err == nil {
					t.Errorf("the socket goes on: %d, %v", n, err)
				} else if !errors.Is(err, io.EOF) && !errors.Is(err, unix.ECONNRESET) {
					t.Error(err)
				}
			}
			r.gone <- nil
		})
	}
}

// TestCallsOnce: a session has one such socket.
func TestCallsOnce(t *testing.T) {
	r := newRig(t, nil)
	newCallSocket(t, r)
	_, theirs := pair(t)
	f, err := theirs.File()
	if err != nil {
		t.Fatal(err)
	}
	code(t, "a second one", r.srv.openCalls(f), codes.Aborted, wire.ErrorDetail_REASON_BUSY)
	_, err = r.Calls(t.Context(), &wire.CallsRequest{Instance: r.id, Socket: 1})
	code(t, "where nothing is passed", err, codes.Unimplemented, none)
}
