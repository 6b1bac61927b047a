package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// manyNames is an object with so many names that they are rolled back behind the caller's back. It
// replaces the weak x, refers to names that others have, and has names of each kind.
func manyNames(t *testing.T) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	id := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
	f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1, Section: id})
	f.AddSymbol(objgen.ELFSymbol{Name: "base", Bind: 1})
	f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: "f", Bind: 2, Section: 2}), 1, f.Add(objgen.ELFSection{Name: ".text", Flags: 0x206, Data: []byte{1}}))
	for i := range 1 << 16 {
		s := objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1, Section: id}
		switch i % 16 {
		case 0:
			s.Reserved, s.Value, s.Size = 0xfff2, 8, 8
		case 1:
			s.Bind = 2
		case 2:
			s.Section = 0
		case 3:
			s.Other = 2
		}
		f.AddSymbol(s)
	}
	return parse(t, "big.o", f.Bytes())
}

// olderObjects are what it meets.
var olderObjects = []string{"base", "x_weak", "comdat_1", "y=x_common8"}

// looksOf is how many times its Load looks at the context.
func looksOf(t *testing.T, img *objfmt.ObjectImage) int {
	r := newRig(t, rtdyld.Config{})
	r.load(olderObjects...)
	all := heedtest.Endless()
	if _, err := r.Load(all, img); err != nil {
		t.Fatal(err)
	}
	return all.Seen()
}

// logged is a slog.Handler that calls a function for each step.
type logged func(step string)

func (h logged) Enabled(context.Context, slog.Level) bool { return true }
func (h logged) WithAttrs([]slog.Attr) slog.Handler       { return h }
func (h logged) WithGroup(string) slog.Handler            { return h }
func (h logged) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "step" {
			h(a.Value.String())
		}
		return true
	})
	return nil
}

// stepLines is a slog.Handler that counts records, and those that name a line.
type stepLines struct{ records, lines int }

func (h *stepLines) Enabled(_ context.Context, level slog.Level) bool {
	return level == slog.LevelDebug
}
func (h *stepLines) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h *stepLines) WithGroup(string) slog.Handler      { return h }
func (h *stepLines) Handle(_ context.Context, r slog.Record) error {
	if h.records++; r.PC != 0 {
		h.lines++
	}
	return nil
}

// TestStepLines: no stack is walked for the records of steps, which would take a tenth of the time of a small link.
func TestStepLines(t *testing.T) {
	var h stepLines
	r := newRig(t, rtdyld.Config{Logger: slog.New(&h)})
	r.load(olderObjects...)
	if h.records < 5 || h.lines > 0 {
		t.Errorf("%d records, %d name a line", h.records, h.lines)
	}
}

// TestRollback: whose context ends while he loads very many names does not wait until they are taken back. Others
// look meanwhile, and see what was there before; who would change something waits as long as his context lets
// him. Then all is as it was.
func TestRollback(t *testing.T) {
	img := manyNames(t)
	reached, on := make(chan struct{}), make(chan struct{})
	var stop atomic.Bool
	r := newRig(t, rtdyld.Config{Logger: slog.New(logged(func(step string) {
		if step == "roll back" && stop.CompareAndSwap(true, false) {
			close(reached)
			<-on
		}
	}))})
	r.load(olderObjects...)
	before, x := r.Dump(), r.addr("x")
	stop.Store(true)
	ctx := heedtest.EndsAfter(looksOf(t, img) - 1)
	insidetest.Hang(t, "Load, beside what takes back its names", func() {
		objs, err := r.Load(ctx, img)
		if objs != nil {
			t.Error("Load returns objects")
		}
		ended(t, "Load", ctx, err)
	})
	<-reached
	if at := r.addr("x"); at != x {
		t.Errorf("x is at %#x, before at %#x", at, x)
	}
	if n := len(r.Objects()); n != 4 {
		t.Errorf("%d objects, want 4", n)
	}
	short, cancel := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() {
		_, err := r.Load(short, img)
		waits <- err
	}()
	cancel()
	insidetest.Hang(t, "Load behind it whose context ends", func() {
		if err := <-waits; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	close(on)
	r.unload() // waits for the end
	if after := r.Dump(); after != before {
		t.Errorf("after:\n%.2000s\nbefore:\n%s", after, before)
	}
}

// TestRollbackBesideClose: Close waits for names that are taken back as long as its context lets it, and
// nothing is left of the linker once they are.
func TestRollbackBesideClose(t *testing.T) {
	img := manyNames(t)
	reached, on, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
	m := &memory{}
	m.gone = func(*allocation) error { close(gone); return nil }
	r := newRig(t, rtdyld.Config{Memory: m, Logger: slog.New(logged(func(step string) {
		if step == "roll back" {
			close(reached)
			<-on
		}
	}))})
	r.load("base")
	_, err := r.Load(heedtest.EndsAfter(3), img)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	<-reached
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.CloseContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("CloseContext: %v", err)
	}
	if _, err := r.Lookup("base"); !errors.Is(err, rtdyld.ErrClosed) {
		t.Errorf("Lookup after Close: %v", err)
	}
	close(on)
	<-gone // the memory of the object that was loaded
}

// TestRollbackPanics: what takes names back behind the caller's back has nobody to recover from a panic: one of the memory manager is told the
// Logger, one of the Logger nobody, and the linker goes on.
func TestRollbackPanics(t *testing.T) {
	img := manyNames(t)
	looks := looksOf(t, img) - 1
	for _, logs := range []bool{false, true} { // that panic
		told := make(chan error, 1)
		m := &memory{}
		r := newRig(t, rtdyld.Config{Memory: m, Logger: slog.New(stepErrors(func(step string, err error) {
			if step == "roll back" {
				told <- err
				if logs {
					panic("as a caller's may")
				}
			}
		}))})
		r.load(olderObjects...)
		m.gone = func(*allocation) error { panic("as another caller's may") }
		if _, err := r.Load(heedtest.EndsAfter(looks), img); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := <-told; err == nil || !strings.Contains(err.Error(), "panicked: as another caller's may") {
			t.Errorf("the Logger is told %v", err)
		}
		m.gone = nil
		r.unload(r.load("hidden_1")...)
	}
}

// stepErrors is a slog.Handler that calls a function for each step.
type stepErrors func(step string, err error)

func (h stepErrors) Enabled(context.Context, slog.Level) bool { return true }
func (h stepErrors) WithAttrs([]slog.Attr) slog.Handler       { return h }
func (h stepErrors) WithGroup(string) slog.Handler            { return h }
func (h stepErrors) Handle(_ context.Context, r slog.Record) error {
	var step string
	var err error
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "step" {
			step = a.Value.String()
		}
		if e, ok := a.Value.Any().(error); ok {
			err = e
		}
		return true
	})
	h(step, err)
	return nil
}

// TestRollbackRead: whatever step a load with many names ends in, readers see what was there before all the
// time while they are taken back.
func TestRollbackRead(t *testing.T) {
	img := manyNames(t)
	r := newRig(t, rtdyld.Config{})
	r.load(olderObjects...)
	before, most := r.Dump(), looksOf(t, img)
	want := map[string]uint64{"x": r.addr("x"), "f": r.addr("f"), "base": r.addr("base")}
	rnd := rand.New(rand.NewPCG(15, 12))
	for range 8 {
		var done atomic.Bool
		var readers sync.WaitGroup
		readers.Go(func() {
			for !done.Load() {
				for name, at := range want {
					if s, err := r.Lookup(name); err != nil || s.Addr != at {
						t.Errorf("%s is at %#x, want %#x: %v", name, s.Addr, at, err)
						return
					}
				}
				for _, name := range []string{"s0", "s1", "s2", "s3", "s4"} {
					if _, err := r.Lookup(name); !errors.Is(err, rtdyld.ErrUndefined) {
						t.Errorf("%s: %v", name, err)
						return
					}
				}
			}
		})
		ctx := heedtest.EndsAfter(rnd.IntN(most))
		_, err := r.Load(ctx, img)
		ended(t, "Load", ctx, err)
		r.unload() // waits for the end
		done.Store(true)
		readers.Wait()
		if after := r.Dump(); after != before {
			t.Fatalf("ended at look %d: after:\n%.2000s\nbefore:\n%s", ctx.Left(), after, before)
		}
	}
}

// TestRollbackMemory: whose context ends while he loads very many bytes does not wait until their memory is released.
func TestRollbackMemory(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 1<<26)})
	img := parse(t, "big.o", f.Bytes())
	m, on := &memory{}, make(chan struct{})
	m.gone = func(*allocation) error { <-on; return nil }
	r := newRig(t, rtdyld.Config{Memory: m})
	insidetest.Hang(t, "Load, beside what releases its memory", func() {
		ctx := heedtest.EndsAfter(20)
		_, err := r.Load(ctx, img)
		ended(t, "Load", ctx, err)
	})
	close(on)
}
