//go:build linux && amd64

package host

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/crt"
)

// bridge is the resolver for code of Windows' convention: each external function gets
// a crossing, code that stands for it. Data objects are what they are. Crossings
// live as long as the process does.
type bridge struct {
	base   rtdyld.Resolver
	caller *guest
	memory rtdyld.MemoryManager
	given  map[string]abi.Crossing
	own    map[string]rtdyld.Symbol

	mu     sync.Mutex
	made   map[string]rtdyld.Symbol
	allocs []rtdyld.Allocation
}

// fltused is what objects that use floating point numbers refer to as _fltused; it
// has had this value since Microsoft's first compilers.
var fltused int32 = 0x9875

// newBridge stands for p's resolver.
func newBridge(p *Process, ex *exits, given map[string]abi.Crossing) (*bridge, error) {
	b := &bridge{base: p.cfg.Resolver, caller: &p.guest, memory: p.cfg.Memory, given: given, made: map[string]rtdyld.Symbol{}}
	fn := func(addr uint64) rtdyld.Symbol {
		return rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func, Found: true}
	}
	b.own = map[string]rtdyld.Symbol{
		"__chkstk": fn(crt.StackProbe), "___chkstk_ms": fn(crt.StackProbe),
		"__main":   fn(crt.Return), // constructors have run already
		"_fltused": {Addr: uint64(uintptr(unsafe.Pointer(&fltused))), Kind: rtdyld.Data, Size: 4, Found: true},
	}
	iob, err := streams()
	if err != nil {
		return nil, err
	}
	own, err := b.cross(context.Background(), []abi.Crossing{
		{Addr: ex.atexit, Params: []abi.Kind{abi.Pointer}},
		{Addr: ex.onexit, Params: []abi.Kind{abi.Pointer}},
		{Addr: iob, Params: []abi.Kind{abi.Uint32}},
	})
	if err != nil {
		return nil, err
	}
	b.own["atexit"], b.own["_onexit"], b.own["__acrt_iob_func"] = fn(own[0]), fn(own[1]), fn(own[2])
	return b, nil
}

// streams is the address of __acrt_iob_func of Microsoft's C library, in the
// convention of this system: the standard streams by number.
var streams = sync.OnceValues(func() (uint64, error) {
	return ownCallback(func(n uint32) uintptr {
		if n > 2 {
			return 0
		}
		v, err := dlsym(purego.RTLD_DEFAULT, [...]string{"stdin", "stdout", "stderr"}[n])
		if err != nil {
			return 0
		}
		return peek[uintptr](v)
	})
})

// cross makes crossings.
func (b *bridge) cross(ctx context.Context, xs []abi.Crossing) (addrs []uint64, err error) {
	code := make([]byte, 0, len(xs)*abi.CrossingSize)
	for i := range xs {
		if code, err = xs[i].Append(code); err != nil {
			return nil, err
		}
	}
	a, err := b.memory.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindCode, Size: uint64(len(code)), Align: abi.CrossingSize, Object: "crossings"}})
	if err != nil {
		return nil, err
	}
	kept := false
	defer func() {
		if !kept { // also if the program's memory manager panics
			addrs, err = nil, errors.Join(err, a.Release(context.WithoutCancel(ctx)))
		}
	}()
	block := a.Blocks()[0]
	copy(block.Mem, code)
	if err := a.Finalize(ctx); err != nil {
		return nil, err
	}
	kept = true
	b.mu.Lock()
	b.allocs = append(b.allocs, a)
	b.mu.Unlock()
	for i := range xs {
		addrs = append(addrs, block.Addr+uint64(i*abi.CrossingSize))
	}
	return addrs, nil
}

// release gives the crossings' memory back, all of it also if a call panics.
func (b *bridge) release() (err error) {
	b.mu.Lock()
	allocs := b.allocs
	b.allocs = nil
	b.mu.Unlock()
	var errs []error
	defer func() { err = texts.Join(errs...) }()
	for _, a := range slices.Backward(allocs) {
		defer func() { errs = append(errs, a.Release(context.Background())) }()
	}
	return nil
}

// Resolve implements rtdyld.Resolver. A function that cannot be crossed to is a
// *CrossingError, unless it need not be defined; several are joined.
func (b *bridge) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	b.mu.Lock()
	var ask []rtdyld.Ref
	var at []int // in refs
	var how []rule
	var errs []error
	for i := range refs {
		name := refs[i].Name
		if s, ok := b.own[name]; ok {
			out[i] = s
		} else if s, ok := b.made[name]; ok {
			out[i] = s
		} else {
			r := b.rule(name)
			behind, pointer := strings.CutPrefix(name, "__imp_")
			if pointer { // asked for as if it were weak, as the name behind it is
				r.why, name = b.rule(behind).why, behind
			}
			if r.why != "" {
				if pointer || !refs[i].Weak && !refs[i].Unused {
					errs = append(errs, &CrossingError{strings.Clone(name), r.why})
				}
				continue
			}
			ref := refs[i]
			ref.Name = r.name
			ask, at, how = append(ask, ref), append(at, i), append(how, r)
		}
	}
	b.mu.Unlock()
	found := make([]rtdyld.Symbol, len(ask))
	if err := b.base.Resolve(ctx, ask, found); err != nil {
		return err
	}
	var xs []abi.Crossing
	var of []int // in found
	for k, s := range found {
		if s.Found && s.Kind == rtdyld.Func {
			x := how[k].crossing
			x.Addr = s.Addr
			xs, of = append(xs, x), append(of, k)
		}
	}
	if err := texts.Join(errs...); err != nil {
		return err
	}
	if len(xs) > 0 {
		addrs, err := b.cross(ctx, xs)
		if err != nil {
			return err
		}
		for j, k := range of {
			found[k].Addr, found[k].Size = addrs[j], abi.CrossingSize
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for k, s := range found {
		if s.Found {
			out[at[k]] = s
			b.made[refs[at[k]].Name] = s
		}
	}
	return nil
}

// rule says how to cross to a name.
func (b *bridge) rule(name string) rule {
	if x, ok := b.given[name]; ok {
		return rule{name: name, crossing: x}
	}
	return crossingRule(name)
}

// provides reports whether the name is made here.
func (b *bridge) provides(name string) bool {
	_, ok := b.own[name]
	return ok
}

// thunks are what the guest calls.
func (g *guest) thunks() *callbacks.Pool {
	if g.foreign() {
		return &callbacks.Win64
	}
	return &callbacks.Native
}
