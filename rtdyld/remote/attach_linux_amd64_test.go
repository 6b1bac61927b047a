package remote_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// modest is an executor that accepts small messages, and keeps what is attached.
type modest struct {
	fake
	attached map[uint64]bool
	attaches int
	inits    []int // constructors of each Attach
	failFrom int   // Attach that fails, from 1 on
}

func (f *modest) Attach(_ context.Context, r *wire.AttachRequest) (*wire.AttachReply, error) {
	f.attaches++
	f.inits = append(f.inits, len(r.Init))
	if f.attaches == f.failFrom {
		return nil, status.Error(codes.Internal, "not today")
	}
	for _, o := range r.Objects {
		if f.attached[o.Id] {
			return nil, status.Errorf(codes.InvalidArgument, "object %d is there", o.Id)
		}
		f.attached[o.Id] = true
	}
	return &wire.AttachReply{}, nil
}

func (f *modest) Detach(_ context.Context, r *wire.DetachRequest) (*wire.DetachReply, error) {
	for _, o := range r.Objects {
		if !f.attached[o.Id] {
			return nil, status.Errorf(codes.NotFound, "no object %d", o.Id)
		}
		delete(f.attached, o.Id)
	}
	return &wire.DetachReply{}, nil
}

func (f *modest) Deinitialize(context.Context, *wire.DeinitializeRequest) (*wire.DeinitializeReply, error) {
	return &wire.DeinitializeReply{}, nil
}

func (f *modest) Release(context.Context, *wire.ReleaseRequest) (*wire.ReleaseReply, error) {
	return &wire.ReleaseReply{}, nil
}

// TestAttachParts: a batch whose objects do not fit one message is attached in several,
// constructors with the last; if one fails, those before it are undone, and what was not
// attached is not detached.
func TestAttachParts(t *testing.T) {
	const many = 200
	for _, failFrom := range []int{0, 1, 2} {
		t.Run(fmt.Sprint(failFrom), func(t *testing.T) {
			f := &modest{attached: map[uint64]bool{}, failFrom: failFrom}
			f.hello = func(*wire.HelloRequest) (*wire.HelloReply, error) {
				r := sane()
				r.MaxEntries = 300
				return r, nil
			}
			f.lookup = func(r *wire.LookupRequest) (*wire.LookupReply, error) {
				reply := &wire.LookupReply{}
				for range r.Refs {
					reply.Symbols = append(reply.Symbols, &wire.Symbol{Found: true, Addr: 1 << 33})
				}
				return reply, nil
			}
			e := dial(t, listen(t, f, "unix", t.TempDir()+"/s", nil), remote.Config{})
			l := linker(t, e)
			var imgs []*objfmt.ObjectImage
			for i := range many {
				imgs = append(imgs, generated(t, fmt.Sprintf("o%d", i), 2))
			}
			objs, err := l.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			err = l.Finalize(t.Context(), objs...)
			if (err != nil) != (failFrom > 0) {
				t.Fatal(err)
			}
			want := many
			if failFrom > 0 {
				want = 0
				var x *remote.RefusedError
				if !errors.As(err, &x) || x.Verb != "attach" {
					t.Errorf("%v", err)
				}
			}
			if len(f.attached) != want {
				t.Errorf("%d objects are attached, want %d", len(f.attached), want)
			}
			for i, n := range f.inits {
				if failFrom == 0 && (n == many) != (i == len(f.inits)-1) {
					t.Errorf("constructors: %v", f.inits)
				}
			}
			if failFrom == 0 && f.attaches < 3 {
				t.Errorf("%d requests", f.attaches)
			}
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Error(err)
			}
			if len(f.attached) != 0 {
				t.Errorf("%d objects stay attached", len(f.attached))
			}
		})
	}
}
