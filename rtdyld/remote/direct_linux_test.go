package remote

import (
	"errors"
	"io"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	procs "github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/child"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/frame"
)

// directPair is a socket for calls, and its other end.
func directPair(t testing.TB) (*direct, net.Conn) {
	t.Helper()
	ours, f, err := procs.SocketPair()
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := net.FileConn(f)
	f.Close()
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDirect(ours)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.close(); theirs.Close() })
	return d, theirs
}

// TestDirectOrder: each of many callers gets the answer to its call, though answers come in another order, many at a time.
func TestDirectOrder(t *testing.T) {
	const callers = 50
	d, peer := directPair(t)
	go func() {
		buf := frame.NewBuffer(frame.MaxCall)
		var out []byte
		for held := 0; ; {
			var c frame.Call
			if ok, err := buf.Call(&c); err != nil {
				return
			} else if !ok {
				n, err := peer.Read(buf.Space())
				if buf.Grow(n); err != nil {
					return
				}
				continue
			}
			out = append((&frame.Answer{ID: c.ID, Result: c.Args[0] + 1}).Append(nil), out...)
			if held++; held == callers {
				peer.Write(out[:len(out)-3]) // one comes in two parts
				peer.Write(out[len(out)-3:])
				held, out = 0, nil
			}
		}
	}()
	for range 20 {
		var all sync.WaitGroup
		for i := range uint64(callers) {
			all.Go(func() {
				a, err := d.exchange(&frame.Call{Addr: 1, Params: []uint8{5}, Args: []uint64{i}})
				if err != nil || a.Result != i+1 {
					t.Errorf("%d: %+v, %v", i, a, err)
				}
			})
		}
		all.Wait()
	}
	if d.reading || len(d.waiting) > 0 {
		t.Errorf("reading %v, %d calls wait", d.reading, len(d.waiting))
	}
}

// statusOfCode is a status in bytes.
func statusOfCode(t testing.TB, c codes.Code) []byte {
	b, err := proto.Marshal(status.New(c, "why").Proto())
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte{}, b...)
}

// TestDirectHostile: answers that cannot be are errors, for all that wait, and no call goes on after them.
func TestDirectHostile(t *testing.T) {
	result := func(id uint64) []byte { return (&frame.Answer{ID: id, Result: 1}).Append(nil) }
	refusal := func(st []byte) []byte { return (&frame.Answer{ID: 1, Status: st}).Append(nil) }
	for name, test := range map[string]struct {
		answer []byte
		want   error
	}{
		"another call":    {result(2), ErrProtocol},
		"no call":         {result(1 << 63), ErrProtocol},
		"OK as an error":  {refusal(statusOfCode(t, codes.OK)), ErrProtocol},
		"an unknown code": {refusal(statusOfCode(t, 17)), ErrProtocol},
		"no status":       {refusal([]byte{0xff, 0xff}), ErrProtocol},
		"no frame":        {[]byte{0xff, 0xff, 0xff, 0xff}, frame.ErrFrame},
		"the end":         {nil, io.EOF},
		"part of one":     {result(1)[:7], io.EOF},
	} {
		t.Run(name, func(t *testing.T) {
			d, peer := directPair(t)
			done := make(chan error)
			go func() {
				_, err := d.exchange(&frame.Call{Addr: 1})
				done <- err
			}()
			buf := make([]byte, frame.MaxCall)
			if _, err := peer.Read(buf); err != nil {
				t.Fatal(err)
			}
			peer.Write(test.answer)
			if test.want == io.EOF {
				peer.Close()
			}
			if err := <-done; !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			if _, err := d.exchange(&frame.Call{Addr: 1}); !errors.Is(err, test.want) {
				t.Errorf("the next: %v, want %v", err, test.want)
			}
		})
	}
	d, peer := directPair(t)
	go func() {
		peer.Read(make([]byte, frame.MaxCall))
		peer.Write(append(result(1), result(1)...)) // twice
		peer.Read(make([]byte, frame.MaxCall))
	}()
	if _, err := d.exchange(&frame.Call{Addr: 1}); err != nil && !errors.Is(err, ErrProtocol) {
		t.Error(err)
	}
	if _, err := d.exchange(&frame.Call{Addr: 1}); !errors.Is(err, ErrProtocol) {
		t.Errorf("an answer that comes twice: %v", err)
	}
}

// FuzzDirect has an executor answer two calls with any bytes: each returns, with a result, a status or an error that says
// what is wrong.
func FuzzDirect(f *testing.F) {
	both := (&frame.Answer{ID: 2, Result: 5}).Append((&frame.Answer{ID: 1, Counted: true, Stdout: 4}).Append(nil))
	f.Add(both)
	f.Add((&frame.Answer{ID: 1, Status: statusOfCode(f, codes.Aborted)}).Append(both))
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		d, peer := directPair(t)
		go func() {
			peer.Write(data)
			peer.(*net.UnixConn).CloseWrite()
		}()
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				a, err := d.exchange(&frame.Call{Addr: 1})
				_, refused := statusOf(err)
				switch {
				case err == nil && a.Status == nil:
				case refused, errors.Is(err, io.EOF), errors.Is(err, frame.ErrFrame), errors.Is(err, ErrProtocol):
				default:
					t.Errorf("%+v, %v", a, err)
				}
			})
		}
		all.Wait()
		peer.Close()
	})
}
