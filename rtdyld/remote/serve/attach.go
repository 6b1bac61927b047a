package serve

import (
	"cmp"
	"context"
	"slices"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Attach implements wire.ExecutorServer. If it fails, nothing is attached.
func (s service) Attach(ctx context.Context, req *wire.AttachRequest) (*wire.AttachReply, error) {
	if s.cfg.Members == nil && len(req.Objects)+len(req.Init)+len(req.Fini) > 0 {
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
func (s *Server) attach(ctx context.Context, objs []*Object, req *wire.AttachRequest) error {
	for i, f := range req.Frames {
		if err := s.register(ctx, f); err != nil {
			s.deregister(ctx, req.Frames[:i])
			return err
		}
	}
	if s.cfg.Members == nil {
		return nil
	}
	var failed error
	begun, err := s.runIf(ctx, func() { failed = s.cfg.Members.Attach(ctx, objs, req.Init, req.Fini) })
	if begun && err != nil { // they may be at work
		return err
	}
	if err = cmp.Or(err, failed); err != nil {
		s.deregister(ctx, req.Frames)
	}
	return err
}

// Detach implements wire.ExecutorServer. All goes, whatever the errors.
func (s service) Detach(ctx context.Context, req *wire.DetachRequest) (*wire.DetachReply, error) {
	if s.cfg.Members == nil && len(req.Objects)+len(req.Fini) > 0 {
		return nil, missing("destructors")
	}
	objs, errs := s.takeObjects(req.Objects)
	if s.cfg.Members != nil && len(objs)+len(req.Fini) > 0 {
		var failed error
		begun, err := s.runIf(ctx, func() { failed = s.cfg.Members.Detach(ctx, objs, req.Fini) })
		if begun && err != nil { // they may be at work
			return nil, err
		}
		if err = cmp.Or(err, failed); err != nil {
			errs = append(errs, err)
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

// deregister deregisters all frames, also if ctx has ended: their memory goes next. The unwinder is told of many
// at once, since it may go through all that it has each time.
func (s *Server) deregister(ctx context.Context, list []*wire.Frames) (errs []error) {
	ctx = context.WithoutCancel(ctx)
	var tables []rtdyld.UnwindTable
	size := 0
	tell := func() {
		if len(tables) > 0 {
			if err := s.cfg.Unwinder.Deregister(ctx, tables); err != nil {
				errs = append(errs, err)
			}
		}
		tables, size = nil, 0
	}
	for _, f := range list {
		more, err := s.frameTables(ctx, f)
		if err != nil {
			errs = append(errs, err)
		}
		if len(more) == 0 {
			continue
		}
		if len(tables) > 0 && tables[0].Format != more[0].Format || size > s.cfg.MaxMessage {
			tell()
		}
		tables = append(tables, more...)
		for _, t := range more {
			size += len(t.Mem)
		}
	}
	tell()
	return errs
}

// unwindFormats are the formats of unwind information as the protocol has them.
var unwindFormats = [...]struct {
	wire   wire.Frames_Format
	format rtdyld.UnwindFormat
}{
	{wire.Frames_FORMAT_EH_FRAME, rtdyld.EHFrame},
	{wire.Frames_FORMAT_PDATA, rtdyld.PData},
	{wire.Frames_FORMAT_EXIDX, rtdyld.Exidx},
}

// formats are those of unwind information that there is somebody to tell of.
func (s *Server) formats() (f []wire.Frames_Format) {
	if s.cfg.Unwinder == nil {
		return nil
	}
	for _, r := range unwindFormats {
		if s.cfg.Unwinder.Formats()&r.format != 0 {
			f = append(f, r.wire)
		}
	}
	return f
}

// register registers unwind information, all or none.
func (s *Server) register(ctx context.Context, f *wire.Frames) error {
	tables, err := s.frameTables(ctx, f)
	if err != nil || len(tables) == 0 {
		return err
	}
	return s.cfg.Unwinder.Register(ctx, tables)
}

// frameTables are the tables of f, for which there has to be an unwinder.
func (s *Server) frameTables(ctx context.Context, f *wire.Frames) ([]rtdyld.UnwindTable, error) {
	if !slices.Contains(s.formats(), f.Format) {
		return nil, missing("unwinder for " + f.Format.String())
	}
	return s.tables(ctx, f)
}

// tables are the tables of f with copies of their contents: what checks these reads
// nothing that a controller could make unreadable. Those of an image are not read through.
func (s *Server) tables(ctx context.Context, f *wire.Frames) ([]rtdyld.UnwindTable, error) {
	lo, hi := f.Code.GetAddr(), f.Code.GetAddr()+f.Code.GetSize()
	if f.Format == wire.Frames_FORMAT_EXIDX && (len(f.Tables) != 1 || f.Tables[0].Size == 0 || hi <= lo) {
		return nil, badMessage("an index table is one table for some code")
	}
	tables := make([]rtdyld.UnwindTable, len(f.Tables))
	left := uint64(s.cfg.MaxMessage)
	for i, t := range f.Tables {
		var b []byte
		if f.Whole {
			b = s.imageMemory(t.Addr, t.Size) // which stays as it is
		}
		known := b != nil
		if !known {
			if t.Size > left {
				return nil, overLimit("unwind information", t.Size, left)
			}
			left -= t.Size
			if s.cfg.Memory == nil {
				return nil, missing("way to read memory")
			}
			b = make([]byte, t.Size)
			if err := s.cfg.Memory.Read(ctx, t.Addr, b); err != nil {
				return nil, accessError(err, t.Addr, t.Size)
			}
		}
		tables[i] = rtdyld.UnwindTable{Block: rtdyld.Block{Mem: b, Addr: t.Addr}, Whole: known, Base: f.Base, Lo: lo, Hi: hi}
		for _, r := range unwindFormats {
			if r.wire == f.Format {
				tables[i].Format = r.format
			}
		}
	}
	return tables, nil
}
