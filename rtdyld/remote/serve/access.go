package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Memory reads and writes memory of this process by the system's help: a bad address is
// an error, never a fault. Its methods may be called concurrently.
type Memory interface {
	// Read copies memory at addr to dst.
	Read(ctx context.Context, addr uint64, dst []byte) error
	// Write copies src to memory at addr. Memory that may not be written is an error, too.
	Write(ctx context.Context, addr uint64, src []byte) error
	// Store stores a word of this process's size at addr, at once as other threads see it. Memory that
	// may not be written is an error.
	Store(ctx context.Context, addr, word uint64) error
}

// AccessError reports memory that could not be read or written.
type AccessError struct {
	Write bool
	Addr  uint64 // where the access began
	Size  uint64 // bytes
	Done  uint64 // bytes that were copied
	Err   error  // the system's
}

func (e *AccessError) Error() string {
	what := "read"
	if e.Write {
		what = "write"
	}
	return fmt.Sprintf("%s %d bytes at %#x: %v after %d", what, e.Size, e.Addr, e.Err, e.Done)
}

// Unwrap returns Err.
func (e *AccessError) Unwrap() error { return e.Err }

// TargetAddress is where the access began, for symbolizers.
func (e *AccessError) TargetAddress() (addr uint64, ok bool) { return e.Addr, true }

// accessError is an access error for the wire.
func accessError(err error, addr, size uint64) error {
	var a *AccessError
	if errors.As(err, &a) {
		addr, size = a.Addr+a.Done, a.Size-a.Done
	} else if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return explain(err)
	}
	return failWith(codes.OutOfRange, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_UNMAPPED, Addr: addr, Size: size}, err.Error())
}

// wordSize is the size of a word of this process, in bytes.
const wordSize = bits.UintSize / 8

// Store implements wire.ExecutorServer. If it fails, words before the one that it fails at are stored.
func (s service) Store(ctx context.Context, req *wire.StoreRequest) (*wire.StoreReply, error) {
	if len(req.Addrs) != len(req.Words) {
		return nil, badMessage("%d words for %d addresses", len(req.Words), len(req.Addrs))
	}
	for i, addr := range req.Addrs {
		if err := s.mayStore(addr, req.Words[i]); err != nil {
			return nil, err
		}
	}
	for i, addr := range req.Addrs {
		if err := s.cfg.Memory.Store(ctx, addr, req.Words[i]); err != nil {
			return nil, accessError(err, addr, wordSize)
		}
	}
	return &wire.StoreReply{}, nil
}

// mayStore refuses what is no word in reserved memory.
func (s *Server) mayStore(addr, word uint64) error {
	if r, ok := s.space.find(addr); !ok || r.Size-(addr-r.Addr) < wordSize {
		return badRange(addr, wordSize, "not in a reservation")
	}
	if addr%wordSize != 0 {
		return badRange(addr, wordSize, "not where words are")
	}
	if word>>1>>(8*wordSize-1) != 0 {
		return badMessage("%#x does not fit a word of %d bytes", word, wordSize)
	}
	return nil
}

// chunkSize is how much memory goes into one message, in bytes.
const chunkSize = 256 << 10

// Read implements wire.ExecutorServer.
func (s service) Read(req *wire.ReadRequest, stream grpc.ServerStreamingServer[wire.ReadReply]) error {
	addr, left := req.Addr, req.Size
	if addr+left < addr {
		return badRange(addr, left, "beyond the address space")
	}
	for left > 0 {
		// A message may be looked at until it is sent, which Send does not wait for.
		buf := make([]byte, min(left, chunkSize))
		if err := s.cfg.Memory.Read(stream.Context(), addr, buf); err != nil {
			return accessError(err, addr, uint64(len(buf)))
		}
		if err := stream.Send(&wire.ReadReply{Data: buf}); err != nil {
			return err
		}
		addr, left = addr+uint64(len(buf)), left-uint64(len(buf))
	}
	return nil
}

// Write implements wire.ExecutorServer.
func (s service) Write(stream grpc.ClientStreamingServer[wire.WriteRequest, wire.WriteReply]) error {
	req, err := stream.Recv()
	if err != nil {
		return noMessage(err)
	}
	for addr := req.Addr; ; {
		n := uint64(len(req.Data))
		if addr+n < addr {
			return badRange(addr, n, "beyond the address space")
		}
		if n > 0 {
			if err := s.cfg.Memory.Write(stream.Context(), addr, req.Data); err != nil {
				return accessError(err, addr, n)
			}
		}
		addr += n
		if req, err = stream.Recv(); errors.Is(err, io.EOF) {
			return stream.SendAndClose(&wire.WriteReply{})
		}
		if err != nil {
			return err
		}
	}
}
