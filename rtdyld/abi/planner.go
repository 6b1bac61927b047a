package abi

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Plan says where the convention has arguments and result of a function. It fails with a *SignatureError that
// names parameter and field for what cannot be passed by value (an array, an incomplete type, a struct that
// ends in a flexible array), what the convention has no rule for, and what is more than it has room for.
func (c *Convention) Plan(fn *ctype.Func) (*Plan, error) {
	p := &planner{c: c, plan: &Plan{Convention: c, Func: fn, Params: make([]Arg, len(fn.Params))}, base: fn.Variadic}
	fail := func(param int, e *planError) (*Plan, error) {
		return nil, &SignatureError{Type: fn.String(), Param: param, Field: e.field, Msg: e.msg}
	}
	if c.rules == nil {
		return fail(-1, &planError{msg: "nothing but numbers and pointers can be passed by " + c.Name})
	}
	rules := c.rules(p)
	if fn.HasResult() {
		p.plan.Result.Type = fn.Result
		if err := byValue(fn.Result); err != nil {
			return fail(-1, err)
		}
		if err := rules.result(fn.Result, &p.plan.Result); err != nil {
			return fail(-1, err)
		}
	}
	for i, param := range fn.Params {
		p.listed = fn.Variadic && i >= fn.Fixed
		p.plan.Params[i].Type = param.Type
		err := byValue(param.Type)
		if err == nil && p.listed {
			err = promoted(param.Type)
		}
		if err == nil {
			err = rules.param(param.Type, &p.plan.Params[i])
		}
		if err == nil && p.stack > uint64(min(c.MaxStack, maxStack)*c.word()) {
			err = &planError{msg: fmt.Sprintf("more than %d words on the stack (%s)", min(c.MaxStack, maxStack), c.Name)}
		}
		if err != nil {
			return fail(i, err)
		}
	}
	p.finish()
	return p.plan, nil
}

// rules are those of a convention for one function.
type rules interface {
	// result comes before all parameters.
	result(t *ctype.Type, a *Arg) *planError
	param(t *ctype.Type, a *Arg) *planError
}

// planner is the state that the rules of all conventions have.
type planner struct {
	c      *Convention
	plan   *Plan
	ints   int    // general registers that are used or skipped
	vecs   int    // vector registers, where those are taken in order
	stack  uint64 // bytes
	base   bool   // the function is variadic
	listed bool   // the parameter is one of those that "..." stands for
}

// planError is what a SignatureError says of one parameter.
type planError struct{ field, msg string }

// byValue refuses what no convention passes by value.
func byValue(t *ctype.Type) *planError {
	switch {
	case t == nil || t.Kind == ctype.Void:
		return &planError{msg: "void is no parameter"}
	case t.Kind == ctype.Array:
		return &planError{msg: t.String() + " cannot be passed by value: C passes the address of an array"}
	case t.Kind == ctype.Function:
		return &planError{msg: "a function cannot be passed by value: C passes its address"}
	case t.Align&(t.Align-1) != 0 || t.Size >= 1<<31:
		return &planError{msg: t.String() + " has no size or alignment that C has"}
	}
	return complete(t, "", 0)
}

// maxDepth bounds how deep structs may be in structs, for types that contain themselves.
const maxDepth = 64

// complete refuses types of which a part is not known.
func complete(t *ctype.Type, path string, depth int) *planError {
	fail := func(msg string) *planError { return &planError{path, msg} }
	switch {
	case t == nil || t.Kind == ctype.Void || t.Kind == ctype.Function:
		return fail("is no type of a value")
	case depth > maxDepth:
		return fail("is nested too deep")
	case t.Opaque:
		return fail(t.String() + " is incomplete: its size is not known")
	case t.Flexible:
		name := "its end"
		if n := len(t.Fields); n > 0 {
			name = t.Fields[n-1].Name
		}
		return fail(t.String() + " ends in a flexible array, " + name + ", whose length nobody knows")
	}
	switch t.Kind {
	case ctype.Array, ctype.Vector, ctype.Complex:
		if t.Elem == nil || t.Kind != ctype.Array && t.Elem.Kind > ctype.Float {
			return fail("has elements of no type")
		}
		if t.Kind == ctype.Complex && t.Size != 2*t.Elem.Size || t.Kind != ctype.Complex && (t.Elem.Size >= 1<<31 || t.Len >= 1<<31 || t.Size != t.Len*t.Elem.Size) {
			return fail("has a size that is not that of its elements")
		}
		return complete(t.Elem, path, depth+1)
	}
	for _, f := range t.Fields {
		at := f.Name
		if path != "" {
			at = path + "." + at
		}
		if err := complete(f.Type, at, depth+1); err != nil {
			return err
		}
		if f.BitSize == 0 && (f.Offset > t.Size || f.Type.Size > t.Size-f.Offset) || f.Offset*8+uint64(f.BitOffset)+uint64(f.BitSize) > t.Size*8 {
			return &planError{at, "lies beyond the end of " + t.String()}
		}
	}
	return nil
}

// promoted refuses what C does not pass for "...".
func promoted(t *ctype.Type) *planError {
	switch {
	case t.Kind == ctype.Float && t.Format == ctype.Binary32:
		return &planError{msg: "float is passed for \"...\" as a double"}
	case t.Kind <= ctype.Uint && t.Size < 4:
		return &planError{msg: t.String() + " is passed for \"...\" as an int"}
	}
	return nil
}

// noRule is the error for a type that the convention says nothing about.
func (p *planner) noRule(t *ctype.Type) *planError {
	return &planError{msg: fmt.Sprintf("%v of %d bytes: %s has no rule for it that compilers agree on", t, t.Size, p.c.Name)}
}

// up rounds up to a multiple of n, a power of 2.
func up(v, n uint64) uint64 { return (v + n - 1) &^ (n - 1) }

// extendOf says how a type fills a word.
func extendOf(t *ctype.Type) Extend {
	if t.Kind == ctype.Enum && t.Elem != nil {
		t = t.Elem
	}
	switch t.Kind {
	case ctype.Bool:
		return ExtendBool
	case ctype.Int:
		return ExtendSign
	case ctype.Uint, ctype.Enum, ctype.Pointer:
		return ExtendZero
	}
	return ExtendNone
}

// scalar reports a type that is an integer or an address.
func integral(t *ctype.Type) bool {
	switch t.Kind {
	case ctype.Bool, ctype.Int, ctype.Uint, ctype.Enum, ctype.Pointer:
		return true
	}
	return false
}

// composite reports a struct or a union.
func composite(t *ctype.Type) bool { return t.Kind == ctype.Struct || t.Kind == ctype.Union }

// onStack appends the value to the stack, whole, at a multiple of align.
func (p *planner) onStack(t *ctype.Type, a *Arg, align uint64) {
	word := uint64(p.c.word())
	p.stack = up(p.stack, max(align, word))
	a.Moves = append(a.Moves, Move{In: InStack, Extend: extendOf(t), Size: uint32(t.Size), Stack: uint32(p.stack)})
	p.stack += up(t.Size, word)
}

// inInts has the bytes of a value from off on, size of them, in n general registers from r on.
func (p *planner) inInts(t *ctype.Type, a *Arg, r int, off, size uint64) {
	word := uint64(p.c.word())
	for size > 0 {
		n := min(size, word)
		a.Moves = append(a.Moves, Move{In: InInt, Extend: extendOf(t), Reg: uint8(r), Size: uint32(n), Offset: uint32(off)})
		r, off, size = r+1, off+n, size-n
	}
}

// address gives an Arg the moves of an address that an integer parameter would have.
func (p *planner) address(a *Arg, rules rules, t *ctype.Type, align uint64) *planError {
	a.Indirect, a.Align = true, int(max(align, t.Align, 1))
	word := uint64(p.c.word())
	return rules.param(&ctype.Type{Kind: ctype.Pointer, Size: word, Align: word}, a)
}

// finish counts.
func (p *planner) finish() {
	p.plan.Stack = int(up(p.stack, uint64(p.c.word())))
	see := func(a *Arg) {
		for _, m := range a.Moves {
			if m.In == InVec {
				p.plan.VecSize = max(p.plan.VecSize, int(m.Size))
			}
		}
	}
	for i := range p.plan.Params {
		see(&p.plan.Params[i])
	}
	see(&p.plan.Result)
}
