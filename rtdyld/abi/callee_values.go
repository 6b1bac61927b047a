package abi

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Received is what a function of a [Callee] is called with that takes and returns values as bytes: Args has the address of each
// argument, Result that of memory for the result, nil if there is none. Both are the function's until it returns, and the memory of
// arguments is its own to write to. Alignment is that of C, and memory for the result is zero but where C makes it.
type Received struct {
	Context context.Context // that of Callee.Call
	Args    []unsafe.Pointer
	Result  unsafe.Pointer
}

// NewCalleeAs prepares a Go function for calls as a C function of a C type: whatever [Convention.Plan] has rules for,
// structs by value among it. Calls allocate nothing. It fails as Plan does, and with an
// *[UnsupportedError] for vectors of MMX and those that this processor lacks the registers for.
func NewCalleeAs(conv *Convention, sig *ctype.Func, fn func(*Received)) (*Callee, error) {
	v, err := newReceiver(conv, sig)
	if err != nil {
		return nil, err
	}
	v.fn = fn
	return &Callee{run: receives, conv: conv, values: v}, nil
}

// receiver is how values are taken from what was saved, and the result put there.
type receiver struct {
	fn     func(*Received)
	conv   *Convention
	plan   *Plan
	at     []int  // of each argument in memory, -1: it is where C has it
	room   int    // bytes for all, and for the result
	result int    // where that is
	align  uint64 // of all
	wide   int    // what Callee.Wide says
	unused sync.Pool
}

// received is the memory of a call.
type received struct {
	Received
	memory []byte
}

func newReceiver(conv *Convention, sig *ctype.Func) (*receiver, error) {
	plan, err := conv.Plan(sig)
	if err != nil {
		return nil, err
	}
	r := &receiver{conv: conv, plan: plan, at: make([]int, len(plan.Params)), align: 16}
	if plan.VecSize > 16 {
		if err := wideVectors(plan.VecSize); err != nil {
			return nil, err
		}
		r.wide = 32
		if plan.VecSize > 32 {
			r.wide = 64
		}
	}
	for _, a := range plan.Params {
		r.align = max(r.align, a.Type.Align)
	}
	if t := plan.Result.Type; t != nil {
		r.align = max(r.align, t.Align)
	}
	place := func(size uint64) (at int) {
		at = r.room
		r.room += int(up(size, r.align))
		return at
	}
	for i, a := range plan.Params {
		r.at[i] = -1
		if !a.Indirect {
			r.at[i] = place(a.Type.Size)
		}
		if err := receivable(a.Moves); err != nil {
			return nil, err
		}
	}
	if t := plan.Result.Type; t != nil {
		r.result = place(t.Size)
	}
	if err := receivable(plan.Result.Moves); err != nil {
		return nil, err
	}
	r.unused.New = func() any {
		return &received{Received{Args: make([]unsafe.Pointer, len(plan.Params))}, make([]byte, r.room+int(r.align))}
	}
	return r, nil
}

// receivable refuses what Saved has no room for.
func receivable(moves []Move) error {
	for _, m := range moves {
		if m.In == InMMX {
			return &UnsupportedError{What: fmt.Sprintf("callbacks with vectors of %d bytes in registers", m.Size)}
		}
	}
	return nil
}

// receives calls a function of bytes.
func receives(c *Callee, ctx context.Context, s *Saved) {
	r := c.values
	v := r.take(ctx, s)
	r.fn(&v.Received)
	r.give(v, s)
}

// take has memory with the arguments.
func (r *receiver) take(ctx context.Context, s *Saved) *received {
	v := r.unused.Get().(*received)
	v.Context = ctx
	p := unsafe.Pointer(unsafe.SliceData(v.memory))
	base := unsafe.Add(p, -uintptr(p)&(uintptr(r.align)-1))
	for i := range r.plan.Params {
		a := &r.plan.Params[i]
		if r.at[i] < 0 {
			v.Args[i] = r.address(a.Moves[0], s)
			continue
		}
		to := unsafe.Add(base, r.at[i])
		for j := range a.Moves {
			m := &a.Moves[j]
			move(unsafe.Add(to, m.Offset), r.saved(m, s), uintptr(m.Size))
		}
		v.Args[i] = to
	}
	switch t := r.plan.Result.Type; {
	case t == nil:
	case r.plan.Result.Indirect:
		v.Result = r.address(r.plan.Hidden, s)
	default:
		v.Result = unsafe.Add(base, r.result)
		clear(unsafe.Slice((*byte)(v.Result), t.Size))
	}
	return v
}

// give saves the result, and ends the use of the memory.
func (r *receiver) give(v *received, s *Saved) {
	r.save(v.Result, s)
	v.Context = nil
	r.unused.Put(v)
}

// save saves a result.
func (r *receiver) save(result unsafe.Pointer, s *Saved) {
	if r.plan.Pops != 0 {
		s.Returned |= ReturnedPops
	}
	if r.plan.Result.Indirect {
		if len(r.plan.Result.Moves) > 0 {
			s.Int[0] = uint64(uintptr(result))
		}
		return
	}
	for i := range r.plan.Result.Moves {
		m := &r.plan.Result.Moves[i]
		from := unsafe.Add(result, m.Offset)
		switch m.In {
		case InX87:
			s.x87(m, from)
		case InInt:
			w := uint64(0)
			move(unsafe.Pointer(&w), from, uintptr(m.Size))
			*(*uintptr)(r.saved(m, s)) = uintptr(m.Extend.extend(w, m.Size))
		default:
			if m.Size > 16 {
				s.Returned |= ReturnedWide
			}
			move(r.saved(m, s), from, uintptr(m.Size))
		}
	}
}

// x87 saves a number for st0 or st1.
func (s *Saved) x87(m *Move, from unsafe.Pointer) {
	to := unsafe.Pointer(&s.Vec[m.Reg&1])
	switch m.Size {
	case 4:
		*(*float64)(to) = float64(*(*float32)(from))
		s.Returned |= ReturnedX87
	case 8:
		move(to, from, 8)
		s.Returned |= ReturnedX87
	default:
		move(to, from, 10)
		s.Returned |= ReturnedX87Wide << m.Reg
	}
}

// extend is a number of some bytes as the register of it is.
func (e Extend) extend(w uint64, size uint32) uint64 {
	if size >= 8 {
		return w
	}
	shift := 64 - 8*size
	switch e {
	case ExtendSign:
		return uint64(int64(w<<shift) >> shift)
	case ExtendBool:
		return min(w, 1)
	}
	return w << shift >> shift
}

// saved is where in s, or behind it, a move leads.
func (r *receiver) saved(m *Move, s *Saved) unsafe.Pointer {
	switch {
	case m.In == InInt:
		return unsafe.Add(unsafe.Pointer(&s.Int), int(m.Reg)*r.conv.word())
	case m.In == InVec && r.wide != 0:
		return unsafe.Add(unsafe.Pointer(s), SavedWide+64*int(m.Reg))
	case m.In == InVec:
		return unsafe.Add(unsafe.Pointer(&s.Vec), int(m.Reg)*r.conv.stride(InVec))
	}
	return unsafe.Add(s.Stack, m.Stack)
}

// address is an address that was passed.
func (r *receiver) address(m Move, s *Saved) unsafe.Pointer {
	return *(*unsafe.Pointer)(r.saved(&m, s))
}

// zero saves zero as the result.
func (r *receiver) zero(s *Saved) {
	t := r.plan.Result.Type
	switch {
	case t == nil:
		return
	case r.plan.Result.Indirect:
		to := r.address(r.plan.Hidden, s)
		clear(unsafe.Slice((*byte)(to), t.Size))
		r.save(to, s)
		return
	}
	memory := make([]byte, t.Size+1)
	r.save(unsafe.Pointer(unsafe.SliceData(memory)), s)
}

// byValues prepares a Go function with parameters or a result that are passed by value.
func (c *Callee) byValues(t reflect.Type) error {
	sig, err := c.conv.FuncOf(t)
	if err != nil {
		return err
	}
	if c.values, err = newReceiver(c.conv, sig); err != nil {
		return err
	}
	c.run = reflectsValues
	return nil
}

// reflectsValues calls through reflection a function of values.
func reflectsValues(c *Callee, ctx context.Context, s *Saved) {
	v := c.values.take(ctx, s)
	t := c.value.Type()
	args := make([]reflect.Value, c.first+len(v.Args))
	if c.first != 0 {
		args[0] = reflect.ValueOf(&ctx).Elem()
	}
	for i, p := range v.Args {
		args[c.first+i] = reflect.NewAt(t.In(c.first+i), p).Elem()
	}
	if out := c.value.Call(args); len(out) > 0 {
		reflect.NewAt(t.Out(0), v.Result).Elem().Set(out[0])
	}
	c.values.give(v, s)
}
