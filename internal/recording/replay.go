package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Step is a call that a record has, made again.
type Step struct {
	What string // "load a.o, b.o", "finalize"
	Err  string // what it says now, "" for success
	Was  string // what it said
}

// Same reports whether the call does what it did.
func (s *Step) Same() bool { return s.Err == s.Was }

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

// Replay makes the link of a record again, and shows each call. Memory is of this process and never run; limit is how much of it there may be, in
// bytes. It stops at the first call that does something else than it did. Errors are a *[FormatError], and ctx's.
func Replay(ctx context.Context, file string, data []byte, limit uint64, show func(Step)) (*Replayed, error) {
	p := &player{ctx: ctx, file: file, data: data, left: limit, show: show, last: map[string]*answer{}}
	if err := p.read(); err != nil {
		return nil, err
	}
	if err := p.start(); err != nil {
		return nil, err
	}
	for i := range p.events {
		same, err := p.play(i)
		if err != nil {
			return nil, errors.Join(err, p.linker.Close())
		}
		if !same {
			break
		}
	}
	return &Replayed{p.linker, slices.DeleteFunc(p.objects, func(o *rtdyld.Object) bool { return o == nil || o.State() == rtdyld.Unloaded })}, nil
}

// Replayed is what a record's link has come to. It is to be closed.
type Replayed struct {
	Linker  *rtdyld.Linker
	Objects []*rtdyld.Object // that are loaded
}

// Close closes the linker.
func (r *Replayed) Close() error { return r.Linker.Close() }

// player replays a record.
type player struct {
	ctx  context.Context
	file string
	data []byte // that is not read yet
	left uint64 // bytes of memory that there may be
	show func(Step)

	events  []event
	lines   []int // of events
	linker  *rtdyld.Linker
	objects []*rtdyld.Object // by number, nil for those of batches that fail now

	// What callbacks are to say, in their order.
	memory []*memory
	names  []*names
	last   map[string]*answer
	tls    []*tls
	reads  []*readData
}

func (p *player) bad(line int, format string, args ...any) error {
	return &FormatError{p.file, line, fmt.Sprintf(format, args...)}
}

// read takes the record apart. A last line without an end is of a process that died.
func (p *player) read() error {
	for line := 1; len(p.data) > 0; line++ {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		text, rest, whole := bytes.Cut(p.data, []byte{'\n'})
		p.data = rest
		var e event
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil {
			if !whole && line > 1 {
				break
			}
			return p.bad(line, "%v", err)
		}
		switch {
		case line == 1 && e.Linker == nil:
			return p.bad(line, "it does not begin as a record does")
		case line > 1 && e.Linker != nil:
			return p.bad(line, "a second linker")
		case e.Linker != nil && e.Linker.Version != Version:
			return p.bad(line, "the format has version %d, this command knows %d", e.Linker.Version, Version)
		case e.Memory != nil:
			p.memory = append(p.memory, e.Memory)
		case e.Names != nil:
			p.names = append(p.names, e.Names)
			for i := range e.Names.Answers {
				p.last[e.Names.Answers[i].Name] = &e.Names.Answers[i]
			}
		case e.TLS != nil:
			p.tls = append(p.tls, e.TLS)
		case e.Data != nil:
			p.reads = append(p.reads, e.Data)
		}
		p.events, p.lines = append(p.events, e), append(p.lines, line)
	}
	if len(p.events) == 0 {
		return p.bad(1, "it is empty")
	}
	return nil
}

// start makes the linker.
func (p *player) start() error {
	o := p.events[0].Linker
	cfg := rtdyld.Config{
		Memory: (*playedMemory)(p), Resolver: (*playedResolver)(p), CodeModel: o.CodeModel, Stubs: o.Stubs, BySection: o.BySection,
		SectionsStay: o.SectionsStay, Image: o.Image, OneUnit: o.OneUnit, AllSections: o.AllSections, NoRelax: o.NoRelax, ImageBase: o.ImageBase,
	}
	if o.Triple != "" {
		var err error
		if cfg.Triple, err = triple.Parse(o.Triple); err != nil {
			return p.bad(1, "%v", err)
		}
	}
	if o.HasTLS {
		cfg.TLS = (*playedTLS)(p)
	}
	if o.HasInit {
		cfg.Initializer = idle{}
	}
	if o.HasRead {
		cfg.ReadMemory = p.readMemory
	}
	var err error
	p.linker, err = rtdyld.New(cfg)
	if err != nil {
		return p.bad(1, "%v", err)
	}
	return nil
}

// idle runs nothing.
type idle struct{}

// Init implements [rtdyld.Initializer].
func (idle) Init(context.Context, []*rtdyld.Object, []uint64) error { return nil }

// Fini implements [rtdyld.Initializer].
func (idle) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }

// play makes call i again, if it is one, and reports whether it does what it did.
func (p *player) play(i int) (same bool, err error) {
	if err := p.ctx.Err(); err != nil {
		return false, err
	}
	s := Step{}
	switch e := &p.events[i]; {
	case e.Load != nil:
		s.Was = e.Load.Error
		s.What, err = p.load(e.Load)
	case e.Call != nil:
		s.Was = e.Call.Error
		var objs []*rtdyld.Object
		for _, n := range e.Call.Objects {
			if n < 0 || n >= len(p.objects) || p.objects[n] == nil {
				return false, p.bad(p.lines[i], "there is no object %d", n)
			}
			objs = append(objs, p.objects[n])
		}
		var known bool
		if s.What, known, err = p.call(e.Call, objs); !known {
			return false, p.bad(p.lines[i], "there is no call %q", e.Call.Do)
		}
	default:
		return true, nil
	}
	if ctx := p.ctx.Err(); ctx != nil {
		return false, ctx
	}
	s.Err = text(err)
	p.show(s)
	return s.Same(), nil
}

// load loads a batch.
func (p *player) load(b *load) (what string, err error) {
	var imgs []*objfmt.ObjectImage
	var list []string
	defer func() {
		for _, img := range imgs {
			img.Close() // the linker has its own hold
		}
	}()
	for i := range b.Objects {
		in := &b.Objects[i]
		list = append(list, in.Name)
		img, err := objfile.ParseContext(p.ctx, in.Name, in.Bytes)
		if err == nil {
			if err = Disown(img, in.External); err != nil {
				img.Close()
			}
		}
		if err != nil {
			return "load " + texts.Names(list), err
		}
		imgs = append(imgs, img)
	}
	what = "load " + texts.Names(list)
	var objs []*rtdyld.Object
	switch {
	case b.Own:
		objs, err = p.linker.LoadWith(p.ctx, (*playedResolver)(p), imgs...)
	case b.Alone:
		objs, err = p.linker.LoadWith(p.ctx, nil, imgs...)
	default:
		objs, err = p.linker.Load(p.ctx, imgs...)
	}
	p.objects = append(p.objects, objs...)
	return what, err
}

// call makes a call about objects.
func (p *player) call(c *operation, objs []*rtdyld.Object) (what string, known bool, err error) {
	var list []string
	for _, o := range objs {
		list = append(list, o.Name())
	}
	what = c.Do
	if len(list) > 0 {
		what += " " + texts.Names(list)
	}
	switch {
	case c.Do == "resolve":
		err = p.linker.Resolve(p.ctx, objs...)
	case c.Do == "finalize":
		err = p.linker.Finalize(p.ctx, objs...)
	case c.Do == "unload":
		err = p.linker.Unload(p.ctx, objs...)
	case c.Do == "detach":
		_, err = p.linker.Detach(p.ctx, objs...)
	case c.Do == "map" && len(objs) == 1:
		what += fmt.Sprintf(": section %d at %#x", c.Section, c.Addr)
		err = objs[0].MapSectionAddress(c.Section, c.Addr)
	case c.Do == "lookup":
		what += " " + texts.Name(c.Name)
		var s rtdyld.Symbol
		if s, err = p.linker.Lookup(c.Name); err == nil && s.Addr != c.Addr {
			err = fmt.Errorf("it is at %#x, and was at %#x", s.Addr, c.Addr)
		}
	default:
		return "", false, nil
	}
	return what, true, err
}

// playedMemory gives memory at the addresses that it had.
type playedMemory player

// Allocate implements [rtdyld.MemoryManager].
func (m *playedMemory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	i := slices.IndexFunc(m.memory, func(e *memory) bool {
		return slices.EqualFunc(e.Blocks, reqs, func(b block, q rtdyld.Request) bool {
			return b.Object == q.Object && b.Name == q.Name && b.Section == q.Section && b.Kind == q.Kind && b.Size == q.Size && b.Align == q.Align
		})
	})
	if i < 0 {
		return nil, fmt.Errorf("%d blocks of memory: %w", len(reqs), errOther)
	}
	e := m.memory[i]
	m.memory = slices.Delete(m.memory, i, i+1)
	if e.Error != "" {
		return nil, errors.New(e.Error)
	}
	a := make(playedBlocks, len(reqs))
	for i, b := range e.Blocks {
		if b.Align == 0 || b.Addr%b.Align != 0 || b.Addr+b.Size < b.Addr {
			return nil, fmt.Errorf("address %#x of memory: %w", b.Addr, errOther)
		}
		if b.Size > m.left {
			return nil, fmt.Errorf("%d bytes of memory are more than may be had", b.Size)
		}
		m.left -= b.Size
		a[i] = rtdyld.Block{Mem: make([]byte, b.Size), Addr: b.Addr}
	}
	return a, nil
}

// playedBlocks are memory of Go's.
type playedBlocks []rtdyld.Block

// Blocks implements [rtdyld.Allocation].
func (a playedBlocks) Blocks() []rtdyld.Block { return a }

// Finalize implements [rtdyld.Allocation].
func (a playedBlocks) Finalize(context.Context) error { return nil }

// Release implements [rtdyld.Allocation].
func (a playedBlocks) Release(context.Context) error { return nil }

// playedResolver gives the answers that there were.
type playedResolver player

// Resolve implements [rtdyld.Resolver]. The answers are those of the first question for the same names whose answers were not given yet; names that
// are asked for in other company have their last answers.
func (n *playedResolver) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	i := slices.IndexFunc(n.names, func(e *names) bool {
		return slices.EqualFunc(e.Answers, refs, func(a answer, r rtdyld.Ref) bool { return a.Name == r.Name })
	})
	if i < 0 {
		for k := range refs {
			a := n.last[refs[k].Name]
			if a == nil {
				return fmt.Errorf("an answer for %s: %w", texts.Name(refs[k].Name), errOther)
			}
			out[k] = a.symbol()
		}
		return nil
	}
	e := n.names[i]
	n.names = slices.Delete(n.names, i, i+1)
	for k := range e.Answers {
		out[k] = e.Answers[k].symbol()
	}
	if e.Error != "" {
		return errors.New(e.Error)
	}
	return nil
}

func (a *answer) symbol() rtdyld.Symbol {
	return rtdyld.Symbol{Found: a.Found, Addr: a.Addr, Size: a.Size, Module: a.Module, Kind: a.Kind, Thread: a.Thread}
}

// playedTLS places thread-locals where they were.
type playedTLS player

// Define implements [rtdyld.TLSProvider].
func (t *playedTLS) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	i := slices.IndexFunc(t.tls, func(e *tls) bool { return e.Object == req.Object })
	if i < 0 {
		return nil, fmt.Errorf("thread-locals: %w", errOther)
	}
	e := t.tls[i]
	t.tls = slices.Delete(t.tls, i, i+1)
	if e.Error != "" {
		return nil, errors.New(e.Error)
	}
	return playedBlock{e}, nil
}

type playedBlock struct{ e *tls }

func (b playedBlock) Module() uint64                           { return b.e.Module }
func (b playedBlock) DTPOffset() uint64                        { return b.e.DTPOffset }
func (b playedBlock) TPOffset() int64                          { return b.e.TPOffset }
func (b playedBlock) Initialize(context.Context, []byte) error { return nil }
func (b playedBlock) Release(context.Context) error            { return nil }

// readMemory gives what was read.
func (p *player) readMemory(_ context.Context, addr uint64, dst []byte) error {
	i := slices.IndexFunc(p.reads, func(d *readData) bool { return d.Addr == addr && len(d.Bytes) == len(dst) })
	if i < 0 {
		return fmt.Errorf("%d bytes at %#x: %w", len(dst), addr, errOther)
	}
	copy(dst, p.reads[i].Bytes)
	if p.reads[i].Error != "" {
		return errors.New(p.reads[i].Error)
	}
	return nil
}
