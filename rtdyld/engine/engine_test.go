package engine_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory is a manager of Go slices at made-up addresses.
type memory struct {
	mu   sync.Mutex
	reqs []rtdyld.Request // all that was asked for
	next uint64
	live int

	full, locked error // of Allocate, of Finalize; nil: they work
	after        int   // how many more are finalized before locked counts
	loses        bool  // a Finalize that fails loses the contents

	allocating func() // called by Allocate; nil: nothing is
}

type allocation struct {
	m      *memory
	blocks []rtdyld.Block
	lost   bool
}

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if m.allocating != nil {
		m.allocating()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full != nil {
		return nil, m.full
	}
	m.next = max(m.next, 0x10000)
	m.reqs = append(m.reqs, reqs...)
	a := &allocation{m: m}
	for _, r := range reqs {
		addr := (m.next + r.Align - 1) &^ (r.Align - 1)
		m.next = addr + r.Size
		a.blocks = append(a.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: addr})
	}
	m.live++
	return a, nil
}

// allocations is how many there are.
func (m *memory) allocations() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.live
}

func (a *allocation) Blocks() []rtdyld.Block { return a.blocks }
func (a *allocation) Finalize(context.Context) error {
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	if a.lost {
		return fmt.Errorf("second attempt: %w", rtdyld.ErrLost)
	}
	if a.m.locked != nil && a.m.after > 0 {
		a.m.after--
		return nil
	}
	a.lost = a.m.loses && a.m.locked != nil
	return a.m.locked
}
func (a *allocation) Release(context.Context) error {
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	a.m.live--
	return nil
}

// asm makes objects of sources of lines "def NAME", "weak NAME" (a weak definition) and "ref NAME", or "bad".
type asm struct {
	compiled atomic.Int64
	silent   bool                            // does not tell what sources define
	wait     func(ctx context.Context) error // before each compilation
}

func (c *asm) Signature(src compiler.Source) compiler.Signature {
	return compiler.Signature{Name: src.Name, Compiler: "asm", Flags: []string{string(src.Text)}, Triple: src.Triple.String()}
}

func (c *asm) Defines(_ context.Context, src compiler.Source) ([]string, bool, error) {
	var names []string
	for l := range strings.Lines(string(src.Text)) {
		if word, name, _ := strings.Cut(strings.TrimSpace(l), " "); word == "def" || word == "weak" {
			names = append(names, name)
		}
	}
	return names, !c.silent, nil
}

// errBad is the error of a source that is bad.
var errBad = errors.New("bad source")

func (c *asm) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	if c.wait != nil {
		if err := c.wait(ctx); err != nil {
			return nil, err
		}
	}
	c.compiled.Add(1)
	if strings.Contains(string(src.Text), "bad") {
		return nil, fmt.Errorf("%s:1:1: %w", src.Name, errBad)
	}
	return objfmt.NewBuffer(src.Name, object(string(src.Text))), nil
}

// object is the object of such a source: functions of 16 bytes, and an 8-byte word of
// data for each reference.
func object(text string) []byte {
	o := &objgen.ELF{Is64: true, Machine: uint16(elf.EM_X86_64)}
	var defs, refs []string
	bind := map[string]elf.SymBind{}
	for l := range strings.Lines(text) {
		switch word, name, _ := strings.Cut(strings.TrimSpace(l), " "); word {
		case "def":
			defs, bind[name] = append(defs, name), elf.STB_GLOBAL
		case "weak":
			defs, bind[name] = append(defs, name), elf.STB_WEAK
		case "ref":
			refs = append(refs, name)
		}
	}
	code := o.Add(objgen.ELFSection{Name: ".text", Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR), Align: 16, Data: bytes.Repeat([]byte{0xc3}, 16*len(defs))})
	data := o.Add(objgen.ELFSection{Name: ".data", Flags: uint64(elf.SHF_ALLOC | elf.SHF_WRITE), Align: 8, Data: make([]byte, 8*len(refs))})
	for i, name := range defs {
		o.AddSymbol(objgen.ELFSymbol{Name: name, Bind: byte(bind[name]), Type: byte(elf.STT_FUNC), Section: code, Value: uint64(16 * i), Size: 16})
	}
	var rels []objgen.ELFReloc
	for i, name := range refs {
		sym := o.AddSymbol(objgen.ELFSymbol{Name: name, Bind: byte(elf.STB_GLOBAL)})
		rels = append(rels, objgen.ELFReloc{Offset: uint64(8 * i), Type: uint32(elf.R_X86_64_64), Sym: sym})
	}
	if len(rels) > 0 {
		o.AddRelocs(data, true, rels)
	}
	return o.Bytes()
}

type rig struct {
	*engine.Engine
	t   *testing.T
	mem *memory
	asm *asm
}

func newRig(t *testing.T, cfg engine.Config) *rig {
	t.Helper()
	r := &rig{t: t, mem: &memory{}, asm: &asm{}}
	cfg.Linker.Memory = r.mem
	if cfg.Linker.Triple.IsZero() {
		cfg.Linker.Triple, _ = triple.Parse("x86_64-unknown-linux-gnu")
	}
	if cfg.Compiler == nil {
		cfg.Compiler = r.asm
	}
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.Engine = e
	t.Cleanup(func() {
		if err := e.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
			t.Error(err)
		}
		if r.mem.live != 0 {
			t.Errorf("%d allocations are left", r.mem.live)
		}
	})
	return r
}

func (r *rig) add(name, text string) *engine.Module {
	r.t.Helper()
	m, err := r.Add(r.t.Context(), engine.Input{Name: name, Source: &compiler.Source{Text: []byte(text)}})
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

func (r *rig) lookup(name string) uint64 {
	r.t.Helper()
	s, err := r.Lookup(r.t.Context(), name)
	if err != nil || s.Addr == 0 {
		r.t.Fatalf("Lookup %s: %#x, %v", name, s.Addr, err)
	}
	return s.Addr
}

func state(t *testing.T, m *engine.Module, want engine.State) {
	t.Helper()
	if got := m.State(); got != want {
		t.Errorf("%s is %v, want %v", m.Name(), got, want)
	}
}

// TestStates: a lookup takes what it needs from Added to Finalized and nothing else.
func TestStates(t *testing.T) {
	var told []string
	var mu sync.Mutex
	ev := &events{f: func(s string) { mu.Lock(); told = append(told, s); mu.Unlock() }}
	r := newRig(t, engine.Config{Listeners: []engine.Listener{ev}})
	a := r.add("a", "def a\nref b")
	b := r.add("b", "def b\nref c")
	c := r.add("c", "def c\nref a") // a cycle
	d := r.add("d", "def d")
	for _, m := range []*engine.Module{a, b, c, d} {
		state(t, m, engine.Added)
	}
	addr := r.lookup("a")
	for _, m := range []*engine.Module{a, b, c} {
		state(t, m, engine.Finalized)
	}
	state(t, d, engine.Added)
	if n := r.asm.compiled.Load(); n != 3 {
		t.Errorf("%d were compiled", n)
	}
	if again := r.lookup("a"); again != addr || r.asm.compiled.Load() != 3 {
		t.Errorf("again %#x, was %#x", again, addr)
	}
	if err := r.Load(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	state(t, d, engine.Loaded)
	if n := len(slices.Collect(r.Modules())); n != 4 {
		t.Errorf("%d modules", n)
	}
	if got := slices.Collect(r.InState(engine.Loaded)); len(got) != 1 || got[0] != d {
		t.Errorf("loaded are %v", got)
	}
	if err := r.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	state(t, d, engine.Finalized)
	want := []string{"compiled a", "compiled b", "compiled c", "compiled d", "finalized a", "finalized b", "finalized c", "finalized d", "loaded a", "loaded b", "loaded c", "loaded d"}
	slices.Sort(told)
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	told = nil
	if err := r.Remove(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(told, []string{"removing d"}) {
		t.Errorf("told %q", told)
	}
	state(t, d, engine.Removed)
	if _, err := r.Lookup(t.Context(), "d"); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("lookup of what is removed: %v", err)
	}
	// In use is refused, and stays; all together go.
	var used *rtdyld.InUseError
	if err := r.Remove(t.Context(), b); !errors.As(err, &used) {
		t.Errorf("remove in use: %v", err)
	}
	state(t, b, engine.Finalized)
	r.lookup("b")
	if err := r.Remove(t.Context(), a, b, c); err != nil {
		t.Error(err)
	}
	if r.mem.live != 0 {
		t.Errorf("%d allocations live", r.mem.live)
	}
	r.add("d", "def d") // the name is free again
	r.lookup("d")
}

type events struct {
	engine.Ignore
	f func(string)
}

func (e *events) Compiled(m *engine.Module, _ *objfmt.ObjectBuffer, cached bool) {
	e.f(map[bool]string{true: "cached ", false: "compiled "}[cached] + m.Name())
}
func (e *events) Loaded(m *engine.Module, objs []*rtdyld.Object)    { e.f("loaded " + m.Name()) }
func (e *events) Finalized(m *engine.Module, objs []*rtdyld.Object) { e.f("finalized " + m.Name()) }
func (e *events) Removing(m *engine.Module, objs []*rtdyld.Object)  { e.f("removing " + m.Name()) }

// TestLazy: of 1,001 modules those are compiled that are called for, whether it is known
// what they define or not.
func TestLazy(t *testing.T) {
	r := newRig(t, engine.Config{})
	for i := range 1001 {
		r.add(fmt.Sprint("m", i), fmt.Sprintf("def f%d", i))
	}
	for i := range 10 {
		r.lookup(fmt.Sprint("f", i*97))
	}
	if n := r.asm.compiled.Load(); n != 10 {
		t.Errorf("%d were compiled", n)
	}
	if n, f := r.Count(engine.Added), r.Count(engine.Finalized); n != 991 || f != 10 {
		t.Errorf("%d added, %d finalized", n, f)
	}
	r.asm.silent = true
	for i := range 5 {
		r.add(fmt.Sprint("s", i), fmt.Sprintf("def s%d\nref f500", i))
	}
	r.lookup("s2") // s0 and s1 have to be tried first
	if n := r.asm.compiled.Load(); n != 10+3+1 {
		t.Errorf("%d were compiled", n)
	}
}

// TestErrors: an error in one module leaves others whole, says which chain of references
// led to it, and can be mended.
func TestErrors(t *testing.T) {
	r := newRig(t, engine.Config{})
	r.add("main", "def main\nref parse")
	r.add("parser", "def parse\nref token")
	lexer := r.add("lexer", "def token\nref missing\nref bad")
	ok := r.add("ok", "def ok")
	bad := lexer
	_, err := r.Lookup(t.Context(), "main")
	var chain *engine.ChainError
	if !errors.As(err, &chain) || !strings.Contains(err.Error(), "main (main) -> parse (parser) -> token") || !strings.Contains(err.Error(), "bad source") {
		t.Errorf("error %v", err)
	}
	state(t, bad, engine.Failed)
	r.lookup("ok")
	state(t, ok, engine.Finalized)
	if err := r.Remove(t.Context(), bad); err != nil {
		t.Fatal(err)
	}
	r.add("lexer", "def token\nref missing")
	_, err = r.Lookup(t.Context(), "main")
	if !errors.As(err, &chain) || !errors.Is(err, rtdyld.ErrUndefined) || !strings.Contains(err.Error(), "main (main) -> parse (parser) -> token (lexer) -> missing") {
		t.Errorf("error %v", err)
	}
	r.add("late", "def missing")
	r.lookup("main")
	if n := r.Count(engine.Failed); n != 0 {
		t.Errorf("%d failed", n)
	}
}

// TestOnce: a module is compiled once however many ask, and goes on as long as one waits.
func TestOnce(t *testing.T) {
	r := newRig(t, engine.Config{})
	started, gate := make(chan struct{}, 10), make(chan struct{})
	r.asm.wait = func(ctx context.Context) error {
		started <- struct{}{}
		select {
		case <-gate:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	a := r.add("a", "def a")
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { _, err := r.Lookup(ctx, "a"); first <- err }()
	<-started
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := r.Lookup(t.Context(), "a"); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "all wait", func() bool { return engine.Waiting(a) == 9 })
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	close(gate)
	wg.Wait()
	if n := r.asm.compiled.Load(); n != 1 {
		t.Errorf("%d compilations", n)
	}
	// Nobody waits any more: the work ends, and can begin again.
	gate = make(chan struct{})
	b := r.add("b", "def b")
	ctx, cancel = context.WithCancel(t.Context())
	go func() { _, err := r.Lookup(ctx, "b"); first <- err }()
	<-started
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	close(gate)
	r.lookup("b")
	state(t, b, engine.Finalized)
}

// TestTriple: modules for another target are refused with both names.
func TestTriple(t *testing.T) {
	r := newRig(t, engine.Config{})
	arm, _ := triple.Parse("aarch64-unknown-linux-gnu")
	_, err := r.Add(t.Context(), engine.Input{Name: "m", Triple: arm, Source: &compiler.Source{}})
	if !errors.Is(err, triple.ErrMismatch) || !strings.Contains(err.Error(), "aarch64") || !strings.Contains(err.Error(), "x86_64") {
		t.Errorf("error %v", err)
	}
	win, _ := triple.Parse("x86_64-unknown-linux-gnu-coff")
	if _, err = r.Add(t.Context(), engine.Input{Name: "m", Triple: win, Source: &compiler.Source{}}); err == nil {
		t.Error("another format is taken")
	}
	b, err := os.ReadFile(filepath.FromSlash("../../testdata/elf-arm64/abs64.o"))
	if err == nil {
		if _, err = r.Add(t.Context(), engine.Input{Name: "m", Object: b}); !errors.Is(err, triple.ErrMismatch) {
			t.Errorf("error %v", err)
		}
	}
	for _, in := range []engine.Input{{}, {Name: "m"}, {Name: "m", Object: []byte{1}, Archive: []byte{1}}} {
		if _, err := r.Add(t.Context(), in); !errors.Is(err, engine.ErrInput) {
			t.Errorf("%+v: %v", in, err)
		}
	}
	if n := len(slices.Collect(r.Modules())); n != 0 {
		t.Errorf("%d modules", n)
	}
}

// TestRemoveWaits: memory does not go while a counted call is inside.
func TestRemoveWaits(t *testing.T) {
	r := newRig(t, engine.Config{})
	m := r.add("m", "def f")
	r.lookup("f")
	leave := r.Enter()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := r.Remove(ctx, m); !errors.Is(err, engine.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("remove: %v", err)
	}
	state(t, m, engine.Finalized)
	r.lookup("f")
	done, before := make(chan error, 1), engine.Epoch(r.Engine)
	go func() { done <- r.Remove(t.Context(), m) }()
	for engine.Epoch(r.Engine) == before {
		time.Sleep(time.Millisecond)
	}
	later := r.Enter() // began after the removal: it does not matter
	select {
	case err := <-done:
		t.Fatalf("removed while a call is inside: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	leave()
	if err := <-done; err != nil {
		t.Error(err)
	}
	later()
	state(t, m, engine.Removed)
}

// TestStorm: many goroutines add, look up and remove modules that refer to each other.
func TestStorm(t *testing.T) {
	r := newRig(t, engine.Config{})
	const n = 40
	for i := range n {
		r.add(fmt.Sprint("m", i), fmt.Sprintf("def f%d\nref f%d\nref f%d", i, (i+1)%n, (i*7+3)%n))
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range n {
				if _, err := r.Lookup(t.Context(), fmt.Sprint("f", (i*5+g*11)%n)); err != nil {
					t.Error(err)
				}
				name := fmt.Sprintf("own%d_%d", g, i)
				m, err := r.Add(t.Context(), engine.Input{Name: name, Source: &compiler.Source{Text: []byte("def " + name + "\nref f" + fmt.Sprint(i))}})
				if err != nil {
					t.Error(err)
					continue
				}
				ctx, cancel := context.WithCancel(t.Context())
				if i%3 == 0 {
					cancel()
				}
				if _, err := r.Lookup(ctx, name); err != nil && i%3 != 0 {
					t.Error(err)
				}
				cancel()
				if err := r.Remove(t.Context(), m); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := r.Count(engine.Finalized); got != n {
		t.Errorf("%d modules are finalized", got)
	}
	if c := r.asm.compiled.Load(); c < n {
		t.Errorf("%d compilations", c)
	}
}
