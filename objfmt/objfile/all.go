package objfile

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
)

// ParseAll parses objects that are loaded and given up together, in less time than one by one: their records lie in
// large pieces of memory, which the garbage collector frees once none of the images is of use any more. On Linux those
// of a megabyte of input or more have huge pages, where the system gives them. n goroutines are at work; 0: as many as
// pay. The images are in the order of the buffers, and take over the caller's ownership of them; on an error
// all buffers stay the caller's. Errors are those of [ParseBufferContext], of all objects that have one.
func ParseAll(ctx context.Context, n int, bufs []*objfmt.ObjectBuffer) ([]*objfmt.ObjectImage, error) {
	input := uint64(0)
	for _, b := range bufs {
		input += uint64(len(b.Bytes()))
	}
	n = max(min(workers.Count(n, input), len(bufs)), 1)
	imgs := make([]*objfmt.ObjectImage, len(bufs))
	errs := make([]error, len(bufs))
	const chunk = 8 // neighbours that a goroutine takes at a time
	var next atomic.Int64
	work := func() {
		mem := records.Apart
		if len(bufs) > 1 {
			mem = records.Shared((len(bufs)+n-1)/n, input/uint64(n))
		}
		for {
			i := int(next.Add(chunk)) - chunk
			if i >= len(bufs) {
				return
			}
			for end := min(i+chunk, len(bufs)); i < end; i++ {
				imgs[i], errs[i] = parseBuffer(ctx, bufs[i], mem)
			}
		}
	}
	var wg sync.WaitGroup
	for range n - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if err := texts.Join(errs...); err != nil {
		return nil, err
	}
	return imgs, nil
}
