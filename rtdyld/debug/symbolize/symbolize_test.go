package symbolize_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// symbolOf is an object's symbol of a name.
func symbolOf(t testing.TB, o *rtdyld.Object, name string) rtdyld.LoadedSymbol {
	t.Helper()
	for _, s := range o.Symbols() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("%s: no symbol %s", o.Name(), name)
	panic("unreachable")
}

// TestLocation: what is told of code with lines, with inlined calls and without any, and
// of what no function is.
func TestLocation(t *testing.T) {
	s := symbolize.New()
	lines := compile(t, "scene.c", "gcc", "-g", "-O2")
	bare := compile(t, "scene.cc", "g++", "-O2")
	_, objs := link(t, s, open(t, lines), open(t, bare))

	many := symbolOf(t, objs[0], "many")
	l, ok := s.Symbolize(many.Addr)
	if !ok || l.Symbol != "many" || l.Offset != 0 || l.Size != many.Size || l.Section != ".text" || l.Object != lines || l.PC != many.Addr {
		t.Errorf("%+v, %v", l, ok)
	}
	if filepath.Base(l.File) != "scene.c" || l.Line != 36 || len(l.Frames) != 1 {
		t.Errorf("%+v", l)
	}
	if want := fmt.Sprintf("many (%s:36) in %s", l.File, lines); l.String() != want || s.Format(many.Addr) != want {
		t.Errorf("%s, not %s", l, want)
	}
	inlined := ""
	for off := range many.Size {
		if l, _ := s.Symbolize(many.Addr + off); len(l.Frames) == 3 && l.Line == 6 {
			inlined = strings.ReplaceAll(l.String(), filepath.Dir(l.File)+"/", "")
			break
		}
	}
	if !strings.Contains(inlined, " (scene.h:6 in scale, scene.c:10 in both, scene.c:38) in ") {
		t.Errorf("inlined calls: %q", inlined)
	}

	run := symbolOf(t, objs[1], "_ZN4deep3runEi")
	l, ok = s.Symbolize(run.Addr + 1)
	if !ok || l.Symbol != run.Name || l.Offset != 1 || l.Line != 0 || l.Frames != nil || l.String() != run.Name+"+0x1 in "+bare {
		t.Errorf("%s: %+v, %v", l, l, ok)
	}
	if got, ok := s.Symbol(run.Addr + 1); !ok || !reflect.DeepEqual(got, l) {
		t.Errorf("%+v", got)
	}
	made := 0
	for _, sec := range objs[0].Sections() {
		if sec.Name != "<stubs>" {
			continue
		}
		made++
		if l, ok := s.Symbolize(sec.Addr + 2); !ok || l.Symbol != "" || l.Section != "<stubs>" || l.Offset != 2 || l.String() != "<stubs>+0x2 in "+lines {
			t.Errorf("%s: %+v, %v", l, l, ok)
		}
	}
	if made == 0 {
		t.Error("no stubs")
	}
	for _, pc := range []uint64{0, 1, 0xfffffff, 0x7fff00000000, 1<<64 - 1} {
		if l, ok := s.Symbolize(pc); ok || s.Format(pc) != "" || l.PC != pc || l.String() != fmt.Sprintf("%#x", pc) {
			t.Errorf("%#x: %+v", pc, l)
		}
	}
}

// TestLines: the rows of a range say of each address what Symbolize says, begin at the
// range's start, ascend, and end where the code does.
func TestLines(t *testing.T) {
	s := symbolize.New()
	_, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O2", "-ffunction-sections")), open(t, compile(t, "scene.cc", "g++", "-g", "-O1")))
	n := 0
	for _, o := range objs {
		for _, sym := range o.Symbols() {
			if sym.Type != objfmt.SymFunc {
				continue
			}
			for _, from := range []uint64{sym.Addr, sym.Addr + 3} {
				end := sym.Addr + sym.Size
				rows := s.Lines(from, end)
				if len(rows) == 0 || rows[0].Addr != from {
					t.Fatalf("%s: %v", sym.Name, rows)
				}
				for i, at := 0, from; at < end; at++ {
					for i+1 < len(rows) && rows[i+1].Addr <= at {
						if i++; rows[i].Addr <= rows[i-1].Addr {
							t.Fatalf("%s: %v", sym.Name, rows)
						}
					}
					l, _ := s.Symbolize(at)
					if r := rows[i]; r.File != l.File || r.Line != l.Line || r.Column != l.Column {
						t.Fatalf("%s: at %#x row %v, %+v", sym.Name, at, r, l)
					}
					n++
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("%d addresses", n)
	}
	if rows := s.Lines(0, 0x10000000); rows != nil {
		t.Error(rows)
	}
	b := objs[0].Blocks()[0]
	all := s.Lines(0, 1<<63)
	if len(all) < 50 || all[0].Addr < b.Addr {
		t.Errorf("%d rows: %v", len(all), all[0])
	}
	if last := all[len(all)-1]; last.Line != 0 || last.File != "" {
		t.Errorf("the last row is %v", last)
	}
}

// TestUnload: what is unloaded is known no more, while others stay, and its memory may
// belong to another object.
func TestUnload(t *testing.T) {
	s := symbolize.New()
	l, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O2")), open(t, compile(t, "scene.cc", "g++", "-g", "-O2")))
	many, run := symbolOf(t, objs[0], "many").Addr, symbolOf(t, objs[1], "_ZN4deep3runEi").Addr
	s.Finalized(objs) // again, as by an engine
	before, _ := s.Symbolize(many)
	if before.Line == 0 {
		t.Fatal(before)
	}
	if err := l.Unload(t.Context(), objs[0]); err != nil {
		t.Fatal(err)
	}
	if l, ok := s.Symbolize(many); ok {
		t.Errorf("%v", l)
	}
	if l, ok := s.Symbolize(run); !ok || l.Line == 0 {
		t.Errorf("%v", l)
	}
	if rows := s.Lines(many, many+10); rows != nil {
		t.Error(rows)
	}
	if err := s.Load(objs[0]); err != nil {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l, ok := s.Symbolize(run); ok {
		t.Errorf("%v", l)
	}
	if all := s.Locations(0, 1<<63, false); all != nil {
		t.Errorf("%v", all)
	}
	_, again := link(t, s, open(t, compile(t, "scene.cc", "g++", "-O2"))) // begins where the first did
	if l, ok := s.Symbolize(symbolOf(t, again[0], "_ZN4deep3runEi").Addr); !ok || l.Line != 0 {
		t.Errorf("%v", l)
	}
}

// TestDetached: code that goes on without its linker keeps its symbols, and the lines that
// were read before.
func TestDetached(t *testing.T) {
	for _, read := range []bool{false, true} {
		s := symbolize.New()
		l, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O2")))
		many := symbolOf(t, objs[0], "many").Addr
		if read {
			if err := s.Load(); err != nil {
				t.Fatal(err)
			}
		}
		d, err := l.Detach(context.Background(), objs...)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if l, ok := s.Symbolize(many); !ok || l.Symbol != "many" || (l.Line == 36) != read {
			t.Errorf("read %v: %+v", read, l)
		}
		if err := d.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if l, ok := s.Symbolize(many); ok {
			t.Errorf("%v", l)
		}
	}
}

// TestNoLinkerLock: while a linker is at work, symbols are told.
func TestNoLinkerLock(t *testing.T) {
	s := symbolize.New()
	m := newMemory(0x10000000)
	var asked func()
	l, err := rtdyld.New(rtdyld.Config{
		Memory: allocator(func(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
			if asked != nil {
				asked()
			}
			return m.Allocate(ctx, reqs)
		}),
		Resolver: anywhere, Listeners: []rtdyld.Listener{s},
	})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), open(t, compile(t, "scene.c", "gcc", "-g", "-O2")))
	if err == nil {
		err = l.Finalize(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	many := symbolOf(t, objs[0], "many").Addr
	n := 0
	asked = func() {
		if l, ok := s.Symbol(many); !ok || l.Symbol != "many" {
			t.Errorf("%v", l)
		}
		n++
	}
	if _, err := l.Load(t.Context(), open(t, compile(t, "scene.cc", "g++", "-O2"))); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Error("nobody asked for memory")
	}
}

type allocator func(context.Context, []rtdyld.Request) (rtdyld.Allocation, error)

func (f allocator) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	return f(ctx, reqs)
}

// TestConcurrent: objects come and go, each of a linker of its own, while others ask.
func TestConcurrent(t *testing.T) {
	s := symbolize.New()
	m := newMemory(0x10000000)
	path := compile(t, "scene.cc", "g++", "-g", "-O2")
	rounds := 60
	if citest.Sample() {
		rounds = 15
	}
	done := make(chan struct{})
	var askers, loaders sync.WaitGroup
	for i := range 3 {
		askers.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			for {
				select {
				case <-done:
					return
				default:
				}
				for range 200 {
					at := 0x10000000 + r.Uint64N(m.next.Load()-0x10000000+1)
					if l, ok := s.Symbolize(at); ok && (l.Object != path || l.Section == "") {
						t.Errorf("%#x: %+v", at, l)
						return
					}
					if l, ok := s.Symbol(at); ok && l.Line != 0 {
						t.Errorf("%#x: %+v", at, l)
					}
				}
				s.Lines(0x10000000, 0x10001000)
				runtime.Gosched()
			}
		})
	}
	for range 2 {
		loaders.Go(func() {
			for range rounds {
				img := open(t, path)
				l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: anywhere, Listeners: []rtdyld.Listener{s}, Workers: 1})
				if err != nil {
					t.Error(err)
					return
				}
				objs, err := l.Load(t.Context(), img)
				if err == nil {
					err = l.Finalize(t.Context())
				}
				if err != nil {
					t.Error(err)
					return
				}
				at := symbolOf(t, objs[0], "_ZN4deep3runEi")
				if l, ok := s.Symbolize(at.Addr); !ok || l.Symbol != at.Name || l.Line == 0 {
					t.Errorf("%+v", l)
				}
				if err := l.Close(); err != nil {
					t.Error(err)
				}
				if l, ok := s.Symbolize(at.Addr); ok {
					t.Errorf("unloaded: %+v", l)
				}
			}
		})
	}
	loaders.Wait()
	close(done)
	askers.Wait()
	if got := s.Lines(0, 1<<63); got != nil {
		t.Error(got)
	}
}

// TestBacktrace: two frames of loaded code on a stack as gcc -O0 has it, and the place
// outside that they were called from.
func TestBacktrace(t *testing.T) {
	s := symbolize.New()
	_, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O0")))
	local, plain := symbolOf(t, objs[0], "local"), symbolOf(t, objs[0], "plain")
	// The first call in plain: its line is 24.
	ret := uint64(0)
	code := objs[0].Blocks()[0]
	for at := plain.Addr; at < plain.Addr+plain.Size; at++ {
		if code.Mem[at-code.Addr] == 0xe8 {
			ret = at + 5
			break
		}
	}
	const top, inner, outer, back = 0x7000, 0x7100, 0x7200, 0xdead0000
	stack := map[uint64]uint64{inner: outer, inner + 8: ret, outer: 0x1234, outer + 8: back, outer - 8: 0x5678}
	read := func(addr uint64, dst []byte) error {
		v, ok := stack[addr]
		if !ok || len(dst) != 8 {
			return fmt.Errorf("%d bytes at %#x", len(dst), addr)
		}
		for i := range dst {
			dst[i] = byte(v >> (8 * i))
		}
		return nil
	}
	regs := unwind.Regs{Arch: triple.X86_64}
	regs.SetPC(local.Addr + 16)
	regs.SetSP(top)
	regs.SetFP(inner)
	locs, err := s.Backtrace(&regs, read)
	if err != nil || len(locs) != 2 {
		t.Fatalf("%v, %v", locs, err)
	}
	if l := locs[0]; l.Symbol != "local" || l.Offset != 16 || l.Line == 0 {
		t.Errorf("%v", l)
	}
	if l := locs[1]; l.Symbol != "plain" || l.PC != ret || l.Offset != ret-plain.Addr || l.Line != 24 {
		t.Errorf("%v", l)
	}
	if regs.PC() != back || regs.SP() != outer+16 || regs.FP() != 0x1234 {
		t.Errorf("pc %#x sp %#x fp %#x", regs.PC(), regs.SP(), regs.FP())
	}

	delete(stack, outer+8)
	regs = unwind.Regs{Arch: triple.X86_64}
	regs.SetPC(local.Addr + 16)
	regs.SetFP(inner)
	locs, err = s.Backtrace(&regs, read)
	if !errors.Is(err, unwind.ErrRead) || len(locs) != 2 {
		t.Errorf("%v, %v", locs, err)
	}

	stack[inner], stack[inner+8], stack[inner-8] = inner, ret, 0 // a circle
	regs.SetPC(local.Addr + 16)
	regs.SetFP(inner)
	if locs, err = s.Backtrace(&regs, read); !errors.Is(err, symbolize.ErrFrames) || len(locs) != 4096 {
		t.Errorf("%d, %v", len(locs), err)
	}
}

// TestLocations: of each address in code the run that it is in says what Symbolize says.
func TestLocations(t *testing.T) {
	s := symbolize.New()
	_, objs := link(t, s, open(t, compile(t, "scene.c", "gcc", "-g", "-O2", "-ffunction-sections")), open(t, compile(t, "scene.cc", "g++", "-g", "-O1")))
	for _, lines := range []bool{false, true} {
		all := s.Locations(0, 1<<63, lines)
		n := 0
		for _, o := range objs {
			for _, sec := range o.Sections() {
				if sec.Kind != objfmt.KindCode {
					continue
				}
				for at := sec.Addr; at < sec.Addr+uint64(len(sec.Mem)); at++ {
					ask := s.Symbol
					if lines {
						ask = s.Symbolize
					}
					want, ok := ask(at)
					i := slices.IndexFunc(all, func(l symbolize.Location) bool { return l.PC > at })
					if i < 0 {
						i = len(all)
					}
					got := all[i-1]
					got.Offset, got.PC = got.Offset+at-got.PC, at
					if !ok || !reflect.DeepEqual(got, want) {
						t.Fatalf("%#x: %+v, want %+v", at, got, want)
					}
					n++
				}
			}
		}
		if n < 500 || len(all) < 15 || all[len(all)-1].Object != "" {
			t.Errorf("%d addresses, %d runs", n, len(all))
		}
	}
}

// TestCodeView: of an object with debug information of Microsoft's kind there are symbols,
// and an error says why there are no lines.
func TestCodeView(t *testing.T) {
	s := symbolize.New()
	path := compile(t, "scene.c", "clang", "--target=x86_64-pc-windows-msvc", "-g", "-O2")
	_, objs := link(t, s, open(t, path))
	err := s.Load()
	var ue *symbolize.UnsupportedError
	if !errors.As(err, &ue) || !errors.Is(err, errors.ErrUnsupported) || ue.Object != path {
		t.Errorf("%v", err)
	}
	if l, ok := s.Symbolize(symbolOf(t, objs[0], "many").Addr); !ok || l.Symbol != "many" || l.Line != 0 {
		t.Errorf("%+v", l)
	}
}
