package memtest

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

const simPage = 4096

// faultEnv names the fault that a sim has.
const faultEnv = "RTDYLD_MEMTEST_FAULT"

// sim is an executor that exists in Go alone, and its mapper: a second opinion on the
// contract, and a mapper that can be broken at will. Pages of a room are both working
// memory and the executor's.
type sim struct {
	fault string
	unit  uint64
	mu    sync.Mutex
	rooms []*simRoom
	inits []*simInit
	next  uint64 // address of the next room
	last  mem.InitID
	maps  int // mappings that leaked
	stale map[uint64][]byte
	// runner runs actions instead of call.
	runner func(mem.Call) (int, error)
}

type simRoom struct {
	base  uint64
	unit  uint64
	mem   []byte
	units []simState    // of each unit
	kinds []objfmt.Kind // of what was taken last in each page
	perms []objfmt.Kind
	used  []bool // pages in memory
}

type simState uint8

const (
	simFree simState = iota
	simReady
	simTaken
)

type simInit struct {
	id      mem.InitID
	keep    []mem.Segment
	actions []mem.Action
}

func newSim(unit uint64) *sim {
	return &sim{unit: unit, fault: os.Getenv(faultEnv), next: 0x100000, stale: map[uint64][]byte{}}
}

func (s *sim) is(fault string) bool { return s.fault == fault }

func (s *sim) Traits() mem.Traits {
	return mem.Traits{Page: simPage, Unit: s.unit, Live: true}
}

func (s *sim) Reserve(ctx context.Context, size uint64, where mem.Placement) (mem.Range, error) {
	if err := ctx.Err(); err != nil && !s.is("ctx") {
		return mem.Range{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case size == 0:
		return mem.Range{}, &mem.RangeError{Op: "reserve"}
	case size > 1<<30 && s.is("reserve error"):
		return mem.Range{}, errors.New("too much")
	case size > 1<<30:
		return mem.Range{}, &mem.LimitError{What: "sim", Asked: size, Limit: 1 << 30}
	}
	size = (size + simPage - 1) &^ (simPage - 1)
	r := &simRoom{base: s.next, unit: s.unit, mem: make([]byte, size), units: make([]simState, size/s.unit),
		kinds: make([]objfmt.Kind, size/simPage), perms: make([]objfmt.Kind, size/simPage), used: make([]bool, size/simPage)}
	switch {
	case s.is("placement") && where.Low:
		r.base += 1 << 40
	case s.is("reserve overlaps"):
		s.next -= 2 * simPage
	}
	s.next += size + simPage
	s.rooms = append(s.rooms, r)
	return mem.Range{Addr: r.base, Size: size}, nil
}

// room finds where a range lies.
func (s *sim) room(addr, size uint64) (*simRoom, uint64, error) {
	for _, r := range s.rooms {
		off := addr - r.base
		if addr < r.base || off >= uint64(len(r.mem)) {
			continue
		}
		if size == 0 || size > uint64(len(r.mem))-off || off%s.unit != 0 {
			break
		}
		return r, off, nil
	}
	return nil, 0, &mem.RangeError{Op: "sim", Addr: addr, Size: size}
}

func (r *simRoom) span(off, size uint64) []simState {
	return r.units[off/r.unit : (off+size+r.unit-1)/r.unit]
}

func (r *simRoom) all(off, size uint64, ok ...simState) bool {
	return !slices.ContainsFunc(r.span(off, size), func(u simState) bool { return !slices.Contains(ok, u) })
}

func (r *simRoom) set(off, size uint64, to simState) {
	span := r.span(off, size)
	for i := range span {
		span[i] = to
	}
}

// pages calls f for the pages of a range.
func (r *simRoom) pages(off, size uint64, f func(page uint64)) {
	for page := off / simPage; page <= (off+size-1)/simPage; page++ {
		f(page)
	}
}

func (s *sim) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	if err := ctx.Err(); err != nil && !s.is("ctx") {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r, off, err := s.room(addr, size)
	if err != nil {
		return nil, err
	}
	if !r.all(off, size, simFree, simReady) && !s.is("prepare live") {
		return nil, &mem.RangeError{Op: "prepare", Addr: addr, Size: size}
	}
	r.set(off, size, simReady)
	b := r.mem[off : off+size : off+size]
	if !s.is("not zeroed") {
		clear(r.mem[off : (off+size+s.unit-1)&^(s.unit-1)])
	}
	return b, nil
}

func (s *sim) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	if err := ctx.Err(); err != nil && !s.is("ctx") {
		return 0, err
	}
	for i, a := range init.Actions {
		if len(a.Finalize.Args) > mem.MaxArgs || len(a.Dealloc.Args) > mem.MaxArgs {
			return 0, &mem.ActionError{Index: i, Err: errors.New("arguments")}
		}
	}
	s.mu.Lock()
	for i := range init.Segments {
		if err := s.take(&init.Segments[i]); err != nil {
			for _, done := range init.Segments[:i] {
				if s.is("refused keeps") {
					break
				}
				r, off, _ := s.room(done.Addr, done.Size)
				r.set(off, done.Size, simReady)
			}
			s.mu.Unlock()
			return 0, err
		}
	}
	for i := range init.Segments {
		s.show(&init.Segments[i])
	}
	s.mu.Unlock()
	if err := s.finalize(ctx, init.Actions); err != nil {
		if !s.is("failed keeps") {
			s.free(init.Segments)
		}
		return 0, err
	}
	in := &simInit{actions: slices.Clone(init.Actions)}
	var once []mem.Segment
	for _, seg := range init.Segments {
		if seg.Life == mem.FinalizeOnly && !s.is("finalize-only stays") {
			once = append(once, seg)
		} else {
			in.keep = append(in.keep, seg)
		}
	}
	s.free(once)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.is("same id") || s.last == 0 {
		s.last++
	}
	in.id = s.last
	s.inits = append(s.inits, in)
	return in.id, nil
}

// take checks a segment and takes its units.
func (s *sim) take(seg *mem.Segment) error {
	bad := &mem.RangeError{Op: "initialize", Addr: seg.Addr, Size: seg.Size}
	r, off, err := s.room(seg.Addr, seg.Size)
	switch {
	case err != nil:
		return err
	case seg.Kind < objfmt.KindCode || seg.Kind > objfmt.KindWritable, seg.Life > mem.FinalizeOnly, uint64(len(seg.Mem)) > seg.Size:
		return bad
	case len(seg.Mem) > 0 && &seg.Mem[0] != &r.mem[off] && !s.is("contents elsewhere"):
		return bad
	case r.all(off, seg.Size, simReady):
	case s.is("not prepared") && r.all(off, seg.Size, simReady, simFree):
	case s.is("overlap") && r.all(off, seg.Size, simReady, simTaken):
	default:
		return bad
	}
	mixed := false
	r.pages(off, seg.Size, func(page uint64) {
		if r.kinds[page] != seg.Kind && !r.all(page*simPage, simPage, simFree, simReady) {
			mixed = true
		}
	})
	if mixed && !s.is("mixed page") && !s.is("overlap") {
		return bad
	}
	r.set(off, seg.Size, simTaken)
	r.pages(off, seg.Size, func(page uint64) { r.kinds[page] = seg.Kind })
	return nil
}

// show gives a segment its permissions.
func (s *sim) show(seg *mem.Segment) {
	r, off, _ := s.room(seg.Addr, seg.Size)
	r.pages(off, seg.Size, func(page uint64) {
		r.perms[page] = seg.Kind
		r.used[page] = r.used[page] || page <= (off+uint64(len(seg.Mem)))/simPage && len(seg.Mem) > 0
	})
	switch {
	case s.is("lost byte") && len(seg.Mem) > 4096:
		seg.Mem[len(seg.Mem)-1]++
	case s.is("wrong place") && off > 0 && off%simPage == s.unit:
		copy(r.mem[off:], r.mem[off+1:])
	case s.is("dirty tail") && uint64(len(seg.Mem)) < seg.Size:
		r.mem[off+seg.Size-1] = 1
	}
}

func (s *sim) finalize(ctx context.Context, actions []mem.Action) error {
	order := make([]int, len(actions))
	for i := range order {
		order[i] = i
	}
	if s.is("finalize order") {
		slices.Reverse(order)
	}
	for _, i := range order {
		if err := s.do(ctx, actions[i].Finalize); err != nil {
			err := &mem.ActionError{Index: i, Call: actions[i].Finalize, Err: err}
			done := actions[:i]
			switch {
			case s.is("no undo"):
				done = nil
			case s.is("undo failed"):
				done = actions[:i+1]
			case s.is("undo first"):
				done = actions[:min(i, 1)]
			case s.is("wrong index"):
				err.Index++
			case s.is("untyped"):
				return errors.New("an action failed")
			}
			_ = s.dealloc(ctx, done)
			return err
		}
	}
	return nil
}

func (s *sim) dealloc(ctx context.Context, actions []mem.Action) error {
	var errs error
	for k := range actions {
		i := len(actions) - 1 - k
		if s.is("dealloc forward") {
			i = k
		}
		if err := s.do(ctx, actions[i].Dealloc); err != nil {
			errs = errors.Join(errs, &mem.ActionError{Index: i, Call: actions[i].Dealloc, Dealloc: true, Err: err})
			if s.is("dealloc stops") {
				break
			}
		}
	}
	if s.is("dealloc silent") {
		return nil
	}
	return errs
}

func (s *sim) do(ctx context.Context, c mem.Call) error {
	if c.Addr == 0 {
		return nil
	}
	if s.is("five arguments") && len(c.Args) > 5 {
		c.Args = c.Args[:5]
	}
	run := s.runner
	if run == nil {
		run = func(c mem.Call) (int, error) { return s.call(ctx, c) }
	}
	n, err := run(c)
	if err == nil && n != 0 {
		err = fmt.Errorf("%d", n)
	}
	if s.is("positive is fine") && n > 0 {
		return nil
	}
	return err
}

// free gives segments back.
func (s *sim) free(segs []mem.Segment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range segs {
		r, off, err := s.room(segs[i].Addr, segs[i].Size)
		if err != nil {
			continue
		}
		r.set(off, segs[i].Size, simFree)
		r.pages(off, segs[i].Size, func(page uint64) {
			if !r.all(page*simPage, simPage, simFree, simReady) {
				if s.is("frees neighbours") {
					clear(r.mem[page*simPage : page*simPage+simPage])
				}
				return
			}
			if !s.is("stays in memory") {
				r.used[page] = false
			}
		})
		if s.is("leaks mappings") {
			s.maps++
		}
	}
}

func (s *sim) Deinitialize(ctx context.Context, ids ...mem.InitID) error {
	var errs error
	var list []*simInit
	s.mu.Lock()
	for _, id := range ids {
		i := slices.IndexFunc(s.inits, func(in *simInit) bool { return in.id == id })
		if i < 0 {
			if !s.is("unknown is fine") {
				errs = errors.Join(errs, &mem.IDError{ID: id})
			}
			if s.is("unknown stops") {
				break
			}
			continue
		}
		list = append(list, s.inits[i])
		s.inits = slices.Delete(s.inits, i, i+1)
	}
	s.mu.Unlock()
	if !s.is("ids forward") {
		slices.Reverse(list)
	}
	return errors.Join(errs, s.end(ctx, list))
}

func (s *sim) end(ctx context.Context, list []*simInit) error {
	var errs error
	for _, in := range list {
		err := s.dealloc(ctx, in.actions)
		errs = errors.Join(errs, err)
		if err != nil && s.is("failed dealloc keeps") {
			continue
		}
		s.free(in.keep)
	}
	return errs
}

func (s *sim) Release(ctx context.Context, bases ...uint64) error {
	var errs error
	s.mu.Lock()
	var gone []*simRoom
	for _, base := range bases {
		i := slices.IndexFunc(s.rooms, func(r *simRoom) bool { return r.base == base })
		if i < 0 || slices.Contains(gone, s.rooms[i]) {
			if !s.is("release of nothing") {
				errs = errors.Join(errs, &mem.RangeError{Op: "release", Addr: base})
			}
			continue
		}
		gone = append(gone, s.rooms[i])
	}
	in := func(seg mem.Segment) bool {
		r, _, err := s.room(seg.Addr, seg.Size)
		return err == nil && slices.Contains(gone, r)
	}
	var list []*simInit
	s.inits = slices.DeleteFunc(s.inits, func(i *simInit) bool {
		hit := slices.ContainsFunc(i.keep, in)
		if hit && !s.is("release without dealloc") {
			list = append(list, i)
		}
		return hit && !s.is("release keeps inits")
	})
	s.mu.Unlock()
	slices.SortFunc(list, func(a, b *simInit) int { return cmp.Compare(b.id, a.id) })
	if s.is("release order") {
		slices.Reverse(list)
	}
	errs = errors.Join(errs, s.end(ctx, list))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.is("release keeps") {
		return errs
	}
	s.rooms = slices.DeleteFunc(s.rooms, func(r *simRoom) bool { return slices.Contains(gone, r) })
	return errs
}

// read implements Target.Read.
func (s *sim) read(_ context.Context, addr uint64, n int) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rooms {
		off := addr - r.base
		if addr < r.base || off >= uint64(len(r.mem)) || n > len(r.mem)-int(off) {
			continue
		}
		for page := off / simPage; page <= (off+uint64(n)-1)/simPage; page++ {
			if r.perms[page] == objfmt.KindNone {
				return nil, errors.New("not accessible")
			}
		}
		return slices.Clone(r.mem[off : off+uint64(n)]), nil
	}
	return nil, errors.New("not mapped")
}

// mappings implements Target.Maps.
func (s *sim) mappings(context.Context) ([]Mapping, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Mapping
	for _, r := range s.rooms {
		for page, kind := range r.perms {
			if kind == objfmt.KindNone {
				continue
			}
			lo := r.base + uint64(page)*simPage
			m := Mapping{lo, lo + simPage, true, kind == objfmt.KindWritable, kind == objfmt.KindCode}
			switch {
			case s.is("writable code"):
				m.Write = m.Write || m.Exec
			case s.is("code cannot run"):
				m.Exec = false
			case s.is("writable constants"):
				m.Write = m.Write || !m.Exec
			case s.is("constants run"):
				m.Exec = !m.Write
			case s.is("data read-only"):
				m.Write = false
			}
			if k := len(list) - 1; k >= 0 && list[k].Hi == m.Lo && list[k].String() == m.String() {
				list[k].Hi = m.Hi
			} else {
				list = append(list, m)
			}
		}
	}
	for i := range s.maps {
		list = append(list, Mapping{Lo: 1<<40 + uint64(i), Hi: 1<<40 + uint64(i) + 1})
	}
	return list, nil
}

func (s *sim) resident(_ context.Context, addr, _ uint64) (sum uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, _, err := s.room(addr, 1)
	if err != nil {
		return 0, err
	}
	for _, used := range r.used {
		if used {
			sum += simPage
		}
	}
	return sum, nil
}

// call implements Target.Call: it knows the tests' functions by their bytes.
func (s *sim) call(_ context.Context, c mem.Call) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, off, err := s.room(c.Addr, 1)
	if err != nil {
		return 0, err
	}
	text := r.mem[off:min(off+64, uint64(len(r.mem)))]
	if s.is("old code") { // as from an instruction cache
		if s.stale[c.Addr] == nil {
			s.stale[c.Addr] = slices.Clone(text)
		}
		text = s.stale[c.Addr]
	}
	if r.perms[off/simPage] != objfmt.KindCode {
		return 0, errors.New("no code")
	}
	m := machines["x86_64"]
	has := func(hex string) bool { return strings.HasPrefix(string(text), string(code(hex))) }
	args := append(slices.Clone(c.Args), make([]uint64, mem.MaxArgs)...)
	word := func(i uint64) []byte {
		r, off, err := s.room(args[0]&^(s.unit-1), 1)
		if err != nil {
			return make([]byte, 4)
		}
		return r.mem[off+args[0]%s.unit+4*i:][:4]
	}
	le := binary.LittleEndian
	switch {
	case has(m.record):
		n := le.Uint32(word(0)) + 1
		le.PutUint32(word(0), n)
		le.PutUint32(word(uint64(n)), uint32(args[1]))
		return int(int32(args[2])), nil
	case has(m.spread):
		for i := range uint64(5) {
			le.PutUint32(word(i), uint32(args[i+1]))
		}
		return 0, nil
	case has(m.fork):
		if s.is("shares data") { // with its children
			le.PutUint32(word(0), 9)
		}
		return int(int32(le.Uint32(word(0)))), nil
	case text[0] == m.constant(0)[0]:
		return int(int32(le.Uint32(text[1:]))), nil
	}
	return 0, fmt.Errorf("unknown code % x", text[:8])
}

// target is the sim as a target.
func (s *sim) target() Target {
	return Target{
		Mapper: s, Triple: triple.Triple{Arch: triple.X86_64, OS: triple.Linux},
		Call: s.call, Read: s.read, Maps: s.mappings, Resident: s.resident,
	}
}
