package program

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// BindLeaf is [Program.Bind] for a short function that computes: calls cost a few nanoseconds, for they are no system calls to the
// Go scheduler, which waits until the function returns. [abi.Leaf] says what the function must be, which is proved here by decoding
// it, and what the caller promises. Besides the errors of Bind there are an *[abi.LeafError], which names the instruction
// that cannot be in such a function, and one for a function of a library, which the program did not load.
func (p *Program) BindLeaf(name string, fn any) error {
	s, err := p.find(name)
	if err != nil {
		return fmt.Errorf("bind %w", err)
	}
	if err := function(name, s); err != nil {
		return err
	}
	if p.gate == nil {
		return fmt.Errorf("bind %s: %w", name, errNoCaller)
	}
	if err := p.check(name, &s, fn, false); err != nil {
		return err
	}
	g, err := p.leaf(s)
	if err == nil {
		err = g.SetFunc(name, s.Addr, fn)
	}
	if err != nil {
		return fmt.Errorf("bind %s: %w", name, err)
	}
	return nil
}

// leafOf is what a proof is of.
type leafOf struct {
	object *rtdyld.Object
	addr   uint64
}

// leaf proves a function, or has proved it.
func (p *Program) leaf(s rtdyld.Symbol) (*abi.Gate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed.Load() {
		return nil, ErrClosed
	}
	key := leafOf{s.Object, s.Addr}
	if g := p.leaves[key]; g != nil {
		return g, nil
	}
	size := codeSize(s)
	if size == 0 {
		return nil, errNotOurs
	}
	c, err := abi.Leaf(s.Addr, size)
	if err != nil {
		return nil, err
	}
	g := abi.NewGate(c, refusal)
	if p.leaves == nil {
		p.leaves = make(map[leafOf]*abi.Gate)
	}
	p.leaves[key] = g
	return g, nil
}

// codeSize is how many bytes of a function there are: as many as its symbol has, or up to its section's end. It is 0 for what is
// no code of the program.
func codeSize(s rtdyld.Symbol) int {
	if s.Object == nil {
		return 0
	}
	for _, sec := range s.Object.Sections() {
		if off := s.Addr - sec.Addr; sec.Kind == objfmt.KindCode && off < uint64(len(sec.Mem)) {
			size := uint64(len(sec.Mem)) - off
			if s.Size != 0 {
				size = min(size, s.Size)
			}
			return int(size)
		}
	}
	return 0
}
