package program

import (
	"context"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Variants has [Program.Bind] and all else that takes a name prefer variants of it for the processor: of a function "dot" the one named
// "dot.avx512f", if the processor has that and the program defines it, else "dot.avx2", and so on, and "dot" itself last. features are
// what may stand behind the dot, best first; without any it is what this processor has ([abi.Features]). The choice is made
// when a name is first asked for, and stays.
//
// To make variants, the same source is compiled more than once and its symbols are renamed, as by
//
//	gcc -O3 -mavx2 -c -o dot.avx2.o dot.c && objcopy --redefine-sym dot=dot.avx2 dot.avx2.o
//
// Names that the program's own code uses are as they are written: there, indirect functions (target_clones) choose, which need
// nothing of this.
func Variants(features ...string) Input {
	if len(features) == 0 {
		features = abi.Features()
	}
	features = slices.Clone(features)
	return Input{func(_ context.Context, fs *files) error {
		fs.variants = slices.Concat(fs.variants, features)
		fs.varied = true
		return nil
	}}
}

// variant finds the best variant of a name. It is called with p.mu held.
func (p *Program) variant(name string) (s rtdyld.Symbol, found bool, err error) {
	features := p.files.variants
	if chosen, known := p.chosen[name]; known {
		if chosen == "" {
			return s, false, nil
		}
		features = []string{chosen}
	}
	best := ""
	for _, f := range features {
		if s, found, err = p.defined(name + "." + f); err != nil {
			return s, false, err
		}
		if found {
			best = f
			break
		}
	}
	if p.chosen == nil {
		p.chosen = make(map[string]string)
	}
	p.chosen[name] = best
	return s, found, nil
}

// defined finds a name that the program has, or loads what has it.
func (p *Program) defined(name string) (s rtdyld.Symbol, found bool, err error) {
	for _, n := range p.spellings(name) {
		if s, found, err := p.own(n); found || err != nil {
			return s, found, err
		}
		if err := p.fetch(n); err != nil {
			return s, false, err
		}
		if s, found, err := p.own(n); found || err != nil {
			return s, found, err
		}
	}
	return s, false, nil
}

// others are the variants of a name that the program has, for which the processor is not the right one.
func (p *Program) others(name string) (list []string) {
	if !p.files.varied {
		return nil
	}
	note := func(n string) {
		if n = p.cName(n); strings.HasPrefix(n, name+".") && !slices.Contains(list, n) && len(list) < 8 {
			list = append(list, strings.Clone(n))
		}
	}
	p.eachName(note)
	slices.Sort(list)
	return list
}
