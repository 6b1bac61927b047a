package remote

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// images has the executor map linked images: the file, if its descriptor can be passed, or a copy.
type images struct {
	e *Executor
	b *binding
}

// MapImage implements rtdyld.ImageMapper.
func (m images) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	e := m.e
	head := &wire.MapImageRequest{
		Instance: e.hello.Instance, Name: []byte(req.Name), Base: req.Base, Size: req.Size, Page: req.Page, Fixed: req.Fixed, Elsewhere: req.Elsewhere,
		Segments: make([]*wire.ImageSegment, len(req.Segments)),
	}
	end := uint64(0) // of the contents that are mapped
	for i := range req.Segments {
		s := &req.Segments[i]
		head.Segments[i] = &wire.ImageSegment{Addr: s.Addr, Size: s.Size, Offset: s.Off, Content: s.FileSize, Kind: wire.Kind(s.Kind), Writes: s.Writes}
		end = max(end, s.Off+s.FileSize)
	}
	if !req.Buffer.TryRetain() {
		return nil, objfmt.ErrClosed
	}
	a := &imageAllocation{images: m, buf: req.Buffer}
	base := uint64(0)
	err := e.change(ctx, "map image", func(ctx context.Context) (err error) {
		contents := req.Data[:end]
		if req.File != nil && e.pass != nil && !e.cfg.Stream {
			if head.File, err = e.pass.send(int(req.File.Fd())); err != nil {
				return err
			}
			contents = nil
		}
		head.Length = uint64(len(contents))
		a.id, base, err = e.mapImage(ctx, head, contents)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, a.buf.Close())
	}
	a.place(req, base)
	return a, nil
}

// mapImage sends the header and contents.
func (e *Executor) mapImage(ctx context.Context, head *wire.MapImageRequest, contents []byte) (id, base uint64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := e.client.MapImage(ctx)
	if err != nil {
		return 0, 0, err
	}
	for msg := head; msg != nil; {
		if err := s.Send(msg); err != nil {
			return 0, 0, sent(err, s.CloseAndRecv)
		}
		msg = nil
		if n := min(len(contents), e.dataSize()); n > 0 {
			msg, contents = &wire.MapImageRequest{Data: contents[:n]}, contents[n:]
		}
	}
	r, err := s.CloseAndRecv()
	if err == nil && (r.Id == 0 || r.Base&(e.hello.Page-1) != 0) {
		err = protocolError("image %d was mapped at %#x", r.Id, r.Base)
	}
	return r.GetId(), r.GetBase(), err
}

// imageAllocation is an image that the executor has mapped. What is written to is written here first.
type imageAllocation struct {
	images
	id     uint64
	buf    *objfmt.ObjectBuffer // of the file
	blocks []rtdyld.Block
	was    [][]byte // contents of blocks that are written to, as they are in the file; others are nil
}

// place makes the blocks.
func (a *imageAllocation) place(req *rtdyld.ImageRequest, base uint64) {
	a.blocks, a.was = make([]rtdyld.Block, len(req.Segments)), make([][]byte, len(req.Segments))
	for i := range req.Segments {
		s := &req.Segments[i]
		contents := req.Data[s.Off:][:s.FileSize:s.FileSize]
		if s.Writes {
			a.was[i] = contents
		}
		if s.Writes || s.FileSize < s.Size {
			contents = append(make([]byte, 0, s.Size), contents...)[:s.Size]
		}
		a.blocks[i] = rtdyld.Block{Mem: contents, Addr: s.Addr - req.Base + base}
	}
}

// Blocks implements rtdyld.Allocation.
func (a *imageAllocation) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements rtdyld.Allocation: what is otherwise than in the file is sent.
func (a *imageAllocation) Finalize(ctx context.Context) error {
	return a.e.change(ctx, "finish image", func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		s, err := a.e.client.FinishImage(ctx)
		if err != nil {
			return err
		}
		w := imageWriter{msg: &wire.FinishImageRequest{Instance: a.e.hello.Instance, Id: a.id}, e: a.e, send: s.Send}
		for i := range a.blocks {
			if err = w.block(&a.blocks[i], a.was[i]); err != nil {
				break
			}
		}
		if err == nil {
			err = s.Send(w.msg)
		}
		if err != nil {
			return sent(err, s.CloseAndRecv)
		}
		_, err = s.CloseAndRecv()
		return err
	})
}

// imageWriter fills messages.
type imageWriter struct {
	msg  *wire.FinishImageRequest
	e    *Executor
	send func(*wire.FinishImageRequest) error
}

// block adds the pages of a block that are not as they were.
func (w *imageWriter) block(b *rtdyld.Block, was []byte) error {
	if was == nil {
		return nil
	}
	page := int(w.e.hello.Page)
	for at := 0; at < len(b.Mem); at += page {
		now, before := b.Mem[at:min(at+page, len(b.Mem))], was[min(at, len(was)):min(at+page, len(was))]
		if n := len(before); bytes.Equal(now[:n], before) && len(trimZeros(now[n:])) == 0 {
			continue
		}
		if err := w.add(b.Addr+uint64(at), now); err != nil {
			return err
		}
	}
	return nil
}

// add adds a piece of memory, and sends messages that are full.
func (w *imageWriter) add(addr uint64, data []byte) error {
	if m := w.msg; len(m.Writes) > 0 && (len(m.Data)+len(data) > w.e.dataSize() || len(m.Writes) > w.e.hello.maxEntries-16) {
		if err := w.send(m); err != nil {
			return err
		}
		w.msg = &wire.FinishImageRequest{}
	}
	m := w.msg
	if n := len(m.Writes); n > 0 && m.Writes[n-1].Addr+m.Writes[n-1].Size == addr {
		m.Writes[n-1].Size += uint64(len(data))
	} else {
		m.Writes = append(m.Writes, wireRange(addr, uint64(len(data))))
	}
	m.Data = append(m.Data, data...)
	return nil
}

// Release implements rtdyld.Allocation.
func (a *imageAllocation) Release(ctx context.Context) error {
	return errors.Join(a.b.detachLeft(ctx), a.e.tear(ctx, "unmap image", func(ctx context.Context) error {
		_, err := a.e.client.UnmapImage(ctx, &wire.UnmapImageRequest{Instance: a.e.hello.Instance, Id: a.id})
		return err
	}), a.buf.Close())
}

// library is rtdyld.Config.Library: what library of a name the executor has.
func (e *Executor) library(name string) (rtdyld.ImageLibrary, bool) {
	var r *wire.LibrariesReply
	err := e.read(context.Background(), "libraries", func(ctx context.Context) (err error) {
		r, err = e.client.Libraries(ctx, &wire.LibrariesRequest{Instance: e.hello.Instance, Names: [][]byte{[]byte(name)}})
		return err
	})
	if err != nil || len(r.Libraries) != 1 || !r.Libraries[0].GetFound() {
		return rtdyld.ImageLibrary{}, false
	}
	return rtdyld.ImageLibrary{Name: name, BuildID: bytes.Clone(r.Libraries[0].BuildId)}, true
}
