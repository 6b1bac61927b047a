package rtdyld

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// policy says where the stubs and GOT entries of an object go. Where code is larger than
// its branches reach (in some instruction sets 16 MiB), or may be since its
// sections lie anywhere, stubs are among the code, or in islands near it if there may be
// some when addresses are known.
func (l *Linker) policy(ctx context.Context, o *Object, cur *records.Cursor) (stubs.Policy, error) {
	a := o.table.Arch
	reach := a.BranchReach
	if reach == 0 {
		reach = a.ShortReach
	}
	switch {
	case l.compat.stubs:
		return stubs.RuntimeDyld, nil
	case l.cfg.Stubs == StubsByAddress && a.WriteStub != nil && a.LocalEntry == nil:
		return stubs.ByAddress, nil
	case reach == 0, a.WriteStub == nil:
		return stubs.Shared, nil
	case l.cfg.BySection && l.cfg.Stubs == NoStubs:
		return stubs.Shared, nil // its own sections are within reach
	}
	large, err := l.exceeds(ctx, o, reach)
	if err != nil || !large {
		return stubs.Shared, err
	}
	if a.BranchReach == 0 {
		short, err := o.branchesShort(ctx, cur)
		if err != nil || !short {
			return stubs.Shared, err
		}
	}
	return stubs.Islands, nil
}

// exceeds reports whether the code of an object may take more memory than branches reach.
func (l *Linker) exceeds(ctx context.Context, o *Object, reach uint64) (bool, error) {
	if l.cfg.BySection {
		return true, nil
	}
	size := uint64(0)
	var done heed.Count
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return false, o.ended("scan relocations", err)
		}
		if s := &o.img().Sections[i]; s.Kind == objfmt.KindCode && o.kept(objfmt.SectionID(i)) {
			size += s.Size + s.Alignment() - 1
		}
	}
	return size+uint64(len(o.img().Symbols))*o.table.Arch.StubSize > reach-min(reloc.Slack, reach/4), nil
}

// branchesShort reports whether an object has branches out of their section that get no further than
// reloc.Arch.ShortReach.
func (o *Object) branchesShort(ctx context.Context, cur *records.Cursor) (bool, error) {
	var done heed.Count
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return false, o.ended("scan relocations", err)
		}
		id, s := objfmt.SectionID(i), &o.img().Sections[i]
		if s.Kind != objfmt.KindCode || len(s.Raw) == 0 || !o.kept(id) {
			continue
		}
		for cur.Start(id, s.Data, 0); cur.Next(); {
			for k := range cur.Chunk {
				if stubs.Near(o.table, o.img(), id, &cur.Chunk[k]) {
					return true, nil
				}
			}
		}
		if err := cur.Err(); err != nil {
			return false, err
		}
	}
	return false, nil
}
