package stubs

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Island is memory with stubs, chosen when addresses are known: n stubs and, unless stubs hold
// the address that they jump to, behind them the word that each jumps through. So that an
// island needs nothing else within its reach.
type Island struct {
	Area
	n uint64
}

// word is the offset of the word that the stub at an offset jumps through.
func (d *Island) word(a *reloc.Arch, stub uint64) uint64 {
	return d.n*a.StubSize + stub/a.StubSize*a.PtrSize
}

// islands are those of a plan.
type islands struct {
	list  []Island
	stubs map[key][]uint32 // entries that are in them, in order
	sites map[site]through // branches that go through one of these
}

// Span is a range of addresses, both included. It is empty if First is above Last.
type Span struct{ First, Last uint64 }

// meet is what two spans have in common.
func (s Span) meet(t Span) Span { return Span{max(s.First, t.First), min(s.Last, t.Last)} }

// Holds reports whether size bytes from addr on lie in the span.
func (s Span) Holds(addr, size uint64) bool {
	return addr >= s.First && addr <= s.Last && (size == 0 || size-1 <= s.Last-addr)
}

// slackBytes is kept between a stub and the end of a branch's reach: more than a program
// counter is ahead of its instruction, and than instructions are long.
const slackBytes = 16

// Branch is a branch that does not get to its target by itself.
type Branch struct {
	ID   objfmt.SectionID // that it is in
	Off  uint64           // of the field, bytes
	Type uint32           // of the relocation
	Sym  objfmt.SymbolID
	To   uint64 // address that it leads to
	Stub Span   // where its stub may lie
	// Near is set where the target is at the end of reach, so that it may get there after all.
	Near bool

	at     uint64 // address of the field
	from   uint64 // what it counts from, but for where the instruction ends
	key    key
	detail Detail // its addend is taken over from the branch
}

// Distance is how far the target is away, in bytes.
func (b *Branch) Distance() int64 { return int64(b.To - b.at) }

// site is where a branch is.
type site struct {
	id  objfmt.SectionID
	off uint64
}

// through is the stub that a branch goes through: its entry, and what it takes over of
// the addend.
type through struct {
	entry uint32
	taken int64
}

// limits are what a row's field takes, and whether sums in it wrap at 4 GiB.
func limits(t *reloc.Table, row *reloc.Howto) (least, most int64, wraps bool) {
	if row.Field >= reloc.FieldArch {
		f := &t.Arch.Fields[row.Field-reloc.FieldArch]
		return f.Min, f.Max, t.Arch.PtrSize == 4 && !t.Arch.Wide
	}
	least, most = row.Field.Limits()
	return least, most, false
}

// IslandSize is what an island for branches takes: its size and alignment in bytes, and where
// it has to lie. The error is the context's.
func (p *Plan) IslandSize(ctx context.Context, list []Branch) (size, align uint64, where Span, err error) {
	a := p.obj.Table.Arch
	where = Span{0, math.MaxUint64}
	keys := map[key]bool{}
	var done heed.Count
	for i := range list {
		if err := done.Items(ctx, 1); err != nil {
			return 0, 0, where, err
		}
		where = where.meet(list[i].Stub)
		keys[list[i].key] = true
	}
	size = a.StubSize
	if !a.Direct {
		size += a.PtrSize
	}
	return size * uint64(len(keys)), max(a.StubAlign, a.PtrSize), where, nil
}

// Forget drops all islands.
func (p *Plan) Forget() {
	n := slices.IndexFunc(p.Details, func(d Detail) bool { return d.island != 0 })
	if n >= 0 {
		p.List = p.List[:p.shared()+n]
		p.Details = p.Details[:n]
	}
	p.islands = nil
}

// Island adds an island with the stubs of branches, of the size that they take. The error is the context's: then the
// island is there, and not all of the branches go through it.
func (p *Plan) Island(ctx context.Context, mem Area, list []Branch) (err error) {
	a := p.obj.Table.Arch
	d := Island{Area: mem}
	if p.islands == nil {
		p.islands = &islands{stubs: map[key][]uint32{}, sites: map[site]through{}}
	}
	number := uint32(len(p.islands.list)) + 1
	var done heed.Count
	for i := range list {
		if err = done.Items(ctx, 1); err != nil {
			break
		}
		b := &list[i]
		all := p.islands.stubs[b.key]
		if len(all) == 0 || p.Detail(int(all[len(all)-1])).island != number {
			detail := b.detail
			detail.island = number
			all = append(all, uint32(len(p.List)))
			p.islands.stubs[b.key] = all
			p.List = append(p.List, reloc.Entry{Sym: b.Sym, Need: reloc.NeedStub, Off: uint32(d.n * a.StubSize)})
			p.Details = append(p.Details, detail)
			d.n++
		}
		p.enter(b, all[len(all)-1])
	}
	p.islands.list = append(p.islands.list, d)
	return err
}

// enter notes that a branch goes through an entry.
func (p *Plan) enter(b *Branch, entry uint32) {
	p.islands.sites[site{b.ID, b.Off}] = through{entry, b.detail.Addend}
}

// Served leaves out of a list the branches that the stubs of present islands do for. The error is the context's.
func (p *Plan) Served(ctx context.Context, list []Branch) ([]Branch, error) {
	if p.islands == nil {
		return list, nil
	}
	var done heed.Count
	var err error
	list = slices.DeleteFunc(list, func(b Branch) bool {
		if err == nil {
			err = done.Items(ctx, 1+uint64(len(p.islands.stubs[b.key])))
		}
		if err != nil {
			return false
		}
		for _, i := range p.islands.stubs[b.key] {
			if b.Stub.Holds(p.islands.list[p.Detail(int(i)).island-1].Addr+p.Offset(int(i)), p.obj.Table.Arch.StubSize) {
				p.enter(&b, i)
				return true
			}
		}
		return false
	})
	return list, err
}

// Together is how many branches from the first on can have their stubs in one island, if there is memory. The error
// is the context's.
func Together(ctx context.Context, list []Branch) (int, error) {
	where := Span{0, math.MaxUint64}
	var done heed.Count
	for i := range list {
		if err := done.Items(ctx, 1); err != nil {
			return 0, err
		}
		if where = where.meet(list[i].Stub); where.First > where.Last {
			return max(i, 1), nil
		}
	}
	return len(list), nil
}

// SortBranches sorts a list by address, so that those that follow each other may have stubs in one island. The error
// is the context's.
func SortBranches(ctx context.Context, list []Branch) error {
	return heed.Sort(ctx, list, func(a, b Branch) int { return cmp.Compare(a.at, b.at) })
}

// lead lets the branches of a chunk name the stubs of islands that they go through.
func (p *Plan) lead(at *records.Section, rs []objfmt.Reloc, left func(objfmt.SymbolID) bool) {
	for i := range rs {
		r := &rs[i]
		if p.obj.Table.Rows[r.Type].Need != reloc.NeedStub || left(r.Sym) {
			continue
		}
		if to, ok := p.islands.sites[site{at.ID, r.Offset}]; ok {
			r.Sym = objfmt.SymbolID(p.Symbols) + objfmt.SymbolID(to.entry)
			r.Addend -= to.taken
		}
	}
}

// IslandOf is the memory that entry i is in, nil if it is not in an island.
func (p *Plan) IslandOf(i int) *Area {
	if d := p.Detail(i); d != nil && d.island != 0 {
		return &p.islands.list[d.island-1].Area
	}
	return nil
}
