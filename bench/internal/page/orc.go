package page

import (
	"fmt"
	"math"
)

// ORCCalls are how many calls modules have that are of the size of a database's.
var ORCCalls = []int{0, 1, 8, 32, 128}

// ORCObjects are objects of LLVM's archives that are linked under ORC, small ones first.
var ORCObjects = []string{"PackedVersion", "ProvenanceAnalysis", "BinaryStreamRef", "JSON", "DWARFContext"}

// ORCModules are how many modules that call each other are linked.
var ORCModules = []int{500, 1000, 2000}

// orcBar is what ours may take of the time of LLVM's layer.
const orcBar = 0.5

func (p *page) orc() {
	p.say("## Objects under LLVM's ORC")
	p.say("An object from `ObjectLayer::emit` until it is linked, by [our layer](../capi/orc/rtdyld_orc.hpp) and by LLVM 14's `RTDyldObjectLinkingLayer` in one process, in turns: modules of the size of a database's expressions with so many calls " +
		"and constants, and objects of LLVM's archives.")
	var rows [][]string
	within, all, worst := 0, 0, math.Inf(-1)
	row := func(name, what string) {
		ours, theirs := p.get("orc/emit/%s/rtdyld", name), p.get("orc/emit/%s/llvm", name)
		rows = append(rows, []string{what, Show(p.get("orc/bytes/%s", name), ""), Show(ours, "us"), beside(theirs, ours, "us")})
		if r := ours / theirs; !math.IsNaN(r) {
			worst = math.Max(worst, r)
			if all++; r <= orcBar {
				within++
			}
		}
	}
	for _, n := range ORCCalls {
		what := fmt.Sprintf("%d calls", n)
		if n == 1 {
			what = "1 call"
		}
		row(fmt.Sprintf("calls%d", n), what)
	}
	for _, name := range ORCObjects {
		row(name, name+".cpp")
	}
	p.table([]string{"object", "bytes", "ours", "LLVM's"}, rows)
	if all > 0 {
		p.say("The bar is %.1f of LLVM's time: %d of %d objects are within, the worst takes %.2f.", orcBar, within, all, worst)
	}
	p.say("Modules of one function, which calls that of half its number, from the first that is added to the last that is found:")
	rows = nil
	for _, n := range ORCModules {
		ours := p.get("orc/many/%d/rtdyld", n)
		rows = append(rows, []string{fmt.Sprint(n), Show(ours, "ms"), beside(p.get("orc/many/%d/llvm", n), ours, "ms")})
	}
	p.table([]string{"modules", "ours", "LLVM's"}, rows)
	few, most := ORCModules[0], ORCModules[len(ORCModules)-1]
	grows := func(by string) string {
		return digits(math.Log(p.get("orc/many/%d/%s", most, by)/p.get("orc/many/%d/%s", few, by)) / math.Log(float64(most)/float64(few)))
	}
	if !math.IsNaN(p.get("orc/many/%d/rtdyld", most)) {
		p.say("That grows with an exponent of %s, LLVM's with %s.", grows("rtdyld"), grows("llvm"))
	}
}
