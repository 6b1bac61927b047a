package bind

import (
	"context"
	"errors"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
	"github.com/go-rtdyld/rtdyld/triple"
)

// DebugError says that debug information cannot be read, or contradicts itself.
type DebugError struct {
	Object string
	Offset uint64 // of the entry in .debug_info
	Msg    string
	Err    error // of the reader, or nil
}

func (e *DebugError) Error() string {
	return e.Object + ": " + (&cdebug.Fault{Offset: e.Offset, Msg: e.Msg, Err: e.Err}).Error()
}

// Unwrap returns the reader's error.
func (e *DebugError) Unwrap() error { return e.Err }

// entry is an entry of debug information that types and declarations are made of.
type entry = cdebug.Entry

// debugInfo is what an object says of its types.
type debugInfo struct {
	object  string
	entries []*entry // those at top level, in order
}

// probed is a compiled probe: debug information, and what its variables begin with.
type probed struct {
	*debugInfo
	target triple.Triple
	big    bool
	values map[string][]byte // memory from variables of values on, by their names
}

// readProbe links an object by itself and reads what it says.
func readProbe(ctx context.Context, name string, data []byte) (*probed, error) {
	img, err := objfile.ParseContext(ctx, name, data)
	if err != nil {
		return nil, err
	}
	defer img.Close()
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		return nil, err
	}
	defer l.CloseContext(context.WithoutCancel(ctx))
	objs, err := l.Load(ctx, img)
	if err != nil {
		return nil, err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return nil, err
	}
	secs, err := objs[0].DebugSectionsContext(ctx, nil)
	if err != nil {
		return nil, err
	}
	info, err := readDebug(ctx, name, img.Big, secs)
	if err != nil {
		return nil, err
	}
	p := &probed{debugInfo: info, target: img.Triple, big: img.Big, values: map[string][]byte{}}
	sections := objs[0].Sections()
	for _, s := range objs[0].Symbols() {
		name := strings.TrimPrefix(s.Name, img.Triple.SymbolPrefix())
		if !strings.HasPrefix(name, valuePrefix) {
			continue
		}
		for _, sec := range sections {
			if off := s.Addr - sec.Addr; off < uint64(len(sec.Mem)) {
				p.values[strings.Clone(name)] = sec.Mem[off:]
			}
		}
	}
	return p, nil
}

// readDebug reads the sections of one object.
func readDebug(ctx context.Context, object string, big bool, secs []rtdyld.DebugSection) (*debugInfo, error) {
	data := &units.Data{Big: big}
	for _, s := range secs {
		data.Section(s.Name, s.Data)
	}
	entries, err := cdebug.Open(data).All(ctx)
	var f *cdebug.Fault
	if errors.As(err, &f) {
		return nil, &DebugError{object, f.Offset, f.Msg, f.Err}
	}
	if err != nil {
		return nil, err
	}
	return &debugInfo{object, entries}, nil
}
