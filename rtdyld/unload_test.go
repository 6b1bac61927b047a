package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestBatches: objects come in batches, are finalized with what they refer to and
// nothing else, more come and are bound to them.
func TestBatches(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Initializer: ev})
	base := r.load("base")[0]
	other := r.load("call_ext")[0]
	user := r.load("user")[0]
	r.finalize(user)
	if base.State() != rtdyld.Finalized || user.State() != rtdyld.Finalized || other.State() != rtdyld.Loaded {
		t.Errorf("states: base %v, user %v, other %v", base.State(), user.State(), other.State())
	}
	more := r.load("call")[0]
	r.finalize(more)
	if other.State() != rtdyld.Finalized {
		t.Error("what a later batch refers to is not finalized with it")
	}
	checkCall(t, r)
	if want := []string{"init base,user []", "init call_ext,call []"}; !slices.Equal(ev.log, want) {
		t.Errorf("told %q, want %q", ev.log, want)
	}
	// The work of a batch is done by batch: objects of one are protected together.
	two := r.load("mutual_a", "mutual_b", "x_use=x_strong")
	r.finalize(two[2])
	for _, o := range two {
		if o.State() != rtdyld.Finalized {
			t.Errorf("%s is %v", o.Name(), o.State())
		}
	}
	r.finalize()
	if err := r.Resolve(t.Context(), two...); err != nil {
		t.Errorf("resolving what is finalized: %v", err)
	}
}

// TestUnload: in use is refused with the users' names, mutual users go together,
// destructors run first, and a batch's memory goes with its last object.
func TestUnload(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Unwinder: ev, Initializer: ev, Listeners: []rtdyld.Listener{ev}})
	objs := r.load("base", "mutual_a", "mutual_b")
	user := r.load("user")[0]
	r.finalize()
	ev.log = nil
	refused := func(users string, objs ...*rtdyld.Object) {
		t.Helper()
		before := r.Dump()
		e := wantErr[*rtdyld.InUseError](t, r.Unload(t.Context(), objs...), rtdyld.ErrInUse)
		if strings.Join(e.Users, ",") != users {
			t.Errorf("users are %v, want %s", e.Users, users)
		}
		if r.Dump() != before || len(ev.log) != 0 {
			t.Errorf("a refused Unload did something: %q", ev.log)
		}
	}
	refused("user.o", objs[0])
	refused("mutual_b.o", objs[1])
	refused("mutual_a.o", objs[2], user)
	live := r.mem.live
	r.unload(user, user)
	if r.mem.live != live-1 {
		t.Errorf("%d allocations, were %d", r.mem.live, live)
	}
	fini := slices.IndexFunc(ev.log, func(s string) bool { return strings.HasPrefix(s, "fini user") })
	dereg := slices.IndexFunc(ev.log, func(s string) bool { return strings.HasPrefix(s, "deregister") })
	told := slices.IndexFunc(ev.log, func(s string) bool { return strings.HasPrefix(s, "unloading user with 1 symbols") })
	if fini != 0 || dereg != 1 || told != 2 || len(ev.log) != 3 {
		t.Errorf("told %q", ev.log)
	}
	r.unload(objs[0])
	r.unload(objs[1], objs[2])
	if r.mem.live != 0 {
		t.Errorf("%d allocations are left", r.mem.live)
	}
	if err := r.Unload(t.Context(), user); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("twice: %v", err)
	}
	if n := r.Sizes().Names; n != 0 {
		t.Errorf("%d names are left", n)
	}
	// All names are free.
	r.load("base", "user", "mutual_a", "mutual_b")
	r.finalize()
}

// TestUnloadErrors: everything goes in spite of errors, which are joined.
func TestUnloadErrors(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Unwinder: ev, Initializer: ev})
	o := r.load("base")
	r.finalize()
	ev.fail = "fini"
	ev.inside = func(s string) {
		if strings.HasPrefix(s, "deregister") {
			ev.fail = "deregister"
		}
	}
	err := r.Unload(t.Context(), o...)
	if n := strings.Count(fmt.Sprint(err), errNoMemory.Error()); n != 2 {
		t.Errorf("error is %v", err)
	}
	if o[0].State() != rtdyld.Unloaded || r.mem.live != 0 {
		t.Errorf("state %v, %d allocations", o[0].State(), r.mem.live)
	}
}

// TestReload loads and unloads the same objects many times: no table grows.
func TestReload(t *testing.T) {
	n := 10000
	if citest.Sample() {
		n = 500
	}
	r := newRig(t, rtdyld.Config{TLS: &threads{}, Resolver: phony(0x20000)})
	imgs := images(t, "comdat_1", "comdat_2", "hidden_1", "hidden_2=hidden_ref", "own", "x_common8", "x_weakuse", "direct", "tls", "undef", "cxx_1")
	r.load("base")
	r.finalize()
	var first rtdyld.Sizes
	for i := range n {
		objs, err := r.Load(t.Context(), imgs...)
		if err != nil {
			t.Fatal(err)
		}
		user := r.load("user")
		if i%2 == 0 {
			r.finalize()
		}
		r.unload(append(objs, user...)...)
		r.mem.next = 0
		s := r.Sizes()
		if i == 2 {
			first = s
		}
		if i > 2 && s != first {
			t.Fatalf("round %d: %+v, was %+v\n%s", i, s, first, r.Dump())
		}
	}
	if r.mem.live != 1 || r.addr("base") == 0 {
		t.Errorf("%d allocations", r.mem.live)
	}
}

// TestNamesOutliveImages: a name that another object still mentions does not view
// the bytes of the one that is gone.
func TestNamesOutliveImages(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(0x20000)})
	data := file(t, "call")
	a, err := r.Load(t.Context(), parse(t, "a.o", data))
	if err != nil {
		t.Fatal(err)
	}
	r.load("relax") // mentions ext too
	r.finalize()
	r.unload(a...)
	for i := range data {
		data[i] = 'x' // what still looks at these bytes finds nothing
	}
	ext := r.load("call_ext")
	r.load("again=call")
	r.finalize()
	if !ext[0].Contains(r.addr("ext")) {
		t.Error("ext is elsewhere")
	}
}

// TestImagesMayBeClosed: the linker keeps what it needs.
func TestImagesMayBeClosed(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	imgs := images(t, "base", "user", "comdat_1", "comdat_2")
	objs, err := r.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range imgs {
		if err := img.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r.finalize()
	r.unload(objs...)
	for _, img := range imgs {
		if err := img.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("%s is still open: %v", img.Name, err)
		}
	}
}

// TestResolverLoads: a resolver may load objects into the linker that asks it; they
// count, and what they leave undefined is asked for too.
func TestResolverLoads(t *testing.T) {
	for _, answers := range []bool{true, false} {
		var r *rig
		asked := 0
		r = newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
			asked++
			for i, ref := range refs {
				switch ref.Name {
				case "mutual_b":
					r.load("mutual_b", "user")
				case "base", "basedata":
					if _, err := r.Lookup("base"); err != nil {
						r.load("base")
					}
				}
				if answers {
					out[i], _ = r.Lookup(ref.Name)
				}
			}
			return nil
		})})
		r.load("mutual_a")
		r.finalize()
		if asked != 2 {
			t.Errorf("asked %d times", asked)
		}
		for _, o := range r.Objects() {
			if o.State() != rtdyld.Finalized {
				t.Errorf("%s is %v", o.Name(), o.State())
			}
		}
		if got := r.target(r.addr("user") + 1); got != r.addr("base") {
			t.Errorf("base is %#x, bound to %#x", r.addr("base"), got)
		}
	}
}

// TestResolverUnloads: what a name was bound to goes away while the linker waits for
// the Resolver; the name is open then, not 0.
func TestResolverUnloads(t *testing.T) {
	for _, state := range []rtdyld.State{rtdyld.Loaded, rtdyld.Finalized} {
		var r *rig
		var base []*rtdyld.Object
		r = newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
			for i, ref := range refs {
				if ref.Name == "ext" {
					r.unload(base...)
					out[i] = rtdyld.Symbol{Addr: 0x20000, Found: true}
				}
			}
			return nil
		})})
		base = r.load("base")
		if state == rtdyld.Finalized {
			r.finalize()
		}
		r.load("user", "call")
		e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
		if len(e.Symbols) != 2 {
			t.Errorf("undefined: %+v", e.Symbols)
		}
	}
}

// TestFinalizeAllWhileUnloading: Finalize of everything does not mind that something
// of it goes while the Resolver works; of an object by name it does.
func TestFinalizeAllWhileUnloading(t *testing.T) {
	for _, all := range []bool{true, false} {
		var r *rig
		var gone []*rtdyld.Object
		r = newRig(t, rtdyld.Config{Resolver: resolverFunc(func(_ []rtdyld.Ref, out []rtdyld.Symbol) error {
			r.unload(gone...)
			for i := range out {
				out[i] = rtdyld.Symbol{Addr: 0x20000, Found: true}
			}
			return nil
		})})
		gone = r.load("base")
		call := r.load("call")
		if all {
			r.finalize()
		} else if err := r.Finalize(t.Context(), call[0], gone[0]); !errors.Is(err, rtdyld.ErrUnloaded) {
			t.Errorf("error is %v", err)
		}
		if got := call[0].State() == rtdyld.Finalized; got != all {
			t.Errorf("call is %v", call[0].State())
		}
	}
}

// TestEmptyLoad: a batch of nothing is nothing.
func TestEmptyLoad(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	before := r.Dump()
	if objs, err := r.Load(t.Context()); err != nil || len(objs) != 0 || r.Dump() != before {
		t.Errorf("%v, %v\n%s", objs, err, r.Dump())
	}
	r.finalize()
}

// TestAnswerForNobody: the objects that asked for a name are gone when the answer
// comes; nothing of it stays.
func TestAnswerForNobody(t *testing.T) {
	var r *rig
	depth := 0
	var objs []*rtdyld.Object
	r = newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i := range out {
			out[i] = rtdyld.Symbol{Addr: 0x20000, Size: 8, Kind: rtdyld.Data, Found: true}
		}
		if depth++; depth == 1 {
			r.resolve() // the same question, answered first
			r.unload(objs...)
		}
		return nil
	})})
	objs = r.load("x_use")
	if err := r.Resolve(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := r.Sizes(); s.Names+s.External != 0 {
		t.Errorf("left: %+v\n%s", s, r.Dump())
	}
}

// TestUnloadingIsGone: while destructors run nobody can come to use what is about to
// go, and its names are free.
func TestUnloadingIsGone(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Initializer: ev})
	objs := r.load("base")
	r.finalize()
	ev.inside = func(s string) {
		if !strings.HasPrefix(s, "fini base") {
			return
		}
		ev.inside = nil
		if _, err := r.Lookup("base"); err == nil {
			t.Error("Lookup finds what is being unloaded")
		}
		for _, err := range []error{r.Unload(t.Context(), objs...), r.Resolve(t.Context(), objs...), r.Finalize(t.Context(), objs...), objs[0].MapSectionAddress(0, 0)} {
			if !errors.Is(err, rtdyld.ErrUnloaded) {
				t.Errorf("error is %v", err)
			}
		}
		again := r.load("again=base", "user")
		r.finalize()
		if !again[0].Contains(r.addr("base")) || r.word("basedata", 0) != r.addr("base") {
			t.Error("bound to what is being unloaded")
		}
	}
	r.unload(objs...)
	r.finalize()
}

func TestClose(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Unwinder: ev, Initializer: ev, TLS: &threads{}, Resolver: phony(far)})
	o := r.load("base", "user", "tls", "direct")
	r.Finalize(t.Context(), o[0])
	r.load("call")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if a, b := strings.Count(s(ev), "\nregister"), strings.Count(s(ev), "\nderegister"); a != b {
		t.Errorf("told:\n%s", s(ev))
	}
	if strings.Contains(s(ev), "fini") {
		t.Error("destructors ran")
	}
	ctx := t.Context()
	_, err := r.Load(ctx, images(t, "base")...)
	for _, err := range []error{err, r.Resolve(ctx), r.Finalize(ctx), r.Unload(ctx, o[0]), r.CloseContext(ctx)} {
		if !errors.Is(err, rtdyld.ErrClosed) {
			t.Errorf("error is %v", err)
		}
	}
	if _, err := r.Lookup("base"); err == nil || r.Objects() != nil || o[0].State() != rtdyld.Unloaded || len(r.Copies()) != 0 {
		t.Error("a closed linker still knows things")
	}
}

// TestCloseInUnload: a linker is closed while destructors run: what they belong to goes
// after them, the rest at once, and all of it once.
func TestCloseInUnload(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Unwinder: ev, Initializer: ev, Listeners: []rtdyld.Listener{ev}, Resolver: phony(far)})
	o := r.load("base", "user", "call_ext") // one batch
	r.load("call")
	r.finalize()
	m := r.mem
	if m.live < 2 {
		t.Fatalf("%d allocations", m.live)
	}
	ev.inside = func(event string) {
		if strings.HasPrefix(event, "fini") {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			if m.live != 1 {
				t.Errorf("%d allocations while destructors run", m.live)
			}
		}
	}
	if err := r.Unload(t.Context(), o[1]); err != nil {
		t.Error(err)
	}
	if m.live != 0 || o[1].State() != rtdyld.Unloaded {
		t.Errorf("%d allocations are left, state %v", m.live, o[1].State())
	}
	undone := map[string]int{}
	for _, e := range ev.log {
		if s, ok := strings.CutPrefix(e, "register "); ok {
			undone[s]++
		} else if s, ok := strings.CutPrefix(e, "deregister "); ok {
			undone[s]--
		}
	}
	for at, n := range undone {
		if n != 0 {
			t.Errorf("frames at %s: registered %d times more often than deregistered", at, n)
		}
	}
	if a, b := strings.Count(s(ev), "\nunloading"), 2; a != b {
		t.Errorf("told:\n%s", s(ev))
	}
}

// TestForeignObject: an object of another linker is refused everywhere.
func TestForeignObject(t *testing.T) {
	a, b := newRig(t, rtdyld.Config{}), newRig(t, rtdyld.Config{})
	o := a.load("base")
	for _, err := range []error{b.Resolve(t.Context(), o...), b.Finalize(t.Context(), o...), b.Unload(t.Context(), o...)} {
		if err == nil {
			t.Error("accepted")
		}
	}
	if _, err := rtdyld.New(rtdyld.Config{}); err == nil {
		t.Error("a linker without memory")
	}
}

// TestRefusedTogether: objects that were named beside one that is refused are resolved and
// finalized by the next call, as if the first had not been.
func TestRefusedTogether(t *testing.T) {
	for name, refused := range map[string]func(r *rig, objs ...*rtdyld.Object) error{
		"Resolve":  func(r *rig, objs ...*rtdyld.Object) error { return r.Resolve(t.Context(), objs...) },
		"Finalize": func(r *rig, objs ...*rtdyld.Object) error { return r.Finalize(t.Context(), objs...) },
	} {
		r := newRig(t, rtdyld.Config{Resolver: phony(0x20000)})
		first, gone, second := r.load("base"), r.load("call"), r.load("call_ext")
		r.unload(gone...)
		if err := refused(r, first[0], gone[0]); !errors.Is(err, rtdyld.ErrUnloaded) {
			t.Errorf("%s: %v", name, err)
		}
		r.finalize()
		for _, o := range []*rtdyld.Object{first[0], second[0]} {
			if o.State() != rtdyld.Finalized {
				t.Errorf("%s: %s is %v", name, o.Name(), o.State())
			}
		}
	}
}

// TestConcurrent uses one linker from many goroutines; the race detector watches.
func TestConcurrent(t *testing.T) {
	rounds := 200
	if citest.Sample() {
		rounds = 30
	}
	ev := &events{}
	var evmu sync.Mutex
	r := newRig(t, rtdyld.Config{Workers: 2, Resolver: phony(0x20000), Initializer: lockedInit{ev, &evmu}})
	shared := r.load("base", "call_ext")
	r.finalize()
	var wg sync.WaitGroup
	ctx := context.Background()
	for g := range 6 {
		wg.Go(func() {
			for i := range rounds {
				names := [][]string{{"user"}, {"comdat_1", "comdat_2"}, {"call"}, {"hidden_1", "hidden_use"}, {"cxx_1", "cxx_2"}, {"mutual_a", "mutual_b"}}[g]
				objs, err := r.Load(ctx, images(t, names...)...)
				if err != nil {
					t.Errorf("load %v: %v", names, err)
					return
				}
				switch i % 3 {
				case 0:
					err = r.Resolve(ctx, objs...)
				case 1:
					err = r.Finalize(ctx, objs...)
				case 2:
					err = r.Finalize(ctx)
				}
				if err != nil {
					t.Errorf("%v: %v", names, err)
				}
				if s, err := r.Lookup("base"); err != nil || !shared[0].Contains(s.Addr) {
					t.Error("base is not found")
				}
				r.Objects()
				for _, o := range objs {
					o.State()
					o.Sections()
					o.Symbols()
				}
				if err := r.Unload(ctx, objs...); err != nil {
					t.Errorf("unload %v: %v", names, err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(r.Objects()); n != 2 {
		t.Errorf("%d objects are left", n)
	}
}

type lockedInit struct {
	e  *events
	mu *sync.Mutex
}

func (l lockedInit) Init(ctx context.Context, objs []*rtdyld.Object, f []uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.e.Init(ctx, objs, f)
}
func (l lockedInit) Fini(ctx context.Context, objs []*rtdyld.Object, f []uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.e.Fini(ctx, objs, f)
}

// TestWorkers: layout and bytes are the same for any number of workers, and so is
// the error when several objects have one.
func TestWorkers(t *testing.T) {
	names := []string{"cxx_1", "cxx_2", "call", "call_ext", "relax", "comdat_1", "comdat_2", "x_common64", "x_common8", "large", "weak", "own", "base", "user", "init"}
	var first []string
	for _, n := range []int{1, 2, 8} {
		r := newRig(t, rtdyld.Config{Workers: n, Resolver: phony(far)})
		objs := r.load(names...)
		r.finalize()
		got := contents(objs)
		if first == nil {
			first = got
			continue
		}
		if len(got) != len(first) {
			t.Fatalf("%d workers: %d sections", n, len(got))
		}
		wantContents(t, fmt.Sprintf("%d workers", n), got, first)
	}
	for _, n := range []int{1, 2, 8} {
		for range 20 {
			r := newRig(t, rtdyld.Config{Workers: n})
			_, err := r.Load(t.Context(), images(t, "base", "a=dynamic", "user", "b=dynamic", "c=dynamic")...)
			if err == nil || !strings.HasPrefix(err.Error(), "a.o") {
				t.Fatalf("%d workers: %v", n, err)
			}
		}
	}
}

// TestInitFuncs: constructors by priority and kind, destructors the other way round.
func TestInitFuncs(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	o := r.load("init")
	r.finalize()
	names := func(addrs []uint64) string {
		var out []string
		for _, a := range addrs {
			for _, s := range o[0].Symbols() {
				if s.Addr == a {
					out = append(out, s.Name)
				}
			}
		}
		return strings.Join(out, " ")
	}
	// .ctors.65436 is priority 99 of .init_array.
	if got := names(rtdyld.InitFuncs(o...)); got != "pre ctor65435 init100 init ctor" {
		t.Errorf("constructors: %s", got)
	}
	if got := names(rtdyld.FiniFuncs(o...)); got != "dtor fini fini100" {
		t.Errorf("destructors: %s", got)
	}
}

// TestAllSections: debug sections are loaded and relocated for tools that read them,
// take no target memory and make nothing go low.
func TestAllSections(t *testing.T) {
	r := newRig(t, rtdyld.Config{AllSections: true, Memory: &memory{next: 0x7f0000000000}})
	o := r.load("debug")[0]
	r.finalize()
	info, str := section(t, o, ".debug_info"), section(t, o, ".debug_str")
	if le64(info.Mem[4:]) != r.addr("debug") || string(str.Mem) != "text\x00" || hex(info.Mem[:4]) != "00 00 00 00" {
		t.Errorf(".debug_info holds % x, .debug_str %q", info.Mem, str.Mem)
	}
	for _, q := range r.mem.reqs {
		if q.Low32 || q.Size > 16 {
			t.Errorf("request %+v", q)
		}
	}
	r = newRig(t, rtdyld.Config{})
	o = r.load("debug")[0]
	for _, s := range o.Sections() {
		if strings.HasPrefix(s.Name, ".debug") {
			t.Errorf("%s is loaded", s.Name)
		}
	}
	// A dropped group's debug information is 0.
	r = newRig(t, rtdyld.Config{AllSections: true, Resolver: phony(0x20000)})
	r.load("comdat_1", "comdat_2", "cxx_1", "cxx_2")
	r.finalize()
}
