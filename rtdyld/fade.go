package rtdyld

import "weak"

// fade gives the records of an object's image up, where they can be had again and little asks for them.
func (o *Object) fade() {
	img := o.image.Load()
	if o.stage != finalized || img == nil {
		return
	}
	p := img.Parser()
	switch {
	case p == nil || o.fullImage || img.Import != nil || img.Buffer != o.buf:
	case img.HasTLS || img.HasIFunc: // look-ups ask for such symbols
	case o.naming != nil || o.descriptors != nil || len(o.fragments) > 0 || o.emission != nil || !o.plan.LetGo():
	default:
		o.lay.OwnFile()
		o.faded = &faded{parser: p, module: img.Module, user: img.User, symbols: len(img.Symbols), first: img.FirstGlobal, groups: len(img.Groups), seen: weak.Make(img)}
		o.image.Store(nil)
	}
}

// fadeLast gives up the images of what was finalized last.
func (l *Linker) fadeLast() { l.finalizedLast(nil) }

// finalizedLast is fadeLast for what was finalized before a set of objects. Others may look meanwhile.
func (l *Linker) finalizedLast(set []*Object) {
	last := l.last
	l.last = set
	for i, o := range last {
		if i%fewImages == fewImages-1 {
			l.letLook()
		}
		o.fade()
	}
}

// fewImages is how many images are given up at once: in half a millisecond.
const fewImages = 1 << 10
