package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// abandon takes a batch back that could not be loaded. Whose context has ended does not wait for
// that where there is much to take back; what comes next does. The error is what closing images returned.
func (l *Linker) abandon(ctx context.Context, b *batch) error {
	l.uncount(b.load.emitted)
	if b.isMuch() && ctx.Err() != nil {
		l.behind(ctx, "roll back", func() error { return l.rollback(b) })
		return nil
	}
	start := l.stepStart()
	err := l.rollback(b)
	l.stepDone("roll back", start, err)
	return err
}

const (
	// muchNames is from how many names, or objects, on a batch is rolled back behind its caller's back: some
	// milliseconds.
	muchNames = 1 << 16
	// muchMemory is from how many bytes of files on, whose memory may take as long to be released.
	muchMemory = 1 << 26
)

// isMuch reports whether rolling the batch back takes long.
func (b *batch) isMuch() bool {
	names := 0
	for _, o := range b.objs {
		if names += 1 + len(o.img().Hashes) + len(o.mentions) + len(o.groupNames); names >= muchNames {
			return true
		}
	}
	return b.load.bytes >= muchMemory
}

// rollback takes back all that a batch has entered, in steps between which others may look.
func (l *Linker) rollback(b *batch) error {
	var errs []error
	for l.names.Rollback(&b.names, heed.Every) {
		l.letLook()
	}
	for _, o := range slices.Backward(b.objs) {
		l.forgetNames(o)
		errs = appendError(errs, l.forget(o))
		if l.work == computing { // behind the caller's back
			l.letLook()
		}
	}
	b.freeMemory()
	l.names.End(&b.names)
	return texts.Join(errs...)
}

// forget takes an object out of the linker's books; its names are gone already.
func (l *Linker) forget(o *Object) error {
	l.strike(o)
	l.unpend(o)
	return l.release(o)
}

// forgetNames takes the mentions and definitions of an object out of the table, and gives up
// what stands in for names that nobody mentions any more.
func (l *Linker) forgetNames(o *Object) {
	l.retract(o)
	l.dropCanonical()
}

// forgetAll empties the linker's books.
func (l *Linker) forgetAll() {
	l.strikeAll()
	l.finalizedLast(nil)
	l.unpendAll()
}

// release gives up what an object has outside the linker: its thread-locals, the memory of its batch
// if it is the last, its image.
func (l *Linker) release(o *Object) error {
	if o.stage == unloaded {
		return nil
	}
	o.enter(unloaded)
	o.freeTLS()
	for _, d := range o.takeLate().list() {
		o.l.free(d.alloc, o.name)
	}
	if o.batch.leave() {
		o.batch.freeMemory()
	}
	return o.closeImage()
}

// closeImage gives up the linker's share of the buffer, and the image if the linker made
// it. The user may have closed the image before, which does no harm.
func (o *Object) closeImage() error {
	if o.fullImage {
		o.image.Load().Close()
	}
	return o.buf.Close()
}
