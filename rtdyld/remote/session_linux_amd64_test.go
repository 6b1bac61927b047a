package remote_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// source starts helpers, and counts them.
func source(n *atomic.Int32) remote.Source {
	return func(ctx context.Context) (*remote.Executor, error) {
		n.Add(1)
		return remote.Start(ctx, helperCommand(""))
	}
}

func session(t *testing.T, n *atomic.Int32) *remote.Session {
	t.Helper()
	s, err := remote.NewSession(t.Context(), source(n), remote.SessionConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// call calls int f(void).
func call(t *testing.T, s *remote.Session, name string) uint64 {
	t.Helper()
	r, err := s.Call(t.Context(), name, plain)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reopen makes an image of the same bytes that owns a buffer of its own.
func reopen(t testing.TB, img *objfmt.ObjectImage, name string) *objfmt.ObjectImage {
	t.Helper()
	again, err := objfile.Parse(name, append([]byte(nil), img.Buffer.Bytes()...))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// TestSession: what was loaded is there again after the executor crashed, at another
// executor's addresses, initialized anew, although the caller has closed its images.
func TestSession(t *testing.T) {
	faults, whole := compile(t, "faults.c", "gcc", "-O1"), compile(t, "whole.c", "gcc", "-O1", "-fno-pic", "-mcmodel=large")
	var starts atomic.Int32
	s := session(t, &starts)
	a, b := reopen(t, faults, "a"), reopen(t, whole, "b")
	first, err := s.Load(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.Load(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	b.Close()
	for round := range 3 {
		if n := starts.Load(); n != int32(round+1) {
			t.Fatalf("%d executors", n)
		}
		if got := call(t, s, "get_made"); got != 7 {
			t.Errorf("constructor: %d", got)
		}
		for want := range uint64(3) {
			if got := call(t, s, "count"); got != want+1 {
				t.Errorf("count: %d, want %d: memory is not as it was loaded", got, want+1)
			}
		}
		e, _, err := s.Use(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Call(t.Context(), "fault_read", pointer, 8)
		var c *remote.CrashError
		if !errors.As(err, &c) || c.Where.Symbol != "fault_read" {
			t.Fatal(err)
		}
		begin := time.Now()
		e2, _, err := s.Use(t.Context())
		if err != nil || e2 == e || e2.Hello().PID == e.Hello().PID {
			t.Fatalf("%v, the executor is the same: %t", err, e2 == e)
		}
		t.Logf("ready again after %v", time.Since(begin))
	}
	// What is unloaded does not come back.
	if err := s.Unload(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if err := s.Unload(t.Context(), second); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("unload again: %v", err)
	}
	kill(t, s)
	if _, err := s.Call(t.Context(), "get_made", plain); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("an unloaded function: %v", err)
	}
	if got := call(t, s, "count"); got != 1 {
		t.Errorf("count: %d", got)
	}
	if n := len(first.Objects()); n != 1 {
		t.Errorf("%d objects", n)
	}
	// What goes while there is no executor is forgotten, too.
	kill(t, s)
	if err := s.Unload(t.Context(), first); err != nil && !errors.Is(err, remote.ErrEnded) {
		t.Error(err)
	}
	if _, l, err := s.Use(t.Context()); err != nil || len(l.Objects()) != 0 {
		t.Errorf("%v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Use(t.Context()); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("use after close: %v", err)
	}
	if owned(a) {
		t.Error("the session still owns an image")
	}
}

// owned reports whether somebody owns an image's buffer.
func owned(img *objfmt.ObjectImage) (yes bool) {
	defer func() { recover() }()
	img.Buffer.Retain()
	img.Buffer.Close()
	return true
}

// kill ends a session's executor, and waits until that is known.
func kill(t *testing.T, s *remote.Session) {
	t.Helper()
	e, _, err := s.Use(t.Context())
	if err == nil {
		err = syscall.Kill(e.Hello().PID, syscall.SIGKILL)
	}
	if err != nil {
		t.Fatal(err)
	}
	<-e.Done()
}

// TestSessionFails: a source that fails, and code that crashes when it is loaded again,
// are errors, and no end of the session.
func TestSessionFails(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	var starts atomic.Int32
	broken := atomic.Bool{}
	why := errors.New("no executors today")
	s, err := remote.NewSession(t.Context(), func(ctx context.Context) (*remote.Executor, error) {
		if broken.Load() {
			return nil, why
		}
		return source(&starts)(ctx)
	}, remote.SessionConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Load(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), reopen(t, img, "twice")); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("%v", err)
	}
	kill(t, s)
	broken.Store(true)
	if _, err := s.Call(t.Context(), "count", plain); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
	broken.Store(false)
	if got := call(t, s, "count"); got != 1 {
		t.Errorf("count: %d", got)
	}
}

// TestSessionConcurrent: while executors die, many callers get results or their end.
func TestSessionConcurrent(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	var starts atomic.Int32
	s := session(t, &starts)
	if _, err := s.Load(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var good, ended atomic.Int32
	for i := range 8 {
		wg.Go(func() {
			for k := range 40 {
				if i == 0 && k%10 == 9 {
					kill(t, s)
				}
				r, err := s.Call(t.Context(), "add", pair, uint64(k), 1)
				switch {
				case err == nil && r == uint64(k+1):
					good.Add(1)
				case errors.Is(err, remote.ErrEnded):
					ended.Add(1)
				default:
					t.Errorf("%d, %v", r, err)
				}
			}
		})
	}
	wg.Wait()
	if good.Load() < 280 || starts.Load() < 2 {
		t.Errorf("%d calls, %d ended, %d executors", good.Load(), ended.Load(), starts.Load())
	}
}

// TestPool: sessions are spread, and go on with a survivor.
func TestPool(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	before := shared(t)
	var starts atomic.Int32
	p, err := remote.NewPool(t.Context(), 3, func(ctx context.Context, slot int) (*remote.Executor, error) {
		if slot < 0 || slot > 2 {
			return nil, fmt.Errorf("slot %d", slot)
		}
		return source(&starts)(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var sessions []*remote.Session
	on := map[*remote.Executor]int{}
	for range 6 {
		s, err := p.Session(t.Context(), remote.SessionConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Load(t.Context(), img); err != nil { // the same names: each has a linker
			t.Fatal(err)
		}
		e, _, err := s.Use(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		on[e]++
		sessions = append(sessions, s)
	}
	for e, n := range on {
		if len(on) != 3 || n != 2 {
			t.Errorf("%d sessions on %d of %d", n, e.Hello().PID, len(on))
		}
	}
	for i, s := range sessions { // each has its own memory
		for range i {
			call(t, s, "count")
		}
	}
	dead, _, err := sessions[0].Use(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kill(t, sessions[0])
	for i, s := range sessions {
		e, _, err := s.Use(t.Context())
		if err != nil || e == dead {
			t.Fatalf("session %d: %v", i, err)
		}
		want := uint64(i + 1)
		if on[e] == 0 || i == 0 || i == 3 {
			want = 1 // loaded again
		}
		if got := call(t, s, "count"); got != want {
			t.Errorf("session %d: count %d, want %d", i, got, want)
		}
	}
	// Another comes in its place.
	for deadline := time.Now().Add(time.Minute); len(p.Executors()) < 3; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d executors", len(p.Executors()))
		}
	}
	// All die at once.
	for _, e := range p.Executors() {
		if err := syscall.Kill(e.Hello().PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		<-e.Done()
	}
	for i, s := range sessions {
		if got := call(t, s, "count"); got != 1 {
			t.Errorf("session %d: count %d", i, got)
		}
	}
	for _, s := range sessions {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if n := shared(t); n != before {
		t.Errorf("%d mappings of shared memory stay", n-before)
	}
	if _, err := p.Session(t.Context(), remote.SessionConfig{}); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("session of a closed pool: %v", err)
	}
	if err := p.Close(); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("close again: %v", err)
	}
}

// TestConfigurePanics: a Configure that panics leaves no executor behind and no session without a linker, when the session is
// made and when it comes to another executor.
func TestConfigurePanics(t *testing.T) {
	var starts atomic.Int32
	broken := true
	var executors []*remote.Executor
	cfg := remote.SessionConfig{Configure: func(e *remote.Executor, cfg *rtdyld.Config) {
		if executors = append(executors, e); broken {
			panic("as a caller's may")
		}
	}}
	panics := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", what)
			}
			if last := executors[len(executors)-1]; !errors.Is(last.Err(), remote.ErrClosed) {
				t.Errorf("%s: the executor: %v", what, last.Err())
			}
		}()
		f()
	}
	panics("NewSession", func() { remote.NewSession(t.Context(), source(&starts), cfg) })
	broken = false
	s, err := remote.NewSession(t.Context(), source(&starts), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	img := compile(t, "whole.c", "gcc", "-O1", "-fno-pic", "-mcmodel=large")
	if _, err := s.Load(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	executors[1].Close()
	broken = true
	panics("Call", func() { s.Call(t.Context(), "get_made", plain) })
	broken = false
	if got := call(t, s, "get_made"); got != 7 || starts.Load() != 4 {
		t.Errorf("constructor: %d, %d executors", got, starts.Load())
	}
}
