package gate

import (
	"crypto/subtle"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// unauthenticated answers who does not know the token.
func unauthenticated(text string) error {
	return detailed(codes.Unauthenticated, text, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_TOKEN})
}

// admit looks at the first request of a connection, which must have the token, before there
// is a process for it. It returns the message that it has read, nil if none.
func (x *session) admit(in grpc.ServerStream, method string) (*frame, error) {
	if x.of.cfg.Token == nil || x.admitted.Load() {
		return nil, nil
	}
	if method != wire.Executor_Hello_FullMethodName {
		return nil, unauthenticated("hello comes first")
	}
	want, err := x.of.cfg.Token()
	if err != nil {
		x.of.cfg.Logger.Error("token", "error", err)
		return nil, unauthenticated("the executor has no token")
	}
	f := new(frame)
	if err := in.RecvMsg(f); err != nil {
		return nil, err
	}
	buf := f.data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buf.Free()
	var hello wire.HelloRequest
	if err := proto.Unmarshal(buf.ReadOnlyData(), &hello); err != nil || subtle.ConstantTimeCompare([]byte(hello.Token), []byte(want)) != 1 {
		return nil, unauthenticated("another token")
	}
	x.admitted.Store(true)
	return f, nil
}
