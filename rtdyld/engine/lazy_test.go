//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/llvm"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// compiledCount counts objects that the compiler made.
type compiledCount struct {
	engine.Ignore
	n atomic.Int64
}

func (c *compiledCount) Compiled(*engine.Module, *objfmt.ObjectBuffer, bool) { c.n.Add(1) }

// hostCompiler is LLVM's library.
func hostCompiler(t *testing.T) *llvm.Compiler {
	t.Helper()
	c, err := llvm.New(llvm.Config{})
	if err != nil {
		if citest.CI() && runtime.GOARCH == "amd64" { // no other has it there
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return c
}

// newLazy is an engine with LLVM's compiler, and a count of what that compiles.
func newLazy(t *testing.T, libs ...string) (*native, *compiledCount) {
	t.Helper()
	c := hostCompiler(t)
	count := &compiledCount{}
	return newNativeWith(t, libs, func(cfg *engine.Config) {
		cfg.Compiler, cfg.Splitter = c, c
		cfg.Listeners = []engine.Listener{count}
	}), count
}

// TestRecordLazy: parts of a module that are compiled when they are called are in a record, of which the links are made again.
func TestRecordLazy(t *testing.T) {
	c := hostCompiler(t)
	var out bytes.Buffer
	rec := record.New(&out)
	n := newNative(t, func(cfg *engine.Config) {
		cfg.Compiler, cfg.Splitter, cfg.Linker.Recorder = c, c, rec
	})
	n.lazy("parts", []byte("$g = comdat any\ndefine i64 @f(i64 %a) {\n%x = call i64 @g(i64 %a)\nret i64 %x\n}\ndefine weak_odr i64 @g(i64 %a) comdat {\n%x = add i64 %a, 1\nret i64 %x\n}\n"))
	n.want(n.fn("f", abi.Int64, abi.Int64), 5, 4)
	if err := errors.Join(n.Close(), rec.Close()); err != nil {
		t.Fatal(err)
	}
	loads := 0
	for _, s := range replayed(t, out.Bytes()) {
		if strings.HasPrefix(s, "load ") {
			loads++
		}
	}
	if loads != 2 {
		t.Errorf("%d parts are loaded", loads)
	}
}

// bitcode compiles C or C++ to it.
func bitcode(t *testing.T, language, source string, flags ...string) []byte {
	t.Helper()
	citest.Need(t, "clang")
	args := []string{"-x", language, "-fPIC", "-c", "-emit-llvm", "-o", "-", "-"}
	args = append(slices.Clone(crossFlags[runtime.GOARCH]), args...)
	cmd := exec.Command("clang", append(flags, args...)...)
	cmd.Stdin = strings.NewReader(source)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return out
}

func (n *native) lazy(name string, text []byte) *engine.Module {
	n.t.Helper()
	m, err := n.Add(n.t.Context(), engine.Input{Name: name, Source: &compiler.Source{Text: text}, Lazy: true})
	if err != nil {
		n.t.Fatal(err)
	}
	return m
}

// TestLazyModule: of a module of 1,000 functions that call each other those ten are compiled
// that are called.
func TestLazyModule(t *testing.T) {
	n, count := newLazy(t)
	var ir strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&ir, "define i64 @f%d(i64 %%a) {\n%%c = icmp eq i64 %%a, 0\nbr i1 %%c, label %%l, label %%r\nl:\nret i64 %d\nr:\n%%b = sub i64 %%a, 1\n%%x = call i64 @f%d(i64 %%b)\nret i64 %%x\n}\n", i, i, (i+1)%1000)
	}
	m := n.lazy("thousand", []byte(ir.String()))
	f := n.fn("f500", abi.Int64, abi.Int64)
	if got := count.n.Load(); got != 0 {
		t.Errorf("%d compiled before the first call", got)
	}
	state(t, m, engine.Added)
	n.want(f, 509, 9) // f500 to f509
	if got := count.n.Load(); got != 10 {
		t.Errorf("%d compiled", got)
	}
	n.want(f, 509, 9)
	n.want(n.fn("f505", abi.Int64, abi.Int64), 507, 2)
	if got := count.n.Load(); got != 10 {
		t.Errorf("%d compiled in all", got)
	}
	state(t, m, engine.Finalized)
	if err := n.Finalize(t.Context()); err != nil {
		t.Error(err)
	}
	if err := n.Remove(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got := count.n.Load(); got != 10 {
		t.Errorf("%d compiled after all", got)
	}
	if _, err := f.Call(1); !errors.Is(err, engine.ErrRemoved) {
		t.Errorf("call of what is removed: %v", err)
	}
}

const lazyC = `
#include <string.h>
static int calls;
int table[4] = {4, 3, 2, 1};
static __thread int per_thread = 7;
static int helper(int x) { calls++; return x * 2; }
int twice(int x) { return helper(x) + table[x & 3]; }
int aliased(int x) __attribute__((alias("twice")));
__attribute__((weak)) int weak(int x) { return x + 100; }
static int pick(int i) { static void *l[] = {&&a, &&b}; goto *l[i]; a: return 10; b: return 20; }
static int own(int i) { return per_thread += i; }
static int chosen(int x) { return x - 1; }
static int (*resolve(void))(int) { return chosen; }
int indirect(int x) __attribute__((ifunc("resolve")));
typedef int (*fn)(int);
fn self(fn f) { return f == (fn)self ? f : (fn)self; }
fn other(void) { return (fn)self; }
int same(void) { return self((fn)self) == other() && other() == (fn)self; }
int never(int x) { return x; }
static int order[2], at;
__attribute__((constructor)) static void first(void) { order[at++] = weak(5); }
extern int *gone;
static void at_end(void) { *gone += twice(1); }
__attribute__((destructor)) static void last(void) { *gone += 1000; at_end(); }
int run(int x) {
	return twice(x) + 10 * aliased(2) + weak(1) + pick(1) + own(2) + own(1) + indirect(5) + order[0] + same() + strlen("three") + calls;
}
`

// TestLazyC: what can be hard to take apart in C does what it does whole, in any order of
// calls, with constructors before the first of them and destructors that call what nobody
// called before; and other modules see its names.
func TestLazyC(t *testing.T) {
	counters := bitcode(t, "c", "int n; int *gone = &n; int reads(void) { return n; }")
	text := bitcode(t, "c", lazyC, "-O1", "-fno-inline", "-fno-builtin")
	whole, _ := newLazy(t)
	if _, err := whole.Add(t.Context(), engine.Input{Name: "counters", Source: &compiler.Source{Text: counters}}); err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Add(t.Context(), engine.Input{Name: "c", Source: &compiler.Source{Text: text}}); err != nil {
		t.Fatal(err)
	}
	want, err := whole.fn("run", abi.Int32, abi.Int32).Call(3)
	if err != nil || want == 0 {
		t.Fatal(want, err)
	}
	for _, before := range [][]string{nil, {"other", "self"}, {"same"}, {"weak", "twice"}} {
		n, _ := newLazy(t)
		if _, err := n.Add(t.Context(), engine.Input{Name: "counters", Source: &compiler.Source{Text: counters}}); err != nil {
			t.Fatal(err)
		}
		m := n.lazy("c", text)
		for _, name := range before {
			if _, err := n.fn(name, abi.Int64, abi.Int64).Call(0); err != nil {
				t.Error(err)
			}
		}
		fresh, err := n.fn("run", abi.Int32, abi.Int32).Call(3)
		if err != nil || len(before) == 0 && fresh != want {
			t.Errorf("after %q: %d, %v; whole %d", before, int32(fresh), err, int32(want))
		}
		n.want(n.fn("same", abi.Int32), 1)
		// Others see its variables and functions, by the address that it has itself.
		user := n.object("user", cc(t, "extern int table[4]; int twice(int); typedef int (*fn)(int); fn other(void); int self(int);"+
			"int use(void) { return table[0] + twice(0) + (other() == self); }"))
		if got, err := n.fn("use", abi.Int32).Call(); err != nil || got != 9 {
			t.Errorf("from outside: %d, %v", got, err)
		}
		var used *rtdyld.InUseError
		if err := n.Remove(t.Context(), m); !errors.As(err, &used) {
			t.Errorf("removed in use: %v", err)
		}
		if err := n.Remove(t.Context(), user); err != nil {
			t.Error(err)
		}
		before := must(n.fn("reads", abi.Int32).Call())
		if err := n.Remove(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if got := must(n.fn("reads", abi.Int32).Call()) - before; got != 1005 {
			t.Errorf("destructors counted %d", got)
		}
		if len(n.failed) > 0 {
			t.Errorf("failed %v", n.failed)
		}
	}
}

const lazyCXX = `
#include <stdexcept>
#include <string>
#include <vector>
extern int *gone;
namespace {
struct Log { int by; Log(int n) : by(n) {} ~Log() { *gone += by; } };
Log global(7);
int secret(int x) { if (x > 2) throw std::runtime_error("too much"); return x; }
}
struct Base { virtual ~Base() {} virtual int kind() const { return 1; } };
struct Derived : Base { int kind() const override { return 2; } };
int once() { static Log local(70); static int n = 5; return n++; }
extern "C" int run(int x) {
	std::vector<std::string> v;
	for (int i = 0; i < x; i++) v.push_back(std::string(i, 'x'));
	Base *b = new Derived;
	int sum = b->kind() + once() + once() + (dynamic_cast<Derived *>(b) ? 100 : 0);
	delete b;
	for (auto &s : v) sum += s.size();
	try { for (int i = 0;; i++) secret(i); } catch (const std::exception &e) { sum += std::string(e.what()).size() * 1000; }
	return sum;
}
`

// TestLazyCXX: exceptions go through functions that were compiled apart; static objects are
// destroyed by destructors that nobody called before.
func TestLazyCXX(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "clang++")
	if _, err := host.LinkerConfig("libstdc++.so.6"); err != nil {
		t.Skip(err)
	}
	text := bitcode(t, "c++", lazyCXX, "-O1", "-fno-inline")
	n, count := newLazy(t, "libstdc++.so.6")
	if _, err := n.Add(t.Context(), engine.Input{Name: "counters", Source: &compiler.Source{Text: bitcode(t, "c", "int n; int *gone = &n; int reads(void) { return n; }")}}); err != nil {
		t.Fatal(err)
	}
	m := n.lazy("c++", text)
	n.want(n.fn("run", abi.Int32, abi.Int32), 8000+2+5+6+100+10, 5)
	before := count.n.Load()
	if err := n.Remove(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if count.n.Load() == before {
		t.Error("the destructor was compiled before")
	}
	n.want(n.fn("reads", abi.Int32), 77)
	if len(n.failed) > 0 {
		t.Errorf("failed %v", n.failed)
	}
}

// TestLazyWeak: of weak functions of several modules the first counts, one that is not weak
// takes over, and who is left has its own when that is gone.
func TestLazyWeak(t *testing.T) {
	n, _ := newLazy(t)
	text := func(linkage string, value int, more string) []byte {
		return fmt.Appendf(nil, "define %s i64 @w() { ret i64 %d }\ndefine i64 @%s() { %%x = call i64 @w()\n ret i64 %%x }\n", linkage, value, more)
	}
	one := n.lazy("one", text("weak", 1, "a"))
	w := n.fn("w", abi.Int64)
	n.lazy("two", text("weak", 2, "b"))
	n.want(w, 1)
	n.want(n.fn("b", abi.Int64), 1)
	var used *rtdyld.InUseError
	if err := n.Remove(t.Context(), one); !errors.As(err, &used) {
		t.Errorf("removed in use: %v", err)
	}
	n.lazy("three", text("", 3, "c"))
	n.want(w, 3)
	n.want(n.fn("a", abi.Int64), 3)
	n.want(n.fn("b", abi.Int64), 3)

	n, _ = newLazy(t)
	one = n.lazy("one", text("weak", 1, "a"))
	n.lazy("two", text("weak", 2, "b"))
	n.want(n.fn("a", abi.Int64), 1)
	if err := n.Remove(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	n.want(n.fn("b", abi.Int64), 2)
}

func must(v uint64, err error) uint64 {
	if err != nil {
		panic(err)
	}
	return v
}

// TestLazyRefused: what cannot be compiled lazily is refused with the reason.
func TestLazyRefused(t *testing.T) {
	n, _ := newLazy(t)
	two := "define void @f() { ret void }\ndefine void @g() { ret void }\n"
	for _, c := range []struct {
		in   engine.Input
		want error
		says string
	}{
		{engine.Input{Object: []byte{0}}, engine.ErrInput, "only a source"},
		{engine.Input{Source: &compiler.Source{Text: []byte(two)}, Functions: []string{"f"}}, engine.ErrInput, "what it defines"},
		{engine.Input{Source: &compiler.Source{Text: []byte("module asm \".globl h\"\n" + two)}}, objfmt.ErrUnsupported, "not known what it defines"},
		{engine.Input{Source: &compiler.Source{Text: []byte("define")}}, nil, "expected"},
	} {
		c.in.Name, c.in.Lazy = "m", true
		if _, err := n.Add(t.Context(), c.in); err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.in, err)
		}
	}
	n.lazy("first", []byte(two))
	var twice *rtdyld.DuplicateError
	if _, err := n.Add(t.Context(), engine.Input{Name: "m", Source: &compiler.Source{Text: []byte(two)}, Lazy: true}); !errors.As(err, &twice) {
		t.Errorf("defined twice: %v", err)
	}
	if _, err := newRig(t, stubbed()).Add(t.Context(), engine.Input{Name: "m", Source: &compiler.Source{Text: []byte(two)}, Lazy: true}); !errors.Is(err, engine.ErrNoSplitter) {
		t.Errorf("without a splitter: %v", err)
	}
}
