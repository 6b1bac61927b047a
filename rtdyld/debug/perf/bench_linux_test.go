package perf

import (
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// BenchmarkFunctions is what a function costs in an object that is loaded and unloaded:
// told to a map where nothing was before, to a map where the same was, to a dump.
func BenchmarkFunctions(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{{"1000", 1000}, {"one", 1}} {
		data := object(many("a_function_with_a_name_of_some_length_", c.n)...)
		for _, how := range []string{"map", "again", "dump"} {
			b.Run(c.name+"/"+how, func(b *testing.B) {
				var spent time.Duration
				l := rtdyld.Listener(nil)
				if how == "dump" {
					l = newDump(b, Config{Dir: b.TempDir()})
				} else {
					l = newMap(b, b.TempDir(), nil)
				}
				r := newRig(b, timed{l, &spent})
				addr := uint64(0x10000)
				for b.Loop() {
					r.unload(r.load("x.o", data, addr))
					if how == "map" {
						addr += uint64(16*c.n+4095) &^ 4095
					}
				}
				b.ReportMetric(float64(spent)/float64(b.N*c.n), "ns/function")
			})
		}
	}
}

// timed counts the time that a listener takes.
type timed struct {
	rtdyld.Listener
	spent *time.Duration
}

func (l timed) Finalized(objs []*rtdyld.Object) {
	start := time.Now()
	l.Listener.Finalized(objs)
	*l.spent += time.Since(start)
}

func (l timed) Unloading(objs []*rtdyld.Object) {
	start := time.Now()
	l.Listener.Unloading(objs)
	*l.spent += time.Since(start)
}
