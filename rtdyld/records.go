package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// cursors keeps what walks over relocation records, between objects and linkers.
var cursors = sync.Pool{New: func() any { return new(records.Cursor) }}

// putCursor gives a cursor back.
func putCursor(c *records.Cursor) {
	c.End()
	cursors.Put(c)
}

// begin has a cursor walk over the records of an object that are applied, which alone
// the scan checks, for as long as the context lasts.
func (o *Object) begin(ctx context.Context, c *records.Cursor) {
	c.Begin(o.img())
	c.Context = ctx
	c.Packed, c.Runs = o.table.Arch.Packed, o.table.Arch.Runs
	if o.drops {
		c.Erased = o.erased
		dropped := c.Drop()
		for i := range dropped {
			dropped[i] = o.dropped(objfmt.SectionID(i))
		}
	}
	c.Naming = o.naming
}

// ended is the error of a context that has ended while something was done to the object.
func (o *Object) ended(what string, err error) error {
	return fmt.Errorf("%s: %s: %w", texts.Name(o.name), what, err)
}

// endedOr is ended for the error of a context; any other, which says itself what it is about, stays.
func (o *Object) endedOr(what string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return o.ended(what, err)
	}
	return err
}

// start goes to the first record of a section whose contents are those of the file.
func (o *Object) start(c *records.Cursor, id objfmt.SectionID) {
	c.Start(id, o.img().Sections[id].Data, o.addr(id))
}

// wanted reports whether a section is processed.
func (l *Linker) wanted(o *Object, id objfmt.SectionID) bool {
	return o.kept(id) || l.forDebug(o, id)
}

// forDebug reports whether a section is processed for debuggers alone.
func (l *Linker) forDebug(o *Object, id objfmt.SectionID) bool {
	if !l.cfg.AllSections {
		return false
	}
	if b, ok := o.debug[id]; ok && b == nil {
		return false // see debugContents
	}
	s := &o.img().Sections[id]
	if l.compat.unloaded {
		return s.Flags&objfmt.SecLoad == 0
	}
	return s.Flags&(objfmt.SecLoad|objfmt.SecExclude|objfmt.SecZeroFill) == 0 && !o.dropped(id) &&
		described(s)
}

// described reports whether a section that is not loaded is for debuggers, or has relocations, and is none of those that an object file has for itself.
func described(s *objfmt.Section) bool { return len(s.Raw) > 0 || s.Role == objfmt.RoleDebug }
