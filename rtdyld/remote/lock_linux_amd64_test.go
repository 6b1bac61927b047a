package remote_test

import (
	"io"
	"testing"

	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// TestSlowFinalize: while an executor takes its time to initialize memory the controller looks up and reads,
// and loads, finalizes and unloads other objects.
func TestSlowFinalize(t *testing.T) {
	reached, on := make(chan struct{}), make(chan struct{})
	f := &modest{attached: map[uint64]bool{}}
	first := true
	f.lookup = func(r *wire.LookupRequest) (*wire.LookupReply, error) {
		reply := &wire.LookupReply{}
		for range r.Refs {
			reply.Symbols = append(reply.Symbols, &wire.Symbol{Found: true, Addr: 1 << 33})
		}
		return reply, nil
	}
	f.initialize = func(s grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply]) error {
		for {
			if _, err := s.Recv(); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
		}
		if first {
			first = false
			close(reached)
			<-on
		}
		return s.SendAndClose(&wire.InitializeReply{Id: 1})
	}
	e := dial(t, listen(t, f, "unix", t.TempDir()+"/s", nil), remote.Config{})
	l := linker(t, e)
	slow, err := l.Load(t.Context(), generated(t, "slow", 2))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- l.Finalize(t.Context(), slow...) }()
	<-reached
	if at, err := l.Lookup("slow_f0"); err != nil || !slow[0].Contains(at.Addr) {
		t.Errorf("it is at %#x: %v", at.Addr, err)
	}
	if len(slow[0].Sections()) == 0 || slow[0].State() != rtdyld.Loaded {
		t.Errorf("%d sections, %v", len(slow[0].Sections()), slow[0].State())
	}
	other, err := l.Load(t.Context(), generated(t, "other", 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Resolve(t.Context(), other...); err != nil {
		t.Error(err)
	}
	if err := l.Unload(t.Context(), other...); err != nil {
		t.Error(err)
	}
	close(on)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := l.Unload(t.Context(), slow...); err != nil {
		t.Error(err)
	}
}
