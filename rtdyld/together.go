package rtdyld

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Where sections stay ([Config].SectionsStay), branches from one object of a batch to another have no stubs: the batch's memory is asked for
// together, and what comes back is nearly always within a branch's reach. Scan leaves the stubs out before it knows;
// if the memory is scattered, the batch is loaded anew with all of them.

// errScattered says that some branch of a batch may need a stub that scan has left out.
var errScattered = errors.New("memory of a batch is scattered")

// mayBeTogether reports whether scan leaves stubs out.
func (l *Linker) mayBeTogether(b *batch) bool {
	if !l.cfg.SectionsStay || b.scattered || l.scattered || len(b.objs) < 2 || l.compat.stubs {
		return false
	}
	reach := reachTogether(b.objs[0].table.Arch)
	return reach == 0 || b.load.bytes < reach // else it is hardly worth a try
}

// reachTogether is how many bytes code may take for branches in it to reach all of it; 0: any.
func reachTogether(a *reloc.Arch) uint64 {
	if d := a.BranchDistance(); d != 0 {
		return d - reloc.Slack
	}
	return 0
}

// reachOfData is how many bytes all memory may take for distances of 32 bits, which count as branches in some data.
const reachOfData = 1<<31 - 1 - reloc.Slack

// checkTogether finds out where the code of a batch is that lacks stubs, and returns errScattered if some of it may be out of reach.
func (l *Linker) checkTogether(ctx context.Context, b *batch, reqs []Request) error {
	if !b.together {
		return nil
	}
	var code, all extent
	for lo := 0; lo < len(reqs); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(reqs))
		if err != nil {
			return b.objs[0].ended("allocate", err)
		}
		for i := lo; i < hi; i++ {
			all.add(b.blocks[i].Addr, reqs[i].Size)
			if reqs[i].Kind == objfmt.KindCode {
				code.add(b.blocks[i].Addr, reqs[i].Size)
			}
		}
	}
	if reach := reachTogether(b.objs[0].table.Arch); reach != 0 && (code.size >= reach || all.size >= reachOfData) {
		l.scattered = true // so would it be the next time
		return errScattered
	}
	b.load.code = code
	return nil
}

// extent is from the lowest to the highest address of some blocks.
type extent struct{ lo, size uint64 }

// add takes in a block that is not empty.
func (x *extent) add(addr, size uint64) {
	if x.size == 0 {
		*x = extent{addr, size}
		return
	}
	end := max(x.lo+x.size, addr+size)
	x.lo = min(x.lo, addr)
	x.size = end - x.lo
}

// isTogether reports whether a function of a batch that is being loaded is where branches without stubs reach it: in the batch's code.
func (b *batch) isTogether(s *objfmt.Symbol, addr uint64) bool {
	return !b.together || b.load == nil || !symtab.IsFunc(s) || addr-b.load.code.lo < b.load.code.size
}

// usedTogether is the error if an object is not relocated yet that stays and branches, maybe without stubs, to what another of
// its batch defines that does not. set is in load order; inside has its objects' numbers.
func (l *Linker) usedTogether(set []*Object, inside map[uint32]uint32) (e *InUseError) {
	for n := 0; len(set) > 0; set, n = set[n:], 0 {
		b := set[0].batch
		for n < len(set) && set[n].batch == b {
			n++
		}
		if !b.together || n == int(b.live) {
			continue
		}
		for _, u := range b.objs {
			if _, goes := inside[u.num]; goes || u.stage != loaded || u.fields != unwritten {
				continue // or is known to use what it uses
			}
			if used := l.firstUsed(u, inside); used != nil && (e == nil || e.Object == used.name) {
				if e == nil {
					e = &InUseError{Object: used.name}
				}
				e.Users = append(e.Users, u.name)
			}
		}
	}
	return e
}

// firstUsed is the first object of those with some numbers, of its own batch, that an object mentions a definition of; nil: none.
func (l *Linker) firstUsed(u *Object, numbers map[uint32]uint32) *Object {
	for _, id := range u.ids {
		if id >= symtab.Special {
			continue
		}
		if num, ok := l.names.At(id).Owner(); ok {
			if _, is := numbers[num]; is && l.object(num).batch == u.batch {
				return l.object(num)
			}
		}
	}
	return nil
}
