package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// recorded makes an engine that is recorded; replay closes it, and makes its links again: the calls' names and errors.
func recorded(t *testing.T, cfg engine.Config) (r *rig, replay func() []string) {
	t.Helper()
	var out bytes.Buffer
	rec := record.New(&out)
	cfg.Linker.Recorder = rec
	r = newRig(t, cfg)
	return r, func() []string {
		t.Helper()
		if err := errors.Join(r.Close(), rec.Close()); err != nil {
			t.Fatal(err)
		}
		return replayed(t, out.Bytes())
	}
}

// replayed makes the links of a record again, and gives the calls' names and errors.
func replayed(t *testing.T, data []byte) (steps []string) {
	t.Helper()
	same, err := record.Replay(t.Context(), data, record.ReplayConfig{Name: "record", Show: func(s record.Step) {
		if steps = append(steps, s.What+": "+s.Err); !s.Same() {
			t.Errorf("%s: %q, and was %q", s.What, s.Err, s.Was)
		}
	}})
	if err != nil || !same {
		t.Errorf("%v, %v:\n%s", same, err, strings.Join(steps, "\n"))
	}
	return steps
}

// source is a module's input.
func source(name, text string, functions ...string) engine.Input {
	return engine.Input{Name: name, Source: &compiler.Source{Text: []byte(text)}, Functions: functions}
}

// TestRecord: the links of an engine are made again, those of modules that are linked when a function is called, or replace others, too; with their errors.
func TestRecord(t *testing.T) {
	r, replay := recorded(t, stubbed())
	ctx := t.Context()
	r.add("eager", "def eager\nref late")
	late := r.add("late", "def late")
	lacks := r.add("lacks", "def lacks\nref nobody")
	behind, err := r.Add(ctx, source("behind", "def f\nref eager", "f"))
	if err != nil {
		t.Fatal(err)
	}
	r.lookup("eager")
	if _, err := r.Lookup(ctx, "lacks"); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Fatal(err)
	}
	if _, err := r.function("f").Call(); err != nil {
		t.Fatal(err)
	}
	if _, err = r.Replace(ctx, behind, source("better", "def f\nref late", "f")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.function("f").Call(); err != nil {
		t.Fatal(err)
	}
	if err := r.Remove(ctx, lacks); err != nil {
		t.Fatal(err)
	}
	if err := r.Remove(ctx, late); err == nil {
		t.Fatal("it is in use")
	}
	steps := strings.Join(replay(), "\n")
	for _, want := range []string{
		"load eager: \n", "load late: \n", "finalize eager: \n", "finalize lacks: undefined: nobody, referenced by lacks", "load behind: \n", "finalize behind: \n", "load better: \n", "finalize better: \n",
		"unload behind: \n", "unload lacks: \n",
	} {
		if !strings.Contains(steps+"\n", want) {
			t.Errorf("there is no %q in\n%s", want, steps)
		}
	}
}

// TestRecordStorm: the links that many goroutines make at once have an order in which they are the same again.
func TestRecordStorm(t *testing.T) {
	r, replay := recorded(t, stubbed())
	const n, goroutines = 20, 6
	for i := range n {
		r.add(fmt.Sprint("m", i), fmt.Sprintf("def f%d\nref f%d\nref f%d", i, (i+1)%n, (i*7+3)%n))
	}
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range n {
				_, _ = r.Lookup(t.Context(), fmt.Sprint("f", (i*5+g*11)%n))
				name, bad := fmt.Sprintf("own%d_%d", g, i), ""
				if i%4 == 0 {
					bad = "\nref nobody"
				}
				var functions []string
				if i%3 == 0 {
					functions = []string{name}
				}
				m, err := r.Add(t.Context(), source(name, "def "+name+"\nref f"+fmt.Sprint(i)+bad, functions...))
				if err != nil {
					t.Error(err)
					continue
				}
				if functions != nil {
					_, _ = r.function(name).Call()
				} else {
					_, _ = r.Lookup(t.Context(), name)
				}
				if i%2 == 0 {
					if err := r.Remove(t.Context(), m); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if steps := replay(); len(steps) < n*goroutines {
		t.Errorf("%d calls are few", len(steps))
	}
}
