package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

func TestNewRefuses(t *testing.T) {
	for name, o := range map[string]Config{
		"no mapper": {},
		"no caller": {Mapper: newRig(t, nil).srv.cfg.Mapper, Callers: []Caller{{}}},
		"negative":  {Mapper: newRig(t, nil).srv.cfg.Mapper, MaxCalls: -1},
	} {
		if s, err := New(o); !errors.Is(err, ErrConfig) || s != nil {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

func TestHello(t *testing.T) {
	r := newRig(t, func(o *Config) {
		o.Token, o.Near, o.MaxMemory = "secret", 0x7000, 1<<20
		o.Restrictions = []*wire.Restriction{{Name: "cpu", Reason: "why"}}
	})
	ctx := t.Context()
	_, err := r.Hello(ctx, &wire.HelloRequest{Version: 1, Token: "secre"})
	code(t, "another token", err, codes.Unauthenticated, wire.ErrorDetail_REASON_TOKEN)
	_, err = r.Hello(ctx, &wire.HelloRequest{Version: 2, Token: "secret"})
	code(t, "another version", err, codes.InvalidArgument, wire.ErrorDetail_REASON_VERSION)
	got := must[*wire.HelloReply](t)(r.Hello(ctx, &wire.HelloRequest{Version: 1, Token: "secret", Controller: strings.Repeat("x", 1000)}))
	tr := r.srv.cfg.Mapper.Traits()
	want := &wire.HelloReply{
		Version: 1, Instance: r.id, Triple: "x86_64-unknown-unknown-elf", PageSize: tr.Page, Unit: tr.Unit,
		MaxMessage: 16 << 20, MaxEntries: 1 << 18, MaxMemory: 1 << 20, Near: 0x7000, Pid: got.Pid,
		Conventions: []wire.Convention{wire.Convention_CONVENTION_SYSV64}, Restrictions: []*wire.Restriction{{Name: "cpu", Reason: "why"}},
		Frames: []wire.Frames_Format{wire.Frames_FORMAT_EH_FRAME, wire.Frames_FORMAT_PDATA, wire.Frames_FORMAT_EXIDX},
	}
	if !proto.Equal(got, want) || len(r.id) != 32 || got.Pid == 0 {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestInstance sends a request of another instance to every method of the service.
func TestInstance(t *testing.T) {
	r := newRig(t, nil)
	for _, id := range []string{"", "x" + r.id, r.id[:31] + "x"} {
		for _, m := range wire.Executor_ServiceDesc.Methods {
			if m.MethodName == "Hello" {
				continue
			}
			// All requests have the instance as field 1, and so has this one.
			req, reply := &wire.ReleaseRequest{Instance: id}, &wire.ReleaseReply{}
			err := r.conn.Invoke(t.Context(), "/rtdyld.executor.v1.Executor/"+m.MethodName, req, reply)
			code(t, m.MethodName, err, codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE)
		}
		for _, m := range wire.Executor_ServiceDesc.Streams {
			s := must[grpc.ClientStream](t)(r.conn.NewStream(t.Context(), &m, "/rtdyld.executor.v1.Executor/"+m.StreamName))
			s.SendMsg(&wire.ReleaseRequest{Instance: id})
			s.CloseSend()
			err := s.RecvMsg(&wire.ReleaseReply{})
			if m.StreamName == "Stdio" { // which this executor does not have
				code(t, m.StreamName, err, codes.Unimplemented, none)
				continue
			}
			code(t, m.StreamName, err, codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE)
		}
	}
	r.p.want(t)
}

// TestEmptyStreams: a stream without a message is no request.
func TestEmptyStreams(t *testing.T) {
	r := newRig(t, nil)
	init := must[grpc.ClientStreamingClient[wire.InitializeRequest, wire.InitializeReply]](t)(r.Initialize(t.Context()))
	_, err := init.CloseAndRecv()
	code(t, "initialize", err, codes.InvalidArgument, none)
	write := must[grpc.ClientStreamingClient[wire.WriteRequest, wire.WriteReply]](t)(r.Write(t.Context()))
	_, err = write.CloseAndRecv()
	code(t, "write", err, codes.InvalidArgument, none)
}

func TestLookup(t *testing.T) {
	r := newRig(t, nil)
	reply := must[*wire.LookupReply](t)(r.Lookup(t.Context(), &wire.LookupRequest{Instance: r.id, Refs: []*wire.Ref{
		{Name: []byte("sqrt\xff")}, {Name: []byte("none"), Weak: true}, {Name: []byte("errno"), Tls: true},
		{Name: []byte("f"), Library: []byte("a.dll"), Ordinal: 7}, {Name: []byte("g"), Library: []byte("b.dll"), ImportName: []byte("h"), Ordinal: 1},
		{Name: []byte("far"), Tls: true},
	}}))
	want := &wire.LookupReply{Symbols: []*wire.Symbol{
		{Found: true, Addr: 0x1234_5678_9abc, Size: 7, Kind: wire.SymbolKind_SYMBOL_KIND_FUNC}, {},
		{Found: true, Addr: ^uint64(7), Module: 1, Kind: wire.SymbolKind_SYMBOL_KIND_TLS},
		{Found: true, Addr: 7, Kind: wire.SymbolKind_SYMBOL_KIND_DATA}, {Found: true, Addr: 1, Kind: wire.SymbolKind_SYMBOL_KIND_DATA},
		{Found: true, Kind: wire.SymbolKind_SYMBOL_KIND_TLS, Thread: &wire.ThreadLocal{Module: 2, Offset: 24, Function: 0x10, Argument: 0x20}},
	}}
	if !proto.Equal(reply, want) {
		t.Errorf("got  %v\nwant %v", reply, want)
	}
	r.p.want(t, `import a.dll "" true`, `import b.dll "h" false`)
	_, err := r.Lookup(t.Context(), &wire.LookupRequest{Instance: r.id, Refs: []*wire.Ref{{Name: []byte("fail")}}})
	code(t, "a resolver that fails", err, codes.Internal, none)
}

// TestDetachMany: the unwinder is told once of what many objects have, and what cannot be read keeps nothing else.
func TestDetachMany(t *testing.T) {
	r := newRig(t, nil)
	at := r.reserve(1 << 12)
	must[uint64](t)(r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
		{Addr: at, Size: 64, Content: 8, Kind: wire.Kind_KIND_READ_ONLY}}}, []byte("8 bytes."), 3))
	frames := make([]*wire.Frames, 3)
	want := "deregister"
	for i := range frames {
		frames[i] = &wire.Frames{Tables: []*wire.Range{{Addr: at + uint64(i), Size: 1}}}
		want += fmt.Sprintf(" .eh_frame %x %x 0 0-0", at+uint64(i), "8 bytes."[i:i+1])
	}
	must[*wire.AttachReply](t)(r.Attach(t.Context(), &wire.AttachRequest{Instance: r.id, Frames: frames}))
	r.p.told()
	frames = slices.Insert(frames, 1, &wire.Frames{Tables: []*wire.Range{{Addr: 16, Size: 1}}})
	_, err := r.Detach(t.Context(), &wire.DetachRequest{Instance: r.id, Frames: frames})
	code(t, "frames that are nowhere", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
	r.p.want(t, want)
}

// TestAttach: frames are registered, then objects, and it goes in reverse; what fails
// leaves nothing.
func TestAttach(t *testing.T) {
	r := newRig(t, nil)
	at := r.reserve(1 << 12)
	must[uint64](t)(r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
		{Addr: at, Size: 64, Content: 8, Kind: wire.Kind_KIND_READ_ONLY}}}, []byte("8 bytes."), 3))
	frames := []*wire.Frames{
		{Tables: []*wire.Range{{Addr: at, Size: 2}, {Addr: at + 2, Size: 1}}},
		{Format: wire.Frames_FORMAT_PDATA, Base: 0x1000, Tables: []*wire.Range{{Addr: at, Size: 4}}},
		{Format: wire.Frames_FORMAT_EXIDX, Tables: []*wire.Range{{Addr: at, Size: 8}}, Code: &wire.Range{Addr: 0x2000, Size: 0x10}},
	}
	objs := []*wire.Object{
		{Id: 1, Name: []byte("a.o"), DsoHandle: at, Memory: []*wire.Range{{Addr: at, Size: 64}}}, {Id: 2, Name: []byte("b\xff.o")}}
	attach := &wire.AttachRequest{Instance: r.id, Objects: objs, Frames: frames, Init: []uint64{5, 6}, Fini: []uint64{7}}
	detach := &wire.DetachRequest{Instance: r.id, Objects: objs, Frames: frames, Fini: []uint64{7}}
	tables := []string{
		fmt.Sprintf(" .eh_frame %x 38 20 0 0-0 .eh_frame %x 62 0 0-0", at, at+2), fmt.Sprintf(" .pdata %x 38 20 62 79 1000 0-0", at),
		fmt.Sprintf(" .ARM.exidx %x 38 20 62 79 74 65 73 2e 0 2000-2010", at),
	}
	var register, gone []string
	for _, t := range tables {
		register, gone = append(register, "register"+t), append(gone, "deregister"+t)
	}
	here, away := "attach 1:a.o 2:b\xff.o init [5 6] fini [7]", "detach 1:a.o 2:b\xff.o fini [7]"

	must[*wire.AttachReply](t)(r.Attach(t.Context(), attach))
	r.p.want(t, append(slices.Clone(register), here)...)
	_, err := r.Attach(t.Context(), &wire.AttachRequest{Instance: r.id, Objects: []*wire.Object{{Id: 3}, {Id: 2}}})
	code(t, "an object twice", err, codes.InvalidArgument, wire.ErrorDetail_REASON_UNKNOWN_ID)
	r.p.want(t)
	must[*wire.DetachReply](t)(r.Detach(t.Context(), detach))
	r.p.want(t, append([]string{away}, gone...)...)
	_, err = r.Detach(t.Context(), &wire.DetachRequest{Instance: r.id, Objects: []*wire.Object{{Id: 3}}})
	code(t, "an object that is not there", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	r.p.want(t)

	// Each step fails once.
	for i, step := range append(slices.Clone(register), here) {
		r.p.fails[step] = errors.New("no")
		_, err := r.Attach(t.Context(), attach)
		code(t, step, err, codes.Internal, none)
		want := append(slices.Clone(append(slices.Clone(register), here)[:i+1]), gone[:i]...)
		r.p.want(t, want...)
		delete(r.p.fails, step)
		_, err = r.Detach(t.Context(), &wire.DetachRequest{Instance: r.id, Objects: objs})
		code(t, "after "+step, err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	}
	must[*wire.AttachReply](t)(r.Attach(t.Context(), attach))
	for _, step := range append([]string{away}, gone...) {
		r.p.fails[step] = errors.New("no")
	}
	r.p.told()
	_, err = r.Detach(t.Context(), detach)
	code(t, "all fails", err, codes.Internal, none)
	if n := strings.Count(err.Error(), "\n"); n != len(gone) {
		t.Errorf("%v: has %d lines", err, n+1)
	}
	if n := strings.Count(err.Error(), "rpc error"); n != 1 {
		t.Errorf("%d codes in %q", n, err)
	}
	r.p.want(t, append([]string{away}, gone...)...)
}

// TestTranslatedOnce: errors of the protocol that others wrap keep code, reason and text, and say no code twice.
func TestTranslatedOnce(t *testing.T) {
	in := unknownID("object", 7)
	for _, c := range []struct {
		err  error
		want string
	}{
		{in, "no object 7"}, {fmt.Errorf("detach: %w", in), "detach: no object 7"},
		{errors.Join(in, errors.New("other")), "no object 7\nother"},
		{fmt.Errorf("all: %w", errors.Join(fmt.Errorf("first: %w", in), in)), "all: first: no object 7\nno object 7"},
	} {
		for how, err := range map[string]error{"explain": explain(c.err), "explainAll": explainAll([]error{nil, c.err})} {
			code(t, how, err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
			if got := status.Convert(err).Message(); got != c.want {
				t.Errorf("%s: %q, want %q", how, got, c.want)
			}
		}
	}
}

// noEHFrame takes no .eh_frame.
type noEHFrame struct{ rtdyld.Unwinder }

func (u noEHFrame) Formats() rtdyld.UnwindFormat { return u.Unwinder.Formats() &^ rtdyld.EHFrame }

func TestAttachRefuses(t *testing.T) {
	r := newRig(t, func(o *Config) { o.Unwinder, o.MaxMessage = noEHFrame{o.Unwinder}, 1<<20 })
	for name, req := range map[string]*wire.AttachRequest{
		"format": {Frames: []*wire.Frames{{Format: 17}}}, "no unwinder": {Frames: []*wire.Frames{{}}},
	} {
		req.Instance = r.id
		_, err := r.Attach(t.Context(), req)
		code(t, name, err, codes.Unimplemented, none)
	}
	bad := func(name string, want codes.Code, reason wire.ErrorDetail_Reason, f *wire.Frames, o ...*wire.Object) {
		t.Helper()
		req := &wire.AttachRequest{Instance: r.id, Objects: o}
		if f != nil {
			req.Frames = []*wire.Frames{f}
		}
		_, err := r.Attach(t.Context(), req)
		code(t, name, err, want, reason)
	}
	pdata, exidx := wire.Frames_FORMAT_PDATA, wire.Frames_FORMAT_EXIDX
	bad("unmapped", codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED, &wire.Frames{Format: pdata, Tables: []*wire.Range{{Addr: 16, Size: 8}}})
	bad("huge", codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT, &wire.Frames{Format: pdata, Tables: []*wire.Range{{Addr: 16, Size: 1 << 60}}})
	bad("no index", codes.InvalidArgument, none, &wire.Frames{Format: exidx})
	bad("wraps", codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE, nil, &wire.Object{Memory: []*wire.Range{{Addr: 1 << 63, Size: 1 << 63}}})
	r.p.want(t)
}

func TestThreadLocals(t *testing.T) {
	r := newRig(t, nil)
	ctx := t.Context()
	d := must[*wire.DefineThreadLocalsReply](t)(r.DefineThreadLocals(ctx, &wire.DefineThreadLocalsRequest{Instance: r.id, Object: []byte("a.o"), Size: 8, Align: 4}))
	if d.Module != 3 || d.DtpOffset != 16 || d.TpOffset != -64 {
		t.Errorf("got %v", d)
	}
	must[*wire.InitializeThreadLocalsReply](t)(r.InitializeThreadLocals(ctx, &wire.InitializeThreadLocalsRequest{Instance: r.id, Id: d.Id, Init: []byte{1, 2}}))
	must[*wire.ReleaseThreadLocalsReply](t)(r.ReleaseThreadLocals(ctx, &wire.ReleaseThreadLocalsRequest{Instance: r.id, Id: d.Id}))
	r.p.want(t, "define a.o 8 4", "initialize 01 02", "release")
	_, err := r.ReleaseThreadLocals(ctx, &wire.ReleaseThreadLocalsRequest{Instance: r.id, Id: d.Id})
	code(t, "release twice", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	_, err = r.InitializeThreadLocals(ctx, &wire.InitializeThreadLocalsRequest{Instance: r.id, Id: d.Id})
	code(t, "initialize what is gone", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	_, err = r.DefineThreadLocals(ctx, &wire.DefineThreadLocalsRequest{Instance: r.id, Size: 1001})
	code(t, "too large", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_TLS)
	_, err = r.DefineThreadLocals(ctx, &wire.DefineThreadLocalsRequest{Instance: r.id, Align: 3})
	code(t, "no alignment", err, codes.InvalidArgument, none)
}

// TestMissing: an executor that has nothing says so.
func TestMissing(t *testing.T) {
	r := newRig(t, func(o *Config) { *o = Config{} })
	ctx, m := t.Context(), codes.Unimplemented
	_, err := r.Lookup(ctx, &wire.LookupRequest{Instance: r.id})
	code(t, "lookup", err, m, none)
	_, err = r.Attach(ctx, &wire.AttachRequest{Instance: r.id, Objects: []*wire.Object{{}}})
	code(t, "attach", err, m, none)
	_, err = r.Detach(ctx, &wire.DetachRequest{Instance: r.id, Fini: []uint64{1}})
	code(t, "detach", err, m, none)
	_, err = r.DefineThreadLocals(ctx, &wire.DefineThreadLocalsRequest{Instance: r.id})
	code(t, "thread-locals", err, m, none)
	_, err = r.Main(ctx, &wire.MainRequest{Instance: r.id, Addr: 1})
	code(t, "main", err, m, none)
	_, err = r.Reserve(ctx, &wire.ReserveRequest{Instance: r.id, Size: 1, Shared: 1})
	code(t, "shared memory", err, m, none)
	_, err = r.Call(ctx, &wire.CallRequest{Instance: r.id, Addr: 1})
	code(t, "call", err, codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE)
	_, err = r.initialize(&wire.InitializeRequest{Actions: []*wire.Action{{Finalize: &wire.FunctionCall{Addr: 1}}}}, nil, 1)
	code(t, "action", err, codes.Aborted, wire.ErrorDetail_REASON_ACTION)
	if must[*wire.HelloReply](t)(r.Hello(ctx, &wire.HelloRequest{Version: 1})).Frames != nil {
		t.Error("there are formats of call frames")
	}
}

// TestMessages: messages that are too large, or have too much in them, are refused.
func TestMessages(t *testing.T) {
	r := newRig(t, func(o *Config) { o.MaxMessage, o.MaxEntries = 100_000, 10_000 })
	refs := func(n int) error {
		_, err := r.Lookup(t.Context(), &wire.LookupRequest{Instance: r.id, Refs: slices.Repeat([]*wire.Ref{{}}, n)})
		return err
	}
	if err := refs(9_999); err != nil {
		t.Error(err)
	}
	code(t, "too many entries", refs(10_000), codes.Internal, none) // of the codec
	code(t, "too large", refs(60_000), codes.ResourceExhausted, none)
	// Nested ones count, packed numbers don't.
	frames := []*wire.Frames{{Tables: slices.Repeat([]*wire.Range{{}}, 9_999)}}
	_, err := r.Attach(t.Context(), &wire.AttachRequest{Instance: r.id, Frames: frames})
	code(t, "nested entries", err, codes.Internal, none)
	must[*wire.AttachReply](t)(r.Attach(t.Context(), &wire.AttachRequest{Instance: r.id, Init: make([]uint64, 12_000)}))
	_, err = r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: make([]uint64, 10_001)})
	code(t, "too many numbers", err, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT)
	// An error's text travels in a header.
	_, err = r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: make([]uint64, 10_000)})
	code(t, "numbers of nothing", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	if n := len(err.Error()); n > maxText+100 {
		t.Errorf("the error has %d bytes", n)
	}
	_, err = r.Release(t.Context(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{4096, 0, 4096}})
	code(t, "a reservation twice", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
}

// TestHealthAndDrain: what is at work is finished, what is new is refused, then the
// connection ends.
func TestHealthAndDrain(t *testing.T) {
	begun, finish := make(chan bool), make(chan bool)
	r := newRig(t, func(o *Config) {
		o.Callers[0].Caller = scripted{1: func([6]uint64) uint64 { begun <- true; <-finish; return 42 }}
	})
	health := healthpb.NewHealthClient(r.conn)
	serving := func() healthpb.HealthCheckResponse_ServingStatus {
		t.Helper()
		return must[*healthpb.HealthCheckResponse](t)(health.Check(t.Context(), &healthpb.HealthCheckRequest{Service: "rtdyld.executor.v1.Executor"})).Status
	}
	if s := serving(); s != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("status is %v", s)
	}
	result := make(chan error, 1)
	go func() {
		reply, err := r.Call(context.Background(), &wire.CallRequest{Instance: r.id, Addr: 1, Result: wire.Type_TYPE_INT32})
		if err == nil && reply.Result != 42 {
			err = fmt.Errorf("result is %d", reply.Result)
		}
		result <- err
	}()
	<-begun
	r.srv.Drain()
	if s := serving(); s != healthpb.HealthCheckResponse_NOT_SERVING {
		t.Errorf("status is %v", s)
	}
	_, err := r.Lookup(t.Context(), &wire.LookupRequest{Instance: r.id})
	code(t, "a new request", err, codes.Unavailable, none)
	_, err = r.Hello(t.Context(), &wire.HelloRequest{Version: 1})
	code(t, "a new session", err, codes.Unavailable, none)
	select {
	case err := <-r.gone:
		t.Fatalf("the connection ended while a call ran: %v", err)
	default:
	}
	close(finish)
	if err := <-result; err != nil {
		t.Error(err)
	}
	if err := <-r.gone; err != nil {
		t.Error(err)
	}
}
