package serve

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// SharedMapper maps memory of another process that comes as a file.
type SharedMapper interface {
	// ReserveShared reserves address space as mem.Mapper's Reserve does and maps size
	// bytes of memory there: the controller's working memory, where contents stand when
	// they are initialized. It keeps no hold on the file.
	ReserveShared(ctx context.Context, memory *os.File, size uint64, where mem.Placement) (mem.Range, error)
}

// reservations know what address space a controller has.
type reservations struct {
	mu    sync.Mutex
	list  []reservation // by address
	total uint64        // bytes, those that are being reserved among them
}

// reservation is a part of the address space.
type reservation struct {
	mem.Range
	shared bool // working memory is the controller's
}

func reservationAt(r reservation, addr uint64) int { return cmp.Compare(r.Addr, addr) }

// take takes size bytes, rounded up to pages, from what may be reserved.
func (r *reservations) take(size, page, limit uint64) (uint64, error) {
	if size > limit {
		return 0, overLimit("address space", size, limit)
	}
	size = (size + page - 1) &^ (page - 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if size > limit-r.total {
		return 0, overLimit("address space", r.total+size, limit)
	}
	r.total += size
	return size, nil
}

// untake gives it back.
func (r *reservations) untake(size uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total -= size
}

// add notes a reservation of size bytes that were taken.
func (r *reservations) add(at mem.Range, size uint64, shared bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, _ := slices.BinarySearchFunc(r.list, at.Addr, reservationAt)
	r.list = slices.Insert(r.list, i, reservation{mem.Range{Addr: at.Addr, Size: size}, shared})
}

// leave forgets what begins at an address; its size is still taken.
func (r *reservations) leave(base uint64) (reservation, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, ok := slices.BinarySearchFunc(r.list, base, reservationAt)
	if !ok {
		return reservation{}, false
	}
	x := r.list[i]
	r.list = slices.Delete(r.list, i, i+1)
	return x, true
}

// back notes again what was forgotten.
func (r *reservations) back(x reservation) { r.add(x.Range, x.Size, x.shared) }

// find returns the reservation that an address is in.
func (r *reservations) find(addr uint64) (reservation, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, ok := slices.BinarySearchFunc(r.list, addr, reservationAt)
	if !ok {
		i--
	}
	if i < 0 || addr-r.list[i].Addr >= r.list[i].Size {
		return reservation{}, false
	}
	return r.list[i], true
}

// Reserve implements wire.ExecutorServer.
func (s service) Reserve(ctx context.Context, req *wire.ReserveRequest) (*wire.ReserveReply, error) {
	if req.Shared != 0 && s.cfg.Shared == nil {
		return nil, missing("shared memory")
	}
	size, err := s.space.take(req.Size, s.cfg.Mapper.Traits().Page, s.cfg.MaxReserved)
	if err != nil {
		return nil, err
	}
	r, err := s.reserve(ctx, req)
	if err != nil {
		s.space.untake(size)
		return nil, explain(err)
	}
	s.space.add(r, size, req.Shared != 0)
	return &wire.ReserveReply{Range: &wire.Range{Addr: r.Addr, Size: r.Size}}, nil
}

// reserve asks the mapper.
func (s *Server) reserve(ctx context.Context, req *wire.ReserveRequest) (mem.Range, error) {
	where := mem.Placement{Near: [2]uint64{req.NearLow, req.NearHigh}, Low: req.Low, Huge: req.Huge}
	if req.Shared == 0 {
		return s.cfg.Mapper.Reserve(ctx, req.Size, where)
	}
	f, err := s.passed.take(ctx, req.Shared)
	if err != nil {
		return mem.Range{}, err
	}
	defer f.Close()
	return s.cfg.Shared.ReserveShared(ctx, f, req.Size, where)
}

// Initialize implements wire.ExecutorServer.
func (s service) Initialize(stream grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply]) error {
	req, err := stream.Recv()
	if err != nil {
		return noMessage(err)
	}
	init, e, err := s.asked(req)
	if err != nil {
		return err
	}
	taken := e.bytes
	if err := s.memory.take(taken); err != nil {
		return err
	}
	id, err := s.initialize(stream, req, init)
	if err != nil {
		s.unprepare(stream.Context(), init.Segments)
		s.memory.give(taken)
		return explain(err)
	}
	for _, g := range init.Segments {
		if g.Life == mem.FinalizeOnly {
			e.bytes -= s.units(g.Size)
		}
	}
	s.memory.spend(id, taken, e)
	return stream.SendAndClose(&wire.InitializeReply{Id: uint64(id)})
}

// initialize takes the contents that come and hands all to the mapper.
func (s *Server) initialize(stream grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply], req *wire.InitializeRequest, init mem.Initialization) (mem.InitID, error) {
	in := chunks{data: req.Data, recv: stream.Recv}
	for i := range init.Segments {
		if err := s.fill(stream.Context(), &init.Segments[i], req.Segments[i].Content, &in); err != nil {
			return 0, err
		}
	}
	if err := in.end(); err != nil {
		return 0, err
	}
	return s.cfg.Mapper.Initialize(stream.Context(), init)
}

// unprepare gives the memory back that was prepared for an initialization that is not
// made: there is no other way than to make it, without actions, and to undo it.
func (s *Server) unprepare(ctx context.Context, segments []mem.Segment) {
	ctx = context.WithoutCancel(ctx)
	var prepared []mem.Segment
	for _, g := range segments {
		if g.Mem != nil {
			prepared = append(prepared, g)
		}
	}
	if len(prepared) == 0 {
		return
	}
	if id, err := s.cfg.Mapper.Initialize(ctx, mem.Initialization{Segments: prepared}); err == nil {
		_ = s.cfg.Mapper.Deinitialize(ctx, id) // that it was to be is an error already
	} // else the mapper has taken it back
}

// units rounds up to whole units.
func (s *Server) units(size uint64) uint64 {
	unit := s.cfg.Mapper.Traits().Unit
	return (size + unit - 1) &^ (unit - 1)
}

// noMessage explains a stream without a message.
func noMessage(err error) error {
	if errors.Is(err, io.EOF) {
		return badMessage("no message in the request")
	}
	return err
}

// kinds are those of segments.
var kinds = [...]objfmt.Kind{
	wire.Kind_KIND_CODE: objfmt.KindCode, wire.Kind_KIND_READ_ONLY: objfmt.KindReadOnly, wire.Kind_KIND_WRITABLE: objfmt.KindWritable,
}

// asked is what a request asks for, without contents, and what that takes.
func (s *Server) asked(req *wire.InitializeRequest) (init mem.Initialization, e expense, err error) {
	init.Segments = make([]mem.Segment, len(req.Segments))
	for i, g := range req.Segments {
		if g.Kind <= 0 || int(g.Kind) >= len(kinds) || g.Content > g.Size {
			return init, e, badRange(g.Addr, g.Size, "neither code nor data, or more contents than memory")
		}
		if g.Size > s.memory.limit || s.units(g.Size) > s.memory.limit-e.bytes {
			return init, e, overLimit("memory", g.Size, s.memory.limit)
		}
		e.bytes += s.units(g.Size)
		if r, ok := s.space.find(g.Addr); ok {
			e.in = append(e.in, r.Addr)
		}
		init.Segments[i] = mem.Segment{Addr: g.Addr, Size: g.Size, Kind: kinds[g.Kind]}
		if g.FinalizeOnly {
			init.Segments[i].Life = mem.FinalizeOnly
		}
	}
	slices.Sort(e.in)
	e.in = slices.Compact(e.in)
	init.Actions = make([]mem.Action, len(req.Actions))
	for i, a := range req.Actions {
		if len(a.GetFinalize().GetArgs()) > mem.MaxArgs || len(a.GetDealloc().GetArgs()) > mem.MaxArgs {
			return init, e, fail(codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE, "action %d has more than %d arguments", i, mem.MaxArgs)
		}
		init.Actions[i] = mem.Action{
			Finalize: mem.Call{Addr: a.GetFinalize().GetAddr(), Args: a.GetFinalize().GetArgs()},
			Dealloc:  mem.Call{Addr: a.GetDealloc().GetAddr(), Args: a.GetDealloc().GetArgs()},
		}
	}
	return init, e, nil
}

// fill writes the contents of a segment. Those of shared memory are there.
func (s *Server) fill(ctx context.Context, g *mem.Segment, content uint64, in *chunks) (err error) {
	if r, _ := s.space.find(g.Addr); r.shared {
		return nil
	}
	if g.Mem, err = s.cfg.Mapper.Prepare(ctx, g.Addr, g.Size); err != nil {
		return err
	}
	return in.read(g.Mem[:content])
}

// chunks reads bytes that come in messages.
type chunks struct {
	data []byte
	recv func() (*wire.InitializeRequest, error)
}

// read fills dst.
func (c *chunks) read(dst []byte) error {
	for {
		n := copy(dst, c.data)
		if dst, c.data = dst[n:], c.data[n:]; len(dst) == 0 {
			return nil
		}
		req, err := c.recv()
		if errors.Is(err, io.EOF) {
			return badMessage("the contents of segments end too early")
		}
		if err != nil {
			return err
		}
		c.data = req.Data
	}
}

// end reports what comes after the contents.
func (c *chunks) end() error {
	for len(c.data) == 0 {
		req, err := c.recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		c.data = req.Data
	}
	return badMessage("more contents than the segments have")
}

// Deinitialize implements wire.ExecutorServer.
func (s service) Deinitialize(ctx context.Context, req *wire.DeinitializeRequest) (*wire.DeinitializeReply, error) {
	if n := len(req.Ids); n > s.cfg.MaxEntries {
		return nil, overLimit("initializations", uint64(n), uint64(s.cfg.MaxEntries))
	}
	ids := make([]mem.InitID, len(req.Ids))
	for i, id := range req.Ids {
		ids[i] = mem.InitID(id)
	}
	err := s.cfg.Mapper.Deinitialize(ctx, ids...)
	s.memory.free(ids)
	if err != nil {
		return nil, explain(err)
	}
	return &wire.DeinitializeReply{}, nil
}

// Release implements wire.ExecutorServer.
func (s service) Release(ctx context.Context, req *wire.ReleaseRequest) (*wire.ReleaseReply, error) {
	if n := len(req.Bases); n > s.cfg.MaxEntries {
		return nil, overLimit("reservations", uint64(n), uint64(s.cfg.MaxEntries))
	}
	// They are forgotten first: as soon as one is released, its addresses may be reserved
	// again.
	going := make(map[uint64]reservation, len(req.Bases))
	for _, base := range req.Bases {
		if _, twice := going[base]; twice {
			return nil, badRange(base, 0, "is there twice")
		}
		going[base] = reservation{}
	}
	for base := range going {
		if r, ok := s.space.leave(base); ok {
			going[base] = r
		} else {
			delete(going, base)
		}
	}
	err := s.cfg.Mapper.Release(ctx, req.Bases...)
	each(err, func(refused *mem.RangeError) {
		if r, ok := going[refused.Addr]; ok {
			s.space.back(r)
			delete(going, refused.Addr)
		}
	})
	s.memory.freeIn(going)
	for _, r := range going {
		s.space.untake(r.Size)
	}
	if err != nil {
		return nil, explain(err)
	}
	return &wire.ReleaseReply{}, nil
}

// each calls f for all errors of its type that err is made of.
func each[E error](err error, f func(E)) {
	if e, ok := err.(E); ok {
		f(e)
	}
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		each(x.Unwrap(), f)
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			each(e, f)
		}
	}
}
