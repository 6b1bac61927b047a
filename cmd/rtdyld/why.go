package main

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/go-rtdyld/rtdyld/internal/nearest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// whyName is an explanation as JSON; its names are a promise to programs.
type whyName struct {
	Name    string          `json:"name"`
	Origin  string          `json:"origin"` // "object", "resolver", "linker", "fixed", "undefined"
	Addr    linkmap.Address `json:"addr"`
	From    string          `json:"from,omitempty"` // of "resolver": a library's file, "-define", "-layout", "-undefined=phony"
	What    string          `json:"what,omitempty"` // of "linker" and "fixed"
	Counts  *whyDef         `json:"definition,omitempty"`
	Hidden  bool            `json:"hidden,omitempty"`
	Aliases []whyAlias      `json:"aliases"`
	Others  []whyDef        `json:"others"` // definitions that do not count
	Asked   *whyQuestion    `json:"asked,omitempty"`
	Needed  []whyMember     `json:"needed"` // why the member of an archive is here, from what was named on
	Refs    []whyRef        `json:"references"`
}

type whyDef struct {
	File    string          `json:"file"`
	Section uint32          `json:"section"` // number in the file's section table, 0 for none
	Offset  linkmap.Address `json:"offset"`
	Size    uint64          `json:"size"`
	Binding string          `json:"binding"`         // "common" for a common symbol
	Why     string          `json:"why,omitempty"`   // it does not count: "rank", "later", "merged", "group", "bound", "local"
	Group   string          `json:"group,omitempty"` // of "group"
	For     string          `json:"for,omitempty"`   // file with what counts
}

type whyAlias struct {
	Name string `json:"name"` // that the name before is an alias of
	File string `json:"file"` // that says so
}

type whyQuestion struct {
	Weak   bool `json:"weak"`
	Unused bool `json:"unused"`
	Found  bool `json:"found"`
}

type whyMember struct {
	Member string `json:"member"`
	linkmap.Reason
}

type whyRef struct {
	File     string          `json:"file"`
	Section  string          `json:"section"`
	Offset   linkmap.Address `json:"offset"`
	Type     string          `json:"type"`
	Function string          `json:"function,omitempty"`
	As       string          `json:"as,omitempty"` // the alias by which it refers to the name, or its section and offset
}

// why prints how names got their addresses, as an object sees them.
func (m *linkMap) why(ctx context.Context, w io.Writer, o *rtdyld.Object, names []string, asJSON bool) error {
	all := make([]*rtdyld.Explanation, len(names))
	for i, name := range names {
		e, err := o.ExplainContext(ctx, name)
		if errors.Is(err, rtdyld.ErrUndefined) {
			return m.unknown(ctx, name)
		} else if err != nil {
			return err
		}
		all[i] = e
	}
	if asJSON {
		list := make([]whyName, len(all))
		for i, e := range all {
			list[i] = whyOf(e)
		}
		return encode(w, list)
	}
	b := bufio.NewWriter(w)
	for _, e := range all {
		b.WriteString(e.Text(func(addr uint64) string { return m.show(linkmap.Address(addr)).String() }))
	}
	return b.Flush()
}

// unknown is the error of -why for a name that no object has.
func (m *linkMap) unknown(ctx context.Context, name string) error {
	var names []string
	err := m.eachSymbol(ctx, func(_ *rtdyld.Object, s *rtdyld.LoadedSymbol) {
		if s != nil {
			names = append(names, s.Name)
		}
	})
	if err != nil {
		return err
	}
	for _, o := range m.external {
		names = append(names, o.Name)
	}
	e := &usageError{Command: "link", Msg: "-why " + name + ": no object has the name"}
	e.Near = nearest.Of(name, names...)
	return e
}

// whyOf is an explanation for JSON.
func whyOf(e *rtdyld.Explanation) whyName {
	n := whyName{
		Name: e.Name, Origin: e.Origin.String(), Addr: linkmap.Address(e.Symbol.Addr), From: e.Library, What: e.What, Hidden: e.Hidden,
		Aliases: []whyAlias{}, Others: []whyDef{}, Needed: []whyMember{}, Refs: []whyRef{},
	}
	if e.Definition != nil {
		d := whyDefinition(e.Definition)
		n.Counts = &d
	}
	for _, a := range e.Aliases {
		n.Aliases = append(n.Aliases, whyAlias{a.Name, a.Object.Name()})
	}
	for i := range e.Losers {
		l := &e.Losers[i]
		d := whyDefinition(&l.Definition)
		if d.Why, d.Group = l.Why.String(), l.Group; l.To != nil {
			d.For = l.To.Name()
		}
		n.Others = append(n.Others, d)
	}
	if q := e.Asked; q != nil {
		n.Asked = &whyQuestion{q.Ref.Weak, q.Ref.Unused, q.Answer.Found}
	}
	for _, r := range e.Chain {
		n.Needed = append(n.Needed, whyMember{r.Member, linkmap.Reason{For: r.Name, By: r.By}})
	}
	for i := range e.Refs {
		u := &e.Refs[i]
		n.Refs = append(n.Refs, whyRef{u.Object, u.Section, linkmap.Address(u.Offset), u.Type, u.Function, u.As})
	}
	return n
}

func whyDefinition(d *rtdyld.Definition) whyDef {
	x := whyDef{File: d.Object.Name(), Offset: linkmap.Address(d.Offset), Size: d.Size, Binding: d.Bind.String()}
	if img := d.Object.Image(); d.In < objfmt.SecSpecial && int(d.In) < len(img.Sections) {
		x.Section = img.Sections[d.In].Number
	}
	if d.Common {
		x.Binding = "common"
	}
	return x
}
