package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// program is the other side of a server's Stdio: what the program has as standard streams.
type program struct{ in, out, err *os.File }

func newProgram(t *testing.T, o *Config) *program {
	p := new(program)
	var stdin, stdout, stderr *os.File
	for i, f := range []struct{ r, w **os.File }{{&p.in, &stdin}, {&stdout, &p.out}, {&stderr, &p.err}} {
		var err error
		if *f.r, *f.w, err = os.Pipe(); err != nil {
			t.Fatal(i, err)
		}
		t.Cleanup(func() { (*f.r).Close(); (*f.w).Close() })
	}
	o.Stdio = NewStdio(stdin, stdout, stderr)
	return p
}

type stdioStream = grpc.BidiStreamingClient[wire.StdioInput, wire.StdioOutput]

func TestStdio(t *testing.T) {
	var p *program
	big := bytes.Repeat([]byte("0123456789abcdef"), 20_000) // more than a pipe holds
	r := newRig(t, func(o *Config) {
		p = newProgram(t, o)
		o.Callers[0].Caller = scripted{1: func([6]uint64) uint64 { p.out.WriteString("waits"); return 0 }}
	})
	call := func() *wire.Written {
		t.Helper()
		return must[*wire.CallReply](t)(r.Call(t.Context(), &wire.CallRequest{Instance: r.id, Addr: 1})).Written
	}
	if w := call(); w.Stdout != 5 || w.Stderr != 0 {
		t.Errorf("written %v", w)
	}
	s := must[stdioStream](t)(r.Stdio(t.Context()))
	s.Send(&wire.StdioInput{Instance: r.id, Stdin: []byte("hello, ")})
	var out, errs bytes.Buffer
	collect := func(n int) {
		t.Helper()
		for out.Len()+errs.Len() < n {
			m, err := s.Recv()
			if err != nil {
				t.Fatal(err)
			}
			out.Write(m.Stdout)
			errs.Write(m.Stderr)
		}
	}
	collect(5)
	s.Send(&wire.StdioInput{Stdin: []byte("world")})
	s.Send(&wire.StdioInput{Eof: true})
	if in, err := io.ReadAll(p.in); err != nil || string(in) != "hello, world" {
		t.Errorf("input %q, %v", in, err)
	}
	go func() {
		p.err.WriteString("an error")
		p.out.Write(big)
	}()
	collect(5 + 8 + len(big))
	if out.String() != "waits"+string(big) || errs.String() != "an error" {
		t.Errorf("%d and %d bytes: %.40q, %q", out.Len(), errs.Len(), out.String(), errs.String())
	}
	if w := call(); w.Stdout != uint64(out.Len()+5) || w.Stderr != 8 {
		t.Errorf("written %v", w)
	}
	s2 := must[stdioStream](t)(r.Stdio(t.Context()))
	s2.Send(&wire.StdioInput{Instance: r.id})
	_, err := s2.Recv()
	code(t, "a second call", err, codes.Aborted, wire.ErrorDetail_REASON_BUSY)
	// Half-closed, the call ends with all that was written until then.
	p.out.WriteString("the end")
	s.CloseSend()
	collect(5 + 8 + len(big) + 5 + 7)
	if m, err := s.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("%v, %v", m, err)
	}
	if !strings.HasSuffix(out.String(), "waitsthe end") {
		t.Errorf("output ends with %q", out.String()[out.Len()-20:])
	}
	// Another call gets what comes later.
	p.out.WriteString("more")
	s = must[stdioStream](t)(r.Stdio(t.Context()))
	s.Send(&wire.StdioInput{Instance: r.id})
	if m, err := s.Recv(); err != nil || string(m.Stdout) != "more" {
		t.Errorf("%v, %v", m, err)
	}
	// It ends when the server has drained.
	r.srv.Drain()
	if m, err := s.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("%v, %v", m, err)
	}
}

// TestStdioCancelled: a program that does not read its input keeps no call from ending.
func TestStdioCancelled(t *testing.T) {
	var p *program
	r := newRig(t, func(o *Config) { p = newProgram(t, o) })
	ctx, cancel := context.WithCancel(t.Context())
	s := must[stdioStream](t)(r.Stdio(ctx))
	s.Send(&wire.StdioInput{Instance: r.id, Stdin: make([]byte, 1<<20)})
	busy := func(want bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); r.srv.cfg.Stdio.busy.Load() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the streams are in use: %t, want %t", !want, want)
			}
		}
	}
	busy(true)
	time.Sleep(50 * time.Millisecond) // so that the pipe is full
	cancel()
	if _, err := s.Recv(); err == nil {
		t.Error("no error")
	}
	busy(false)
	s = must[stdioStream](t)(r.Stdio(t.Context()))
	s.Send(&wire.StdioInput{Instance: r.id})
	p.out.WriteString("still here")
	if m, err := s.Recv(); err != nil || string(m.Stdout) != "still here" {
		t.Errorf("%v, %v", m, err)
	}
}
