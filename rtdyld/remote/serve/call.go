package serve

import (
	"context"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// callKinds are the kinds of the protocol's types.
var callKinds = [...]abi.Kind{
	wire.Type_TYPE_VOID:    abi.None,
	wire.Type_TYPE_BOOL:    abi.Bool,
	wire.Type_TYPE_INT8:    abi.Int8,
	wire.Type_TYPE_INT16:   abi.Int16,
	wire.Type_TYPE_INT32:   abi.Int32,
	wire.Type_TYPE_INT64:   abi.Int64,
	wire.Type_TYPE_UINT8:   abi.Uint8,
	wire.Type_TYPE_UINT16:  abi.Uint16,
	wire.Type_TYPE_UINT32:  abi.Uint32,
	wire.Type_TYPE_UINT64:  abi.Uint64,
	wire.Type_TYPE_POINTER: abi.Pointer,
	wire.Type_TYPE_FLOAT32: abi.Float32,
	wire.Type_TYPE_FLOAT64: abi.Float64,
}

// callKind is the kind of a type.
func callKind(t wire.Type) (abi.Kind, error) {
	if t < 0 || int(t) >= len(callKinds) {
		return 0, badSignature("no type %v", t)
	}
	return callKinds[t], nil
}

// badSignature is the error for a function that cannot be called so.
func badSignature(format string, args ...any) error {
	return fail(codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE, format, args...)
}

// caller is the caller of a convention.
func (s *Server) caller(c wire.Convention) (abi.Caller, error) {
	if c == wire.Convention_CONVENTION_NATIVE {
		if caller := s.native(); caller != nil {
			return caller, nil
		}
	}
	for _, known := range s.cfg.Callers {
		if known.Name == c {
			return known.Caller, nil
		}
	}
	return nil, badSignature("this executor does not call by %v", c)
}

// Call implements wire.ExecutorServer.
func (s service) Call(ctx context.Context, req *wire.CallRequest) (*wire.CallReply, error) {
	if req.Begun {
		return s.begun(ctx)
	}
	f, err := s.function(req)
	if err != nil {
		return nil, err
	}
	var result uint64
	var failed error
	if err := s.run(ctx, func() { result, failed = f.Call(req.Args) }); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, explain(failed)
	}
	return &wire.CallReply{Result: result, Written: s.written()}, nil
}

// function is what a request calls.
func (s *Server) function(req *wire.CallRequest) (*abi.Bound, error) {
	caller, err := s.caller(req.Convention)
	if err != nil {
		return nil, err
	}
	sig := abi.Signature{Params: make([]abi.Kind, len(req.Params))}
	for i, t := range req.Params {
		if sig.Params[i], err = callKind(t); err != nil {
			return nil, err
		}
	}
	if sig.Result, err = callKind(req.Result); err != nil {
		return nil, err
	}
	if len(req.Args) != len(sig.Params) {
		return nil, badSignature("%d arguments for %d parameters", len(req.Args), len(sig.Params))
	}
	f, err := abi.Bind(caller, sig, req.Addr)
	if err != nil {
		return nil, explain(err)
	}
	return f, nil
}

// Main implements wire.ExecutorServer.
func (s service) Main(ctx context.Context, req *wire.MainRequest) (*wire.MainReply, error) {
	if s.cfg.Main == nil {
		return nil, missing("main")
	}
	caller, err := s.caller(req.Convention)
	if err != nil {
		return nil, err
	}
	if req.Addr == 0 {
		return nil, badSignature("main is at address 0")
	}
	args := texts(req.Args)
	var env []string
	if len(req.Env) > 0 || req.OwnEnv {
		env = texts(req.Env)
	}
	var status int
	var lost, failed error
	if err := s.run(ctx, func() { status, lost, failed = s.cfg.Main(ctx, caller, req.Addr, args, env) }); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, explain(failed)
	}
	reply := &wire.MainReply{Status: int32(status), Written: s.written()}
	if lost != nil {
		reply.Lost = lost.Error()
	}
	return reply, nil
}

// texts are strings of bytes, never nil.
func texts(list [][]byte) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = string(b)
	}
	return out
}
