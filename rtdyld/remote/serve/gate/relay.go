package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// errDraining answers who wants a session of a server that drains.
var errDraining = status.Error(codes.Unavailable, "the executor drains")

// tooMany answers who wants a session too many.
func tooMany(limit int) error {
	return detailed(codes.ResourceExhausted, fmt.Sprintf("%d sessions", limit),
		&wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_LIMIT, Size: uint64(limit) + 1, Limit: uint64(limit)})
}

// detailed is an error with a detail.
func detailed(code codes.Code, text string, d *wire.ErrorDetail) error {
	st := status.New(code, text)
	if with, err := st.WithDetails(d); err == nil {
		st = with
	}
	return st.Err()
}

// frame is a message as it is on the wire.
type frame struct{ data mem.BufferSlice }

// passCodec leaves frames as they are; other messages are of the health service.
type passCodec struct{}

var usualCodec = encoding.GetCodecV2("proto")

// Name implements encoding.CodecV2.
func (passCodec) Name() string { return "proto" }

// Marshal implements encoding.CodecV2.
func (passCodec) Marshal(v any) (mem.BufferSlice, error) {
	if f, ok := v.(*frame); ok {
		return f.data, nil
	}
	return usualCodec.Marshal(v)
}

// Unmarshal implements encoding.CodecV2.
func (passCodec) Unmarshal(data mem.BufferSlice, v any) error {
	if f, ok := v.(*frame); ok {
		data.Ref()
		f.data = data
		return nil
	}
	return usualCodec.Unmarshal(data, v)
}

// conns gives each connection its session.
type conns struct{ s *Server }

type sessionKey struct{}

// TagConn implements stats.Handler.
func (c conns) TagConn(ctx context.Context, info *stats.ConnTagInfo) context.Context {
	x := &session{of: c.s, instance: newInstance(), done: make(chan struct{})}
	if a, ok := info.RemoteAddr.(waitingAddr); ok {
		x.waiting = a.conn
	}
	return context.WithValue(ctx, sessionKey{}, x)
}

// HandleConn implements stats.Handler.
func (c conns) HandleConn(ctx context.Context, st stats.ConnStats) {
	if _, ok := st.(*stats.ConnEnd); ok {
		ctx.Value(sessionKey{}).(*session).end()
	}
}

// TagRPC implements stats.Handler.
func (conns) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// HandleRPC implements stats.Handler.
func (conns) HandleRPC(context.Context, stats.RPCStats) {}

// prefix begins the methods of the executor's service.
var prefix = "/" + wire.Executor_ServiceDesc.ServiceName + "/"

// writtenFields are the fields Written of replies that have one, by method.
var writtenFields = map[string]protowire.Number{
	wire.Executor_Detach_FullMethodName: 1, wire.Executor_Call_FullMethodName: 2, wire.Executor_Main_FullMethodName: 3,
}

// written is such a field. Behind a message it is one more field of that.
func written(field protowire.Number, std *serve.Stdio) []byte {
	b, err := proto.Marshal(std.Written())
	if err != nil {
		return nil
	}
	return protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), b)
}

// relay passes a request on to the session's process.
func (s *Server) relay(_ any, in grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(in)
	x, ok := in.Context().Value(sessionKey{}).(*session)
	if !ok || !strings.HasPrefix(method, prefix) {
		return status.Errorf(codes.Unimplemented, "no method %s", method)
	}
	first, err := x.admit(in, method)
	if err != nil {
		return err
	}
	cc, err := x.client()
	if err != nil {
		return err
	}
	if method == wire.Executor_Stdio_FullMethodName {
		return x.stdio(in)
	}
	ctx, cancel := context.WithCancel(in.Context())
	defer cancel()
	out, err := cc.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, method, grpc.ForceCodecV2(passCodec{}))
	if err != nil {
		return x.explain(err)
	}
	go func() {
		if first != nil && out.SendMsg(first) != nil {
			return
		}
		for {
			f := new(frame)
			if err := in.RecvMsg(f); errors.Is(err, io.EOF) {
				out.CloseSend()
				return
			} else if err != nil || out.SendMsg(f) != nil {
				if err != nil {
					cancel()
				}
				return // why is what RecvMsg of out says
			}
		}
	}()
	for {
		f := new(frame)
		if err := out.RecvMsg(f); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return x.explain(err)
		}
		if field := writtenFields[method]; field != 0 {
			f.data = append(f.data, mem.SliceBuffer(written(field, x.proc.stdio)))
		}
		if err := in.SendMsg(f); err != nil {
			return err
		}
	}
}
