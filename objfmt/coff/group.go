package coff

import (
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Ways to select one of several COMDAT sections, by the specification's names
// without IMAGE_COMDAT_SELECT_.
const (
	selectAny         = 2
	selectAssociative = 5
	selectNewest      = 7
)

// selections has the neutral name of each number.
var selections = [selectNewest]objfmt.Selection{
	1: objfmt.SelectOnly, selectAny: objfmt.SelectAny, 3: objfmt.SelectSame, 4: objfmt.SelectExact, 6: objfmt.SelectLargest,
}

// comdat is what is known of a COMDAT section. The first symbol in it is the
// section's own and says how it is selected, the second is its leader, whose name
// decides; an associative section has none.
type comdat struct {
	symbol uint32 // plus one
	leader uint32 // plus one
	up     uint32 // section that it goes with, by number: its own for a root, 0 for none at all
	n      uint32 // loaded members of the group of this root
	next   uint32 // where the next of them goes
	group  uint32 // of this root, plus one
	length uint32 // bytes without padding, as its symbol says
	choice uint8
	state  uint8
}

// States of a comdat while the symbols are read, in their order.
const (
	wantSection uint8 = iota
	wantLeader
	settled
)

// comdatSymbol notes symbol k, which is in a COMDAT section.
func (p *parser) comdatSymbol(k int, e *entry) error {
	c := &p.comdats[e.section-1]
	switch {
	case c.state == settled:
	case c.state == wantLeader:
		c.state = settled
		if e.class == classExternal || e.class == classWeak {
			c.leader, c.up = uint32(k)+1, uint32(e.section)
		}
	case e.definesSection():
		return p.comdatSection(c, k, e)
	}
	return nil
}

// comdatSection reads the section definition behind symbol k.
func (p *parser) comdatSection(c *comdat, k int, e *entry) error {
	b := p.aux(k)
	c.symbol, c.choice, c.state = uint32(k)+1, b[14], wantLeader
	c.length = le.Uint32(b)
	switch {
	case c.choice == selectAssociative:
		number := uint32(le.Uint16(b[12:]))
		if p.big {
			number |= uint32(le.Uint16(b[16:])) << 16
		}
		if number == 0 || uint64(number) > p.nsec || int(number) == e.section {
			return p.errorf(p.symbolAt(k+1), symbolN(k), "section is associated with section "+strconv.Itoa(int(number)))
		}
		c.up, c.state = number, settled
	case c.choice > 0 && c.choice < selectNewest:
	case !p.secs[e.section-1].loaded():
		c.choice = selectAny // there is no choice
	default:
		return p.unsupported(p.symbolAt(k+1), symbolN(k), "COMDAT section is selected in an unknown way, "+strconv.Itoa(int(c.choice)))
	}
	return nil
}

// groups makes the groups: each COMDAT section that leads, and those that go with it.
func (p *parser) groups() error {
	var done heed.Count
	if len(p.comdats) == 0 {
		return nil
	}
	if err := p.nameless(); err != nil {
		return err
	}
	groups, members := 0, 0
	for i := range p.comdats {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &p.secs[i]
		if s.chars&scnComdat == 0 {
			continue
		}
		if up := p.comdats[i].up; s.id != 0 && up != 0 && int(up) != i+1 && p.secs[up-1].id != 0 {
			sec := &p.img.Sections[s.id-1]
			sec.Flags |= objfmt.SecLinkOrder
			sec.Link = objfmt.SectionID(p.secs[up-1].id - 1)
		}
	}
	for i := range p.comdats {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &p.secs[i]
		if s.chars&scnComdat == 0 || s.id == 0 {
			continue
		}
		root, err := p.root(i)
		if err != nil {
			return err
		}
		if root != 0 {
			if members++; p.comdats[root-1].n == 0 {
				groups++
			}
			p.comdats[root-1].n++
		}
	}
	return p.fillGroups(groups, members)
}

// root finds the section that decides about section i, by number, 0 for none, and
// writes it down for all on the way.
func (p *parser) root(i int) (uint32, error) {
	at, root := i, uint32(0)
	for n := 0; ; n++ {
		up := p.comdats[at].up
		if up == 0 || p.secs[up-1].chars&scnComdat == 0 {
			break // goes with what is always there
		}
		if int(up) == at+1 {
			root = up
			break
		}
		if n == len(p.comdats) {
			return 0, p.errorf(p.headerAt(i), sectionN(i+1), "sections are associated in a circle")
		}
		if at = int(up) - 1; n%heed.Every == heed.Every-1 {
			if err := p.ctx.Err(); err != nil {
				return 0, p.ended(err)
			}
		}
	}
	for i != at {
		c := &p.comdats[i]
		i, c.up = int(c.up)-1, root
	}
	return root, nil
}

// fillGroups makes the records; the leader is the first member.
func (p *parser) fillGroups(groups, members int) error {
	img := p.img
	if groups == 0 {
		return nil
	}
	img.Groups = p.mem.Groups.Take(groups)[:0]
	img.Members = p.mem.Members.Take(members)
	first := uint32(0)
	var done heed.Count
	for i := range p.comdats {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		c := &p.comdats[i]
		if c.n == 0 {
			continue
		}
		g := objfmt.Group{First: first, N: c.n, Number: uint32(i) + 1, Comdat: true, Signature: objfmt.NoSymbol}
		if g.Length = le.Uint32(p.header(i)[16:]); c.length > 0 && c.length < g.Length {
			g.Length = c.length
		}
		if err := p.nameGroup(&g, c, i); err != nil {
			return err
		}
		img.Groups = append(img.Groups, g)
		c.group, c.next = uint32(len(img.Groups)), first
		if id := p.secs[i].id; id != 0 {
			p.member(c, id)
		}
		first += c.n
	}
	for i := range p.comdats { // root has made up the root's number, if there is one
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		s := &p.secs[i]
		if up := p.comdats[i].up; s.chars&scnComdat != 0 && s.id != 0 && up != 0 && int(up) != i+1 {
			if c := &p.comdats[up-1]; c.group != 0 {
				p.member(c, s.id)
			}
		}
	}
	return nil
}

// member puts a section into the group of a root.
func (p *parser) member(root *comdat, id uint32) {
	p.img.Members[root.next] = objfmt.SectionID(id - 1)
	p.img.Sections[id-1].Group = root.group
	root.next++
}

// nameGroup names the group of root i.
func (p *parser) nameGroup(g *objfmt.Group, c *comdat, i int) error {
	g.Select = selections[selectAny]
	if c.symbol != 0 {
		g.Select = selections[c.choice]
	}
	if c.leader != 0 {
		s := &p.img.Symbols[c.leader-1]
		g.Signature, g.Name, g.NameLen = objfmt.SymbolID(c.leader-1), s.Name, s.NameLen
		return nil
	}
	name, err := p.wholeName(i)
	if c.symbol != 0 {
		g.Signature = objfmt.SymbolID(c.symbol - 1)
	}
	g.BySection, g.Name, g.NameLen = true, p.secs[i].name, uint32(len(name))
	return err
}

// wholeName views the name of section i, whose bytes count as read.
func (p *parser) wholeName(i int) (string, error) {
	b, _ := bin.CString(p.img.SecStrings, uint64(p.secs[i].name))
	if err := p.named.Spend(p.ctx, uint64(len(b))); err != nil {
		return "", p.nameError(err, p.headerAt(i), sectionN(i+1))
	}
	return bin.String(b), nil
}

// nameless decides about COMDAT sections without a leader that others can see. GNU
// and LLVM write such: what describes the code in .text$name goes with that
// section. Others are groups by their own names or, if they have a local leader, none.
func (p *parser) nameless() error {
	var done heed.Count
	last := -1     // the COMDAT code section before, usually the right one
	table := false // all of them are in p.sc.names
	for i := range p.comdats {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		c, s := &p.comdats[i], &p.secs[i]
		if s.chars&scnComdat == 0 {
			continue
		}
		if c.leader != 0 && p.img.Symbols[c.leader-1].NameLen == 0 {
			c.leader, c.up = 0, 0 // as good as local
		}
		switch {
		case s.chars&scnCode != 0:
			last = i
		case c.up == 0:
			code, err := p.codeOf(i, last, &table)
			if err != nil {
				return err
			}
			c.up = uint32(code) + 1
		}
		if c.up == 0 && c.state != settled {
			c.up = uint32(i) + 1
		}
	}
	return nil
}

// codeOf finds the COMDAT code section that section i describes, -1 for none.
func (p *parser) codeOf(i, last int, table *bool) (int, error) {
	name, err := p.wholeName(i)
	if err != nil {
		return -1, err
	}
	kind, of, found := strings.Cut(name, "$")
	if !found || kind != ".pdata" && kind != ".xdata" && kind != ".eh_frame" {
		return -1, nil
	}
	if last >= 0 {
		code, err := p.wholeName(last)
		if err != nil {
			return -1, err
		}
		if isCode(code, of) {
			return last, nil
		}
	}
	if !*table {
		*table = true
		if err := p.tableCode(); err != nil {
			return -1, err
		}
	}
	k, ok := p.sc.names.find(of, p.isCodeOf)
	if !ok {
		return -1, nil
	}
	return k, nil
}

const codePrefix = ".text$"

// isCode reports whether code is the name of the section with the code of name.
func isCode(code, name string) bool {
	return len(code) == len(codePrefix)+len(name) && hasPrefix(code, codePrefix) && code[len(codePrefix):] == name
}

// isCodeOf is isCode for the section of that index.
func (p *parser) isCodeOf(i int, name string) bool {
	b, _ := bin.CString(p.img.SecStrings, uint64(p.secs[i].name))
	return isCode(bin.String(b), name)
}

// tableCode makes the table of COMDAT sections .text$name by name.
func (p *parser) tableCode() error {
	var done heed.Count
	p.sc.names.reset(len(p.comdats))
	for i := range p.comdats {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if p.secs[i].chars&scnComdat == 0 {
			continue
		}
		name, err := p.wholeName(i)
		if err != nil {
			return err
		}
		if of, ok := strings.CutPrefix(name, codePrefix); ok {
			p.sc.names.add(of, i, p.isCodeOf)
		}
	}
	return nil
}
