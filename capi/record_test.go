package main_test

import (
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/recording"
)

// TestRecord: what a program has had written down is linked again, here, call by call, to the same addresses and the same errors.
func TestRecord(t *testing.T) {
	built(t)
	files := []string{"first.rec", "error.rec", "alone.rec", "foreign.rec"}
	args := arguments([]string{"sum.o", "user.o", "open.o", "throw.o", "weak.o", "wants1.o", "lib.a", "testdata/objects/arm64.o"})
	out, err := command(nil, compile(t, "record.c"), append(args, arguments(files)...)...)
	if err != nil || out != "record: ok\n" {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, want := range [][]string{
		{"load ", "load ", "load ", "load ", "load ", "finalize: ok", "lookup user: ok", "lookup inside: ok", "lookup no_such_name: ", "unload "},
		{"load ", "finalize: undefined: nobody, referenced by "},
		{"load ", "finalize: ok"},
		{"load ", "map ", "map ", "resolve: "},
	} {
		data, err := os.ReadFile(object(files[i]))
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		r, err := recording.Replay(t.Context(), files[i], data, 64<<20, func(s recording.Step) {
			if steps = append(steps, s.What+": "+s.Err); s.Err == "" {
				steps[len(steps)-1] += "ok"
			}
			if !s.Same() {
				t.Errorf("%s: %s: now %q, was %q", files[i], s.What, s.Err, s.Was)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", files[i], err)
			continue
		}
		if len(r.Objects) == 0 {
			t.Errorf("%s: nothing is loaded", files[i])
		}
		same := len(steps) == len(want)
		for k := range min(len(steps), len(want)) {
			same = same && strings.HasPrefix(steps[k], want[k])
		}
		if !same {
			t.Errorf("%s: %q", files[i], steps)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
