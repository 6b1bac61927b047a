//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/llvm"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// native is an engine whose code runs.
type native struct {
	*engine.Engine
	t      *testing.T
	mem    *mem.Manager
	caller abi.Caller
	failed []error
	mu     sync.Mutex
}

func newNative(t *testing.T, change func(*engine.Config)) *native {
	t.Helper()
	return newNativeWith(t, nil, change)
}

// newNativeWith is one that has the names of libraries.
func newNativeWith(t *testing.T, libs []string, change func(*engine.Config)) *native {
	t.Helper()
	n := &native{t: t}
	var err error
	if n.mem, err = mem.New(mem.Config{}); err != nil {
		t.Fatal(err)
	}
	p, err := host.Open(host.Config{Memory: n.mem, Libraries: libs})
	if err != nil {
		t.Fatal(err)
	}
	cfg := engine.Config{Linker: p.LinkerConfig(), Callback: callback}
	cfg.OnFailed = func(name string, err error) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.failed = append(n.failed, fmt.Errorf("%s: %w", name, err))
	}
	if change != nil {
		change(&cfg)
	}
	if n.caller, err = host.Caller(); err != nil {
		t.Fatal(err)
	}
	if n.Engine, err = engine.New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
			t.Error(err)
		}
		if st := n.mem.Stats(); st.Allocations != 0 {
			t.Errorf("%d allocations are left", st.Allocations)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if err := n.mem.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// callback makes a C function of a Go function.
func callback(f func(context, number uint64) uint64) (uint64, error) {
	return host.CallbackAddr(func(a, b uintptr) uintptr {
		if strings.Contains(searched, "ab") { // looking for it takes registers that are the caller's on ppc64le (v31)
			return 0
		}
		return uintptr(f(uint64(a), uint64(b)))
	})
}

var searched = strings.Repeat("a", 64)

// crossFlags are clang's for machines that are emulated. Clang may find a gcc for riscv64 that has no C library.
var crossFlags = map[string][]string{
	"arm64":   {"-target", "aarch64-linux-gnu"},
	"riscv64": {"-target", "riscv64-linux-gnu", "-march=rv64gc", "-isystem", "/usr/riscv64-linux-gnu/include"},
	"arm":     {"-target", "arm-linux-gnueabihf", "-march=armv7-a"},
	"386":     {"-target", "i686-linux-gnu", "-msse2", "-idirafter", "/usr/include/x86_64-linux-gnu"},
	"ppc64le": {"-target", "powerpc64le-linux-gnu"},
	"s390x":   {"-target", "s390x-linux-gnu"},
}

// cc compiles C for this machine.
func cc(t *testing.T, source string, flags ...string) []byte {
	t.Helper()
	args := []string{"-O2", "-fPIC", "-c", "-x", "c", "-", "-o"}
	args = append(slices.Clone(crossFlags[runtime.GOARCH]), args...)
	obj := filepath.Join(t.TempDir(), "c.o")
	cmd := exec.Command("clang", append(append(args, obj), flags...)...)
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { w.WriteString(source); w.Close() }()
	cmd.Stdin = in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("clang: %v\n%s", err, out)
	}
	b, err := os.ReadFile(obj)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (n *native) object(name string, b []byte, functions ...string) *engine.Module {
	n.t.Helper()
	m, err := n.Add(n.t.Context(), engine.Input{Name: name, Object: b, Functions: functions})
	if err != nil {
		n.t.Fatal(err)
	}
	return m
}

func (n *native) fn(name string, result abi.Kind, params ...abi.Kind) *engine.Func {
	n.t.Helper()
	f, err := n.Func(n.t.Context(), n.caller, name, abi.Signature{Params: params, Result: result})
	if err != nil {
		n.t.Fatal(err)
	}
	return f
}

func (n *native) want(f *engine.Func, want uint64, args ...uint64) {
	n.t.Helper()
	got, err := f.Call(args...)
	if err != nil || got != want {
		n.t.Errorf("%d, %v; want %d", got, err, want)
	}
}

const callers = `
#include <pthread.h>
typedef double vec __attribute__((vector_size(VEC)));
typedef struct { long long a, b, c; } big;
long long mix(long long a, int b, short c, char d, long long e, long long f, double g, float h, vec v, long long stack, double i, double j);
big make(long long a, vec v);
int many(const char *, ...);
static void *run(void *arg) {
	vec v;
	for (int i = 0; i < VEC / 8; i++) v[i] = i + 1;
	big b = make(7, v);
	*(long long *)arg = mix(1, -2, 3, -4, 5, 6, 7.5, -8.25f, v, 9, 10.5, 11.25) + b.a * 1000 + b.b * 100000 + b.c * 10000000
		+ many("dd", 1.5, 2.5) * 1000000000L;
	return 0;
}
long long direct(void) { long long r; run(&r); return r; }
long long thread(void) {
	pthread_t t[4];
	long long r[4], sum = 0;
	for (int i = 0; i < 4; i++) if (pthread_create(&t[i], 0, run, &r[i])) return -1;
	for (int i = 0; i < 4; i++) { pthread_join(t[i], 0); if (r[i] != r[0]) return -2; }
	return r[0];
}
`

const callees = `
#include <stdarg.h>
typedef double vec __attribute__((vector_size(VEC)));
typedef struct { long long a, b, c; } big;
long long mix(long long a, int b, short c, char d, long long e, long long f, double g, float h, vec v, long long stack, double i, double j) {
	double s = 0;
	for (int k = 0; k < VEC / 8; k++) s = s * 2 + v[k];
	return a - 2*b + 3*c - 4*d + 5*e + 6*f + (long long)(4*g) + (long long)(4*h) + (long long)s + 7*stack + (long long)(2*i) + (long long)(4*j);
}
big make(long long a, vec v) { big b = {a, (long long)v[0], (long long)v[VEC / 8 - 1]}; return b; }
int many(const char *f, ...) {
	va_list l; double s = 0;
	va_start(l, f);
	for (; *f; f++) s += va_arg(l, double);
	va_end(l);
	return s;
}
`

// TestLazyFunctions: functions behind stubs are linked when they are first called, with
// arguments of every class as they were, from Go and from threads of C.
func TestLazyFunctions(t *testing.T) {
	citest.Need(t, "clang")
	sizes := []string{"16"}
	if runtime.GOARCH == "amd64" {
		if b, _ := os.ReadFile("/proc/cpuinfo"); contains(b, "avx ") {
			sizes = append(sizes, "32")
		}
		if b, _ := os.ReadFile("/proc/cpuinfo"); contains(b, "avx512f") {
			sizes = append(sizes, "64")
		}
	}
	for _, vec := range sizes {
		flags := []string{"-DVEC=" + vec}
		switch vec {
		case "32":
			flags = append(flags, "-mavx")
		case "64":
			flags = append(flags, "-mavx512f")
		}
		from, to := cc(t, callers, flags...), cc(t, callees, flags...)
		plain := newNative(t, nil)
		plain.object("callers", from)
		plain.object("callees", to)
		want, err := plain.fn("direct", abi.Int64).Call()
		if err != nil || want == 0 {
			t.Fatalf("without stubs: %d, %v", want, err)
		}
		for _, how := range []string{"direct", "thread"} {
			t.Run(vec+"/"+how, func(t *testing.T) {
				n := newNative(t, nil)
				n.object("callers", from)
				m := n.object("callees", to, "mix", "make", "many")
				f := n.fn(how, abi.Int64)
				state(t, m, engine.Added)
				n.want(f, want)
				state(t, m, engine.Finalized)
				n.want(f, want)
				// What others use through stubs stays.
				var used *rtdyld.InUseError
				if err := n.Remove(t.Context(), m); !errors.As(err, &used) {
					t.Errorf("removed in use: %v", err)
				}
				n.want(f, want)
			})
		}
	}
}

func contains(b []byte, s string) bool { return bytes.Contains(b, []byte(s)) }

// TestLazyFails: a function that cannot be linked is never jumped to: its caller gets 0, or
// the program's own function runs; through a Func the error comes back.
func TestLazyFails(t *testing.T) {
	citest.Need(t, "clang")
	caller := cc(t, "long long broken(long long); long long call(void) { return broken(41) + 1; }")
	broken := cc(t, "long long missing(long long); long long broken(long long a) { return missing(a); }")
	n := newNative(t, nil)
	n.object("caller", caller)
	m := n.object("broken", broken, "broken")
	n.want(n.fn("call", abi.Int64), 1)
	if len(n.failed) != 1 || !errors.Is(n.failed[0], rtdyld.ErrUndefined) {
		t.Errorf("told %v", n.failed)
	}
	if _, err := n.fn("broken", abi.Int64, abi.Int64).Call(1); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("Func: %v", err)
	}
	// What is missing comes: the next call succeeds.
	n.object("late", cc(t, "long long missing(long long a) { return a * 2; }"))
	n.want(n.fn("call", abi.Int64), 83)
	state(t, m, engine.Finalized)

	own := newNative(t, func(cfg *engine.Config) {
		addr, err := host.CallbackAddr(func(a uintptr) uintptr { return a + 1000 })
		if err != nil {
			t.Fatal(err)
		}
		cfg.Failed = addr
	})
	own.object("caller", caller)
	own.object("broken", broken, "broken")
	own.want(own.fn("call", abi.Int64), 1042)
}

// TestReplace: while goroutines call, modules are replaced: every call gets the result of
// one that was in place, memory stays flat, and one that does not link changes nothing.
func TestReplace(t *testing.T) {
	citest.Need(t, "clang")
	times := 100000
	if citest.Sample() {
		times = 2000
	}
	var versions [][]byte
	for i := range 4 {
		versions = append(versions, cc(t, fmt.Sprintf("int helper(void); int value(void) { static int n; n++; return %d * 2 - helper() + (n > 0); } ", 100+i)))
	}
	n := newNative(t, nil)
	n.object("helper", cc(t, "int helper(void) { return 1; }"))
	m := n.object("value", versions[0], "value")
	f := n.fn("value", abi.Int32)
	var stop atomic.Bool
	var calls atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for !stop.Load() {
				got, err := f.Call()
				if err != nil || int32(got) < 200 || int32(got) > 206 || got%2 != 0 {
					t.Errorf("%d, %v", int32(got), err)
					return
				}
				calls.Add(1)
			}
		})
	}
	for i := range times {
		next, err := n.Replace(t.Context(), m, engine.Input{Name: "value", Object: versions[i%4], Functions: []string{"value"}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Call(); err != nil || int32(got) != int32(200+2*(i%4)) {
			t.Fatalf("after the switch: %d, %v", int32(got), err)
		}
		state(t, m, engine.Removed)
		m = next
		if st := n.mem.Stats(); st.Allocations > 100 || st.Live > 4<<20 || st.Slabs > 1 {
			t.Fatalf("memory after %d replacements: %+v", i, st)
		}
	}
	stop.Store(true)
	wg.Wait()
	t.Logf("%d replacements, %d calls beside them", times, calls.Load())
	bad := cc(t, "int nowhere(void); int value(void) { return nowhere(); }")
	if _, err := n.Replace(t.Context(), m, engine.Input{Name: "bad", Object: bad, Functions: []string{"value"}}); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("bad one: %v", err)
	}
	state(t, m, engine.Finalized)
	n.want(f, uint64(200+2*((times-1)%4)))
	if err := n.Remove(t.Context(), m); err != nil {
		t.Error(err)
	}
	if _, err := f.Call(); !errors.Is(err, engine.ErrRemoved) {
		t.Errorf("call of what is removed: %v", err)
	}
}

// keeper is a memory manager that gives nothing back by itself.
type keeper struct{ rtdyld.MemoryManager }

type kept struct{ rtdyld.Allocation }

func (k keeper) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := k.MemoryManager.Allocate(ctx, reqs)
	if err != nil {
		return nil, err
	}
	return kept{a}, nil
}

func (kept) Release(context.Context) error { return nil }

// TestKeptMemory: engine, process, the object's bytes and references to all of them go
// away in every order; code whose memory its owner keeps goes on.
func TestKeptMemory(t *testing.T) {
	citest.Need(t, "clang")
	object := cc(t, "static int n; int helper(void) { return ++n; } int count(int a) { return a * 100 + helper(); }")
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		m, err := mem.New(mem.Config{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := host.Open(host.Config{Memory: keeper{m}})
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.New(engine.Config{Linker: p.LinkerConfig()})
		if err != nil {
			t.Fatal(err)
		}
		own := bytes.Clone(object)
		if _, err := e.Add(t.Context(), engine.Input{Name: "count", Object: own}); err != nil {
			t.Fatal(err)
		}
		sym, err := e.Lookup(t.Context(), "count")
		if err != nil {
			t.Fatal(err)
		}
		count, err := abi.Func1[int32, int32](caller, sym.Addr)
		if err != nil {
			t.Fatal(err)
		}
		calls := int32(0)
		for _, what := range order {
			switch what {
			case 0:
				if err := e.Close(); err != nil {
					t.Error(err)
				}
				e = nil
			case 1:
				clear(own)
				own = nil
			case 2:
				// It refuses while the engine lives, and takes nothing away.
				if err := p.Close(); err != nil && !errors.Is(err, host.ErrInUse) {
					t.Error(err)
				}
				p = nil
			}
			runtime.GC()
			if calls++; count(7) != 700+calls {
				t.Errorf("order %v: after step %d the code does not work", order, what)
			}
		}
		if err := m.Close(); !errors.Is(err, mem.ErrLive) {
			t.Errorf("closing the manager: %v", err)
		}
	}
}

// TestRemoveSwitched: while a removal waits for calls that are inside, further calls of
// a function behind a stub are refused; if it gives up they are taken again.
func TestRemoveSwitched(t *testing.T) {
	citest.Need(t, "clang")
	n := newNative(t, func(cfg *engine.Config) { cfg.Linker.Triple = triple.Triple{} }) // the object tells
	m := n.object("value", cc(t, "int value(void) { return 7; }"), "value")
	f := n.fn("value", abi.Int32)
	n.want(f, 7)
	leave := n.Enter()
	remove := func(ctx context.Context) chan error {
		done := make(chan error, 1)
		go func() { done <- n.Remove(ctx, m) }()
		for {
			if _, err := n.Lookup(t.Context(), "value"); errors.Is(err, engine.ErrRemoved) {
				return done
			}
			runtime.Gosched()
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := remove(ctx)
	if _, err := f.Call(); !errors.Is(err, engine.ErrRemoved) {
		t.Errorf("call while it is removed: %v", err)
	}
	cancel()
	if err := <-done; !errors.Is(err, engine.ErrBusy) {
		t.Errorf("given up: %v", err)
	}
	n.want(f, 7)
	done = remove(t.Context())
	leave()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := f.Call(); !errors.Is(err, engine.ErrRemoved) {
		t.Errorf("call after it was removed: %v", err)
	}
	if err := n.Remove(ctx); err != nil {
		t.Errorf("removing nothing: %v", err)
	}
}

// TestOwnTriple: sources need no triple: IR has its own, however that is spelled, and C is
// compiled for this system, whose headers are found.
func TestOwnTriple(t *testing.T) {
	headers := "/usr/include/stdio.h"
	if f := crossFlags[runtime.GOARCH]; f != nil && os.Getenv(citest.Emulator) != "" {
		headers = "/usr/" + f[1] + "/include/stdio.h"
	}
	citest.Need(t, "clang", "llc", headers)
	const text = "#include <stdio.h>\n#ifndef __linux__\n#error another system\n#endif\n" +
		"int answer(void) { char s[8]; return snprintf(s, 8, \"%d\", 7) + s[0]; }\n"
	args := []string{"-O1", "-fPIC", "-x", "c", "-S", "-emit-llvm", "-", "-o", "-"}
	args = append(slices.Clone(crossFlags[runtime.GOARCH]), args...)
	cmd := exec.Command("clang", args...)
	cmd.Stdin = strings.NewReader(text)
	ir, err := cmd.Output()
	if err != nil || !bytes.Contains(ir, []byte("target triple")) {
		t.Fatalf("clang: %v\n%s", err, ir)
	}
	tool := func(cfg command.Config) func() (compiler.Compiler, error) {
		return func() (compiler.Compiler, error) { return command.New(t.Context(), cfg) }
	}
	for _, c := range []struct {
		name     string
		text     string
		compiler func() (compiler.Compiler, error)
	}{
		{"clang", text, tool(command.Clang("c", "-fPIC"))},
		{"clang-ir", string(ir), tool(command.Clang("ir", "-fPIC", "-Werror"))},
		{"llc", string(ir), tool(command.LLC("-relocation-model=pic"))},
		{"llvm", string(ir), func() (compiler.Compiler, error) { return llvm.New(llvm.Config{}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			comp, err := c.compiler()
			if err != nil {
				t.Skip(err)
			}
			for _, state := range []string{"the host's", "none"} {
				n := newNative(t, func(cfg *engine.Config) {
					cfg.Compiler = comp
					if state == "none" {
						cfg.Linker.Triple = triple.Triple{}
					}
				})
				if _, err := n.Add(t.Context(), engine.Input{Name: "m", Source: &compiler.Source{Text: []byte(c.text)}}); err != nil {
					t.Fatalf("with the triple %s: %v", state, err)
				}
				n.want(n.fn("answer", abi.Int32), 1+'7')
			}
		})
	}
}
