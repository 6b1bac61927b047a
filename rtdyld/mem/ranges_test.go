package mem

import (
	"math/rand/v2"
	"testing"
)

// pageMap is the oracle of ranges: a flag a page.
type pageMap []bool

func (p pageMap) fit(n, from uint32, base, page, align uint64) (uint32, bool) {
	for start := from; int(start)+int(n) <= len(p); start++ {
		if (base+uint64(start)*page)%align != 0 {
			continue
		}
		run := uint32(0)
		for run < n && p[start+run] {
			run++
		}
		if run == n {
			return start, true
		}
	}
	return 0, false
}

func (p pageMap) set(e extent, free bool) {
	for i := e.start; i < e.end(); i++ {
		if p[i] == free {
			panic("extent overlaps")
		}
		p[i] = free
	}
}

// extents lists the runs of free pages.
func (p pageMap) extents() []extent {
	var list []extent
	for i, free := range p {
		switch {
		case !free:
		case len(list) > 0 && list[len(list)-1].end() == uint32(i):
			list[len(list)-1].n++
		default:
			list = append(list, extent{uint32(i), 1})
		}
	}
	return list
}

// TestRanges takes and gives back extents at random and compares each step with
// a map of pages.
func TestRanges(t *testing.T) {
	const pages, page, base = 3000, 4096, 7 * 4096
	for _, largest := range []int{1, 3, 40} { // one page at a time fragments most
		r := rand.New(rand.NewPCG(1, uint64(largest)))
		var got ranges
		want := make(pageMap, pages)
		got.add(extent{0, pages})
		want.set(extent{0, pages}, true)
		var taken []extent
		for step := range 20_000 {
			grow := r.IntN(pages) < pages-want.used()*3/4
			if grow || len(taken) == 0 {
				n, from := uint32(1+r.IntN(largest)), uint32(0)
				align := uint64(page) << r.IntN(4)
				if r.IntN(2) == 0 { // anywhere, so that holes come about
					from = uint32(r.IntN(pages))
				}
				start, ok := got.fit(n, from, base, page, align)
				wantStart, wantOK := want.fit(n, from, base, page, align)
				if start != wantStart || ok != wantOK {
					t.Fatalf("largest %d, step %d: fit(%d from %d, align %d) = %d, %v; want %d, %v", largest, step, n, from, align, start, ok, wantStart, wantOK)
				}
				if ok {
					e := extent{start, n}
					got.take(e)
					want.set(e, false)
					taken = append(taken, e)
				}
			} else {
				i := r.IntN(len(taken))
				got.add(taken[i])
				want.set(taken[i], true)
				taken[i] = taken[len(taken)-1]
				taken = taken[:len(taken)-1]
			}
			if step%100 == 0 {
				compareRanges(t, &got, want)
			}
		}
		for _, e := range taken {
			got.add(e)
		}
		if n := got.count(); n != 1 {
			t.Errorf("largest %d: %d ranges when all is free, want 1", largest, n)
		}
	}
}

func (p pageMap) used() int {
	n := 0
	for _, free := range p {
		if !free {
			n++
		}
	}
	return n
}

func compareRanges(t *testing.T, got *ranges, want pageMap) {
	t.Helper()
	var list []extent
	for i, c := range got.chunks {
		if len(c.ext) == 0 || len(c.ext) >= chunkLen {
			t.Fatalf("chunk %d has %d extents", i, len(c.ext))
		}
		largest := uint32(0)
		for _, e := range c.ext {
			largest = max(largest, e.n)
		}
		if c.max != largest {
			t.Fatalf("chunk %d: max %d, want %d", i, c.max, largest)
		}
		list = append(list, c.ext...)
	}
	wantList := want.extents()
	if len(list) != len(wantList) {
		t.Fatalf("%d extents, want %d", len(list), len(wantList))
	}
	for i := range list {
		if list[i] != wantList[i] {
			t.Fatalf("extent %d is %v, want %v", i, list[i], wantList[i])
		}
	}
}

// BenchmarkRangesFragmented takes and gives back a page where every second page
// of 256 MiB is free and none of the holes is large enough but the last.
func BenchmarkRangesFragmented(b *testing.B) {
	const pages = 1 << 16
	var r ranges
	for i := uint32(0); i < pages-4; i += 2 {
		r.add(extent{i, 1})
	}
	r.add(extent{pages - 2, 2})
	for b.Loop() {
		start, ok := r.fit(2, 0, 0, 4096, 1)
		if !ok {
			b.Fatal("no room")
		}
		r.take(extent{start, 2})
		r.add(extent{start, 2})
	}
}
