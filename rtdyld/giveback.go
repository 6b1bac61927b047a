package rtdyld

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// giveBack gives pages of all objects' files back that parsing alone has read.
func (b *batch) giveBack() {
	imgs := make([]*objfmt.ObjectImage, len(b.objs))
	for i, o := range b.objs {
		imgs[i] = o.img()
	}
	objfmt.GiveBack(false, imgs...)
}

// givingBack is giveBack, which goes on beside what follows with apart, until the group has done waiting: nearly all of it is the kernel's work.
func (b *batch) givingBack(apart bool) *sync.WaitGroup {
	if !apart {
		b.giveBack()
		return nil
	}
	var wg sync.WaitGroup
	wg.Go(b.giveBack)
	return &wg
}

// givenTogether is for how many objects the host is asked at a time.
const givenTogether = 64

// giveBack gives pages of files back whose contents are copied.
func (sc *scratch) giveBack() {
	if len(sc.copied) > 0 {
		objfmt.GiveBack(true, sc.copied...)
		clear(sc.copied)
		sc.copied = sc.copied[:0]
	}
}
