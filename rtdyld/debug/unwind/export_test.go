package unwind

import (
	"fmt"
	"slices"
	"strings"
)

// Row says what the rules at an address are, as readelf does: the CFA, then each
// register with a rule by its number.
func (t *Table) Row(pc uint64) string {
	e := t.find(pc)
	if e == nil {
		return "none"
	}
	s := stepper{t: t, m: t.m, r: &Regs{Arch: t.arch}, c: &t.commons[e.common]}
	if err := s.run(e, pc); err != nil {
		return err.Error()
	}
	cells := []string{fmt.Sprintf("%d%+d", s.row.cfaReg, s.row.cfaOff)}
	if s.row.cfaExpr != nil {
		cells[0] = "exp"
	}
	for at := range t.m.kept() {
		n := t.m.number(at)
		switch r := s.row.regs[at]; r.kind {
		case ruleSame:
			cells = append(cells, fmt.Sprintf("%d=s", n))
		case ruleOffset:
			cells = append(cells, fmt.Sprintf("%d=c%+d", n, r.arg))
		case ruleValOffset:
			cells = append(cells, fmt.Sprintf("%d=v%+d", n, r.arg))
		case ruleRegister:
			cells = append(cells, fmt.Sprintf("%d=r%d", n, r.arg))
		case ruleExpr:
			cells = append(cells, fmt.Sprintf("%d=exp", n))
		case ruleValExpr:
			cells = append(cells, fmt.Sprintf("%d=vexp", n))
		}
	}
	return strings.Join(cells, " ")
}

// number is the DWARF number of the register that is kept at a place.
func (m *machine) number(at int) uint64 {
	if at >= int(m.n) {
		return uint64(m.more[at-int(m.n)])
	}
	return uint64(at)
}

// Commons is the number of common parts.
func (t *Table) Commons() int { return len(t.commons) }

// Extents are the ranges that the object has for itself.
func (t *Table) Extents() [][2]uint64 {
	var xs [][2]uint64
	for _, e := range t.extents {
		xs = append(xs, [2]uint64{e.lo, e.hi})
	}
	return xs
}

// Sorted reports whether ranges ascend and none overlap.
func (t *Table) Sorted() bool {
	return slices.IsSortedFunc(t.entries, func(a, b entry) int {
		if a.end <= b.start && a.start < a.end {
			return -1
		}
		return 1
	})
}
