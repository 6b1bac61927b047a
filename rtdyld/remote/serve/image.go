package serve

import (
	"context"
	"errors"
	"io"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// linkedImage is a linked image that is mapped.
type linkedImage struct {
	rtdyld.Allocation
	blocks   []rtdyld.Block
	writes   []bool // parallel to blocks: it is written to before the image is finished
	busy     bool   // a request is at work on it
	finished bool
	reserved uint64 // bytes of address space
	bytes    uint64 // of memory
}

// MapImage implements wire.ExecutorServer.
func (s service) MapImage(stream grpc.ClientStreamingServer[wire.MapImageRequest, wire.MapImageReply]) error {
	head, err := stream.Recv()
	if err != nil {
		return noMessage(err)
	}
	var f *os.File // taken first, as it would wait for ever
	if head.File != 0 {
		if f, err = s.passed.take(stream.Context(), head.File); err != nil {
			return err
		}
		defer f.Close()
	}
	if s.cfg.Images == nil {
		return missing("linked images")
	}
	m := &linkedImage{}
	req, err := s.imageAsked(head, m)
	if err != nil {
		return err
	}
	if m.reserved, err = s.space.take(req.Size, s.cfg.Mapper.Traits().Page, s.cfg.MaxReserved); err != nil {
		return err
	}
	if err := s.memory.take(m.bytes); err != nil {
		s.space.untake(m.reserved)
		return err
	}
	req.File = f
	id, err := s.mapImage(stream, head, req, m)
	if err != nil {
		s.unspend(m)
		return explain(err)
	}
	return stream.SendAndClose(&wire.MapImageReply{Id: id, Base: m.blocks[0].Addr})
}

// unspend gives back what limits count of an image.
func (s *Server) unspend(m *linkedImage) {
	s.space.untake(m.reserved)
	s.memory.give(m.bytes)
}

// imageAsked is what a request asks for, without contents.
func (s *Server) imageAsked(head *wire.MapImageRequest, m *linkedImage) (*rtdyld.ImageRequest, error) {
	req := &rtdyld.ImageRequest{
		Name: string(head.Name), Base: head.Base, Size: head.Size, Page: head.Page, Fixed: head.Fixed, Elsewhere: head.Elsewhere,
		Segments: make([]rtdyld.ImageSegment, len(head.Segments)),
	}
	end := head.Base + head.Size
	if end < head.Base || end != uint64(uintptr(end)) || head.Size > s.cfg.MaxReserved || len(head.Segments) == 0 || head.Segments[0].Addr != head.Base {
		return nil, badRange(head.Base, head.Size, "no image can be there, or it has no segment at its base")
	}
	if page := head.Page; page < 1<<9 || page > 1<<24 || page&(page-1) != 0 || head.Fixed && head.Elsewhere {
		return nil, badMessage("pages of %d bytes, or at its base and not there", page)
	}
	m.writes = make([]bool, len(head.Segments))
	at := head.Base
	for i, g := range head.Segments {
		switch {
		case g.Kind <= 0 || int(g.Kind) >= len(kinds) || g.Size == 0 || g.Content > g.Size || (g.Addr|g.Offset)&(head.Page-1) != 0 || g.Offset+g.Content < g.Offset:
			return nil, badRange(g.Addr, g.Size, "neither code nor data, not of whole pages, or more contents than memory")
		case g.Addr < at || g.Addr > end || g.Size > end-g.Addr:
			return nil, badRange(g.Addr, g.Size, "not behind the segment before, or not in the image")
		}
		at = g.Addr + g.Size
		m.bytes += g.Size
		m.writes[i] = g.Writes
		req.Segments[i] = rtdyld.ImageSegment{Addr: g.Addr, Size: g.Size, Off: g.Offset, FileSize: g.Content, Kind: kinds[g.Kind], Writes: g.Writes}
	}
	return req, nil
}

// mapImage has an image mapped, with the contents that come.
func (s *Server) mapImage(stream grpc.ClientStreamingServer[wire.MapImageRequest, wire.MapImageReply], head *wire.MapImageRequest, req *rtdyld.ImageRequest, m *linkedImage) (uint64, error) {
	ctx := stream.Context()
	if req.File != nil {
		buf, err := objfmt.FileBuffer(req.File)
		if err != nil {
			return 0, err
		}
		defer buf.Close()
		req.Data = buf.Bytes()
	} else {
		data, err := s.streamed(stream, head)
		if err != nil {
			return 0, err
		}
		defer s.memory.give(head.Length)
		req.Data = data
	}
	for i := range req.Segments {
		if g := &req.Segments[i]; g.Off+g.FileSize > uint64(len(req.Data)) {
			return 0, badRange(g.Addr, g.Size, "its contents are not in the file")
		}
	}
	var err error
	if m.Allocation, err = s.cfg.Images.MapImage(ctx, req); err != nil {
		return 0, err
	}
	if m.blocks = m.Blocks(); len(m.blocks) != len(req.Segments) {
		return 0, errors.Join(errors.New("another number of segments was mapped"), m.Release(context.WithoutCancel(ctx)))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	s.images[s.lastID] = m
	return s.lastID, nil
}

// streamed takes the contents of a file that follow a header. They count as memory until the caller gives that back.
func (s *Server) streamed(stream grpc.ClientStreamingServer[wire.MapImageRequest, wire.MapImageReply], head *wire.MapImageRequest) (data []byte, err error) {
	if err := s.memory.take(head.Length); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.memory.give(head.Length)
		}
	}()
	data = head.Data
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if uint64(len(data)+len(req.Data)) > head.Length {
			break
		}
		data = append(data, req.Data...)
	}
	if uint64(len(data)) != head.Length {
		return nil, badMessage("the contents of the image are not of %d bytes", head.Length)
	}
	return data, nil
}

// takeImage gives an image to a request alone.
func (s *Server) takeImage(id uint64) (*linkedImage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.images[id]
	if m == nil {
		return nil, unknownID("image", id)
	}
	if m.busy {
		return nil, busy(m.blocks[0].Addr, 0)
	}
	m.busy = true
	return m, nil
}

// leaveImage ends that. An image that has gone is forgotten.
func (s *Server) leaveImage(id uint64, m *linkedImage, gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.busy = false; gone {
		delete(s.images, id)
	}
}

// FinishImage implements wire.ExecutorServer.
func (s service) FinishImage(stream grpc.ClientStreamingServer[wire.FinishImageRequest, wire.FinishImageReply]) error {
	req, err := stream.Recv()
	if err != nil {
		return noMessage(err)
	}
	id := req.Id
	m, err := s.takeImage(id)
	if err != nil {
		return err
	}
	defer s.leaveImage(id, m, false)
	if m.finished {
		return badMessage("image %d is finished", id)
	}
	for !errors.Is(err, io.EOF) {
		if err != nil {
			return err
		}
		if err := m.write(req); err != nil {
			return err
		}
		req, err = stream.Recv()
	}
	s.mu.Lock()       // imageMemory reads it
	m.finished = true // whatever comes of it: pages may have their permissions
	s.mu.Unlock()
	if err := m.Finalize(stream.Context()); err != nil {
		return explain(err)
	}
	return stream.SendAndClose(&wire.FinishImageReply{})
}

// write writes what a message has.
func (m *linkedImage) write(req *wire.FinishImageRequest) error {
	data := req.Data
	for _, r := range req.Writes {
		mem, writes := m.find(r.Addr, r.Size)
		if !writes {
			return badRange(r.Addr, r.Size, "not in a segment of the image that is written to")
		}
		if r.Size > uint64(len(data)) {
			return badMessage("the contents of ranges end too early")
		}
		data = data[copy(mem, data[:r.Size]):]
	}
	if len(data) > 0 {
		return badMessage("more contents than the ranges have")
	}
	return nil
}

// find is the memory of a range that lies in one segment, nil if none has it, and whether that is written to.
func (m *linkedImage) find(addr, size uint64) (mem []byte, writes bool) {
	for i := range m.blocks {
		b := &m.blocks[i]
		if off, n := addr-b.Addr, uint64(len(b.Mem)); off <= n && size <= n-off {
			return b.Mem[off:][:size:size], m.writes[i]
		}
	}
	return nil, false
}

// imageMemory is the memory of a range of a finished image, nil if none has it.
func (s *Server) imageMemory(addr, size uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.images {
		if mem, _ := m.find(addr, size); mem != nil && m.finished {
			return mem
		}
	}
	return nil
}

// UnmapImage implements wire.ExecutorServer. The image is gone, whatever the error.
func (s service) UnmapImage(ctx context.Context, req *wire.UnmapImageRequest) (*wire.UnmapImageReply, error) {
	m, err := s.takeImage(req.Id)
	if err != nil {
		return nil, err
	}
	err = m.Release(context.WithoutCancel(ctx))
	s.leaveImage(req.Id, m, true)
	s.unspend(m)
	if err != nil {
		return nil, explain(err)
	}
	return &wire.UnmapImageReply{}, nil
}

// Libraries implements wire.ExecutorServer.
func (s service) Libraries(_ context.Context, req *wire.LibrariesRequest) (*wire.LibrariesReply, error) {
	if s.cfg.Library == nil {
		return nil, missing("list of libraries")
	}
	reply := &wire.LibrariesReply{}
	for _, name := range req.Names {
		lib, err := s.library(string(name))
		if err != nil {
			return nil, fail(codes.Internal, wire.ErrorDetail_REASON_UNSPECIFIED, "%v", err)
		}
		reply.Libraries = append(reply.Libraries, lib)
	}
	return reply, nil
}

// library asks for a library.
func (s *Server) library(name string) (_ *wire.Library, err error) {
	defer guard(s.cfg.Logger, "Config.Library", &err)
	lib, ok := s.cfg.Library(name)
	return &wire.Library{Found: ok, BuildId: lib.BuildID}, nil
}
