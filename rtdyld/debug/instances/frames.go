package instances

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
)

// Frames is what the object of a template says of its stack frames. It never changes; any goroutine may use it.
type Frames struct {
	table *unwind.Table
	image *objfmt.ObjectImage // for the target
	start uint64              // address in table of the code's first byte
}

// ReadFrames reads the call frames of an object that a template is made of, in any form that package unwind knows. The image may be closed afterwards. Errors are those of
// [rtdyld.Linker.Load] and of [unwind.Read], which for records that make no sense come with the Frames of all others.
func ReadFrames(ctx context.Context, img *objfmt.ObjectImage) (*Frames, error) {
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		return nil, err
	}
	defer l.Close()
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Resolve(ctx, objs...)
	}
	if err != nil {
		return nil, err
	}
	f := &Frames{image: &objfmt.ObjectImage{Triple: img.Triple, Flags: img.Flags, Is64: img.Is64, Big: img.Big}}
	for s := range objs[0].SectionSeq() {
		if s.Kind == objfmt.KindCode && len(s.Mem) > 0 && (f.start == 0 || s.Addr < f.start) {
			f.start = s.Addr
		}
	}
	f.table, err = unwind.Read(objs[0])
	if f.table == nil {
		return nil, errors.Join(err, errNone)
	}
	return f, err
}

var errNone = errors.New("instances: no call frames")
