// Package symbolize tells what lies at an address of loaded code: symbol, section, object,
// and, where the object has DWARF, file, line and the calls that were inlined there.
//
//	sym := symbolize.New()
//	cfg.Listeners = append(cfg.Listeners, sym) // of a linker or an engine
//	...
//	if loc, ok := sym.Symbolize(pc); ok {
//		fmt.Println(loc) // f+0x12 (f.c:34) in f.o
//	}
//
// # Why not debug/dwarf
//
// The standard library reads the same rows, ranges and names from sound files
// (TestStandardLibrary) and does not panic on damaged ones, but it takes 3 to 4 times as long
// and 30 to 180 times as many allocations, and what it takes for hostile input is not bounded
// by the size. Of Go 1.26, by
//
//	go test ./rtdyld/debug/symbolize -run '^$' -bench 'Readers|Hostile' -benchtime 10x
//
// with the standard library's entries, values and rows counted, and reading stopped at 64 a
// byte:
//
//	                                           own                      debug/dwarf
//	libobjc.a of gcc 12, 221 kB                2.0 ms   1,269 allocs     5.6 ms   43,156 allocs
//	a program with all of libstdc++, 2.1 MB    8.0 ms   2,374 allocs    33.8 ms  416,843 allocs
//	functions that share a long list, 61 kB    5.0 ms      73 B/byte     975 ms   12,652 B/byte
//	entries of thousands of values, 12 kB      5.4 ms      25 B/byte      15 ms    2,064 B/byte
//	overlapping abbreviations, 5 kB            0.3 ms      43 B/byte       3 ms      182 B/byte
//	overlapping abbreviations, 22 kB           0.4 ms      58 B/byte      45 ms      621 B/byte
//
// The last it reads before anybody could stop it: dwarf.New keeps each unit's table of
// abbreviations, so that bytes grow with the square of the size. It leaves paths relative
// whose folder in a line table of DWARF 5 is relative itself, and does not know the attributes
// that GNU's compilers wrote for split files before DWARF 5. TestHostile has these inputs and
// others.
//
// Law: nothing that is asked takes a lock that a linker, a listener or another question
// holds for long, and an object's debug information is read when somebody asks for a line
// of that object, once. What is wrong with it costs the lines, never the process: the
// reader bounds time and memory by the size of what it reads.
package symbolize

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Symbolizer knows the finalized objects of one address space: it is a [rtdyld.Listener]
// for every linker and engine that loads into it. All methods may be called from any
// goroutine; those that ask about an address wait for no call but the one that reads
// the debug information of the same object at that moment.
type Symbolizer struct {
	mu      sync.Mutex // of those who change objects and index
	objects map[*rtdyld.Object]*object
	index   atomic.Pointer[index]
	budget  budget
}

// New returns a Symbolizer that knows no object yet. What it spends on an object is bounded by that
// one's size.
func New() *Symbolizer {
	s := &Symbolizer{objects: map[*rtdyld.Object]*object{}}
	s.index.Store(new(index))
	return s
}

// Location says what lies at an address. Names are as the files have them: neither
// demangled nor without a leading underscore. It is the caller's.
type Location struct {
	PC     uint64 // what was asked for
	Symbol string // symbol of the object that PC lies in; "" for none
	// Offset is how many bytes PC lies behind Symbol, or behind the start of Section without one.
	Offset  uint64
	Size    uint64 // bytes of Symbol, 0 if its object does not tell
	Section string // in angle brackets if the linker made it
	Object  string // name of the object
	// File, Line and Column are the place in the source that the instruction at PC was
	// made for, in the innermost of the functions that were inlined there. Column counts
	// from 1. 0 and "": not known; compilers give code that no line can claim Line 0.
	File   string
	Line   int
	Column int
	// Frames are the functions that PC is in by the debug information: first the
	// innermost that was inlined, last the one that was not. nil: it tells none.
	Frames []Frame
}

// Frame is a function of the source and a place in it.
type Frame struct {
	Func   string // its linkage name, or its plain one if it has no other
	File   string // of the instruction, or of the call that was inlined
	Line   int    // 0: not known
	Column int    // 0: not known
}

// String gives "f+0x12 (f.c:34) in f.o", with the chain of inlined calls
// "f+0x12 (g.h:3 in g, f.c:34) in f.o", without a line "f+0x12 in f.o".
func (l Location) String() string {
	if l.Object == "" {
		return fmt.Sprintf("%#x", l.PC)
	}
	var b strings.Builder
	b.WriteString(l.Symbol)
	if l.Symbol == "" {
		b.WriteString(l.Section)
	}
	if l.Offset != 0 || l.Symbol == "" {
		b.WriteString("+0x")
		b.WriteString(strconv.FormatUint(l.Offset, 16))
	}
	if l.Line > 0 || len(l.Frames) > 1 {
		b.WriteString(" (")
		if len(l.Frames) == 0 {
			place(&b, l.File, l.Line)
		}
		for i, f := range l.Frames {
			if i > 0 {
				b.WriteString(", ")
			}
			place(&b, f.File, f.Line)
			if i < len(l.Frames)-1 {
				b.WriteString(" in " + f.Func)
			}
		}
		b.WriteString(")")
	}
	b.WriteString(" in " + l.Object)
	return b.String()
}

// place writes file and line, as far as they are known.
func place(b *strings.Builder, file string, line int) {
	if file == "" {
		file = "?"
	}
	b.WriteString(file)
	if line > 0 {
		b.WriteString(":" + strconv.Itoa(line))
	}
}

// Line is a row of a line table: from Addr up to the next row's, code was made for this
// place in the source.
type Line struct {
	Addr   uint64 // target address
	File   string // "" if not known
	Line   int    // 0: for no place in the source, or the end of what is known
	Column int    // counts from 1, 0 if not known
}

// Symbolize tells what lies at pc, and false outside of all objects. The return address
// of a call may belong to the next line, or function: ask for the one before.
//
// The first question about an object reads its debug information, which takes its
// linker's lock; later ones cost two binary searches. [Symbolizer.Symbol] never reads any.
func (s *Symbolizer) Symbolize(pc uint64) (Location, bool) { return s.locate(pc, true) }

// Symbol is Symbolize without lines: it never reads debug information and takes no
// linker's lock.
func (s *Symbolizer) Symbol(pc uint64) (Location, bool) { return s.locate(pc, false) }

func (s *Symbolizer) locate(pc uint64, lines bool) (Location, bool) {
	e, ok := s.index.Load().find(pc)
	if !ok {
		return Location{PC: pc}, false
	}
	return e.obj.locate(e, pc, lines)
}

// Format is the text of Symbolize's answer, "" outside of all objects: what errors with an
// address add in words.
func (s *Symbolizer) Format(pc uint64) string {
	l, ok := s.Symbolize(pc)
	if !ok {
		return ""
	}
	return l.String()
}

// Lines returns the rows of the line tables for the code from start up to end, by
// address; the first is the one that start belongs to, its Addr not below start. Where a
// row's code ends and no other begins there is a row with Line 0. nil: there is none.
func (s *Symbolizer) Lines(start, end uint64) []Line {
	var out []Line
	for start < end {
		e, ok := s.index.Load().from(start)
		if !ok || e.start >= end || e.end <= start {
			break
		}
		n := len(out)
		if t, _ := e.obj.debugInfo(); t != nil {
			out = t.lines(out, max(start, e.start), min(end, e.end))
		}
		if start = e.end; len(out) == n {
			continue
		}
		if n > 0 && out[n-1].Addr == out[n].Addr { // the end of the section before
			out = append(out[:n-1], out[n:]...)
		}
		if e.end < end && out[len(out)-1].Line > 0 {
			out = append(out, Line{Addr: e.end})
		}
	}
	return out
}

// Load reads the debug information of objects now, all that s knows if none are given,
// instead of when somebody asks: what an object that is about to be detached from its
// linker needs, or a program that will ask where it may not wait. Its errors, joined,
// match [ErrDebug] where an object's debug information is damaged, of which as much as could
// be read is used, and [errors.ErrUnsupported] where it is of a kind that is not read. Objects that s does not know are ignored.
func (s *Symbolizer) Load(objs ...*rtdyld.Object) error {
	var known []*object
	s.mu.Lock()
	if len(objs) == 0 {
		for _, o := range s.objects {
			known = append(known, o)
		}
	}
	for _, o := range objs {
		if k := s.objects[o]; k != nil {
			known = append(known, k)
		}
	}
	s.mu.Unlock()
	var errs []error
	for _, o := range known {
		if _, err := o.debugInfo(); err != nil {
			errs = append(errs, err)
		}
	}
	return texts.Join(errs...)
}

// Finalized implements [rtdyld.Listener]. Objects that s knows already, because a linker
// and an engine have told of them, count once.
func (s *Symbolizer) Finalized(objs []*rtdyld.Object) {
	made := make([]*object, 0, len(objs))
	entries := make([][]entry, 0, len(objs))
	for _, o := range objs {
		if k, secs := newObject(o, &s.budget); k != nil {
			made, entries = append(made, k), append(entries, secs)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var add []entry
	for i, k := range made {
		if s.objects[k.loaded] != nil {
			k.release()
			continue
		}
		s.objects[k.loaded] = k
		add = append(add, entries[i]...)
	}
	s.index.Store(s.index.Load().edit(nil, add))
}

// Unloading implements [rtdyld.Listener].
func (s *Symbolizer) Unloading(objs []*rtdyld.Object) {
	s.mu.Lock()
	var gone []*object
	for _, o := range objs {
		if k := s.objects[o]; k != nil {
			delete(s.objects, o)
			gone = append(gone, k)
		}
	}
	s.index.Store(s.index.Load().edit(gone, nil))
	s.mu.Unlock()
	for _, k := range gone {
		k.drop()
	}
}

// ErrDebug is matched by a *[DebugError].
var ErrDebug = errors.New("debug information is damaged")

// DebugError says what is wrong with the DWARF of an object.
type DebugError struct {
	Object  string // its name
	Section string // ".debug_line"
	Offset  uint64 // of the unit in the section that is wrong, or the record
	Msg     string
}

func (e *DebugError) Error() string {
	return fmt.Sprintf("%s: %s+%#x: %s", e.Object, e.Section, e.Offset, e.Msg)
}

// Is matches [ErrDebug].
func (e *DebugError) Is(t error) bool { return t == ErrDebug }

// UnsupportedError reports debug information that is not read: there are symbols alone.
type UnsupportedError struct {
	Object string // its name
	What   string
}

func (e *UnsupportedError) Error() string { return e.Object + ": " + e.What }

// Is matches [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool { return t == errors.ErrUnsupported }
