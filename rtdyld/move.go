package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// MapSectionAddress says that a section will run at addr, a target address,
// instead of where it is. It takes effect with the next Resolve or Finalize,
// which applies again whatever refers to the section. id is an index into the
// image's sections or the ID of one that the linker made. Stubs, GOT entries and the
// code of indirect functions that are not mapped themselves go along with the
// first, in file order, of the code sections that are.
//
// It returns a *SectionStaysError with Config.SectionsStay, ErrFinalized once the object is finalized (objects that refer to it
// are finalized no earlier), ErrUnloaded, or an error if there is no such section or addr breaks its alignment.
func (o *Object) MapSectionAddress(id objfmt.SectionID, addr uint64) error {
	if o.l.recording != nil {
		return o.recordMap(id, addr)
	}
	return o.mapSection(context.Background(), id, addr)
}

// mapSection is MapSectionAddress.
func (o *Object) mapSection(ctx context.Context, id objfmt.SectionID, addr uint64) error {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	o.l.took(ctx, nil)
	switch {
	case o.gone():
		return fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
	case o.stage != loaded || o.batch.claimed:
		return fmt.Errorf("%s: %w", texts.Name(o.name), ErrFinalized)
	case uint64(id) >= uint64(len(o.lay.Sections)) || o.dropped(id):
		return fmt.Errorf("%s: no section %d in memory", texts.Name(o.name), id)
	}
	if o.l.cfg.SectionsStay {
		return &SectionStaysError{Object: o.name, Section: o.blockName(id), ID: id, Addr: addr}
	}
	align := uint64(1)
	if int(id) < len(o.img().Sections) {
		align = o.img().Sections[id].Alignment()
	} else {
		_, align = o.pseudoSize(int(id) - len(o.img().Sections))
	}
	if addr&(align-1) != 0 {
		return fmt.Errorf("%s: section %d: address %#x is not aligned to %d bytes", texts.Name(o.name), id, addr, align)
	}
	// Finalizing takes along what is referred to, unless it fails half way.
	if o.l.half > 0 {
		for u := range o.l.all() {
			if u.stage.half() && o.l.names.IsUser(u.num, o.num) {
				return fmt.Errorf("%s: %s refers to it: %w", texts.Name(o.name), texts.Name(u.name), ErrFinalized)
			}
		}
	}
	var aligns [place.NumMade]uint64
	for k := range aligns {
		_, aligns[k] = o.pseudoSize(k)
	}
	o.unshow()
	o.lay.Move(id, addr, &aligns)
	o.l.moved = true
	o.outdate()
	o.l.change()
	return nil
}

// movedObjects lists the objects that have sections with addresses that not all know. Where none was moved
// it does not look at those that there are.
func (l *Linker) movedObjects() (objs []*Object) {
	if !l.moved {
		return nil
	}
	for _, o := range l.pending {
		if o.lay.Moved() {
			objs = append(objs, o)
		}
	}
	l.moved = objs != nil
	return objs
}

// recordMap tells the Recording of a MapSectionAddress.
func (o *Object) recordMap(id objfmt.SectionID, addr uint64) error {
	op := &Operation{Do: DoMap, Objects: []*Object{o}, Section: id, Addr: addr, l: o.l}
	op.Err = o.mapSection(context.WithValue(context.Background(), operationKey{}, op), id, addr)
	o.l.recording.End(op)
	return op.Err
}
