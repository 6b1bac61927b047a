package llvm

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// splitC has what can be hard to take apart in C.
const splitC = `
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
static int calls;
static const char *const names[] = {"zero", "one", "two"};
int table[4] = {4, 3, 2, 1};
static __thread int per_thread = 7;
extern int later;
static int helper(int x) { calls++; return x * 2; }
static int unused(int x) { return x; }
int twice(int x) { return helper(x) + table[x & 3]; }
int aliased(int x) __attribute__((alias("twice")));
extern int table2[4] __attribute__((alias("table")));
__attribute__((weak)) int weak(int x) { return x + 100; }
static int pick(int i) {
	static void *labels[] = {&&a, &&b, &&c};
	goto *labels[i];
a:	return 10;
b:	return 20;
c:	return 30;
}
static int own(int i) { return per_thread += i; }
static int chosen(int x) { return x - 1; }
static int (*resolve(void))(int) { return chosen; }
int indirect(int x) __attribute__((ifunc("resolve")));
static int (*const ops[])(int) = {helper, twice, pick};
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
struct big { long a[6]; };
static struct big make(long x) { struct big b = {{x, x + 1, x + 2}}; return b; }
static int counter(void) { static int n = 5; return n++; }
static int used_by_asm(int x) __attribute__((used));
static int used_by_asm(int x) { return x + 1000; }
static int through_asm(int x) { int r; __asm__ volatile("call used_by_asm" : "=a"(r) : "D"(x) : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc"); return r; }
__attribute__((visibility("hidden"))) int hidden_one(int x) { return x ^ 5; }
int common_one;
int later = 9;
extern int same __attribute__((alias("later")));
static int order[4], at;
__attribute__((constructor)) static void first(void) { order[at++] = 1; }
__attribute__((destructor)) static void last(void) { printf("last %d\n", calls); }
inline int only_inline(int x) { return x + 3; }
int main(int argc, char **argv) {
	printf("%d %d %d %d\n", twice(argc), aliased(2), weak(1), table2[1]);
	for (int i = 0; i < 3; i++) printf("%s %d %d\n", names[i], pick(i), ops[i](i));
	printf("%d %d %d\n", own(1), own(2), indirect(5));
	struct big b = make(argc);
	printf("%d %ld %d %d\n", sum(3, 1, 2, 3), b.a[2], counter(), counter());
	printf("%d %d %d %d\n", hidden_one(3), common_one, later, order[0]);
	printf("%d %zu %d\n", through_asm(4), strlen(names[2]), same);
	return unused(0);
}
`

const splitCXX = `
#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include <stdexcept>
#include <memory>
#include <algorithm>
namespace {
struct Log { Log(const char *s) { std::printf("made %s\n", s); } ~Log() { std::printf("gone\n"); } };
Log global("global");
int secret(int x) { if (x > 2) throw std::runtime_error("too much"); return x; }
}
struct Base { virtual ~Base() {} virtual std::string name() const { return "base"; } };
struct Derived : Base { std::string name() const override { return "derived"; } };
template <class T> struct Holder { static int count; static T &get() { static T value{}; count++; return value; } };
template <class T> int Holder<T>::count = 40;
inline int shared = 3;
struct Early { int v; Early() : v(11) {} };
template <class T> struct Lazy { static Early e; };
template <class T> Early Lazy<T>::e;
thread_local std::string per_thread = "thread";
int main() {
	std::map<std::string, std::vector<int>> m;
	for (int i = 0; i < 5; i++) m[std::string("k") + char('a' + i % 3)].push_back(i);
	for (auto &[k, v] : m) { std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; }); std::printf("%s %zu %d\n", k.c_str(), v.size(), v[0]); }
	std::unique_ptr<Base> b(new Derived);
	std::printf("%s %d %s\n", b->name().c_str(), dynamic_cast<Derived *>(b.get()) != nullptr, per_thread.c_str());
	Holder<int>::get() = 5;
	std::printf("%d %d %d %d\n", Holder<int>::get(), Holder<int>::count, shared, Lazy<int>::e.v);
	try { for (int i = 0;; i++) secret(i); } catch (const std::exception &e) { std::printf("%s\n", e.what()); }
}
`

// TestSplit: programs that are split, each piece compiled by itself, and linked, do what
// they do whole.
func TestSplit(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		for _, p := range []struct {
			name, source string
			flags        []string
			least        int
		}{
			{"c-O0", splitC, []string{"-x", "c", "-O0"}, 12},
			{"c-O2", splitC, []string{"-x", "c", "-O2", "-fno-inline", "-g"}, 8},
			{"c++", splitCXX, []string{"-x", "c++", "-std=c++17", "-O1"}, 15},
		} {
			t.Run(p.name, func(t *testing.T) {
				if citest.Sample() && p.name == "c-O2" {
					t.Skip("the others do in short form")
				}
				citest.Need(t, "clang++")
				ir := emit(t, p.source, append(p.flags, "-fPIC")...)
				src := compiler.Source{Name: p.name, Triple: linux(t), Text: ir}
				want := runObjects(t, [][]byte{compile(t, c, src)})
				if !strings.Contains(want, "\n") {
					t.Fatalf("the program prints %q", want)
				}
				parts, err := c.Split(t.Context(), src)
				if err != nil {
					t.Fatal(err)
				}
				pieces, err := splitAll(c, t.Context(), src)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d pieces of %d bytes", len(pieces), len(ir))
				if len(pieces) < p.least {
					t.Errorf("only %d pieces", len(pieces))
				}
				var objs [][]byte
				for i, piece := range pieces {
					objs = append(objs, compile(t, c, piece))
					checkDefines(t, parts[i], objs[i])
				}
				if got := runObjects(t, objs); got != want {
					t.Errorf("split it prints\n%s\nwhole\n%s", got, want)
				}
			})
		}
	})
}

// checkDefines holds what a part is said to define against its object's symbol table. What
// is left out is a variable that nobody else refers to.
func checkDefines(t *testing.T, p compiler.Part, object []byte) {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]compiler.Definition{}
	for _, d := range p.Defines {
		said[d.Name] = d
	}
	for _, s := range syms {
		bind, kind := elf.ST_BIND(s.Info), elf.ST_TYPE(s.Info)
		if bind == elf.STB_LOCAL || s.Section == elf.SHN_UNDEF {
			continue
		}
		d, ok := said[s.Name]
		delete(said, s.Name)
		private := strings.Contains(s.Name, ".") && kind != elf.STT_FUNC
		if !ok && !private || ok && (d.Function != (kind == elf.STT_FUNC) || d.Weak != (bind == elf.STB_WEAK)) {
			t.Errorf("%s: symbol table has %s, %v, %v; said was %+v, %v", p.Name, s.Name, bind, kind, d, ok)
		}
	}
	for name := range said {
		t.Errorf("%s: no %s in the symbol table", p.Name, name)
	}
}

// TestSplitCXX: hundreds of functions, most of them inline ones of the library.
func TestSplitCXX(t *testing.T) {
	if citest.Sample() {
		t.Skip("250 compilations")
	}
	citest.Need(t, "clang++")
	c := one(t, Config{Level: O0})
	src := compiler.Source{Name: "c++", Triple: linux(t), Text: emit(t, splitCXX, "-x", "c++", "-std=c++17", "-O0", "-fPIC")}
	want := runObjects(t, [][]byte{compile(t, c, src)})
	pieces, err := splitAll(c, t.Context(), src)
	if err != nil || len(pieces) < 200 {
		t.Fatalf("%d pieces, %v", len(pieces), err)
	}
	var objs [][]byte
	for _, piece := range pieces {
		objs = append(objs, compile(t, c, piece))
	}
	if got := runObjects(t, objs); got != want {
		t.Errorf("split it prints\n%s\nwhole\n%s", got, want)
	}
}

// TestSplitPieces: what is where, and what stays as it is.
func TestSplitPieces(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // functions, and variables, of each piece; "": whole
	}{
		{"one function", "define void @f() { ret void }", ""},
		{"assembly", "module asm \"nop\"\ndefine void @f() { ret void }\ndefine void @g() { ret void }", ""},
		{"no variables", "define void @f() { ret void }\ndefine void @g() { ret void }", "f|g"},
		{"variables", "@v = global i32 1\n@w = constant i32 2\ndefine void @f() { ret void }\ndefine i32* @g() { ret i32* @v }", "v w|f|g"},
		{"strings", "@s = private unnamed_addr constant [2 x i8] c\"x\\00\"\ndefine [2 x i8]* @f() { ret [2 x i8]* @s }\ndefine [2 x i8]* @g() { ret [2 x i8]* @s }", "f|g"},
		{"group", "$a = comdat any\n@v = linkonce_odr global i32 1, comdat($a)\ndefine linkonce_odr void @a() comdat { ret void }\ndefine void @g() { ret void }", "a v|g"},
		{"alias", "@b = alias void (), void ()* @f\ndefine void @f() { ret void }\ndefine void @g() { call void @b()\n ret void }", "b f|g"},
		{"constructors", "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 1, void ()* @f, i8* null }]\ndefine internal void @f() { ret void }\ndefine void @g() { ret void }", "ANCHOR|g"},
		{"by name", "@llvm.used = appending global [1 x i8*] [i8* bitcast (void ()* @f to i8*)], section \"llvm.metadata\"\ndefine internal void @f() { ret void }\ndefine void @g() { call void asm \"call f\", \"\"()\n ret void }\ndefine void @h() { ret void }\ndefine void @i() { call void @f()\n ret void }", "g i|h"},
		{"thread-local", "@t = internal thread_local global i32 0\ndefine i32* @f() { ret i32* @t }\ndefine i32* @g() { ret i32* @t }\ndefine void @h() { ret void }", "f g HIDDEN|h"},
		{"internal", "define internal void @f() { ret void }\ndefine void @g() { call void @f()\n ret void }", "HIDDEN|g"},
		{"hidden", "define hidden void @f() { ret void }\ndefine void @g() { call void @f()\n ret void }", "f|g"},
	} {
		t.Run(c.name, func(t *testing.T) {
			comp := one(t, Config{})
			src := compiler.Source{Name: "m", Triple: linux(t), Text: []byte(c.text)}
			pieces, err := splitAll(comp, t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" {
				if len(pieces) != 1 || pieces[0].Name != "m" || string(pieces[0].Text) != c.text {
					t.Errorf("%d pieces", len(pieces))
				}
				return
			}
			var got []string
			for _, p := range pieces {
				names, ok, err := comp.Defines(t.Context(), p)
				if err != nil || !ok {
					t.Fatalf("%v %v", ok, err)
				}
				for i, n := range names {
					if strings.HasPrefix(n, "__rtdyld_init.") {
						names[i] = "ANCHOR"
					} else if strings.Contains(n, ".") {
						names[i] = "HIDDEN"
					}
				}
				names = slices.DeleteFunc(names, func(n string) bool { return n == "HIDDEN" && strings.HasSuffix(p.Name, "#") })
				slices.Sort(names)
				got = append(got, strings.Join(names, " "))
				// Each piece by itself is an object with no hidden names.
				f, err := elf.NewFile(bytes.NewReader(compile(t, comp, p)))
				if err != nil {
					t.Fatal(err)
				}
				syms, _ := f.Symbols()
				refers := false
				for _, s := range syms {
					refers = refers || strings.HasPrefix(s.Name, "__rtdyld_init.") && s.Section == elf.SHN_UNDEF
					if elf.ST_VISIBILITY(s.Other) != elf.STV_DEFAULT {
						t.Errorf("%s: %s is %v", p.Name, s.Name, elf.ST_VISIBILITY(s.Other))
					}
				}
				if needs := strings.Contains(c.want, "ANCHOR") && !strings.HasSuffix(p.Name, "#"); refers != needs {
					t.Errorf("%s refers to the piece with constructors: %v", p.Name, refers)
				}
			}
			slices.Sort(got)
			want := strings.Split(c.want, "|")
			for i := range want {
				w := strings.Fields(want[i])
				slices.Sort(w)
				want[i] = strings.Join(w, " ")
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("pieces %q, want %q", got, want)
			}
		})
	}
}

// TestSplitMany: pieces are taken by way of parts when they are many, each is right, and
// the same the next time.
func TestSplitMany(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		const n = 200
		src := compiler.Source{Name: "m", Triple: linux(t), Text: append(chain(n), "@v = global i32 1\n"...)}
		pieces, err := splitAll(c, t.Context(), src)
		if err != nil || len(pieces) != n+1 {
			t.Fatalf("%d pieces, %v", len(pieces), err)
		}
		again, err := splitAll(c, t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range pieces {
			want := []string{"v"}
			if i > 0 {
				want = []string{fmt.Sprintf("f%d", i-1)}
			}
			names, ok, err := c.Defines(t.Context(), p)
			if err != nil || !ok || !slices.Equal(names, want) {
				t.Errorf("piece %d defines %q, not %q: %v", i, names, want, err)
			}
			if !bytes.Equal(p.Text, again[i].Text) {
				t.Errorf("piece %d is another the second time", i)
			}
			if len(p.Text) > 4000 {
				t.Errorf("piece %d has %d bytes", i, len(p.Text))
			}
		}
	})
}

// splitAll makes the sources of all parts.
func splitAll(c *Compiler, ctx context.Context, src compiler.Source) (sources []compiler.Source, err error) {
	parts, err := c.Split(ctx, src)
	for _, p := range parts {
		s, err := p.Source(ctx)
		if err != nil {
			return nil, err
		}
		if s.Name != p.Name {
			return nil, fmt.Errorf("the source of part %s is %s", p.Name, s.Name)
		}
		sources = append(sources, s)
	}
	return sources, err
}

// emit has clang make bitcode, which every later version reads.
func emit(t testing.TB, source string, flags ...string) []byte {
	t.Helper()
	citest.Need(t, "clang")
	cmd := exec.Command("clang", append(flags, "-c", "-emit-llvm", "-o", "-", "-")...)
	cmd.Stdin = strings.NewReader(source)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return out
}

func compile(t testing.TB, c *Compiler, src compiler.Source) []byte {
	t.Helper()
	obj, err := c.Compile(t.Context(), src)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return obj.Bytes()
}

// runObjects links objects by the system's linker, runs the program and returns what it
// prints.
func runObjects(t testing.TB, objs [][]byte) string {
	t.Helper()
	dir := t.TempDir()
	prog := filepath.Join(dir, "prog")
	args := []string{"-o", prog}
	for i, obj := range objs {
		file := filepath.Join(dir, fmt.Sprintf("%d.o", i))
		if err := os.WriteFile(file, obj, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.Command("clang++", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
	out, err := exec.Command(prog).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestSplitGrows: what is read to take all pieces out of a module grows hardly faster than the module.
func TestSplitGrows(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		reads := func(n int) float64 {
			parts, s, err := c.split(t.Context(), compiler.Source{Name: "many", Triple: linux(t), Text: chain(n)})
			if err != nil || len(parts) != n || s == nil {
				t.Fatalf("%d parts, want %d; %v", len(parts), n, err)
			}
			for i := range parts {
				if _, err := parts[i].Source(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			return float64(s.read.Load())
		}
		few, many := reads(100), reads(800)
		if exponent := math.Log(many/few) / math.Log(8); exponent > 1.2 {
			t.Errorf("%.0f pieces are read for 100, %.0f for 800: n^%.2f", few, many, exponent)
		}
	})
}
