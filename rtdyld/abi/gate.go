package abi

import (
	"sync/atomic"
)

// Gate is a [Caller] that can be shut. Functions that are bound through it look at it with each call, at the
// cost of a load, and panic once it is shut.
type Gate struct {
	caller  Caller
	quick   QuickCaller // nil: caller takes a Frame alone
	leaf    *leafCaller // caller, if it is one
	big     bool        // of leaf
	watched bool        // the caller looks at frames where the race detector sees it
	shut    atomic.Bool
	refusal func(name string) error
}

// NewGate makes a gate in front of c. Once it is shut, a call panics with the error that refusal returns for the
// name that the function was given by [Gate.SetFunc], or for an empty one.
func NewGate(c Caller, refusal func(name string) error) *Gate {
	g := &Gate{caller: c, refusal: refusal}
	g.quick, _ = c.(QuickCaller)
	if g.leaf, _ = c.(*leafCaller); g.leaf != nil {
		g.big = g.leaf.big
	}
	g.watched = c != nil && watches(c)
	return g
}

// gateOf is c itself, if it is a gate, or a gate in front of it that nobody shuts.
func gateOf(c Caller) *Gate {
	if g, ok := c.(*Gate); ok {
		return g
	}
	return NewGate(c, nil)
}

// Shut has calls panic from now on. It tells whether they did already. Calls that have begun go on.
func (g *Gate) Shut() bool { return g.shut.Swap(true) }

// IsShut tells whether calls panic.
func (g *Gate) IsShut() bool { return g.shut.Load() }

// Convention implements [Caller].
func (g *Gate) Convention() *Convention { return g.caller.Convention() }

// Call implements [Caller].
func (g *Gate) Call(f *Frame) {
	if g.shut.Load() {
		g.refuse("")
	}
	g.caller.Call(f)
}

// refuse panics. It is apart from what calls it, which is small then.
//
//go:noinline
func (g *Gate) refuse(name string) { panic(g.refusal(name)) }

// open takes a frame for a call.
//
//go:norace
func (g *Gate) open(h *how, addr uint64) *Frame {
	var f *Frame
	if underRace && g.watched {
		f = takeIdle()
	} else {
		f = takeFrame()
	}
	f.Addr = addr
	f.Floats = h.floats
	f.FloatResult = h.float
	f.room(h.stack)
	return f
}

// close ends the use of a frame.
//
//go:norace
func (g *Gate) close(f *Frame) {
	if underRace && g.watched {
		putIdle(f)
		return
	}
	putFrame(f)
}
