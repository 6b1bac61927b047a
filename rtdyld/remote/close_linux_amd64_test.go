package remote_test

import (
	"context"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// TestCloseContext: closing waits for no longer than the context allows, and what is closed ends
// all the same.
func TestCloseContext(t *testing.T) {
	over, cancel := context.WithCancelCause(t.Context())
	why := errors.New("no time")
	cancel(why)
	in := func(err error) bool { return err == nil || errors.Is(err, why) } // it may have ended by then

	e := start(t, helperCommand(""))
	if err := e.CloseContext(over); !in(err) {
		t.Errorf("executor: %v", err)
	}
	<-e.Done()
	if err := e.Close(); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("executor, twice: %v", err)
	}

	p, err := remote.NewPool(t.Context(), 1, func(ctx context.Context, _ int) (*remote.Executor, error) {
		return remote.Start(ctx, helperCommand(""))
	})
	if err != nil {
		t.Fatal(err)
	}
	all := p.Executors()
	if err := p.CloseContext(over); !in(err) || len(all) != 1 {
		t.Errorf("pool of %d: %v", len(all), err)
	}
	for _, e := range all {
		<-e.Done()
	}
	if err := p.Close(); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("pool, twice: %v", err)
	}
}
