package reloc

import (
	"strconv"
	"strings"
)

// Supplied are functions that linkers make for the objects that refer to them. They are named Prefix, a number of two
// digits and Suffix, begin one behind the other, and each goes on into the next one.
type Supplied struct {
	Prefix      string
	Suffix      string   // behind the number
	First, Last uint32   // their numbers
	Each        uint32   // words of instructions that each begins with
	Code        []uint32 // from the first one on
}

// Skip is how many words of Code are before the function of a number from First to Last.
func (s *Supplied) Skip(number uint32) uint32 { return (number - s.First) * s.Each }

// SuppliedName reports whether linkers supply a function of that name: the one of a number of an element of [Arch].Supplies.
func (a *Arch) SuppliedName(name string) (i int, number uint32, ok bool) {
	for i := range a.Supplies {
		s := &a.Supplies[i]
		digits, found := strings.CutPrefix(name, s.Prefix)
		digits, ends := strings.CutSuffix(digits, s.Suffix)
		if !found || !ends || len(digits) != 2 {
			continue
		}
		if n, err := strconv.ParseUint(digits, 10, 32); err == nil && uint32(n) >= s.First && uint32(n) <= s.Last {
			return i, uint32(n), true
		}
	}
	return 0, 0, false
}
