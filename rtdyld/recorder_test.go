package rtdyld_test

import (
	"context"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// watcher is a Recorder that writes down calls, and panics in one.
type watcher struct {
	panics string
	told   []string
	orders []uint64
}

func (w *watcher) at(what string) {
	w.told = append(w.told, what)
	if what == w.panics {
		panic(what)
	}
}

func (w *watcher) Configure(cfg rtdyld.Config) (rtdyld.Config, *rtdyld.Recording) {
	w.at("configure")
	return cfg, &rtdyld.Recording{
		Begin: func(op *rtdyld.Operation) { w.at("begin " + op.Do.String()) },
		End: func(op *rtdyld.Operation) {
			w.orders = append(w.orders, op.Order)
			w.at("end " + op.Do.String())
		},
	}
}

// session makes each call once that a Recorder is told of.
func (w *watcher) session(t *testing.T) (err error) {
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{}, Recorder: w})
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil {
			w.panics = ""
			_ = l.Close()
			panic(v)
		}
	}()
	ctx := t.Context()
	objs, err := l.Load(ctx, words(t, "a.o", "a", false))
	if err != nil {
		return err
	}
	_ = objs[0].MapSectionAddress(1, 0x7000)
	_ = l.Resolve(ctx, objs...)
	_ = l.Finalize(ctx, objs...)
	_, _ = l.Lookup("a")
	_ = l.Destruct(ctx, objs...)
	_ = l.Unload(ctx, objs...)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, _ = l.Load(ended, words(t, "b.o", "b", false))
	_, _ = l.Detach(ctx)
	_ = l.Close()
	return l.Finalize(ctx)
}

// TestRecording: a Recorder is told of each call and of its place among the others, which one has not that did nothing.
func TestRecording(t *testing.T) {
	w := &watcher{}
	if err := w.session(t); err != rtdyld.ErrClosed {
		t.Error(err)
	}
	want := []string{"configure", "begin load", "end load", "end map", "begin resolve", "end resolve", "begin finalize", "end finalize", "end lookup", "begin destruct", "end destruct",
		"begin unload", "end unload", "begin load", "end load", "begin detach", "end detach", "end close", "begin finalize", "end finalize"}
	if !slices.Equal(w.told, want) {
		t.Errorf("%q", w.told)
	}
	if want := []uint64{1, 2, 3, 4, 4, 5, 6, 0, 7, 8, 0}; !slices.Equal(w.orders, want) {
		t.Errorf("%d, not %d", w.orders, want)
	}
}

// TestRecorderPanics: a Recorder's panic comes through, and the linker can be closed after it.
func TestRecorderPanics(t *testing.T) {
	w := &watcher{}
	_ = w.session(t)
	for _, at := range w.told {
		func() {
			defer func() {
				if v := recover(); v != at {
					t.Errorf("%s: %v", at, v)
				}
			}()
			_ = (&watcher{panics: at}).session(t)
		}()
	}
}
