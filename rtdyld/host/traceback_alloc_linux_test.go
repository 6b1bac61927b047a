//go:build (amd64 || arm64 || ppc64le) && !rtdyld_nolinkname && !race

package host

import (
	"context"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestTracebackAllocs: that tracebacks know a small object's functions costs some ten allocations.
func TestTracebackAllocs(t *testing.T) {
	img, ctx := object(t, "gcc", "add.c", "-O2"), context.Background()
	var each [2]float64
	for i, off := range []bool{false, true} {
		l, err := rtdyld.New(open(t, Config{NoTraceback: off}).LinkerConfig())
		if err != nil {
			t.Fatal(err)
		}
		each[i] = testing.AllocsPerRun(200, func() {
			objs, err := l.Load(ctx, img)
			if err == nil {
				err = l.Finalize(ctx, objs...)
			}
			if err == nil {
				err = l.Unload(ctx, objs...)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if each[0] > each[1]+13 {
		t.Errorf("%v allocations with tracebacks, %v without", each[0], each[1])
	}
	t.Log(each)
}
