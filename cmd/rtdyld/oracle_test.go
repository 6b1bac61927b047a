package main

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// oracle is a linker whose output ours must equal, byte for byte, and what it is
// given: a row for each target.
type oracle struct {
	target  string
	inputs  []library
	linker  []string                                              // command and flags
	outputs func(out, m string) []string                          // arguments that name output and map
	given   map[string]uint64                                     // names that both linkers define, and as what
	readMap func(r *oracleRun, data []byte) ([]inputPlace, error) // the linker's map
	order   func(*objfmt.ObjectImage, objfmt.SectionID) int       // of sections of one name in a file's part of the map, nil: as in the file
	readOut func(path string) (output, error)                     // the linker's output
	define  func(name string, addr uint64) string                 // argument that gives a name an address
	near    uint64                                                // such addresses begin here
	far     uint64                                                // every fifth of them begins here, where branches do not reach, if not 0
	locals  func(names []string) []byte                           // an object that defines thread-locals
	object  func(names []undefinedName) []byte                    // instead of define: an object that defines names
	skip    func(*oracleRun, *objfmt.ObjectImage, nameSet) string // why a file is not linked, empty if it is; with the names defined so far

	prepare func(data []byte) // changes the bytes of an object for both linkers; nil: not called

	branches map[string]form // types that go through a stub where that is needed, and others whose value may be another one
	slots    map[string]form // types that depend on where the slots are
	imports  map[string]form // types by which COFF refers to pointers to imports
	slotSize int
	bias     uint64 // of T from the start of our slots, and the base of the other's
	forgets  bool   // the linker's slots have no Thumb bit
	loops    bool   // the linker lets branches to weak names that nobody defines lead to themselves
	exclude  []exclusion
	names    map[string]string // names that each linker defines for itself, and what for
	edges    []string          // beginnings of names that the other defines where they are referred to weakly, and ours does not
	absent   map[string]string // sections, beginnings where a star follows, that the linker does not keep as they are, and why

	sections, relocs, slotsSeen int // the least that must be compared of all inputs together
}

// undefinedName is a name that no input defines.
type undefinedName struct {
	name string
	code bool   // some reference is a branch, or the name says so
	addr uint64 // what it may be given
}

// exclusion is what is not compared around fields of some types.
type exclusion struct {
	types         string // a prefix
	before, after int    // bytes around the field's first one
	why           string
}

// inputPlace is where a linker has put a section of an input.
type inputPlace struct {
	file, name string
	addr, size uint64
}

// output is a linker's output.
type output interface {
	// read returns size bytes at addr, nil if it does not have them all.
	read(addr, size uint64) []byte
	// base is the address that offsets of slots count from, 0 if there are none.
	base() uint64
}

var oracles = slices.Concat(elfOracles, sparcOracles, mipsOracles, ppcOracles, coffOracles, machoOracles)

var oracleSeed = flag.Uint64("seed", 1, "of the sample that TestLinkerOracle takes")

// TestLinkerOracle links members of Debian's archives, and objects that clang makes,
// with another linker, reads from its map where it has put each section of each
// input, has rtdyld link put them there too, and compares all bytes. It takes a
// sample of each archive, for half of the targets, or all of it where RTDYLD_FULL is set.
func TestLinkerOracle(t *testing.T) {
	for i := range oracles {
		o := &oracles[i]
		t.Run(o.target, func(t *testing.T) {
			if citest.Sample() && i%2 != citest.Turn(2) {
				t.Skip("it takes turns")
			}
			citest.Need(t, o.linker[0])
			sample, share := 20, 20 // members of an archive; what must be compared at least, divided by this
			if !citest.Sample() {
				sample, share = math.MaxInt, 1
			}
			var all tally
			noticed, missing := false, false
			for _, lib := range o.inputs {
				t.Run(lib.name, func(t *testing.T) {
					missing = missing || citest.Missing(lib.need...) != nil
					citest.Need(t, lib.need...)
					r := newOracleRun(t, o, lib, sample)
					r.linkTheirs()
					r.layOut()
					r.linkOurs()
					r.compare()
					noticed = r.notices() || noticed
					t.Log(r.seen.String())
					all.add(&r.seen)
				})
			}
			if t.Failed() {
				t.Logf("again: %s=%d go test ./cmd/rtdyld -run 'TestLinkerOracle/%s' -seed %d", citest.Seed, i%2, o.target, *oracleSeed)
			} else if missing {
				t.Skip("not all that is compared is here")
			} else if all.sections < o.sections/share || all.relocs < o.relocs/share || all.slots < o.slotsSeen/share {
				t.Errorf("too little was compared: %v", &all)
			} else if !noticed {
				t.Error("no relocation of code is compared as it is")
			}
		})
	}
}

// tally counts what was compared and, by reason, what was not.
type tally struct {
	files, sections, bytes, relocs, slots int
	types                                 map[string]int // of relocations that were compared
	not                                   map[string]int
}

func (c *tally) except(why string, n int) { count(&c.not, why, n) }

func count(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

func (c *tally) add(d *tally) {
	c.files += d.files
	c.sections += d.sections
	c.bytes += d.bytes
	c.relocs += d.relocs
	c.slots += d.slots
	for typ, n := range d.types {
		count(&c.types, typ, n)
	}
	for why, n := range d.not {
		c.except(why, n)
	}
}

func (c *tally) String() string {
	s := fmt.Sprintf("the same: %d bytes of %d sections of %d files, %d relocations, %d by what they lead to: a slot, a stub, an address from the base.", c.bytes, c.sections, c.files, c.relocs, c.slots)
	for _, typ := range slices.Sorted(maps.Keys(c.types)) {
		s += fmt.Sprintf("\n%8d %s", c.types[typ], typ)
	}
	s += "\nNot compared as they are:"
	for _, why := range slices.Sorted(maps.Keys(c.not)) {
		s += fmt.Sprintf("\n%8d %s", c.not[why], why)
	}
	return s
}
