package remote

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// verbs is the executor's memory by the verbs of the protocol. It implements mem.Executor.
type verbs struct{ e *Executor }

var _ mem.Executor = verbs{}

// Traits implements mem.Executor.
func (f verbs) Traits() mem.Traits {
	return mem.Traits{Page: f.e.hello.Page, Unit: f.e.hello.unit}
}

// Reserve implements mem.Executor.
func (f verbs) Reserve(ctx context.Context, size uint64, where mem.Placement, memory *os.File) (mem.Range, error) {
	e := f.e
	req := &wire.ReserveRequest{
		Instance: e.hello.Instance, Size: size,
		NearLow: where.Near[0], NearHigh: where.Near[1], Low: where.Low, Huge: where.Huge,
	}
	var r *wire.ReserveReply
	err := e.change(ctx, "reserve", func(ctx context.Context) (err error) {
		if memory != nil {
			if req.Shared, err = e.pass.send(int(memory.Fd())); err != nil {
				return err
			}
		}
		r, err = e.client.Reserve(ctx, req)
		return err
	})
	if err != nil {
		return mem.Range{}, err
	}
	got := mem.Range{Addr: r.GetRange().GetAddr(), Size: r.GetRange().GetSize()}
	if got.Size < size || got.Addr+got.Size < got.Addr || got.Addr&(e.hello.Page-1) != 0 {
		return mem.Range{}, protocolError("reservation of %d bytes at %#x, %d asked", got.Size, got.Addr, size)
	}
	return got, nil
}

// dataMessage is how much of contents a message carries.
const dataMessage = 256 << 10

// dataSize is how many bytes of contents a message may carry.
func (e *Executor) dataSize() int { return min(dataMessage, e.hello.maxMessage-4<<10) }

// Initialize implements mem.Executor. Zeros at the end of contents are not sent.
func (f verbs) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	e := f.e
	head := &wire.InitializeRequest{
		Instance: e.hello.Instance,
		Segments: make([]*wire.Segment, len(init.Segments)),
		Actions:  make([]*wire.Action, len(init.Actions)),
	}
	contents := make([][]byte, len(init.Segments))
	segs := make([]wire.Segment, len(init.Segments))
	for i := range init.Segments {
		s := &init.Segments[i]
		w := &segs[i]
		w.Addr, w.Size, w.Kind, w.FinalizeOnly = s.Addr, s.Size, wire.Kind(s.Kind), s.Life == mem.FinalizeOnly
		if contents[i] = s.Mem; !e.hello.Shared {
			contents[i] = trimZeros(s.Mem)
		}
		w.Content = uint64(len(contents[i]))
		head.Segments[i] = w
	}
	for i := range init.Actions {
		for k, call := range [...]mem.Call{init.Actions[i].Finalize, init.Actions[i].Dealloc} {
			if len(call.Args) > mem.MaxArgs && call.Addr != 0 {
				return 0, &mem.ActionError{Index: i, Call: call, Dealloc: k == 1, Err: fmt.Errorf("more than %d arguments", mem.MaxArgs)}
			}
		}
		head.Actions[i] = &wire.Action{Finalize: wireCall(&init.Actions[i].Finalize), Dealloc: wireCall(&init.Actions[i].Dealloc)}
	}
	if e.hello.Shared {
		contents = nil
	}
	send := e.change
	if len(init.Actions) > 0 {
		send = e.run
	}
	var id mem.InitID
	err := send(ctx, "initialize", func(ctx context.Context) error {
		r, err := e.initialize(ctx, head, contents)
		id = mem.InitID(r.GetId())
		if err == nil && id == 0 {
			err = protocolError("initialization without a number")
		}
		return actionError(err, init.Actions)
	})
	return id, err
}

// initialize sends the header and contents.
func (e *Executor) initialize(ctx context.Context, head *wire.InitializeRequest, contents [][]byte) (*wire.InitializeReply, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := e.client.Initialize(ctx)
	if err != nil {
		return nil, err
	}
	most := e.dataSize()
	msg := head
	for _, c := range contents {
		for len(c) > 0 {
			n := min(len(c), most-len(msg.Data))
			if msg.Data == nil && n == len(c) && n > most/2 || n == most {
				msg.Data = c[:n:n] // as it stands: Send copies
			} else {
				msg.Data = append(msg.Data, c[:n]...)
			}
			if c = c[n:]; len(msg.Data) >= most {
				if err := s.Send(msg); err != nil {
					return nil, sent(err, s.CloseAndRecv)
				}
				msg = new(wire.InitializeRequest)
			}
		}
	}
	if msg == head || len(msg.Data) > 0 {
		if err := s.Send(msg); err != nil {
			return nil, sent(err, s.CloseAndRecv)
		}
	}
	return s.CloseAndRecv()
}

func trimZeros(b []byte) []byte {
	for len(b) >= 8 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

func wireCall(c *mem.Call) *wire.FunctionCall {
	if c.Addr == 0 {
		return nil
	}
	return &wire.FunctionCall{Addr: c.Addr, Args: c.Args}
}

// actionError makes an *mem.ActionError of an answer that is one. The actions are those
// of an Initialize.
func actionError(err error, actions []mem.Action) error {
	st, ok := statusOf(err)
	if !ok {
		return err
	}
	d := detailOf(st)
	if d.GetReason() != wire.ErrorDetail_REASON_ACTION {
		return err
	}
	a := &mem.ActionError{Index: int(d.Action), Call: mem.Call{Addr: d.Addr}, Dealloc: d.Dealloc, Err: errors.New(st.Message())}
	if d.Result != 0 {
		a.Err = fmt.Errorf("it returned %d", d.Result)
	}
	if a.Index < len(actions) {
		a.Call = actions[a.Index].Finalize
		if a.Dealloc {
			a.Call = actions[a.Index].Dealloc
		}
	}
	return a
}

// Deinitialize implements mem.Executor.
func (f verbs) Deinitialize(ctx context.Context, ids ...mem.InitID) error {
	e := f.e
	req := &wire.DeinitializeRequest{Instance: e.hello.Instance, Ids: make([]uint64, len(ids))}
	for i, id := range ids {
		req.Ids[i] = uint64(id)
	}
	return e.tear(ctx, "deinitialize", func(ctx context.Context) error {
		_, err := e.client.Deinitialize(ctx, req)
		return actionError(err, nil)
	})
}

// Release implements mem.Executor.
func (f verbs) Release(ctx context.Context, bases ...uint64) error {
	e := f.e
	return e.tear(ctx, "release", func(ctx context.Context) error {
		_, err := e.client.Release(ctx, &wire.ReleaseRequest{Instance: e.hello.Instance, Bases: bases})
		return actionError(err, nil)
	})
}
