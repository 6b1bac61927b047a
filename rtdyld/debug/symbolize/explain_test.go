package symbolize_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
)

// TestExplain: of each kind of error with an address the place is told, however it is
// wrapped; of others nothing.
func TestExplain(t *testing.T) {
	s := symbolize.New()
	_, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O2")))
	many, local := symbolOf(t, objs[0], "many").Addr, symbolOf(t, objs[0], "local").Addr
	for _, err := range []error{
		&host.ReadError{Addr: many, Size: 1, Err: io.EOF},
		&host.InitError{Addr: many, Msg: "no address"},
		&host.UnwindError{Addr: many - 16, Offset: 16},
		&remote.CrashError{PC: many, PCKnown: true},
		&remote.RefusedError{Addr: many},
		&serve.AccessError{Addr: many, Err: io.EOF},
	} {
		told := s.Explain(fmt.Errorf("call: %w", errors.Join(io.EOF, err)))
		var x *symbolize.ExplainedError
		if !errors.As(told, &x) || !errors.Is(told, io.EOF) || !errors.Is(told, err) {
			t.Fatalf("%v", told)
		}
		want := fmt.Sprintf("call: EOF\n%v: %#x is %s", err, many, s.Format(many))
		if len(x.Where) != 1 || x.Where[0].Line != 36 || told.Error() != want {
			t.Errorf("%s\nwant %s", told, want)
		}
	}
	two := s.Explain(errors.Join(&host.ReadError{Addr: many, Err: io.EOF}, &host.ReadError{Addr: local, Err: io.EOF}, &host.ReadError{Addr: many, Err: io.EOF}))
	var x *symbolize.ExplainedError
	if !errors.As(two, &x) || len(x.Where) != 2 || x.Where[1].Symbol != "local" {
		t.Errorf("%v", two)
	}
	for _, err := range []error{nil, io.EOF, &host.ReadError{Addr: 1, Err: io.EOF}, &remote.CrashError{PC: many}, &remote.RefusedError{}} {
		if got := s.Explain(err); got != err {
			t.Errorf("%v", got)
		}
	}
}
