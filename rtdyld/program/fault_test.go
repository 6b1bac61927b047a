package program_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// faults are all that a program calls, each with the name by which hooks tell of it. What its linker calls is tested
// there; what takes part in loading a program is here as well.
var faults = map[string]string{
	"World.LinkerConfig": "LinkerConfig",
	"World.Caller":       "Caller",
	"World.Provides":     "Provides",
	"World.Explain":      "Explain",
	"World.Callback":     "Callback",
	"World.Close":        "Close",
	"Caller.Call":        "Call",
	"Caller.Convention":  "Convention",
	"LoadInto's open":    "open",
	"FS.Open":            "FS",
	"linker's Allocate":  "Allocate",
	"linker's Finalize":  "Finalize",
	"linker's Release":   "Release",
	"linker's Resolve":   "Resolve",
	"linker's Init":      "Init",
	"linker's Fini":      "Fini",
	"linker's Finalized": "Finalized",
	"linker's Unloading": "Unloading",
}

// noErrors return none.
var noErrors = []string{"LinkerConfig", "Caller", "Provides", "Call", "Convention", "Finalized", "Unloading"}

var errFault = errors.New("the callback cannot")

// hooked is a world, with its memory and all else, and a file system.
type hooked struct {
	insidetest.Hooks
	opened, closed, live int
	next                 uint64
	left                 *program.Program
}

func (w *hooked) LinkerConfig() rtdyld.Config {
	w.Call(insidetest.None, "LinkerConfig")
	return rtdyld.Config{Memory: (*heap)(w), Resolver: (*heap)(w), Initializer: (*heap)(w), Listeners: []rtdyld.Listener{(*heap)(w)}}
}

func (w *hooked) Caller() abi.Caller {
	w.Hooks.Call(insidetest.None, "Caller")
	return (*still)(w)
}

func (w *hooked) Provides(string) bool { w.Hooks.Call(insidetest.None, "Provides"); return false }

func (w *hooked) Explain(ctx context.Context, err error, _ []*objfmt.ObjectImage, _ []*ar.Archive) error {
	return errors.Join(err, w.Hooks.Call(ctx, "Explain"))
}

func (w *hooked) Callback(any) (uint64, error) {
	return 1, w.Hooks.Call(insidetest.None, "Callback")
}

func (w *hooked) Close() error { w.closed++; return w.Hooks.Call(insidetest.None, "Close") }

// Open implements [fs.FS].
func (w *hooked) Open(name string) (fs.File, error) {
	if err := w.Hooks.Call(insidetest.None, "FS"); err != nil {
		return nil, err
	}
	return files.Open(name)
}

// still is a caller that calls nothing.
type still hooked

func (c *still) Call(*abi.Frame) { c.Hooks.Call(insidetest.None, "Call") }
func (c *still) Convention() *abi.Convention {
	c.Hooks.Call(insidetest.None, "Convention")
	return abi.SystemV()
}

// heap is what the linker calls.
type heap hooked

type block struct {
	h      *heap
	blocks []rtdyld.Block
}

func (h *heap) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if err := h.Call(ctx, "Allocate"); err != nil {
		return nil, err
	}
	b := &block{h: h}
	for _, r := range reqs {
		h.next = (max(h.next, 0x10000)+r.Align-1)&^(r.Align-1) + r.Size
		b.blocks = append(b.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: h.next - r.Size})
	}
	h.live++
	return b, nil
}

func (b *block) Blocks() []rtdyld.Block             { return b.blocks }
func (b *block) Finalize(ctx context.Context) error { return b.h.Call(ctx, "Finalize") }
func (b *block) Release(ctx context.Context) error {
	b.h.live--
	return b.h.Call(ctx, "Release")
}

func (h *heap) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if err := h.Call(ctx, "Resolve"); err != nil {
		return err
	}
	for i := range refs {
		if refs[i].Name == "outside" {
			out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		}
	}
	return nil
}

func (h *heap) Init(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Init")
}

func (h *heap) Fini(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Fini")
}

func (h *heap) Finalized([]*rtdyld.Object) { h.Call(insidetest.None, "Finalized") }
func (h *heap) Unloading([]*rtdyld.Object) { h.Call(insidetest.None, "Unloading") }

// files are an object, and an archive of what it needs and what may be needed later.
var files = func() fstest.MapFS {
	all := fstest.MapFS{}
	lib := []byte("!<arch>\n")
	for _, name := range []string{"user", "base", "call_ext"} {
		b, err := os.ReadFile("../../testdata/elf-link/" + name + ".o")
		if err != nil {
			panic(err)
		}
		all[name+".o"] = &fstest.MapFile{Data: b}
		if name != "user" {
			lib = fmt.Appendf(lib, "%-16s%-12d%-6d%-6d%-8d%-10d`\n%s", name+".o/", 0, 0, 0, 644, len(b), b)
			lib = append(lib, "\n"[:len(b)%2]...)
		}
	}
	all["lib.a"] = &fstest.MapFile{Data: lib}
	return all
}()

// open is a world for LoadInto.
func (w *hooked) open(program.Needs) (program.World, error) {
	if err := w.Hooks.Call(insidetest.None, "open"); err != nil {
		return nil, err
	}
	w.opened++
	return w, nil
}

// life loads, binds, looks up and closes. left is what it did not come to close.
func (w *hooked) life(ctx context.Context) error {
	w.opened++
	var undefined *rtdyld.UndefinedError
	if _, err := program.Load(ctx, w, program.FS(w, "user.o")); !errors.As(err, &undefined) || errors.Is(err, errFault) {
		return err
	}
	p, err := program.LoadInto(ctx, w.open, program.FS(w, "user.o", "lib.a"))
	if err != nil {
		return err
	}
	w.left = p
	if err = w.use(p); err == nil {
		w.left = nil // whatever fails
		err = p.Close()
	}
	return err
}

// use has a member loaded later, and a function called.
func (w *hooked) use(p *program.Program) error {
	if _, err := p.Lookup("outside"); err != nil {
		return err
	}
	var f func()
	if err := p.Bind("ext", &f); err != nil {
		return err
	}
	f()
	_, err := p.Callback(func() {})
	return err
}

// TestFaults has each call of each callback fail, panic, or find its context ended: the error, or the panic, says so, worlds that were
// opened are closed once, no memory is left, and a program that is loaded goes on. A callback that is not in the table fails the test.
func TestFaults(t *testing.T) {
	for _, c := range insidetest.Callbacks(reflect.TypeFor[program.World]()) {
		if faults[c.Name] == "" {
			t.Errorf("%s has no case", c.Name)
		}
	}
	for _, name := range faults {
		w := &hooked{}
		calls := 0
		w.Fail = func(_ context.Context, at string) error {
			if at == name {
				calls++
			}
			return nil
		}
		if err := w.life(t.Context()); err != nil || calls == 0 {
			t.Errorf("%s is called %d times: %v", name, calls, err)
		}
		for _, kind := range []string{"error", "panic", "context"} {
			if kind == "error" && slices.Contains(noErrors, name) {
				continue
			}
			for k := range calls {
				t.Run(fmt.Sprintf("%s/%s/%d", name, kind, k), func(t *testing.T) { testFault(t, kind, name, k) })
			}
		}
	}
}

// testFault has call k of a callback go wrong.
func testFault(t *testing.T, kind, name string, k int) {
	w := &hooked{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.Spoil(name, kind, k, errFault, cancel)
	caught, err := func() (caught any, err error) {
		defer func() { caught = recover() }()
		return nil, w.life(ctx)
	}()
	switch kind {
	case "error":
		if !errors.Is(err, errFault) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case "panic":
		if caught != errFault {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case "context":
		if err != nil && !errors.Is(err, context.Canceled) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	}
	w.Fail = nil
	if p := w.left; p != nil { // which is as it was
		insidetest.Hang(t, "what comes after", func() {
			if err := w.use(p); err != nil {
				t.Errorf("the program does not work any more: %v", err)
			}
			if n := len(p.Linker().Objects()); n != 3 {
				t.Errorf("%d objects", n)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if w.closed != w.opened || w.live != 0 {
		t.Errorf("of %d worlds %d are closed, %d allocations are left", w.opened, w.closed, w.live)
	}
}
