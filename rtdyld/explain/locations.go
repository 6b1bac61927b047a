package explain

import (
	"context"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
)

// mostImages is in how many objects references are looked up.
const mostImages = 32

// locations finds function and line of the references that are told. Each object is linked by
// itself at addresses of no meaning, with all undefined names at one address, so that what
// reads debug information of loaded objects can be asked.
func (e *Error) locations(ctx context.Context, o *Config) {
	images := map[string]*objfmt.ObjectImage{}
	for _, img := range o.Images {
		if _, twice := images[img.Name]; !twice {
			images[strings.Clone(img.Name)] = img
		}
	}
	alone := map[string]*linked{}
	defer func() {
		for _, l := range alone {
			l.close(ctx)
		}
	}()
	for i := range e.Names {
		n := &e.Names[i]
		for j, r := range n.Refs[:min(len(n.Refs), mostRefs)] {
			l, known := alone[r.Object]
			if img := images[r.Object]; !known && img != nil && len(alone) < mostImages && ctx.Err() == nil {
				l = link(ctx, img)
				alone[r.Object] = l
			}
			if l != nil && r.Section != "" {
				n.Locations[j] = l.locate(r, o)
			}
		}
	}
}

// limits bound what the lines of an object cost.
func limits(ctx context.Context) symbolize.Limits {
	return symbolize.Limits{Bytes: 256 << 20, Time: 10 * time.Second, Context: ctx}
}

// linked is an object linked by itself.
type linked struct {
	linker  *rtdyld.Linker
	object  *rtdyld.Object
	names   *symbolize.Symbolizer
	address map[objfmt.SectionID]uint64
}

// link returns nil for what cannot be linked.
func link(ctx context.Context, img *objfmt.ObjectImage) *linked {
	l := &linked{names: symbolize.NewLimited(limits(ctx)), address: map[objfmt.SectionID]uint64{}}
	var err error
	cfg := scratch.Config()
	cfg.Listeners = []rtdyld.Listener{l.names}
	l.linker, err = rtdyld.New(cfg)
	if err != nil {
		return nil
	}
	objs, err := l.linker.Load(ctx, img)
	if err == nil {
		err = l.linker.Finalize(ctx, objs...)
	}
	if err != nil {
		l.close(ctx)
		return nil
	}
	l.object = objs[0]
	for _, s := range l.object.Sections() {
		l.address[s.ID] = s.Addr
	}
	return l
}

func (l *linked) close(ctx context.Context) {
	if l != nil {
		l.linker.CloseContext(ctx)
	}
}

// locate tells where a reference is.
func (l *linked) locate(r rtdyld.Reference, o *Config) symbolize.Location {
	addr, ok := l.address[r.ID]
	if !ok {
		return symbolize.Location{}
	}
	at, ok := l.names.Symbolize(addr + r.Offset)
	if !ok || at.Symbol == "" && len(at.Frames) == 0 {
		return symbolize.Location{}
	}
	at.File = o.short(at.File)
	for i := range at.Frames {
		at.Frames[i].File = o.short(at.Frames[i].File)
	}
	if o.Demangle != nil {
		at.Symbol = o.Demangle(at.Symbol)
		for i := range at.Frames {
			at.Frames[i].Func = o.Demangle(at.Frames[i].Func)
		}
	}
	return at
}

// short names a file from Dir if it lies there.
func (o *Config) short(file string) string {
	if rest, ok := strings.CutPrefix(file, o.Dir); ok && o.Dir != "" && strings.HasPrefix(rest, "/") {
		return rest[1:]
	}
	return file
}
