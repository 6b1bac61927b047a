package memtest

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// testMisuse: what cannot be is refused with a typed error, and changes nothing.
func testMisuse(r *rig) {
	at := r.reserve(16)
	end := at.Addr + at.Size
	lives := r.load(objfmt.KindReadOnly, at.Addr+8*r.Page, pattern(7, int(2*r.Page)))
	for _, c := range []struct {
		what       string
		addr, size uint64
	}{
		{"below", at.Addr - r.Page, r.Page},
		{"at 0", 0, r.Page},
		{"at the end", end, 1},
		{"far away", ^uint64(0) - r.Page + 1, r.Page},
		{"over the end", end - r.Page, r.Page + 1},
		{"of all there is", at.Addr, ^uint64(0)},
		{"to the end of all there is", at.Addr, -at.Addr},
		{"of nothing", at.Addr, 0},
		{"of what is initialized", at.Addr + 8*r.Page, 1},
		{"into what is initialized", at.Addr + 7*r.Page, r.Page + 1},
		{"over what is initialized", at.Addr + 7*r.Page, 4 * r.Page},
	} {
		_, err := r.Mapper.Prepare(r.ctx(), c.addr, c.size)
		as[*mem.RangeError](r, err, "prepare "+c.what)
	}
	if r.Unit > 1 {
		_, err := r.Mapper.Prepare(r.ctx(), at.Addr+1, 1)
		as[*mem.RangeError](r, err, "prepare between units")
	}
	r.want(at.Addr+8*r.Page, pattern(7, int(2*r.Page)))
	r.misuseInitialize(at)
	as[*mem.RangeError](r, r.Mapper.Release(r.ctx(), at.Addr+r.Page), "release of a part")
	as[*mem.RangeError](r, r.Mapper.Release(r.ctx(), 0), "release of nothing")
	r.want(at.Addr+8*r.Page, pattern(7, int(2*r.Page)))
	r.deinitialize(lives)
}

func (r *rig) misuseInitialize(at mem.Range) {
	page := r.Page
	good := r.segment(objfmt.KindWritable, at.Addr, page, pattern(1, 100))
	next := r.segment(objfmt.KindWritable, at.Addr+page, page, pattern(2, 100))
	with := func(f func(s *mem.Segment)) mem.Segment {
		s := next
		f(&s)
		return s
	}
	for _, c := range []struct {
		what string
		bad  mem.Segment
	}{
		{"twice the same", good},
		{"overlapping", with(func(s *mem.Segment) { s.Addr, s.Size, s.Mem = at.Addr, 2*page, good.Mem })},
		{"initialized", with(func(s *mem.Segment) { s.Addr, s.Mem = at.Addr+8*page, nil })},
		{"into what is initialized", with(func(s *mem.Segment) { s.Addr, s.Size, s.Mem = at.Addr+7*page, 2*page, nil })},
		{"not prepared", with(func(s *mem.Segment) { s.Addr, s.Mem = at.Addr+12*page, nil })},
		{"prepared in part", with(func(s *mem.Segment) { s.Size = 2 * page })},
		{"outside", with(func(s *mem.Segment) { s.Addr, s.Mem = at.Addr+at.Size, nil })},
		{"over the end", with(func(s *mem.Segment) { s.Size = at.Size })},
		{"without a kind", with(func(s *mem.Segment) { s.Kind = objfmt.KindNone })},
		{"of an unknown kind", with(func(s *mem.Segment) { s.Kind = objfmt.NumKinds })},
		{"with an unknown life", with(func(s *mem.Segment) { s.Life = 7 })},
		{"empty", with(func(s *mem.Segment) { s.Size, s.Mem = 0, nil })},
		{"smaller than its contents", with(func(s *mem.Segment) { s.Size = page - 1 })},
		{"of a size that overflows", with(func(s *mem.Segment) { s.Size = -s.Addr })},
	} {
		_, err := r.Mapper.Initialize(r.ctx(), mem.Initialization{Segments: []mem.Segment{good, c.bad}})
		as[*mem.RangeError](r, err, "a segment "+c.what)
	}
	if r.Unit > 1 {
		bad := with(func(s *mem.Segment) { s.Addr, s.Size, s.Mem = s.Addr+1, 10, nil })
		_, err := r.Mapper.Initialize(r.ctx(), mem.Initialization{Segments: []mem.Segment{good, bad}})
		as[*mem.RangeError](r, err, "a segment between units")
	}
	if r.Live {
		bad := with(func(s *mem.Segment) { s.Mem = make([]byte, page) })
		_, err := r.Mapper.Initialize(r.ctx(), mem.Initialization{Segments: []mem.Segment{good, bad}})
		as[*mem.RangeError](r, err, "a segment whose contents are elsewhere")
	}
	// None of it was done.
	id := r.initialize(mem.Initialization{Segments: []mem.Segment{next, good}})
	r.want(at.Addr, pattern(1, 100))
	r.want(at.Addr+page, pattern(2, 100))
	r.deinitialize(id)
}
