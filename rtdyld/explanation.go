package rtdyld

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Explanation is how a name got its address. It is the caller's, a picture of the moment when
// it was asked for; objects in it may be unloaded meanwhile.
type Explanation struct {
	Name   string
	Origin Origin
	// Symbol is where the name is. Found is false if nothing defines it: a weak reference has
	// address 0, any other is an error. Object has the definition, or is the first that the
	// linker made it for; nil: it is external.
	Symbol Symbol
	// Definition is that which counts. nil: no object has one.
	Definition *Definition
	// What says what the linker made, for FromLinker and FromFixed.
	What string
	// Library is the file that has an external name, if Config.Origin or an import record of COFF
	// knows it. "": not known.
	Library string
	// Aliases lead from the name to the one that has the definition, in order.
	Aliases []AliasOf
	Hidden  bool // its batch alone sees it
	Bound   bool // code has been relocated with it: other definitions do not replace it
	// Moved says that Symbol.Addr is not that of the definition. nil: it is.
	Moved *Moved
	// Losers are definitions of the name that do not count, in the order in which they were loaded.
	Losers []Loser
	// Asked is what the Resolver was asked. nil: it was not.
	Asked *Question
	// Refs are the relocations that refer to the name, in the order of objects, sections and
	// records. Those by the symbol of the definition's section are among them where the record tells
	// what it refers to: not for distances in data, such as tables of jumps.
	Refs []Use
	// Made are the stubs and GOT entries of these objects for the name.
	Made []MadeFor
	// Chain is why the archive member with the definition came in, from what was named on to it.
	// Config.Reasons has it, or [Explanation.Because].
	Chain []Reason
}

// Origin says where the address of a name comes from.
type Origin uint8

const (
	FromNowhere  Origin = iota // nothing defines the name
	FromObject                 // a loaded object defines it
	FromResolver               // the Resolver knows it
	FromLinker                 // the linker makes it for each object
	FromFixed                  // Config.Fixed knows it
)

var originNames = [...]string{"undefined", "object", "resolver", "linker", "fixed"}

// String names the origin.
func (o Origin) String() string {
	if int(o) < len(originNames) {
		return originNames[o]
	}
	return "invalid"
}

// Definition is a definition of a name in an object.
type Definition struct {
	Object  *Object
	ID      objfmt.SymbolID  // in the image's symbol table
	In      objfmt.SectionID // of the image, or SecAbs, SecCommon, SecAlias
	Section string           // name of In, "" if it is no section
	Offset  uint64           // bytes in it
	Size    uint64           // bytes, 0 if not known
	Bind    objfmt.Binding
	Common  bool // a common symbol
}

// Lost is why a definition does not count.
type Lost uint8

const (
	LostRank   Lost = iota // one of higher rank counts: strong before common before weak
	LostLater              // one of the same rank was first
	LostMerged             // of several common symbols one is made, where the largest is
	LostGroup              // it is in a COMDAT group that another object brought first
	LostBound              // it has a higher rank, but code already used the other
	LostLocal              // its object alone sees it
)

var lostNames = [...]string{"rank", "later", "merged", "group", "bound", "local"}

// String names the reason.
func (w Lost) String() string {
	if int(w) < len(lostNames) {
		return lostNames[w]
	}
	return "invalid"
}

// Loser is a definition that does not count.
type Loser struct {
	Definition
	Why   Lost
	Group string  // for LostGroup: its name
	To    *Object // that has what counts, nil if that is no object
}

// AliasOf is a name that another one is an alias of.
type AliasOf struct {
	Name   string
	Object *Object // that says so; for Hidden the one that has the definition
	Hidden bool    // the same name, as all see it: a batch hides the first and has no definition
}

// Moved says that a canonical stub of a function or a copy of a data object has the name's
// address, since the definition is out of reach of code that refers to it directly.
type Moved struct {
	From   uint64 // target address of the definition
	Copied bool   // it is a copy, as R_X86_64_COPY makes it, see [Linker.Copies]; else a stub
}

// Question is what a Resolver was asked about a name.
type Question struct {
	Ref    Ref    // as all references that are loaded now put it
	Own    bool   // the answer is of the Resolver of LoadWith, not of Config
	Answer Symbol // Found is false: it did not know, or an object has defined the name since
}

// Use is a relocation that refers to a name.
type Use struct {
	Reference
	From     *Object // of Reference
	Type     string  // psABI's name of the relocation type
	Function string  // that it is in, as the symbol table has it; "" if not known
	As       string  // the alias by which it refers to the name, or ".data+0x8" by the section's symbol; else ""
}

// MadeFor is a stub or GOT entry of an object.
type MadeFor struct {
	Object *Object
	Made
}

// Because enters why the archive member that has the definition came in, from the reasons that a
// [Collector] has told.
func (e *Explanation) Because(reasons []Reason) {
	e.Chain = nil
	if e.Definition == nil {
		return
	}
	e.Chain = Chain(reasons, e.Definition.Object.Name())
}

// Chain is why an archive member came in: reasons of which each one's By is the Member before,
// down to the member; the first one's is no member. It is empty if there is no reason for the member.
func Chain(reasons []Reason, member string) (chain []Reason) {
	by := make(map[string]*Reason, len(reasons))
	for i := range reasons {
		if r := &reasons[i]; by[r.Member] == nil {
			by[r.Member] = r
		}
	}
	for r := by[member]; r != nil && len(chain) < len(reasons); r = by[r.By] {
		chain = append([]Reason{*r}, chain...)
	}
	return chain
}

// mostShown is how many references of one object the text has.
const mostShown = 8

// String is Text with addresses as they are.
func (e *Explanation) String() string { return e.Text(nil) }

// Text says it in words, a line a fact. addr writes a target address; nil: in hexadecimal.
func (e *Explanation) Text(addr func(uint64) string) string {
	if addr == nil {
		addr = func(a uint64) string { return fmt.Sprintf("%#x", a) }
	}
	var b strings.Builder
	b.WriteString(texts.Name(e.Name) + e.where(addr) + "\n")
	for _, a := range e.Aliases {
		if a.Hidden {
			fmt.Fprintf(&b, "  hidden, and not defined where it is: the definition that all see counts, of %s\n", texts.Name(a.Object.name))
		} else {
			fmt.Fprintf(&b, "  alias of %s, says %s\n", texts.Name(a.Name), texts.Name(a.Object.name))
		}
	}
	if e.Moved != nil {
		what := "a stub has its address"
		if e.Moved.Copied {
			what = "a copy has its address"
		}
		fmt.Fprintf(&b, "  %s: the definition at %s is out of reach of code that refers to it directly\n", what, addr(e.Moved.From))
	}
	if e.Asked != nil {
		b.WriteString("  " + e.Asked.text(addr) + "\n")
	}
	for i := range e.Chain {
		r := &e.Chain[i]
		by := r.By
		if by == "" {
			by = "what was asked for"
		} else {
			by = texts.Name(by)
		}
		fmt.Fprintf(&b, "  %s came in for %s, which %s needs\n", texts.Name(r.Member), texts.Name(r.Name), by)
	}
	for i := range e.Losers {
		b.WriteString("  " + e.Losers[i].text() + "\n")
	}
	e.uses(&b)
	for _, m := range e.Made {
		what := m.What
		if m.What == "got" {
			what = "GOT entry"
		}
		fmt.Fprintf(&b, "  %s for it in %s at %s\n", what, texts.Name(m.Object.name), addr(m.Addr))
	}
	return b.String()
}

// where says where the name is and who says so.
func (e *Explanation) where(addr func(uint64) string) string {
	at := " is at " + addr(e.Symbol.Addr)
	switch e.Symbol.Kind {
	case TLS:
		at = fmt.Sprintf(" is thread-local, %d from the thread pointer", int64(e.Symbol.Addr))
	case Abs:
		at = fmt.Sprintf(" is the value %#x", e.Symbol.Addr)
	}
	if e.Origin == FromResolver && e.Asked.Answer.Addr == LeaveAlone && e.Symbol.Kind != TLS && e.Symbol.Kind != Abs {
		at = " is left alone: its relocations are not applied"
	}
	switch e.Origin {
	case FromObject:
		hidden := ""
		if e.Hidden {
			hidden = ", hidden"
		}
		return at + ": " + e.Definition.text() + hidden
	case FromResolver:
		if e.Library != "" {
			return at + ": external, from " + texts.Name(e.Library)
		}
		return at + ": external, the resolver says"
	case FromLinker:
		return at + ": made by the linker, " + e.What
	case FromFixed:
		return at + ": Config.Fixed says where " + e.What + " is"
	}
	switch {
	case e.Asked == nil:
		return " is undefined, and no resolver was asked for it"
	case e.Asked.Ref.Unused:
		return " is undefined, and no relocation refers to it"
	case e.Asked.Ref.Weak:
		return " is undefined: what refers to it is weak, and has address 0"
	}
	return " is undefined"
}

// text gives "b.o: .text+0x10, 24 bytes, weak".
func (d *Definition) text() string {
	s := texts.Name(d.Object.name) + ":"
	switch {
	case d.Section != "":
		s += fmt.Sprintf(" %s+%#x", short(d.Section), d.Offset)
	case d.Common:
		s += " common"
	case d.In == objfmt.SecAbs:
		s += " a value"
	case d.In == objfmt.SecAlias:
		s += " an alias"
	}
	if d.Size > 0 {
		s += fmt.Sprintf(", %d bytes", d.Size)
	}
	if !d.Common {
		s += ", " + d.Bind.String()
	}
	return s
}

// text gives "not a.o: .text+0x0, 6 bytes, weak: gives way to that of b.o".
func (d *Loser) text() string {
	to := "the external one"
	if d.To != nil {
		to = "that of " + texts.Name(d.To.name)
	}
	return "not " + d.Definition.text() + ": " + [...]string{
		LostRank: "gives way to " + to, LostLater: "comes after " + to, LostMerged: "is one with " + to,
		LostGroup: "in group " + short(d.Group) + ", dropped for " + to,
		LostBound: "came when code was bound to " + to, LostLocal: "its object alone sees it",
	}[d.Why]
}

// text says what was asked and answered.
func (q *Question) text(addr func(uint64) string) string {
	who, how := "the resolver", "a name that has to be defined"
	if q.Own {
		who = "the batch's own resolver"
	}
	switch {
	case q.Ref.Unused:
		how = "a name that no relocation refers to"
	case q.Ref.Weak:
		how = "a weak name"
	}
	if q.Ref.TLS {
		how += ", thread-local"
	}
	if im := q.Ref.Import; im != nil {
		how += ", import of " + texts.Name(im.Library)
	}
	if !q.Answer.Found {
		return who + " was asked for it as " + how + ", and did not know it"
	}
	s := fmt.Sprintf("%s was asked for it as %s, and said %s", who, how, addr(q.Answer.Addr))
	if q.Answer.Kind != Unspecified {
		s += ", " + q.Answer.Kind.String()
	}
	if q.Answer.Size > 0 {
		s += fmt.Sprintf(", %d bytes", q.Answer.Size)
	}
	return s
}

// uses writes the references, the first of each object.
func (e *Explanation) uses(b *strings.Builder) {
	if len(e.Refs) == 0 {
		b.WriteString("  nobody refers to it by name\n")
		return
	}
	n := 0
	for i := range e.Refs {
		u := &e.Refs[i]
		if i > 0 && e.Refs[i-1].From != u.From {
			n = 0
		}
		if n++; n > mostShown {
			if i+1 == len(e.Refs) || e.Refs[i+1].From != u.From {
				fmt.Fprintf(b, "  and %d times more in %s\n", n-mostShown, texts.Name(u.Object))
			}
			continue
		}
		b.WriteString("  referred to by " + u.Reference.String())
		if u.Function != "" {
			b.WriteString(" in " + texts.Name(u.Function))
		}
		b.WriteString(", " + u.Type)
		if u.As != "" {
			b.WriteString(", as " + texts.Name(u.As))
		}
		b.WriteString("\n")
	}
}
