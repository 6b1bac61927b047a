package serve

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	grpcmem "google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// servicePrefix begins the methods that carry an instance.
var servicePrefix = "/" + wire.Executor_ServiceDesc.ServiceName + "/"

// checkInstance refuses a request of another session.
func (s *Server) checkInstance(req any) error {
	m, ok := req.(interface{ GetInstance() string })
	if !ok {
		return fail(codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE, "%T has no instance", req)
	}
	if subtle.ConstantTimeCompare([]byte(m.GetInstance()), []byte(s.cfg.Instance)) != 1 {
		return fail(codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE, "the request is for another executor than this")
	}
	return nil
}

// checkUnary is the interceptor of requests of one message.
func (s *Server) checkUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if !strings.HasPrefix(info.FullMethod, servicePrefix) {
		return handler(ctx, req)
	}
	begin := s.active.begin
	if c, ok := req.(*wire.CallRequest); ok && c.Begun {
		begin = s.active.goOn
	}
	if err := begin(); err != nil {
		return nil, err
	}
	defer s.active.end()
	if _, hello := req.(*wire.HelloRequest); !hello {
		if err := s.checkInstance(req); err != nil {
			return nil, err
		}
	}
	reply, err := handler(ctx, req)
	if err != nil {
		s.cfg.Logger.Debug("refused", "method", info.FullMethod, "error", err)
	}
	return reply, err
}

// checkStream is the interceptor of requests of several messages.
func (s *Server) checkStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if !strings.HasPrefix(info.FullMethod, servicePrefix) {
		return handler(srv, stream)
	}
	switch info.FullMethod {
	case wire.Executor_Stdio_FullMethodName, wire.Executor_Lazy_FullMethodName: // which last as long as the others
	default:
		if err := s.active.begin(); err != nil {
			return err
		}
		defer s.active.end()
	}
	err := handler(srv, &checkedStream{ServerStream: stream, s: s})
	if err != nil {
		s.cfg.Logger.Debug("refused", "method", info.FullMethod, "error", err)
	}
	return err
}

// checkedStream looks at the first message that comes.
type checkedStream struct {
	grpc.ServerStream
	s       *Server
	checked bool
}

// RecvMsg implements grpc.ServerStream.
func (c *checkedStream) RecvMsg(m any) error {
	if err := c.ServerStream.RecvMsg(m); err != nil || c.checked {
		return err
	}
	c.checked = true
	return c.s.checkInstance(m)
}

// codec is the usual one, but refuses messages of many messages: an empty message takes two
// bytes on the wire and a hundred in memory.
type codec struct{ entries int }

var usualCodec = encoding.GetCodecV2("proto")

// countFrom is the size in bytes below which a message is not looked at.
const countFrom = 16 << 10

// Name implements encoding.CodecV2.
func (codec) Name() string { return "proto" }

// Marshal implements encoding.CodecV2.
func (codec) Marshal(v any) (grpcmem.BufferSlice, error) { return usualCodec.Marshal(v) }

// Unmarshal implements encoding.CodecV2.
func (c codec) Unmarshal(data grpcmem.BufferSlice, v any) error {
	m, ok := v.(proto.Message)
	if !ok || data.Len() < countFrom {
		return usualCodec.Unmarshal(data, v)
	}
	buf := data.MaterializeToBuffer(grpcmem.DefaultBufferPool())
	defer buf.Free()
	left := c.entries
	if !count(buf.ReadOnlyData(), m.ProtoReflect().Descriptor(), &left) {
		return fmt.Errorf("message of more than %d entries, or malformed", c.entries)
	}
	return proto.Unmarshal(buf.ReadOnlyData(), m)
}

// count takes the strings, bytes and messages in a message from left. It reports false when there are more, or
// the message is not well-formed.
func count(b []byte, d protoreflect.MessageDescriptor, left *int) bool {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return false
		}
		b = b[n:]
		if typ != protowire.BytesType {
			if n = protowire.ConsumeFieldValue(num, typ, b); n < 0 {
				return false
			}
			b = b[n:]
			continue
		}
		v, n := protowire.ConsumeBytes(b)
		if *left--; n < 0 || *left < 0 {
			return false
		}
		b = b[n:]
		if f := d.Fields().ByNumber(num); f != nil && f.Message() != nil && !count(v, f.Message(), left) {
			return false
		}
	}
	return true
}
