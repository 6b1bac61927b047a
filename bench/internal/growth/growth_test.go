//go:build linux && amd64

package growth_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/growth"
	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// counts are what a link did, in numbers that the machine has no part in.
type counts struct {
	tally.Counts
	names, relocs float64 // what was linked: global symbols, and records
	objects       float64
	allocations   float64
	bytes         float64 // allocated
}

// link links objects some times, and counts the least, when what is kept between links is there.
func link(t *testing.T, objects [][]byte) (c counts) {
	t.Helper()
	c.allocations, c.bytes = math.Inf(1), math.Inf(1)
	for range 4 { // the first links have pools filled
		bufs := make([]*objfmt.ObjectBuffer, len(objects))
		for i, o := range objects {
			bufs[i] = objfmt.NewBuffer(fmt.Sprint("o", i), o)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		done := tally.Now()
		l, giveBack, err := object.Link(context.Background(), bufs)
		c.Counts = tally.Now().Since(done)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		c.allocations = min(c.allocations, float64(after.Mallocs-before.Mallocs))
		c.bytes = min(c.bytes, float64(after.TotalAlloc-before.TotalAlloc))
		c.names, c.relocs, c.objects = 0, 0, 0
		for o := range l.ObjectSeq() {
			c.objects++
			c.relocs += float64(o.Counts().Relocs)
			c.names += float64(o.Counts().Symbols)
		}
		if err := giveBack(); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestCounts: what a link does grows as its input does: look-ups of names, decoded records, allocations and their bytes. A name
// that an object mentions is looked up once, a record is decoded at most twice, by scan and by apply, and
// an object more costs three allocations at most.
func TestCounts(t *testing.T) {
	citest.Need(t, "as")
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it takes what pools have
	for _, k := range growth.Kinds {
		t.Run(k.Name, func(t *testing.T) {
			var sizes []int
			series := map[string][]float64{}
			var all []counts
			for i := range 3 {
				n := k.Sizes[0] << (2 * i) / 5
				objects, err := k.Objects(n)
				if err != nil {
					t.Fatal(err)
				}
				c := link(t, objects)
				sizes, all = append(sizes, n), append(all, c)
				series["look-ups"] = append(series["look-ups"], float64(c.LookUps))
				series["records"] = append(series["records"], float64(c.Records))
				series["allocations"] = append(series["allocations"], c.allocations)
				series["bytes"] = append(series["bytes"], c.bytes)
			}
			for what, costs := range series {
				e := growth.Exponent(sizes, costs)
				t.Logf("%s: %v for %v, exponent %.2f", what, costs, sizes, e)
				if !(e <= 1.1) {
					t.Errorf("%s grow with exponent %.2f: %v for %v", what, e, costs, sizes)
				}
			}
			for _, c := range all {
				if c.names == 0 || c.relocs == 0 || c.Records == 0 || c.LookUps == 0 {
					t.Fatalf("nothing was counted: %+v", c)
				}
				if perName := float64(c.LookUps) / c.names; perName > 1.01 {
					t.Errorf("%.2f look-ups a symbol: %+v", perName, c)
				}
				if perRecord := float64(c.Records) / c.relocs; perRecord > 2 {
					t.Errorf("a record is decoded %.2f times: %+v", perRecord, c)
				}
			}
			few, many := all[0], all[len(all)-1]
			more := many.objects - few.objects
			if more == 0 {
				more = 1000 // symbols and records alone
			}
			if each := (many.allocations - few.allocations) / more; each > 3 {
				t.Errorf("%.1f allocations for each object more", each)
			} else {
				t.Logf("%.2f allocations for each of %v objects more; %.2f look-ups a symbol", each, many.objects-few.objects, float64(many.LookUps)/many.names)
			}
		})
	}
}

// TestExponent: the slope of costs over sizes, both by their logarithms.
func TestExponent(t *testing.T) {
	sizes := []int{10, 100, 1000}
	for _, want := range []float64{0, 1, 2} {
		var costs []float64
		for _, n := range sizes {
			costs = append(costs, 3*math.Pow(float64(n), want))
		}
		if got := growth.Exponent(sizes, costs); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
