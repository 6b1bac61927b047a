//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// elsewhere stands for a linker in another process: what it has linked is attached to this
// process by addresses alone.
type elsewhere struct {
	p    *Process
	objs map[*rtdyld.Object]*RemoteObject
}

// Init implements rtdyld.Initializer.
func (e *elsewhere) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	var list []*RemoteObject
	for _, o := range objs {
		r := &RemoteObject{Name: o.Name(), Handle: o.DSOHandle()}
		for _, b := range o.Blocks() {
			r.Memory = append(r.Memory, mem.Range{Addr: b.Addr, Size: uint64(len(b.Mem))})
		}
		list = append(list, r)
		e.objs[o] = r
	}
	return e.p.Attach(ctx, list, funcs, rtdyld.Destructors(objs...))
}

// Fini implements rtdyld.Initializer.
func (e *elsewhere) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	var list []*RemoteObject
	for _, o := range objs {
		list = append(list, e.objs[o])
		delete(e.objs, o)
	}
	return e.p.Detach(ctx, list, funcs)
}

// newElsewhere makes a linker whose objects the process knows by Attach.
func newElsewhere(t *testing.T, p *Process) *rtdyld.Linker {
	t.Helper()
	cfg := p.LinkerConfig()
	cfg.Listeners = nil
	cfg.Initializer = &elsewhere{p, map[*rtdyld.Object]*RemoteObject{}}
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if err := l.Unload(ctx, l.Objects()...); err != nil {
			t.Error(err)
		}
		if err := l.CloseContext(ctx); err != nil {
			t.Error(err)
		}
	})
	return l
}

// TestRemoteObject: what attached objects registered goes with them.
func TestRemoteObject(t *testing.T) {
	_, read := notes(t)
	p := open(t, Config{})
	l := newElsewhere(t, p)
	load(t, l, object(t, "gcc", "note.c"))
	var objs [2][]*rtdyld.Object
	for i, n := range []string{"one", "two"} {
		var flags []string
		for _, f := range []string{"register_all", "register_foreign", "leave_quickly", "fork_once"} {
			flags = append(flags, fmt.Sprintf("-D%s=%s_%s", f, f, n))
		}
		objs[i] = load(t, l, object(t, "gcc", "exits.c", append(flags, fmt.Sprintf("-DNAME=%q", n))...))
		if r := call0[int32](t, l, "register_all_"+n); r != 0 {
			t.Errorf("%s: registering returned %d", n, r)
		}
	}
	if err := p.Close(); err == nil {
		t.Fatal("the process was closed while objects are attached")
	}
	for i, want := range []string{"one: atexit\n", "two: atexit\n"} {
		if err := l.Unload(t.Context(), objs[i]...); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Errorf("unloaded (-want +got):\n%s", diff)
		}
	}
}

// TestRemoteObjectCxx: constructors and destructors, those of thread-locals among them,
// run as in a program that the system links.
func TestRemoteObjectCxx(t *testing.T) {
	needExits(t)
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	_, read := notes(t)
	files := []string{"tlscxx.cc", "tlscxx2.cc", "note.c"}
	b := builds[0]
	run(t, citest.Command(native(t, b.cc, files, b.flags...)))
	want := read()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	l := newElsewhere(t, p)
	var imgs []*objfmt.ObjectImage
	for _, f := range files {
		imgs = append(imgs, object(t, b.cc, f, b.flags...))
	}
	objs := load(t, l, imgs...)
	if status, err := RunMain(t.Context(), caller(t), lookup(t, l, "main"), nil, nil); status != 0 || err != nil {
		t.Fatal(status, err)
	}
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != want || strings.Count(want, "\n") < 12 {
		t.Errorf("notes are\n%s, want\n%s", got, want)
	}
}

// TestRemoteObjectRefused: objects that cannot be, and constructors that cannot, leave
// nothing attached.
func TestRemoteObjectRefused(t *testing.T) {
	p := open(t, Config{})
	for name, m := range map[string]mem.Range{
		"at 0": {Addr: 0, Size: 1}, "around": {Addr: ^uint64(0) - 5, Size: 10}, "too large": {Addr: 4096, Size: 1 << 63},
	} {
		if err := p.Attach(t.Context(), []*RemoteObject{{Name: name, Memory: []mem.Range{m}}}, nil, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	good := &RemoteObject{Name: "good", Memory: []mem.Range{{Addr: 4096, Size: 4096}, {}}, Handle: 4096}
	if err := p.Attach(t.Context(), []*RemoteObject{good}, []uint64{0}, nil); err == nil {
		t.Error("a constructor at 0: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Attach(ctx, []*RemoteObject{good}, nil, nil); err == nil {
		t.Error("a context that is done: no error")
	}
	if objects.find(4096) != nil {
		t.Error("an object is attached that was refused")
	}
	if err := p.Attach(t.Context(), []*RemoteObject{good}, nil, nil); err != nil {
		t.Fatal(err)
	}
	objects.mu.Lock()
	found := objects.find(5000)
	objects.mu.Unlock()
	if found != member(attached{good}) {
		t.Errorf("5000 is in %v", found)
	}
	if err := p.Detach(t.Context(), []*RemoteObject{good}, nil); err != nil {
		t.Error(err)
	}
}
