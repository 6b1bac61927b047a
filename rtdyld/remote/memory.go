package remote

import (
	"context"
	"io"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Read copies len(dst) bytes of the executor's memory at addr to dst. Memory that it does
// not have is an error that matches [ErrUnmapped].
func (e *Executor) Read(ctx context.Context, addr uint64, dst []byte) error {
	if len(dst) == 0 {
		return e.enter(ctx, "read")
	}
	return e.read(ctx, "read", func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		s, err := e.client.Read(ctx, &wire.ReadRequest{Instance: e.hello.Instance, Addr: addr, Size: uint64(len(dst))})
		if err != nil {
			return err
		}
		for len(dst) > 0 {
			r, err := s.Recv()
			if err == io.EOF || err == nil && len(r.Data) > len(dst) {
				return protocolError("memory read has another size than was asked for")
			}
			if err != nil {
				return err
			}
			dst = dst[copy(dst, r.Data):]
		}
		return nil
	})
}

// Write copies src to the executor's memory at addr, which must be mapped and writable
// there, else the error matches [ErrUnmapped]. Some of it may have been written then.
func (e *Executor) Write(ctx context.Context, addr uint64, src []byte) error {
	if len(src) == 0 {
		return e.enter(ctx, "write")
	}
	return e.change(ctx, "write", func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		s, err := e.client.Write(ctx)
		if err != nil {
			return err
		}
		msg := &wire.WriteRequest{Instance: e.hello.Instance, Addr: addr}
		for len(src) > 0 {
			n := min(len(src), e.dataSize())
			msg.Data, src = src[:n], src[n:]
			if err := s.Send(msg); err != nil {
				return sent(err, s.CloseAndRecv)
			}
			msg = new(wire.WriteRequest)
		}
		_, err = s.CloseAndRecv()
		return err
	})
}
