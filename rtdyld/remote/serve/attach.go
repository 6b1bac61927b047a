package serve

import (
	"context"
	"slices"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Attach implements wire.ExecutorServer. If it fails, nothing is attached.
func (s *Server) Attach(ctx context.Context, req *wire.AttachRequest) (*wire.AttachReply, error) {
	if s.opts.Members == nil && len(req.Objects)+len(req.Init) > 0 {
		return nil, missing("constructors")
	}
	objs, err := s.newObjects(req.Objects)
	if err != nil {
		return nil, err
	}
	if err := s.attach(ctx, objs, req); err != nil {
		s.forget(objs)
		return nil, explain(err)
	}
	return &wire.AttachReply{}, nil
}

// attach registers frames, then runs constructors.
func (s *Server) attach(ctx context.Context, objs []*Object, req *wire.AttachRequest) (err error) {
	for i, f := range req.Frames {
		if err := s.frames(ctx, f, true); err != nil {
			s.deregister(ctx, req.Frames[:i])
			return err
		}
	}
	if s.opts.Members == nil {
		return nil
	}
	var failed error
	err = s.run(ctx, func() { failed = s.opts.Members.Attach(ctx, objs, req.Init) })
	if err != nil { // they may be at work
		return err
	}
	if failed != nil {
		s.deregister(ctx, req.Frames)
	}
	return failed
}

// Detach implements wire.ExecutorServer. All goes, whatever the errors.
func (s *Server) Detach(ctx context.Context, req *wire.DetachRequest) (*wire.DetachReply, error) {
	if s.opts.Members == nil && len(req.Objects)+len(req.Fini) > 0 {
		return nil, missing("destructors")
	}
	objs, errs := s.takeObjects(req.Objects)
	if s.opts.Members != nil && len(objs)+len(req.Fini) > 0 {
		var failed error
		if err := s.run(ctx, func() { failed = s.opts.Members.Detach(ctx, objs, req.Fini) }); err != nil {
			return nil, err
		}
		if failed != nil {
			errs = append(errs, failed)
		}
	}
	errs = append(errs, s.deregister(ctx, req.Frames)...)
	if err := explainAll(errs); err != nil {
		return nil, err
	}
	return &wire.DetachReply{Written: s.written()}, nil
}

// newObjects notes objects.
func (s *Server) newObjects(list []*wire.Object) (objs []*Object, err error) {
	for _, o := range list {
		n := &Object{ID: o.Id, Name: string(o.Name), DSOHandle: o.DsoHandle}
		for _, m := range o.Memory {
			if m.Addr+m.Size < m.Addr {
				return nil, badRange(m.Addr, m.Size, "beyond the address space")
			}
			n.Memory = append(n.Memory, mem.Range{Addr: m.Addr, Size: m.Size})
		}
		objs = append(objs, n)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, o := range objs {
		if s.objects[o.ID] != nil {
			for _, u := range objs[:i] {
				delete(s.objects, u.ID)
			}
			return nil, fail(codes.InvalidArgument, wire.ErrorDetail_REASON_UNKNOWN_ID, "object %d is there already", o.ID)
		}
		s.objects[o.ID] = o
	}
	return objs, nil
}

// forget drops objects.
func (s *Server) forget(objs []*Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range objs {
		delete(s.objects, o.ID)
	}
}

// takeObjects drops objects by their numbers and returns them in order.
func (s *Server) takeObjects(list []*wire.Object) (objs []*Object, errs []error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range list {
		known := s.objects[o.Id]
		if known == nil {
			errs = append(errs, unknownID("object", o.Id))
			continue
		}
		delete(s.objects, o.Id)
		objs = append(objs, known)
	}
	return objs, errs
}

// deregister deregisters all frames.
func (s *Server) deregister(ctx context.Context, list []*wire.Frames) (errs []error) {
	for _, f := range list {
		if err := s.frames(ctx, f, false); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// formats are those of call frame information that there is somebody to tell of.
func (s *Server) formats() (f []wire.Frames_Format) {
	if s.opts.Unwinder != nil {
		f = append(f, wire.Frames_FORMAT_EH_FRAME)
	}
	if s.opts.FunctionTables != nil {
		f = append(f, wire.Frames_FORMAT_PDATA)
	}
	if s.opts.ExidxTables != nil {
		f = append(f, wire.Frames_FORMAT_EXIDX)
	}
	return f
}

// frames registers or deregisters call frame information or function tables.
func (s *Server) frames(ctx context.Context, f *wire.Frames, register bool) error {
	if !slices.Contains(s.formats(), f.Format) {
		return missing("unwinder for " + f.Format.String())
	}
	tables, err := s.tables(ctx, f)
	if err != nil {
		return err
	}
	switch f.Format {
	case wire.Frames_FORMAT_EH_FRAME:
		return s.callFrames(ctx, tables, register)
	case wire.Frames_FORMAT_PDATA:
		if register {
			return s.opts.FunctionTables.RegisterTables(ctx, f.Base, tables)
		}
		return s.opts.FunctionTables.DeregisterTables(ctx, f.Base, tables)
	}
	lo, hi := f.Code.GetAddr(), f.Code.GetAddr()+f.Code.GetSize()
	if len(tables) != 1 || len(tables[0].Mem) == 0 || hi <= lo {
		return badMessage("an index table is one table for some code")
	}
	index := []rtdyld.ExidxTable{{Block: tables[0], Lo: lo, Hi: hi}}
	if register {
		return s.opts.ExidxTables.RegisterExidx(ctx, index)
	}
	return s.opts.ExidxTables.DeregisterExidx(ctx, index)
}

// callFrames registers sections, all or none, or deregisters all.
func (s *Server) callFrames(ctx context.Context, tables []rtdyld.Block, register bool) error {
	var errs []error
	for i, t := range tables {
		if !register {
			if err := s.opts.Unwinder.Deregister(ctx, t); err != nil {
				errs = append(errs, err)
			}
		} else if err := s.opts.Unwinder.Register(ctx, t); err != nil {
			for _, u := range tables[:i] {
				s.opts.Unwinder.Deregister(ctx, u)
			}
			return err
		}
	}
	return explainAll(errs)
}

// tables are the tables of f with copies of their contents: what checks these reads
// nothing that a controller could make unreadable.
func (s *Server) tables(ctx context.Context, f *wire.Frames) ([]rtdyld.Block, error) {
	blocks := make([]rtdyld.Block, len(f.Tables))
	left := uint64(s.opts.MaxMessage)
	for i, t := range f.Tables {
		if t.Size > left {
			return nil, overLimit("tables of call frames", t.Size, left)
		}
		left -= t.Size
		b := make([]byte, t.Size)
		if s.opts.Memory == nil {
			return nil, missing("way to read memory")
		}
		if err := s.opts.Memory.Read(ctx, t.Addr, b); err != nil {
			return nil, accessError(err, t.Addr, t.Size)
		}
		blocks[i] = rtdyld.Block{Mem: b, Addr: t.Addr}
	}
	return blocks, nil
}
