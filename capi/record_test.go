package main_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// TestRecord: what a program has had written down is linked again, here, call by call, to the same addresses and the same errors.
func TestRecord(t *testing.T) {
	built(t)
	files := []string{"first.rec", "error.rec", "alone.rec", "foreign.rec", "engine.rec", "range.rec", "images.rec", "lacks.rec"}
	args := arguments([]string{"sum.o", "user.o", "open.o", "throw.o", "weak.o", "wants1.o", "lib.a", "testdata/objects/arm64.o", "n1.o", "r1.o"})
	out, err := command(nil, compile(t, "record.c"), append(append(args, arguments(files)...), object("recorded.so"))...)
	if err != nil || out != "record: ok\n" {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Remove(object("recorded.so")); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{
		{"load ", "load ", "load ", "load ", "load ", "lookup member1: ok", "resolve ", "finalize: ok", "lookup user: ok", "lookup inside: ok", "lookup no_such_name: ", "unload ", "close: ok"},
		{"load ", "finalize: undefined: nobody, referenced by "},
		{"load ", "finalize: ok", "close: ok"},
		{"load ", "map ", "map ", "resolve: ", "close: ok"},
		{"load ", "lookup user: ok", "load ", "resolve ", "finalize ", "lookup user: ok", "load ", "lookup open_name: ok", "finalize /", "load ", "resolve", "finalize ", "lookup number_1: ok",
			"load ", "resolve", "finalize ", "lookup number_1: ok", "unload ", "close: ok", "unload ", "unload ", "close: ok", "close: ok"},
		{"load ", "map ", "finalize ", "close: ok"},
		{"map image ", "lookup user: ok", "map image memory: ok", "unload ", "load ", "finalize: ok", "lookup user: ok", "close: ok"},
		{"map image ", "close: ok"},
	} {
		data, err := os.ReadFile(object(files[i]))
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		loaded := 0
		all, err := record.Replay(t.Context(), data, record.ReplayConfig{Name: files[i], Limit: 64 << 20, Show: func(s record.Step) {
			switch {
			case s.Err == "":
				steps = append(steps, s.What+": ok")
			case !strings.HasPrefix(s.What, "lookup ") || strings.HasSuffix(s.What, "no_such_name"): // others are the library's own
				steps = append(steps, s.What+": "+s.Err)
			}
			if !s.Same() {
				t.Errorf("%s: %s: now %q, was %q", files[i], s.What, s.Err, s.Was)
			}
		}, Linked: func(_ context.Context, all []record.Linked) error {
			for _, l := range all {
				loaded += len(l.Objects)
			}
			return nil
		}})
		if err != nil || !all || (loaded == 0) != (files[i] == "lacks.rec") {
			t.Errorf("%s: %v, %v, %d objects are loaded", files[i], all, err, loaded)
			continue
		}
		same := len(steps) == len(want)
		for k := range min(len(steps), len(want)) {
			same = same && strings.HasPrefix(steps[k], want[k])
		}
		if !same {
			t.Errorf("%s: %q", files[i], steps)
		}
	}
}
