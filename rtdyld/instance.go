package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

const (
	// instanceUnit is what the parts of instances begin at, in bytes: what compilers align functions to.
	instanceUnit = 16
	// stripBytes is how much code a strip of open memory has at most, and firstMembers how many instances the first one has.
	stripBytes   = 1 << 20
	firstMembers = 16
	// idleBytes is how much code may lie idle besides as much as is, or was lately, in use.
	idleBytes = 256 << 10
)

// strip is memory for some instances of a template, which lie in a row in each part, a cell each, and for what they share.
type strip struct {
	t     *Template
	alloc Allocation
	parts [objfmt.NumKinds]Block // of the first instance, or of all
	addr  []uint64               // the table of addresses
	env   reloc.Env
	cells []uint32 // that are free; the last one is used first
	used  []uint64 // a bit a cell
	live  int
	n     int
}

// Instance is a copy of a template's object in memory, with values for its holes. It is small and may be copied: what has been released must not
// be used any more.
type Instance struct {
	s  *strip
	no uint32
}

// Instantiate makes one instance, with a value for each of the template's holes, in their order, then for each of its continuations. It allocates nothing where there is a free cell in
// Open memory. Errors are a *reloc.RangeError for a value that does not fit, what the memory manager returned, and match ErrClosed.
func (t *Template) Instantiate(ctx context.Context, values ...uint64) (Instance, error) {
	var one [1]Instance
	err := t.InstantiateAll(ctx, values, one[:])
	return one[0], err
}

// InstantiateAll makes len(out) instances: values has those of the first one, then those of the next. After an error there is none of them.
func (t *Template) InstantiateAll(ctx context.Context, values []uint64, out []Instance) error {
	if t.cfg.Memory == nil {
		return fmt.Errorf("%s: rtdyld: TemplateConfig.Memory is required for instances", texts.Name(t.obj.name))
	}
	holes := t.values()
	if len(values) != holes*len(out) {
		return fmt.Errorf("%s: %d values for %d instances with %d holes", texts.Name(t.obj.name), len(values), len(out), holes)
	}
	var own *strip // without Open memory
	made, err := 0, error(nil)
	for {
		made, err = t.fillCells(own, values, out, made)
		if err != nil || made == len(out) {
			break
		}
		if own, err = t.grow(ctx, len(out)-made); err != nil {
			break
		}
	}
	if err == nil && made > 0 {
		err = t.publish(ctx, out)
	}
	if err != nil {
		err = errors.Join(err, t.takeBack(ctx, out[:made]))
		if own != nil && made == 0 { // the template was closed meanwhile: nobody has it
			err = errors.Join(err, own.release(ctx))
		}
	}
	return err
}

// fillCells makes instances from out[made] on where there is room: in the strip own, if it is not nil. It returns how many are made.
func (t *Template) fillCells(own *strip, values []uint64, out []Instance, made int) (int, error) {
	holes := t.values()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return made, ErrClosed
	}
	for made < len(out) {
		s := own
		if n := len(t.strips); own == nil && n > 0 {
			s = t.strips[n-1]
		}
		if s == nil || len(s.cells) == 0 {
			break
		}
		n, err := s.fillCells(values[made*holes:], out[made:])
		if made += n; err != nil {
			return made, err
		}
	}
	return made, nil
}

// fillCells makes instances in the strip's free cells. It returns how many cells are taken: the last of them has no instance if there is an error.
func (s *strip) fillCells(values []uint64, out []Instance) (n int, err error) {
	holes := s.t.values()
	left := s.cells
	for n < len(out) && len(left) > 0 && err == nil {
		no := left[len(left)-1]
		left = left[:len(left)-1]
		s.used[no/64] |= 1 << (no % 64)
		out[n] = Instance{s, no}
		err = s.write(no, values[n*holes:][:holes])
		n++
	}
	s.cells = left
	s.taken(n)
	return n, err
}

// grow gets a strip for more instances; own is that if nobody else may use it.
func (t *Template) grow(ctx context.Context, more int) (own *strip, err error) {
	n := more
	if t.cfg.Open {
		t.mu.Lock()
		n = max(n, t.live, firstMembers)
		t.mu.Unlock()
		n = min(n, max(stripBytes/t.stride(), 1))
	}
	s, err := t.newStrip(ctx, n)
	if err != nil || !t.cfg.Open {
		return s, err
	}
	t.mu.Lock()
	closed := t.closed
	if !closed {
		t.strips = append(t.strips, s)
		t.idle += s.n
	}
	t.mu.Unlock()
	if closed {
		err = errors.Join(ErrClosed, s.release(ctx))
	}
	return nil, err
}

// publish lets instances run.
func (t *Template) publish(ctx context.Context, out []Instance) error {
	if !t.cfg.Open {
		if a := out[0].s.alloc; a != nil {
			if err := a.Finalize(ctx); err != nil {
				return fmt.Errorf("%s: %w", texts.Name(t.obj.name), err)
			}
		}
		return nil
	}
	if t.cfg.Publish == nil {
		return nil
	}
	size := uint64(len(t.parts[objfmt.KindCode].master))
	for i := range out {
		if err := t.cfg.Publish(out[i].Addr(), size); err != nil {
			return fmt.Errorf("%s: %w", texts.Name(t.obj.name), err)
		}
	}
	return nil
}

// takeBack releases instances of a call that failed.
func (t *Template) takeBack(ctx context.Context, out []Instance) (errs error) {
	for i := range out {
		errs = errors.Join(errs, out[i].Release(ctx))
		out[i] = Instance{}
	}
	return errs
}

// newStrip gets memory for n instances and fills in what they share.
func (t *Template) newStrip(ctx context.Context, n int) (*strip, error) {
	s := &strip{t: t, n: n, cells: make([]uint32, n), used: make([]uint64, (n+63)/64), addr: slices.Clone(t.addr)}
	for i := range s.cells {
		s.cells[i] = uint32(n - 1 - i)
	}
	s.env = t.env(s.addr)
	var reqs []Request
	ask := func(kind objfmt.Kind, size, align uint64) {
		reqs = append(reqs, Request{Kind: kind, Size: size, Align: align, Object: t.obj.name, Image: t.obj.img()})
	}
	for k := range t.parts {
		p := &t.parts[k]
		switch {
		case len(p.master) == 0:
		case p.own:
			ask(objfmt.Kind(k), p.stride*uint64(n), max(p.align, instanceUnit))
		default:
			ask(objfmt.Kind(k), uint64(len(p.master)), p.align)
		}
	}
	arch := t.obj.table.Arch
	if len(t.stubs) > 0 {
		ask(objfmt.KindCode, t.obj.plan.StubSize, max(arch.StubAlign, 1))
		ask(objfmt.KindReadOnly, arch.PtrSize*uint64(len(t.stubs)), arch.PtrSize)
	}
	if len(reqs) == 0 {
		return s, nil
	}
	var err error
	if s.alloc, err = t.cfg.Memory.Allocate(ctx, reqs); err != nil {
		return nil, fmt.Errorf("allocate memory for instances of %s: %w", texts.Name(t.obj.name), err)
	}
	if err = s.fill(ctx, reqs); err != nil {
		return nil, errors.Join(err, s.alloc.Release(context.WithoutCancel(ctx)))
	}
	return s, nil
}

// fill writes what the instances of a strip share.
func (s *strip) fill(ctx context.Context, reqs []Request) error {
	t := s.t
	blocks := s.alloc.Blocks()
	if err := checkBlocks(ctx, reqs, blocks); err != nil {
		return err
	}
	s.show(blocks)
	ro := &t.parts[objfmt.KindReadOnly]
	for _, p := range t.located {
		if !t.parts[p.kind].own {
			s.addr[p.at] = s.parts[p.kind].Addr + p.off
		}
	}
	if len(t.stubs) > 0 {
		all, code, words := &s.parts[objfmt.KindCode], &blocks[len(blocks)-2], &blocks[len(blocks)-1]
		m := stubs.Memory{Stubs: stubs.Area{Mem: code.Mem, Addr: code.Addr}, GOT: stubs.Area{Mem: words.Mem, Addr: words.Addr}, Lo: all.Addr, Hi: all.Addr + uint64(len(all.Mem))}
		if err := t.obj.plan.WriteStubs(m, t.stubs, s.addr); err != nil {
			return t.obj.planError(err)
		}
	}
	if !ro.own && len(ro.master) > 0 {
		if err := t.constants(&s.env, s.parts[objfmt.KindReadOnly]); err != nil {
			return err
		}
	}
	if !t.cfg.Open {
		return nil
	}
	if err := s.alloc.Finalize(ctx); err != nil {
		return fmt.Errorf("%s: %w", texts.Name(t.obj.name), err)
	}
	s.show(s.alloc.Blocks()) // writable memory may have moved
	return nil
}

// constants writes those that instances share, with the addresses of env.
func (t *Template) constants(env *reloc.Env, at Block) error {
	copy(at.Mem, t.parts[objfmt.KindReadOnly].master)
	env.Base = t.base(env.Addr)
	for _, w := range t.shared {
		t.putWord(at.Mem, w, env.Addr)
	}
	for i := range t.runs {
		if r := &t.runs[i]; len(r.strip) > 0 {
			c := r.contents(at.Mem, at.Addr)
			if k, v, why := env.Apply(&c, r.strip); why != reloc.OK {
				return t.obj.fault(r.sec, &r.strip[k], why, v)
			}
		}
	}
	return nil
}

// show takes note of where the parts are.
func (s *strip) show(blocks []Block) {
	i := 0
	for k := range s.t.parts {
		if len(s.t.parts[k].master) > 0 {
			s.parts[k] = blocks[i]
			i++
		}
	}
}

// taken takes note of n cells that are not free any more.
func (s *strip) taken(n int) {
	s.live += n
	s.t.live += n
	if s.t.cfg.Open {
		s.t.demand.take(n, s.t.live)
		if s.t.idle -= n; len(s.cells) == 0 {
			s.t.remove(s)
		}
	}
}

// write copies and patches an instance.
func (s *strip) write(no uint32, values []uint64) error {
	t := s.t
	for i := range t.holes {
		h := &t.holes[i]
		s.addr[h.at] = values[h.value]
	}
	if t.simple {
		p, b := &t.parts[objfmt.KindCode], &s.parts[objfmt.KindCode]
		off := uint64(no) * p.stride
		code := b.Mem[off:][:len(p.master)]
		copy(code, p.master)
		if at, list := b.Addr+off, t.patches[objfmt.KindCode].list; s.env.Patch(code, at, list) < len(list) {
			return t.patch(&s.env, objfmt.KindCode, &Block{Mem: code, Addr: at}, false)
		}
		return nil
	}
	var at [objfmt.NumKinds]Block
	for k := range t.parts {
		p, b := &t.parts[k], &s.parts[k]
		at[k] = *b
		if p.own && len(p.master) > 0 {
			off := uint64(no) * p.stride
			at[k] = Block{Mem: b.Mem[off:][:len(p.master)], Addr: b.Addr + off}
			copy(at[k].Mem, p.master)
		}
	}
	for i := range t.moving {
		p := &t.moving[i]
		s.addr[p.at] = at[p.kind].Addr + p.off
	}
	return t.fields(&s.env, &at, false)
}

// fields writes the fields of an instance, whose parts are at, with the addresses of env: without its tail if that is dropped.
func (t *Template) fields(env *reloc.Env, at *[objfmt.NumKinds]Block, dropped bool) error {
	for k := range t.patches {
		if len(t.patches[k].list) > 0 {
			if err := t.patch(env, objfmt.Kind(k), &at[k], dropped); err != nil {
				return err
			}
		}
	}
	if len(t.runs) == 0 {
		return nil
	}
	env.Base = t.base(env.Addr)
	if t.joint {
		env.Joints.Begin()
	}
	for i := range t.runs {
		r := &t.runs[i]
		records := r.records
		if r.tail && dropped {
			records = records[:len(records)-1]
		}
		if len(records) == 0 {
			continue
		}
		c := r.contents(at[r.kind].Mem, at[r.kind].Addr)
		if k, v, why := env.Apply(&c, records); why != reloc.OK {
			return t.obj.fault(r.sec, &records[k], why, v)
		}
	}
	if !t.joint {
		return nil
	}
	id, rec, v, why, err := env.Finish(context.Background())
	if err == nil && why != reloc.OK {
		err = t.obj.fault(id, &rec, why, v)
	}
	return err
}

// addr is the target address of a part of an instance.
func (in Instance) addr(kind objfmt.Kind) uint64 {
	p := &in.s.t.parts[kind]
	if !p.own {
		return in.s.parts[kind].Addr
	}
	return in.s.parts[kind].Addr + uint64(in.no)*p.stride
}

// Addr is the target address of the instance's code: its first byte.
func (in Instance) Addr() uint64 { return in.addr(objfmt.KindCode) }

// Code is the instance's code, where it is written, and must not be: the memory is the manager's, and another's after Release.
func (in Instance) Code() []byte {
	p, b := &in.s.t.parts[objfmt.KindCode], &in.s.parts[objfmt.KindCode]
	return b.Mem[uint64(in.no)*p.stride:][:len(p.master):len(p.master)]
}

// Symbol returns the target address of a global symbol that the template's object defines; false if it has none of that name.
func (in Instance) Symbol(name string) (addr uint64, ok bool) {
	shown := in.s.t.shown
	i, ok := slices.BinarySearchFunc(shown, name, func(d def, name string) int { return strings.Compare(d.name, name) })
	if !ok {
		return 0, false
	}
	return in.addr(shown[i].kind) + shown[i].off, true
}

// Release gives the instance's memory back: its code must not run, or be referred to, any more. The error is ErrUnloaded for an instance that is released already
// and whose cell no other one has yet, and what the memory manager returned.
func (in Instance) Release(ctx context.Context) error {
	if in.s == nil {
		return ErrUnloaded
	}
	gone, ok := in.give()
	if !ok {
		return ErrUnloaded
	}
	if gone == nil {
		return nil
	}
	return gone.release(ctx)
}

// ReleaseAll releases instances of one template, and zeroes them. The error is that of the first that fails; the others are released.
func ReleaseAll(ctx context.Context, all []Instance) (err error) {
	for len(all) > 0 && all[0].s != nil {
		var gone *strip
		var ok bool
		t := all[0].s.t
		t.mu.Lock()
		for len(all) > 0 && gone == nil && all[0].s != nil && all[0].s.t == t {
			if gone, ok = all[0].free(); !ok && err == nil {
				err = ErrUnloaded
			}
			all[0] = Instance{}
			all = all[1:]
		}
		t.mu.Unlock()
		if gone != nil {
			err = errors.Join(err, gone.release(ctx))
		}
	}
	return err
}

// give gives the instance's cell back; gone is its strip if that is of no use any more. It is false if the cell is free.
func (in Instance) give() (gone *strip, ok bool) {
	in.s.t.mu.Lock()
	defer in.s.t.mu.Unlock()
	return in.free()
}

// free is give with the lock.
func (in Instance) free() (gone *strip, ok bool) {
	s, t := in.s, in.s.t
	bit := uint64(1) << (in.no % 64)
	if s.used[in.no/64]&bit == 0 {
		return nil, false
	}
	s.used[in.no/64] &^= bit
	s.live--
	t.live--
	if t.cfg.Open {
		if s.cells = append(s.cells, in.no); len(s.cells) == 1 {
			t.strips = append(t.strips, s)
		}
		t.idle++
		if s.live > 0 || t.idle-s.n < t.demand.idle(t.live, idleBytes/t.stride()) {
			return nil, true
		}
		t.remove(s)
		t.idle -= s.n
	}
	if s.live > 0 {
		return nil, true
	}
	return s, true
}

// stride is how many bytes of code an instance takes.
func (t *Template) stride() int { return int(max(t.parts[objfmt.KindCode].stride, instanceUnit)) }

// remove takes a strip out of those that have a free cell.
func (t *Template) remove(s *strip) {
	if i := slices.Index(t.strips, s); i >= 0 {
		t.strips = slices.Delete(t.strips, i, i+1)
	}
}

// release gives the memory back.
func (s *strip) release(ctx context.Context) error {
	if s.alloc == nil {
		return nil
	}
	return s.alloc.Release(context.WithoutCancel(ctx))
}

// Close is [Template.CloseContext] without a limit.
func (t *Template) Close() error { return t.CloseContext(context.Background()) }

// CloseContext gives back what the template holds for instances to come. While instances live it does nothing, and its error matches ErrInUse. Closing
// twice does nothing.
func (t *Template) CloseContext(ctx context.Context) error {
	t.mu.Lock()
	if t.live > 0 {
		t.mu.Unlock()
		return fmt.Errorf("%s: %d instances: %w", texts.Name(t.obj.name), t.live, ErrInUse)
	}
	left, again := t.strips, t.closed
	t.strips, t.closed = nil, true
	t.mu.Unlock()
	if again {
		return nil
	}
	var errs error
	for _, s := range left {
		errs = errors.Join(errs, s.release(ctx))
	}
	return errors.Join(errs, t.obj.l.CloseContext(ctx))
}

// Constants is the target address of the read-only memory that the instance refers to, its own or the strip's; 0 if there is none.
func (in Instance) Constants() uint64 { return in.addr(objfmt.KindReadOnly) }
