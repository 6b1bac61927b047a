package rtdyld

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/workers"
)

// workers is how many goroutines work on size bytes of input.
func (l *Linker) workers(size uint64) int { return workers.Count(l.cfg.Workers, size) }

// perObject is for how many items an object counts beside its records and sections, see package heed.
const perObject = 16

// each calls f for every object on w goroutines and returns the error of the
// first object that has one. f is a method expression, so that the call for one
// small object allocates no closure.
func (l *Linker) each(ctx context.Context, objs []*Object, w int, f func(*Linker, context.Context, *Object) error) error {
	if w = min(w, len(objs)); w <= 1 {
		var done heed.Count
		for _, o := range objs {
			if err := done.Items(ctx, perObject); err != nil {
				return o.ended("load or resolve", err)
			}
			if err := f(l, ctx, o); err != nil {
				return err
			}
		}
		return nil
	}
	return l.eachParallel(ctx, objs, w, f)
}

func (l *Linker) eachParallel(ctx context.Context, objs []*Object, w int, f func(*Linker, context.Context, *Object) error) error {
	n := len(objs)
	// A worker takes some neighbours at a time: their records lie together.
	chunk := max(1, min(n/(4*w), 16))
	var next, failed atomic.Int64
	failed.Store(int64(n))
	errs := make([]error, w)
	at := make([]int, w)
	work := func(k int) {
		var done heed.Count
		for {
			i := int(next.Add(int64(chunk))) - chunk
			for end := min(i+chunk, n); i < end; i++ {
				if int64(i) > failed.Load() {
					return
				}
				err := done.Items(ctx, perObject)
				if err != nil {
					err = objs[i].ended("load or resolve", err)
				} else {
					err = f(l, ctx, objs[i])
				}
				if err != nil {
					errs[k], at[k] = err, i
					lower(&failed, int64(i))
					return
				}
			}
			if i >= n {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for k := range w - 1 {
		wg.Go(func() { work(k + 1) })
	}
	work(0)
	wg.Wait()
	best := n
	var err error
	for k := range errs {
		if errs[k] != nil && at[k] < best {
			best, err = at[k], errs[k]
		}
	}
	return err
}

// lower stores v if it is less than what is there.
func lower(x *atomic.Int64, v int64) {
	for old := x.Load(); old > v; old = x.Load() {
		if x.CompareAndSwap(old, v) {
			return
		}
	}
}
