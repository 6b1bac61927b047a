package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// ReplayConfig says how [Replay] goes.
type ReplayConfig struct {
	// Name is the record's, for errors: the name of its file.
	Name string
	// Limit is how much memory the linkers may have, in bytes. 0: 1 GiB.
	Limit uint64
	// Show is told of each call, in order. nil: not called.
	Show func(Step)
	// Linked is told once of what is loaded: when all calls have been made but those at the end that only take down (destruct, unload, close), or
	// when a call does something else than it did. It may look at the linkers, and must not change them. Its error ends the replay. nil: not called.
	Linked func(ctx context.Context, all []Linked) error
}

// Linked is what a linker of a record has loaded.
type Linked struct {
	Linker  *rtdyld.Linker
	Objects []*rtdyld.Object // in the order of their Loads
}

// Step is a call that a record has.
type Step struct {
	What  string // "load a.o, b.o", "finalize"
	Err   string // what it says now, "" for success
	Was   string // what it said
	Made  bool   // false: it was refused, or its context ended, before it had done anything, and is not made again
	Ended bool   // false: the process died in it, so that Was is not known
}

// Same reports whether the call does what it did.
func (s *Step) Same() bool { return !s.Made || !s.Ended || s.Err == s.Was }

// FormatError says that a record is damaged.
type FormatError struct {
	File string
	Line int // from 1 on
	Msg  string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: line %d: %s", texts.Name(e.File), e.Line, e.Msg)
}

// errOther is what a replayed link gets that asks for what the record has not.
var errOther = errors.New("the record does not have it: the link is another one")

// Replay makes the links of a record again, and shows each call. Memory is of this process and never run. It stops at the first call that does something
// else than it did; same says that none did. Errors are a *[FormatError], that of cfg.Linked, and ctx's.
func Replay(ctx context.Context, data []byte, cfg ReplayConfig) (same bool, err error) {
	if cfg.Limit == 0 {
		cfg.Limit = 1 << 30
	}
	p := &player{ctx: ctx, cfg: cfg, left: cfg.Limit}
	if err := p.read(data); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return p.playAll()
}

// item is a call to be made: of the program's, or a part of one.
type item struct {
	line   int // where it ends
	on     *played
	op     *operation
	end    *outcome // nil: the record has none
	order  uint64
	parts  []pass
	libs   []library
	part   []int // objects to resolve: it is a part of a call
	isPart bool
}

// player replays a record.
type player struct {
	ctx   context.Context
	cfg   ReplayConfig
	left  uint64 // bytes of memory that there may be
	links []*played
	items []item
}

func (p *player) bad(line int, format string, args ...any) error {
	return &FormatError{p.cfg.Name, line, fmt.Sprintf(format, args...)}
}

// read takes the record apart. A last line without an end is of a process that died.
func (p *player) read(data []byte) error {
	begun := map[uint64]*item{}
	line := 1
	for ; len(data) > 0; line++ {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		text, rest, whole := bytes.Cut(data, []byte{'\n'})
		data = rest
		var e event
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil {
			if !whole && line > 1 {
				break
			}
			return p.bad(line, "%v", err)
		}
		if more := bytes.TrimSpace(text[d.InputOffset():]); len(more) > 0 {
			return p.bad(line, "it goes on behind its end")
		}
		if err := p.take(line, &e, begun); err != nil {
			return err
		}
	}
	if len(p.links) == 0 {
		return p.bad(1, "it is empty")
	}
	var cut []item
	for _, x := range begun {
		if x.end == nil {
			cut = append(cut, *x)
		}
	}
	slices.SortFunc(cut, func(a, b item) int { return a.line - b.line })
	for i := range cut {
		p.add(&cut[i])
	}
	p.sort()
	return nil
}

// add adds a call, behind its parts.
func (p *player) add(x *item) {
	for _, part := range x.parts {
		p.items = append(p.items, item{line: x.line, on: x.on, op: x.op, order: part.Order, part: part.Objects, isPart: true})
	}
	p.items = append(p.items, *x)
}

// take takes a line.
func (p *player) take(line int, e *event, begun map[uint64]*item) error {
	switch {
	case len(p.links) == 0 && e.Linker == nil:
		return p.bad(line, "it does not begin as a record does")
	case e.Linker != nil && (e.Linker.Version < oldest || e.Linker.Version > Version):
		return p.bad(line, "the format has version %d, this command knows %d to %d", e.Linker.Version, oldest, Version)
	case e.Linker != nil && e.On != len(p.links):
		return p.bad(line, "linker %d comes after %d", e.On, len(p.links)-1)
	case e.Linker != nil:
		l, err := p.newLinker(e.Linker)
		if err != nil {
			return p.bad(line, "%v", err)
		}
		p.links = append(p.links, l)
		return nil
	case e.On < 0 || e.On >= len(p.links):
		return p.bad(line, "there is no linker %d", e.On)
	}
	l := p.links[e.On]
	switch {
	case e.Begin != nil:
		if begun[e.Begin.ID] != nil {
			return p.bad(line, "call %d begins twice", e.Begin.ID)
		}
		if !known(e.Begin) {
			return p.bad(line, "there is no call %q", e.Begin.Do)
		}
		begun[e.Begin.ID] = &item{line: line, on: l, op: e.Begin, order: math.MaxUint64}
	case e.Took != nil:
		x := begun[e.Took.Of]
		if x == nil || x.on != l || x.end != nil {
			return p.bad(line, "call %d does not begin", e.Took.Of)
		}
		x.order, x.parts, x.libs = e.Took.Order, e.Took.Passes, e.Took.Libraries
	case e.End != nil:
		x := begun[e.End.Of]
		if x == nil || x.on != l || x.end != nil {
			return p.bad(line, "call %d does not begin", e.End.Of)
		}
		x.line, x.end, x.order, x.parts, x.libs = line, e.End, e.End.Order, e.End.Passes, e.End.Libraries
		p.add(x)
	default:
		l.take(e)
	}
	return nil
}

// known reports whether a call is one that can be made.
func known(op *operation) bool {
	switch op.Do {
	case "map":
		return len(op.Objects) == 1
	case "map image":
		return len(op.Inputs) == 1
	case "lookup":
		return len(op.Objects) <= 1
	case "load", "resolve", "finalize", "unload", "destruct", "detach", "save", "close":
		return true
	}
	return false
}

// made reports whether a call is to be made again.
func (x *item) made() bool { return x.isPart || x.end == nil || x.order != 0 || x.op.Do == "lookup" }

// sort brings the calls of each linker into the order in which they took effect. Those of others, and those that are not made, stay where they are.
func (p *player) sort() {
	byLinker := map[*played][]int{} // places of calls that are made
	for i := range p.items {
		if x := &p.items[i]; x.made() {
			byLinker[x.on] = append(byLinker[x.on], i)
		}
	}
	was := slices.Clone(p.items)
	for _, places := range byLinker {
		sorted := slices.Clone(places)
		slices.SortStableFunc(sorted, func(i, j int) int {
			a, b := &was[i], &was[j]
			switch {
			case a.order != b.order:
				if a.order < b.order {
					return -1
				}
				return 1
			case a.op.Do != "lookup" && b.op.Do == "lookup":
				return -1
			case a.op.Do == "lookup" && b.op.Do != "lookup":
				return 1
			}
			return 0
		})
		for k, i := range places {
			p.items[i] = was[sorted[k]]
		}
	}
}

// playAll makes all calls.
func (p *player) playAll() (same bool, err error) {
	down := len(p.items)
	for down > 0 && slices.Contains([]string{"unload", "destruct", "close"}, p.items[down-1].op.Do) {
		down--
	}
	shown := false
	for i := range p.items {
		if i == down {
			if err := p.linked(); err != nil {
				return false, err
			}
			shown = true
		}
		if err := p.ctx.Err(); err != nil {
			return false, err
		}
		s, err := p.items[i].on.play(&p.items[i])
		if ctx := p.ctx.Err(); ctx != nil {
			return false, ctx
		}
		if err != nil {
			return false, err
		}
		if p.cfg.Show != nil {
			p.cfg.Show(s)
		}
		if !s.Same() {
			if !shown {
				err = p.linked()
			}
			return false, err
		}
	}
	if !shown {
		err = p.linked()
	}
	return err == nil, err
}

// linked tells what is loaded.
func (p *player) linked() error {
	if p.cfg.Linked == nil {
		return nil
	}
	var all []Linked
	for _, l := range p.links {
		if !l.closed {
			all = append(all, Linked{l.linker, l.loaded()})
		}
	}
	return p.cfg.Linked(p.ctx, all)
}

// close closes the linkers.
func (p *player) close() error {
	var errs []error
	for _, l := range p.links {
		if !l.closed {
			l.call = 0
			errs = append(errs, l.linker.Close())
		}
	}
	return errors.Join(errs...)
}
