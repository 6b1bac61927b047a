package serve

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// threadBlock is where an object's thread-locals are. busy says that a request is at work
// on it.
type threadBlock struct {
	rtdyld.TLSBlock
	busy bool
}

// DefineThreadLocals implements wire.ExecutorServer.
func (s service) DefineThreadLocals(ctx context.Context, req *wire.DefineThreadLocalsRequest) (*wire.DefineThreadLocalsReply, error) {
	if s.cfg.TLS == nil {
		return nil, missing("thread-locals")
	}
	if req.Align&(req.Align-1) != 0 {
		return nil, badMessage("alignment %d is no power of two", req.Align)
	}
	b, err := s.cfg.TLS.Define(ctx, rtdyld.TLSRequest{Object: string(req.Object), Size: req.Size, Align: req.Align})
	if err != nil {
		return nil, explain(err)
	}
	reply := new(wire.DefineThreadLocalsReply)
	if err := s.describe(b, reply); err != nil {
		_ = b.Release(context.WithoutCancel(ctx)) // that it was to be is an error already
		return nil, explain(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	reply.Id = s.lastID
	s.blocks[reply.Id] = &threadBlock{TLSBlock: b}
	return reply, nil
}

// describe says where a block is.
func (s *Server) describe(b rtdyld.TLSBlock, reply *wire.DefineThreadLocalsReply) (err error) {
	defer guard(s.cfg.Logger, "TLS block", &err)
	reply.Module, reply.DtpOffset, reply.TpOffset = b.Module(), b.DTPOffset(), b.TPOffset()
	if d, ok := b.(rtdyld.DescribedTLSBlock); ok {
		words := d.TLSDescriptor()
		reply.Each = &wire.ThreadLocal{Module: reply.Module, Offset: reply.DtpOffset, Function: words[0], Argument: words[1]}
	}
	return nil
}

// takeBlock gives a block to a request alone.
func (s *Server) takeBlock(id uint64) (*threadBlock, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.blocks[id]
	if b == nil {
		return nil, unknownID("block of thread-locals", id)
	}
	if b.busy {
		return nil, busy(0, 0)
	}
	b.busy = true
	return b, nil
}

// InitializeThreadLocals implements wire.ExecutorServer.
func (s service) InitializeThreadLocals(ctx context.Context, req *wire.InitializeThreadLocalsRequest) (*wire.InitializeThreadLocalsReply, error) {
	b, err := s.takeBlock(req.Id)
	if err != nil {
		return nil, err
	}
	err = b.Initialize(ctx, req.Init)
	s.mu.Lock()
	b.busy = false
	s.mu.Unlock()
	if err != nil {
		return nil, explain(err)
	}
	return &wire.InitializeThreadLocalsReply{}, nil
}

// ReleaseThreadLocals implements wire.ExecutorServer. The block goes, whatever the error.
func (s service) ReleaseThreadLocals(ctx context.Context, req *wire.ReleaseThreadLocalsRequest) (*wire.ReleaseThreadLocalsReply, error) {
	b, err := s.takeBlock(req.Id)
	if err != nil {
		return nil, err
	}
	err = b.Release(ctx)
	s.mu.Lock()
	delete(s.blocks, req.Id)
	s.mu.Unlock()
	if err != nil {
		return nil, explain(err)
	}
	return &wire.ReleaseThreadLocalsReply{}, nil
}
