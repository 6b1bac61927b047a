package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// played is a linker that is replayed, and what its callbacks are to say.
type played struct {
	p       *player
	linker  *rtdyld.Linker
	objects map[int]*rtdyld.Object // by number
	closed  bool

	call uint64                        // that is made now
	libs []library                     // what Config.Library says in it
	made map[uint64]*[numCallbacks]int // callbacks that calls have made
	sum  string                        // of an allocation that has other contents than it had: whose

	memory []*memory
	names  []*names
	last   map[nameOf]*answer
	tls    []*tls
	reads  []*readData
	fixed  map[string]*fixed
	failed map[callbackOf]*failed
	sums   map[sumOf]*sum
}

// nameOf is a name as a resolver is asked for it, callbackOf a callback of a call.
type nameOf struct {
	batch uint64
	name  string
}

// sumOf is an allocation that a call protects, by its first address.
type sumOf struct {
	call uint64
	addr uint64
}

type callbackOf struct {
	call uint64
	what string
	nth  int
}

// newLinker makes a linker with options.
func (p *player) newLinker(o *options) (*played, error) {
	l := &played{p: p, objects: map[int]*rtdyld.Object{}, last: map[nameOf]*answer{}, made: map[uint64]*[numCallbacks]int{}, fixed: map[string]*fixed{}, failed: map[callbackOf]*failed{}, sums: map[sumOf]*sum{}}
	cfg := rtdyld.Config{
		Memory: (*playedMemory)(l), Reserver: (*playedReserver)(l), Layout: o.Layout, CodeModel: o.CodeModel, Stubs: o.Stubs, BySection: o.BySection,
		SectionsStay: o.SectionsStay, Image: o.Image, OneUnit: o.OneUnit, AllSections: o.AllSections, NoRelax: o.NoRelax, ImageBase: o.ImageBase, Wrap: rtdyld.NewWrapping(o.Wrap...),
	}
	if o.Triple != "" {
		var err error
		if cfg.Triple, err = triple.Parse(o.Triple); err != nil {
			return nil, err
		}
	}
	if o.HasResolver {
		cfg.Resolver = &playedResolver{l, 0}
	}
	if o.HasFixed {
		cfg.Fixed = l.fixedName
	}
	if o.Unwind != 0 {
		cfg.Unwinder = &playedUnwinder{l, o.Unwind}
	}
	if o.HasImages {
		cfg.Images = (*playedImages)(l)
	}
	if o.HasLibrary {
		cfg.Library = l.library
	}
	if o.HasTLS {
		cfg.TLS = (*playedTLS)(l)
	}
	if o.HasInit {
		cfg.Initializer = (*playedInit)(l)
	}
	if o.HasRead {
		cfg.ReadMemory = l.readMemory
	}
	var err error
	l.linker, err = rtdyld.New(cfg)
	return l, err
}

// take takes what a callback said.
func (l *played) take(e *event) {
	switch {
	case e.Memory != nil:
		l.memory = append(l.memory, e.Memory)
	case e.Names != nil:
		l.names = append(l.names, e.Names)
		for i := range e.Names.Answers {
			a := &e.Names.Answers[i]
			l.last[nameOf{e.Names.Batch, a.Name}] = a
		}
	case e.TLS != nil:
		l.tls = append(l.tls, e.TLS)
	case e.Data != nil:
		l.reads = append(l.reads, e.Data)
	case e.Fixed != nil:
		l.fixed[e.Fixed.Name] = e.Fixed
	case e.Failed != nil:
		l.failed[callbackOf{e.Failed.Of, e.Failed.Call, e.Failed.Nth}] = e.Failed
	case e.Sum != nil:
		l.sums[sumOf{e.Sum.Of, e.Sum.Addr}] = e.Sum
	}
}

// loaded are the objects that are loaded.
func (l *played) loaded() (list []*rtdyld.Object) {
	for _, n := range slices.Sorted(maps.Keys(l.objects)) {
		if o := l.objects[n]; o.State() != rtdyld.Unloaded {
			list = append(list, o)
		}
	}
	return list
}

// play makes a call. The error is that of the record.
func (l *played) play(x *item) (s Step, err error) {
	s = Step{Made: x.made(), Ended: x.end != nil || x.isPart}
	if x.end != nil && !x.isPart {
		s.Was = x.end.Error
	}
	list := x.op.Objects
	if x.isPart {
		list = x.part
	}
	objs, err := l.objectsOf(list, x.line)
	s.What = title(x, objs)
	if !s.Made { // it has no place among other calls: some object may not be there yet
		s.Err = s.Was
		return s, nil
	}
	if err != nil {
		return s, err
	}
	l.call, l.libs, l.sum = x.op.ID, x.libs, ""
	if x.isPart {
		s.Err = text(l.linker.Resolve(l.p.ctx, objs...))
		return s, nil
	}
	if x.end != nil && len(x.end.Failed) > 0 {
		if objs, err = l.objectsOf(x.end.Failed, x.line); err != nil {
			return s, err
		}
		err = l.linker.Resolve(l.p.ctx, objs...) // in which the call failed
	} else {
		err = l.make(x.op, objs)
	}
	delete(l.made, x.op.ID)
	if err == nil && l.sum != "" {
		err = fmt.Errorf("%s has other contents in memory than it had", texts.Name(l.sum))
	}
	s.Err = text(err)
	return s, nil
}

// objectsOf are objects by their numbers, which stand in a line, with an error those before what there is not.
func (l *played) objectsOf(list []int, line int) (objs []*rtdyld.Object, err error) {
	for _, n := range list {
		o := l.objects[n]
		if o == nil {
			return objs, l.p.bad(line, "there is no object %d", n)
		}
		objs = append(objs, o)
	}
	return objs, nil
}

// title is what a call is called.
func title(x *item, objs []*rtdyld.Object) string {
	what := x.op.Do
	if x.isPart {
		what = "resolve"
	}
	if x.op.Name != "" {
		what += " " + texts.Name(x.op.Name)
	}
	var list []string
	for _, in := range x.op.Inputs {
		list = append(list, in.Name)
	}
	for _, o := range objs {
		list = append(list, o.Name())
	}
	if x.op.Do == "lookup" && len(list) > 0 {
		what += " in"
	}
	if len(list) > 0 {
		what += " " + texts.Names(list)
	}
	if x.op.Do == "map" {
		what += fmt.Sprintf(": section %d at %#x", x.op.Section, x.op.Addr)
	}
	return what
}

// make makes a call.
func (l *played) make(op *operation, objs []*rtdyld.Object) (err error) {
	ctx := l.p.ctx
	switch op.Do {
	case "load":
		err = l.load(op)
	case "map image":
		err = l.mapImage(op)
	case "resolve":
		err = l.linker.Resolve(ctx, objs...)
	case "finalize":
		err = l.linker.Finalize(ctx, objs...)
	case "unload":
		err = l.linker.Unload(ctx, objs...)
	case "destruct":
		err = l.linker.Destruct(ctx, objs...)
	case "detach":
		_, err = l.linker.Detach(ctx, objs...)
	case "save":
		err = l.linker.Save(ctx, io.Discard, *cmp.Or(op.Save, &rtdyld.SaveConfig{}), objs...)
	case "map":
		err = objs[0].MapSectionAddress(op.Section, op.Addr)
	case "close":
		l.closed = true
		err = l.linker.Close()
	case "lookup":
		var s rtdyld.Symbol
		if len(objs) > 0 {
			s, err = objs[0].Lookup(op.Name)
		} else {
			s, err = l.linker.Lookup(op.Name)
		}
		if err == nil && s.Addr != op.Addr {
			err = fmt.Errorf("it is at %#x, and was at %#x", s.Addr, op.Addr)
		}
	}
	return err
}

// load loads a batch.
func (l *played) load(op *operation) (err error) {
	var imgs []*objfmt.ObjectImage
	defer func() {
		for _, img := range imgs {
			img.Close() // the linker has its own hold
		}
	}()
	for i := range op.Inputs {
		img, err := op.Inputs[i].parse(l.p.ctx)
		if err != nil {
			return err
		}
		imgs = append(imgs, img)
	}
	var objs []*rtdyld.Object
	switch {
	case op.Own:
		objs, err = l.linker.LoadWith(l.p.ctx, &playedResolver{l, op.ID}, imgs...)
	case op.Alone:
		objs, err = l.linker.LoadWith(l.p.ctx, nil, imgs...)
	default:
		objs, err = l.linker.Load(l.p.ctx, imgs...)
	}
	for i, o := range objs {
		l.objects[op.First+i] = o
	}
	return err
}

// ours finds something that callbacks said: of the call that is made now if there is such, else of any.
func ours[T any](l *played, list []T, of func(T) uint64, is func(T) bool) int {
	if i := slices.IndexFunc(list, func(e T) bool { return of(e) == l.call && is(e) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(list, is)
}

// saidError is an error of a callback, as the record has it.
type saidError struct {
	text string
	is   error
}

func (e *saidError) Error() string        { return e.text }
func (e *saidError) Is(target error) bool { return e.is != nil && target == e.is }

// nth counts a callback of the call that is made now.
func (l *played) nth(what int) int {
	made := l.made[l.call]
	if made == nil {
		made = new([numCallbacks]int)
		l.made[l.call] = made
	}
	made[what]++
	return made[what] - 1
}

// said is what a callback that gives an error alone says.
func (l *played) said(what int) error {
	n := l.nth(what)
	if f := l.failed[callbackOf{l.call, callbacks[what], n}]; f != nil {
		return &saidError{f.Error, sentinels[f.Is]}
	}
	return nil
}

// playedMemory gives memory at the addresses that it had.
type playedMemory played

// Allocate implements [rtdyld.MemoryManager].
func (m *playedMemory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	want := make([]block, len(reqs))
	for i := range reqs {
		want[i] = blockOf(&reqs[i])
	}
	a, err := (*played)(m).allocate(want, false)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// playedBlocks are memory of Go's.
type playedBlocks struct {
	l      *played
	of     string // one of the objects
	blocks []rtdyld.Block
}

// Blocks implements [rtdyld.Allocation].
func (a *playedBlocks) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements [rtdyld.Allocation]: it compares contents with what they were.
func (a *playedBlocks) Finalize(context.Context) error {
	l := a.l
	if err := l.said(protect); err != nil || len(a.blocks) == 0 {
		return err
	}
	if was := l.sums[sumOf{l.call, a.blocks[0].Addr}]; was != nil && !slices.Equal(was.SHA256, digest(a.blocks)) && l.sum == "" {
		l.sum = cmp.Or(a.of, "the linker")
	}
	return nil
}

// Release implements [rtdyld.Allocation].
func (a *playedBlocks) Release(context.Context) error {
	for _, b := range a.blocks {
		a.l.p.left += uint64(len(b.Mem))
	}
	a.blocks = nil
	return a.l.said(release)
}

// playedReserver refuses what was refused.
type playedReserver played

// Reserve implements [rtdyld.Reserver].
func (r *playedReserver) Reserve(context.Context, rtdyld.Need, rtdyld.Need, rtdyld.Need) error {
	return (*played)(r).said(reserve)
}

// playedResolver gives the answers that there were, of the linker or of a batch.
type playedResolver struct {
	l     *played
	batch uint64
}

// Resolve implements [rtdyld.Resolver]. The answers are those of the first question for the same names whose answers were not given yet; names that
// are asked for in other company have their last answers.
func (n *playedResolver) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	l := n.l
	i := ours(l, l.names, func(e *names) uint64 { return e.Of }, func(e *names) bool {
		return e.Batch == n.batch && slices.EqualFunc(e.Answers, refs, func(a answer, r rtdyld.Ref) bool { return a.Name == r.Name })
	})
	if i < 0 {
		for k := range refs {
			a := l.last[nameOf{n.batch, refs[k].Name}]
			if a == nil {
				return fmt.Errorf("an answer for %s: %w", texts.Name(refs[k].Name), errOther)
			}
			out[k] = a.symbol()
		}
		return nil
	}
	e := l.names[i]
	l.names = slices.Delete(l.names, i, i+1)
	for k := range e.Answers {
		out[k] = e.Answers[k].symbol()
	}
	if e.Error != "" {
		return &saidError{text: e.Error}
	}
	return nil
}

func (a *answer) symbol() rtdyld.Symbol {
	return rtdyld.Symbol{Found: a.Found, Addr: a.Addr, Size: a.Size, Module: a.Module, Kind: a.Kind, Thread: a.Thread}
}

// fixedName is Config.Fixed.
func (l *played) fixedName(name string) (addr uint64, ok bool) {
	if f := l.fixed[name]; f != nil {
		return f.Addr, f.OK
	}
	return 0, false
}

// playedUnwinder refuses what was refused.
type playedUnwinder struct {
	l       *played
	formats rtdyld.UnwindFormat
}

// Formats implements [rtdyld.Unwinder].
func (u *playedUnwinder) Formats() rtdyld.UnwindFormat { return u.formats }

// Register implements [rtdyld.Unwinder].
func (u *playedUnwinder) Register(context.Context, []rtdyld.UnwindTable) error {
	return u.l.said(register)
}

// Deregister implements [rtdyld.Unwinder].
func (u *playedUnwinder) Deregister(context.Context, []rtdyld.UnwindTable) error {
	return u.l.said(deregister)
}

// playedInit runs nothing.
type playedInit played

// Init implements [rtdyld.Initializer].
func (i *playedInit) Init(context.Context, []*rtdyld.Object, []uint64) error {
	return (*played)(i).said(init_)
}

// Fini implements [rtdyld.Initializer].
func (i *playedInit) Fini(context.Context, []*rtdyld.Object, []uint64) error {
	return (*played)(i).said(fini)
}

// playedTLS places thread-locals where they were.
type playedTLS played

// Define implements [rtdyld.TLSProvider].
func (t *playedTLS) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	l := (*played)(t)
	i := ours(l, t.tls, func(e *tls) uint64 { return e.Of }, func(e *tls) bool { return e.Object == req.Object })
	if i < 0 {
		return nil, fmt.Errorf("thread-locals: %w", errOther)
	}
	e := t.tls[i]
	t.tls = slices.Delete(t.tls, i, i+1)
	if e.Error != "" {
		return nil, errors.New(e.Error)
	}
	return playedBlock{l, e}, nil
}

type playedBlock struct {
	l *played
	e *tls
}

func (b playedBlock) Module() uint64                           { return b.e.Module }
func (b playedBlock) DTPOffset() uint64                        { return b.e.DTPOffset }
func (b playedBlock) TPOffset() int64                          { return b.e.TPOffset }
func (b playedBlock) TLSDescriptor() [2]uint64                 { return b.e.Descriptor }
func (b playedBlock) Initialize(context.Context, []byte) error { return b.l.said(initTLS) }
func (b playedBlock) Release(context.Context) error            { return b.l.said(releaseTLS) }

// readMemory gives what was read.
func (l *played) readMemory(_ context.Context, addr uint64, dst []byte) error {
	i := ours(l, l.reads, func(d *readData) uint64 { return d.Of }, func(d *readData) bool { return d.Addr == addr && len(d.Bytes) == len(dst) })
	if i < 0 {
		return fmt.Errorf("%d bytes at %#x: %w", len(dst), addr, errOther)
	}
	copy(dst, l.reads[i].Bytes)
	if l.reads[i].Error != "" {
		return errors.New(l.reads[i].Error)
	}
	return nil
}
