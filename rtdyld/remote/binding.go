package remote

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// binding tells the executor of one linker's objects. The linker tells it of their call
// frames one by one, then asks for their constructors: all of it travels with that
// question, in one request, and goes again with the one for the destructors.
type binding struct {
	e *Executor

	mu       sync.Mutex
	waiting  []*wire.Frames // of objects whose constructors were not asked for yet
	attached map[*rtdyld.Object]*attachment
	leaving  []*attachment // unloaded without destructors, and still attached
}

// attachment is what the executor knows of an object.
type attachment struct {
	object *wire.Object
	memory []mem.Range
	frames []*wire.Frames
}

func wireRange(addr, size uint64) *wire.Range { return &wire.Range{Addr: addr, Size: size} }

// Formats implements rtdyld.Unwinder.
func (b *binding) Formats() (f rtdyld.UnwindFormat) {
	for _, r := range unwindFormats {
		if slices.Contains(b.e.hello.formats, r.wire) {
			f |= r.format
		}
	}
	return f
}

// unwindFormats are the formats of unwind information as the protocol has them.
var unwindFormats = [...]struct {
	format rtdyld.UnwindFormat
	wire   wire.Frames_Format
}{
	{rtdyld.EHFrame, wire.Frames_FORMAT_EH_FRAME},
	{rtdyld.PData, wire.Frames_FORMAT_PDATA},
	{rtdyld.Exidx, wire.Frames_FORMAT_EXIDX},
}

// Register implements rtdyld.Unwinder.
func (b *binding) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	if err := b.e.Err(); err != nil {
		return err
	}
	frames := wireFrames(tables)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, frames...)
	return nil
}

// wireFrames describes the tables of an object: function tables together, which have one
// base, others one by one.
func wireFrames(tables []rtdyld.UnwindTable) (list []*wire.Frames) {
	var pdata *wire.Frames
	for _, t := range tables {
		f := &wire.Frames{Base: t.Base, Whole: t.Whole}
		for _, r := range unwindFormats {
			if r.format == t.Format {
				f.Format = r.wire
			}
		}
		switch {
		case t.Format == rtdyld.PData && pdata != nil:
			f = pdata
		case t.Format == rtdyld.PData:
			pdata = f
			list = append(list, f)
		case t.Format == rtdyld.Exidx:
			f.Code = wireRange(t.Lo, t.Hi-t.Lo)
			list = append(list, f)
		default:
			list = append(list, f)
		}
		f.Tables = append(f.Tables, wireRange(t.Addr, uint64(len(t.Mem))))
	}
	return list
}

// Deregister implements rtdyld.Unwinder: what was never sent is forgotten. The rest goes
// with its object, or has gone.
func (b *binding) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(f *wire.Frames) bool {
		return slices.ContainsFunc(tables, func(t rtdyld.UnwindTable) bool { return f.Tables[0].Addr == t.Addr })
	})
	return nil
}

// take makes attachments of objects, with the frames that wait for them.
func (b *binding) take(objs []*rtdyld.Object) []*attachment {
	list := make([]*attachment, len(objs))
	type span struct {
		mem.Range
		of *attachment
	}
	var spans []span
	for i, o := range objs {
		a := &attachment{memory: ranges(o)}
		a.object = &wire.Object{Id: b.e.nextID.Add(1), Name: []byte(o.Name()), DsoHandle: o.DSOHandle()}
		for _, r := range a.memory {
			a.object.Memory = append(a.object.Memory, wireRange(r.Addr, r.Size))
			spans = append(spans, span{r, a})
		}
		list[i] = a
	}
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.Addr, y.Addr) })
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(f *wire.Frames) bool {
		addr := f.Tables[0].Addr
		i, found := slices.BinarySearchFunc(spans, addr, func(s span, a uint64) int { return cmp.Compare(s.Addr, a) })
		if !found {
			i--
		}
		if i < 0 || addr-spans[i].Addr >= spans[i].Size {
			return false // of another Finalize
		}
		spans[i].of.frames = append(spans[i].of.frames, f)
		return true
	})
	return list
}

// Init implements rtdyld.Initializer: objects are attached, with their frames, and their
// constructors run, in one request as a rule. If it fails none of them is attached.
func (b *binding) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	list := b.take(objs)
	reqs := b.requests(list)
	last := reqs[len(reqs)-1]
	last.Init, last.Fini = funcs, rtdyld.Destructors(objs...)
	for i, req := range reqs {
		send := b.e.change
		if req == last && len(funcs) > 0 {
			send = b.e.run
		}
		err := send(ctx, "attach", func(ctx context.Context) error {
			_, err := b.e.client.Attach(ctx, req)
			return err
		})
		if err == nil {
			continue
		}
		for _, done := range slices.Backward(reqs[:i]) {
			err = errors.Join(err, b.detach(ctx, done.Objects, done.Frames, nil))
		}
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, o := range objs {
		b.attached[o] = list[i]
	}
	return nil
}

// requests spreads attachments over as many requests as the executor's limits want.
func (b *binding) requests(list []*attachment) (reqs []*wire.AttachRequest) {
	var req *wire.AttachRequest
	size, entries := 0, 0
	for _, a := range list {
		n, k := a.weight()
		if req == nil || size+n > b.e.hello.maxMessage-64<<10 || entries+k > b.e.hello.maxEntries-16 {
			req = &wire.AttachRequest{Instance: b.e.hello.Instance}
			reqs, size, entries = append(reqs, req), 0, 0
		}
		size, entries = size+n, entries+k
		req.Objects = append(req.Objects, a.object)
		req.Frames = append(req.Frames, a.frames...)
	}
	if req == nil {
		reqs = append(reqs, &wire.AttachRequest{Instance: b.e.hello.Instance})
	}
	return reqs
}

// weight is about what an attachment takes of a message: bytes and entries.
func (a *attachment) weight() (size, entries int) {
	size, entries = len(a.object.Name)+64+32*len(a.memory), 2+len(a.memory)
	for _, f := range a.frames {
		size += 48 + 32*len(f.Tables)
		entries += 3 + len(f.Tables)
	}
	return size, entries
}

// Fini implements rtdyld.Initializer: what the objects registered and their destructors
// run, then all is detached, in one request as a rule. Objects that were not attached,
// since Init failed, have nothing to undo.
func (b *binding) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	var list []*attachment
	var strangers []mem.Range
	b.mu.Lock()
	for _, o := range objs {
		if a := b.attached[o]; a != nil {
			list = append(list, a)
			delete(b.attached, o)
		} else {
			strangers = append(strangers, ranges(o)...)
		}
	}
	b.mu.Unlock()
	if strangers != nil {
		funcs = slices.DeleteFunc(slices.Clone(funcs), func(f uint64) bool { return contains(strangers, f) })
	}
	return b.detachAll(ctx, list, funcs)
}

// detachAll detaches objects; destructors run with the first request.
func (b *binding) detachAll(ctx context.Context, list []*attachment, fini []uint64) error {
	if len(list) == 0 {
		return nil
	}
	var errs []error
	for _, req := range b.requests(list) {
		errs = append(errs, b.detach(ctx, req.Objects, req.Frames, fini))
		fini = nil
	}
	return errors.Join(errs...)
}

func (b *binding) detach(ctx context.Context, objs []*wire.Object, frames []*wire.Frames, fini []uint64) error {
	return b.e.tear(ctx, "detach", func(ctx context.Context) error {
		r, err := b.e.client.Detach(ctx, &wire.DetachRequest{Instance: b.e.hello.Instance, Objects: objs, Frames: frames, Fini: fini})
		if err == nil && b.e.stdio != nil {
			b.e.stdio.settle(r.Written)
		}
		return err
	})
}

// Finalized implements rtdyld.Listener.
func (b *binding) Finalized([]*rtdyld.Object) {}

// Unloading implements rtdyld.Listener. What is attached still goes without its
// destructors, as Close of a linker has it, before its memory does.
func (b *binding) Unloading(objs []*rtdyld.Object) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range objs {
		if a := b.attached[o]; a != nil {
			b.leaving = append(b.leaving, a)
			delete(b.attached, o)
		}
	}
}

// detachLeft detaches what goes without destructors.
func (b *binding) detachLeft(ctx context.Context) error {
	b.mu.Lock()
	list := b.leaving
	b.leaving = nil
	b.mu.Unlock()
	return b.detachAll(ctx, list, nil)
}
