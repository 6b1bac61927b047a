package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// recordedImages writes down where images are mapped.
type recordedImages struct {
	s    *session
	next rtdyld.ImageMapper
}

// MapImage implements [rtdyld.ImageMapper].
func (m *recordedImages) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	a, err := m.next.MapImage(ctx, req)
	e := &memory{Image: true, Of: idOf(ctx), Error: text(err), Is: sentinel(err), Blocks: imageBlocks(req)}
	if err != nil {
		m.s.put(&event{Memory: e})
		return a, err
	}
	given := &recordedAllocation{s: m.s, next: a, blocks: a.Blocks()}
	for i := range min(len(given.blocks), len(e.Blocks)) {
		e.Blocks[i].Addr = given.blocks[i].Addr
	}
	m.s.put(&event{Memory: e})
	return given, nil
}

// imageBlocks are the segments of an image, without the addresses that they get.
func imageBlocks(req *rtdyld.ImageRequest) []block {
	list := make([]block, len(req.Segments))
	for i := range req.Segments {
		s := &req.Segments[i]
		list[i] = block{Object: req.Name, Kind: s.Kind, Size: s.Size, Align: req.Page}
	}
	return list
}

// libraryOf is an answer of Config.Library as it is written down.
func libraryOf(a *rtdyld.LibraryAnswer) library {
	lib := library{Name: a.Name, Known: a.Known, BuildID: slices.Clone(a.Found.BuildID), Size: a.Found.Size}
	if a.Found.SHA256 != [32]byte{} {
		lib.SHA256 = slices.Clone(a.Found.SHA256[:])
	}
	return lib
}

// library is Config.Library: what it said in the call that is made now.
func (l *played) library(name string) (lib rtdyld.ImageLibrary, ok bool) {
	i := slices.IndexFunc(l.libs, func(lib library) bool { return lib.Name == name })
	if i < 0 || !l.libs[i].Known {
		return lib, false
	}
	said := &l.libs[i]
	lib = rtdyld.ImageLibrary{Name: name, BuildID: said.BuildID, Size: said.Size}
	copy(lib.SHA256[:], said.SHA256)
	return lib, true
}

// mapImage maps an image. Its hashes were looked at, if they were to be, before it was recorded.
func (l *played) mapImage(op *operation) error {
	buf := objfmt.NewBuffer(op.Inputs[0].Name, op.Inputs[0].Bytes)
	img, err := rtdyld.ReadImage(buf, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		buf.Close()
		return err
	}
	defer img.Close()
	o, err := l.linker.MapImage(l.p.ctx, img, *cmp.Or(op.Map, &rtdyld.MapConfig{}))
	if err == nil {
		l.objects[op.First] = o
	}
	return err
}

// playedImages copies images to where they were.
type playedImages played

// MapImage implements [rtdyld.ImageMapper].
func (m *playedImages) MapImage(_ context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	a, err := (*played)(m).allocate(imageBlocks(req), true)
	if err != nil {
		return nil, err
	}
	for i := range req.Segments {
		s := &req.Segments[i]
		copy(a.blocks[i].Mem, req.Data[s.Off:][:s.FileSize])
	}
	return a, nil
}

// allocate gives memory at the addresses that the same memory had; those in want do not count.
func (l *played) allocate(want []block, image bool) (*playedBlocks, error) {
	i := ours(l, l.memory, func(e *memory) uint64 { return e.Of }, func(e *memory) bool {
		return e.Image == image && slices.EqualFunc(e.Blocks, want, func(b, w block) bool {
			b.Addr = 0
			return b == w
		})
	})
	if i < 0 {
		return nil, fmt.Errorf("%d blocks of memory: %w", len(want), errOther)
	}
	e := l.memory[i]
	l.memory = slices.Delete(l.memory, i, i+1)
	if e.Error != "" {
		return nil, &saidError{e.Error, sentinels[e.Is]}
	}
	a := &playedBlocks{l: l, blocks: make([]rtdyld.Block, len(want))}
	for i, b := range e.Blocks {
		if b.Align == 0 || b.Addr%b.Align != 0 && !image || b.Addr+b.Size < b.Addr {
			return nil, fmt.Errorf("address %#x of memory: %w", b.Addr, errOther)
		}
		if b.Size > l.p.left {
			return nil, fmt.Errorf("%d bytes of memory are more than may be had", b.Size)
		}
		l.p.left -= b.Size
		a.of = b.Object
		a.blocks[i] = rtdyld.Block{Mem: make([]byte, b.Size), Addr: b.Addr}
	}
	return a, nil
}
