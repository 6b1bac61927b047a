package serve

import (
	"context"
	"encoding/binary"
	"errors"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	grpcmem "google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// rawCodec sends bytes as they are.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }
func (rawCodec) Marshal(v any) (grpcmem.BufferSlice, error) {
	return grpcmem.BufferSlice{grpcmem.SliceBuffer(v.([]byte))}, nil
}
func (rawCodec) Unmarshal(data grpcmem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize()
	return nil
}

// island is memory that requests may write to: a real process's would be this test's own.
type island []byte

const islandAt = 0x10_0000

func (m island) at(addr uint64, n int) ([]byte, error) {
	if addr < islandAt || addr-islandAt > uint64(len(m)) || uint64(n) > uint64(len(m))-(addr-islandAt) {
		return nil, errors.New("bad address")
	}
	return m[addr-islandAt:][:n], nil
}

func (m island) Read(ctx context.Context, addr uint64, dst []byte) error {
	if b, err := m.at(addr, len(dst)); err == nil {
		copy(dst, b)
		return nil
	}
	return OwnMemory().Read(ctx, addr, dst)
}

func (m island) Write(_ context.Context, addr uint64, src []byte) error {
	b, err := m.at(addr, len(src))
	copy(b, src)
	return err
}

func (m island) Store(_ context.Context, addr, word uint64) error {
	b, err := m.at(addr, wordSize)
	if err == nil {
		binary.LittleEndian.PutUint64(b, word)
	}
	return err
}

// moved is a mapper whose reservations have addresses that inputs can know.
type moved struct {
	*mem.InProcess
	mu   sync.Mutex
	real []mem.Range // by number
}

// movedStep is how far reservations are apart.
const movedStep = 1 << 30

// Reserve implements mem.Mapper.
func (m *moved) Reserve(ctx context.Context, size uint64, where mem.Placement) (mem.Range, error) {
	r, err := m.InProcess.Reserve(ctx, size, where)
	if err != nil {
		return r, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.real = append(m.real, r)
	return mem.Range{Addr: uint64(len(m.real)) * movedStep, Size: r.Size}, nil
}

// at translates an address. What is in no reservation stays so.
func (m *moved) at(addr uint64) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := addr / movedStep; n > 0 && n <= uint64(len(m.real)) {
		return m.real[n-1].Addr + addr%movedStep
	}
	return addr % 4096
}

// Prepare implements mem.Mapper.
func (m *moved) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	return m.InProcess.Prepare(ctx, m.at(addr), size)
}

// Initialize implements mem.Mapper.
func (m *moved) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	for i := range init.Segments {
		init.Segments[i].Addr = m.at(init.Segments[i].Addr)
	}
	return m.InProcess.Initialize(ctx, init)
}

// Release implements mem.Mapper.
func (m *moved) Release(ctx context.Context, bases ...uint64) error {
	for i := range bases {
		bases[i] = m.at(bases[i])
	}
	return m.InProcess.Release(ctx, bases...)
}

// fuzzMethods are the methods by the numbers that inputs have for them.
var fuzzMethods = func() (list []grpc.StreamDesc) {
	for _, m := range wire.Executor_ServiceDesc.Methods {
		list = append(list, grpc.StreamDesc{StreamName: m.MethodName})
	}
	for _, m := range wire.Executor_ServiceDesc.Streams {
		list = append(list, grpc.StreamDesc{StreamName: m.StreamName, ClientStreams: m.ClientStreams, ServerStreams: m.ServerStreams})
	}
	return list
}()

// step is one message of an input: a method, or 0xff for another message of the one
// before; its length in two bytes; the message.
func step(b []byte) (method byte, msg, rest []byte, ok bool) {
	if len(b) < 3 {
		return 0, nil, nil, false
	}
	n := min(int(binary.LittleEndian.Uint16(b[1:])), len(b)-3)
	return b[0], b[3:][:n], b[3+n:], true
}

// script makes an input of messages.
func script(msgs ...proto.Message) (b []byte) {
	for i, m := range msgs {
		method := byte(0xff)
		for k, f := range fuzzMethods {
			if name := string(m.ProtoReflect().Descriptor().Name()); (name == f.StreamName+"Request" || name == f.StreamName+"Input") && (i == 0 || !f.ClientStreams || msgs[i-1].ProtoReflect().Descriptor() != m.ProtoReflect().Descriptor()) {
				method = byte(k)
			}
		}
		data, err := proto.Marshal(m)
		if err != nil {
			panic(err)
		}
		b = append(append(append(b, method), binary.LittleEndian.AppendUint16(nil, uint16(len(data)))...), data...)
	}
	return b
}

// slow is more time than any request needs, on a machine that has other things to do.
const slow = 30 * time.Second

// allocated is how many bytes have been allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// FuzzHandlers has a server answer requests that nobody in his right mind makes: it
// answers all of them, at once, and takes no more memory than it should.
func FuzzHandlers(f *testing.F) {
	const memory = 1 << 20
	low := uint64(islandAt)
	f.Add(script(&wire.HelloRequest{Version: 1}, &wire.LookupRequest{Refs: []*wire.Ref{{Name: []byte("x")}, {Tls: true}}}))
	f.Add(script(&wire.ReserveRequest{Size: 1 << 20}, &wire.ReserveRequest{Size: 1 << 46, Low: true, NearLow: 5, NearHigh: 1},
		&wire.ReleaseRequest{Bases: []uint64{1, low}}))
	f.Add(script(&wire.InitializeRequest{Actions: []*wire.Action{{Finalize: &wire.FunctionCall{Addr: 1, Args: []uint64{1}}, Dealloc: &wire.FunctionCall{Addr: 2}}}},
		&wire.DeinitializeRequest{Ids: []uint64{1, 1, 2}}))
	f.Add(script(&wire.InitializeRequest{Segments: []*wire.Segment{{Addr: low, Size: 8, Content: 8, Kind: 1}}, Data: []byte("abc")}, &wire.InitializeRequest{Data: []byte("defghi")}))
	f.Add(script(&wire.WriteRequest{Addr: low, Data: []byte("x")}, &wire.WriteRequest{Data: []byte("y")}, &wire.ReadRequest{Addr: low, Size: 1 << 50}))
	f.Add(script(&wire.AttachRequest{Objects: []*wire.Object{{Id: 1, Memory: []*wire.Range{{Addr: low, Size: 1}}}}, Init: []uint64{3},
		Frames: []*wire.Frames{{Tables: []*wire.Range{{Addr: low, Size: 100}}}, {Format: 2, Tables: []*wire.Range{{Addr: low, Size: 8}}, Code: &wire.Range{Size: 1}}}},
		&wire.DetachRequest{Objects: []*wire.Object{{Id: 1}, {Id: 2}}}))
	f.Add(script(&wire.DefineThreadLocalsRequest{Size: 8, Align: 8}, &wire.InitializeThreadLocalsRequest{Id: 1, Init: []byte{1}}, &wire.ReleaseThreadLocalsRequest{Id: 1}))
	f.Add(script(&wire.CallRequest{Addr: 1, Params: []wire.Type{10, 11, 12}, Args: []uint64{1, 2, 3}, Result: 5}, &wire.MainRequest{Addr: 1, Args: [][]byte{{1}}}))
	f.Add(script(&wire.ReserveRequest{Size: 1 << 20}, &wire.StoreRequest{Addrs: []uint64{movedStep, movedStep + 4, 8}, Words: []uint64{1, 2, 3}},
		&wire.StoreRequest{Addrs: []uint64{movedStep}, Words: []uint64{7}}, &wire.StoreRequest{Words: []uint64{1}}))
	f.Add(script(&wire.LazyInput{}, &wire.LazyInput{Id: 1, Addr: 2}, &wire.LazyInput{Id: 1}))
	segments := []*wire.Segment{{Addr: movedStep, Size: 5000, Content: 5, Kind: 1}, {Addr: movedStep + 8192, Size: 1, Kind: 3}, {Addr: 2 * movedStep, Size: 4096, Kind: 2, FinalizeOnly: true}}
	f.Add(script(&wire.ReserveRequest{Size: 1 << 20}, &wire.ReserveRequest{Size: 4096}, &wire.InitializeRequest{Segments: segments, Data: []byte("12345"),
		Actions: []*wire.Action{{Finalize: &wire.FunctionCall{Addr: 9}}}}, &wire.DeinitializeRequest{Ids: []uint64{1}},
		&wire.ReleaseRequest{Bases: []uint64{movedStep, 2 * movedStep}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var r *rig
		inner, err := mem.NewInProcess(mem.MapperConfig{NoExec: true, Limit: memory, Runner: func(ctx context.Context, c mem.Call) error { return r.srv.RunAction(ctx, c) }})
		if err != nil {
			t.Skip(err)
		}
		defer inner.Close()
		r = newRig(t, func(o *Config) {
			o.Mapper = &moved{InProcess: inner}
			o.Instance, o.MaxMemory, o.MaxReserved, o.MaxMessage, o.MaxEntries = "i", memory, 1<<30, 64<<10, 1000
			o.Memory = make(island, 64<<10)
			o.Callers[0].Caller = scripted{}
			o.Callback = func(func(_, _ uint64) uint64) (uint64, error) { return 1, nil }
			o.End = func(err error) { t.Errorf("ended: %v", err) }
		})
		before := allocated()
		steps := 0
		for ; steps < 50; steps++ {
			method, msg, rest, ok := step(b)
			if !ok {
				break
			}
			b = rest
			desc := &fuzzMethods[int(method)%len(fuzzMethods)]
			ctx, cancel := context.WithTimeout(context.Background(), 2*slow)
			s, err := r.conn.NewStream(ctx, desc, servicePrefix+desc.StreamName, grpc.ForceCodecV2(rawCodec{}))
			if err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			s.SendMsg(append([]byte("\x0a\x01i"), msg...)) // field 1: the instance
			for desc.ClientStreams && len(b) > 0 && b[0] == 0xff {
				_, msg, b, _ = step(b)
				s.SendMsg(msg)
			}
			s.CloseSend()
			for replies := 0; err == nil && replies < 20; replies++ {
				var reply []byte
				err = s.RecvMsg(&reply)
			}
			if c := status.Code(err); c == codes.DeadlineExceeded || c == codes.Unavailable {
				t.Fatalf("%s of % x: %v", desc.StreamName, msg, err)
			}
			if d := time.Since(begun); d > slow {
				t.Errorf("%s of % x takes %v", desc.StreamName, msg, d)
			}
			cancel()
		}
		// Some megabytes may be read; a message is copied a few times, and has some entries.
		if got, limit := allocated()-before, uint64(32<<20+steps<<20); got > limit {
			t.Errorf("%d requests allocate %d bytes, more than %d", steps, got, limit)
		}
	})
}
