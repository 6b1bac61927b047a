package instances_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// BenchmarkShow shows 256 instances to a symbolizer, and withdraws them.
func BenchmarkShow(b *testing.B) {
	m := &memory{}
	code := instantiate(b, enter(b, "amd64"), m, 256)
	d := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{symbolize.New()}})
	b.ReportAllocs()
	for b.Loop() {
		batch, err := d.Show(b.Context(), code...)
		if err == nil {
			err = batch.Close()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(code)), "ns/instance")
}
