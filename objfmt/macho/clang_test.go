package macho_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

var (
	fullRun = flag.Bool("full", false, "compare many more objects")
	seed    = flag.Uint64("seed", 1, "which programs are compiled")
)

// targets are what clang makes objects for.
var targets = []string{
	"x86_64-apple-macosx11", "arm64-apple-macosx11", "i386-apple-macosx10.12", "armv7-apple-ios10", "armv7k-apple-watchos4",
	"arm64_32-apple-watchos5", "armv7s-apple-ios9", "x86_64-apple-ios14-simulator", "arm64e-apple-ios14", "i386-apple-macosx10.5", "armv6-apple-ios3",
}

// program writes a C or C++ program that no two seeds have alike, with one of
// everything that makes records of different kinds.
func program(rng *rand.Rand, cxx, threads bool) string {
	var b strings.Builder
	n := 3 + rng.IntN(12)
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if cxx {
		p("extern \"C\" {")
	}
	for i := range n {
		p("extern int ext%d(int); extern int extv%d[%d];", i, i, 1+rng.IntN(20))
		p("%s int v%d = %d;", []string{"static", "__attribute__((visibility(\"hidden\")))", "", "__attribute__((weak))"}[rng.IntN(4)], i, rng.IntN(100))
		p("int com%d[%d]; static int zero%d[%d]; static const double k%d = %d.25; static const int tab%d[] = {1,2,%d};", i, 1+rng.IntN(100), i, 1+rng.IntN(50), i, rng.IntN(9), i, i)
		if threads {
			p("%s __thread int t%d %s;", []string{"static", "", "extern"}[i%3], i, []string{"= 5", "", ""}[i%3])
		}
	}
	for i := range n {
		p("%s int f%d(int x) {", []string{"static __attribute__((noinline,used))", "", "__attribute__((weak))", "__attribute__((visibility(\"hidden\")))"}[rng.IntN(4)], i)
		for range 1 + rng.IntN(6) {
			k := rng.IntN(n)
			switch rng.IntN(9) {
			case 0:
				p("x += ext%d(x + v%d);", k, k)
			case 1:
				p("extv%d[0] = x; zero%d[0] += x; zero%d[0] = 123456; com%d[0]++;", k, k, rng.IntN(n), k)
			case 2:
				p("switch (x & 7) { case 0: x = ext%d(1); break; case 1: x = ext0(7); break; case 2: x *= 7; break; case 3: ext%d(9); case 4: x++; break; case 5: x = v%d; break; case 6: return ext%d(x); }", k, k, k, k)
			case 3:
				p("x += (int)(k%d * x + tab%d[x & 1]);", k, k)
			case 4:
				p("if (x > %d) return f%d(x - 1);", rng.IntN(90), rng.IntN(i+1))
			case 5:
				p("x += \"some text %d\"[x & 7];", k)
			case 6:
				if threads {
					p("x += t%d++;", k)
				}
			case 7:
				p("{ extern int wk%d(int) __attribute__((weak_import)); if (wk%d) x = wk%d(x); }", k, k, k)
			case 8:
				if cxx {
					p("{ struct S { int *p; ~S() { ext%d(*p); } } s = {&x}; try { ext%d(x); } catch (int e) { x = e; } catch (...) { ext0(3); } }", k, k)
				}
			}
		}
		p("return x; }")
		if i%3 == 0 {
			p("int (*ptr%d)(int) = f%d; const char *const str%d = \"text %d\"; static int (*const cptr%d[])(int) = {f%d, ext0, ext%d}; int call%d(int i) { return cptr%d[i](i); }", i, i, i, i, i, i, i, i, i)
		}
	}
	p("__attribute__((constructor)) static void init(void) { v0 = ext0(1); } __attribute__((destructor)) static void fini(void) { ext0(2); }")
	p("__asm__(\".no_dead_strip _f0\"); int *inside = &extv0[1];")
	if cxx {
		p("}")
	}
	return b.String()
}

// compile makes objects of generated programs and of the system's C++ headers for
// all targets and hands each over.
func compile(t *testing.T, count int, each func(name string, path string)) {
	t.Helper()
	citest.Need(t, "clang-14")
	dir := t.TempDir()
	type job struct{ out, args string }
	var jobs []job
	for k := range count {
		rng := rand.New(rand.NewPCG(*seed, uint64(k)))
		for i, target := range targets {
			cxx := (k+i)%3 == 0
			threads := !strings.Contains(target, "10.5") && !strings.Contains(target, "armv6")
			src := filepath.Join(dir, fmt.Sprintf("%d-%s.%s", k, target, map[bool]string{false: "c", true: "cc"}[cxx]))
			if err := os.WriteFile(src, []byte(program(rng, cxx, threads)), 0o666); err != nil {
				t.Fatal(err)
			}
			options := []string{"-O0", "-O1", "-O2", "-Os"}[rng.IntN(4)] + []string{"", " -g", " -fcommon", " -fno-asynchronous-unwind-tables", " -fPIC"}[rng.IntN(5)]
			jobs = append(jobs, job{src + ".o", "-target " + target + " " + options + " -w -fexceptions -c " + src})
		}
	}
	if !citest.Sample() {
		headers := systemHeaders(t, dir)
		src := filepath.Join(dir, "big.cc")
		if err := os.WriteFile(src, []byte(bigProgram), 0o666); err != nil {
			t.Fatal(err)
		}
		// The compiler may be there without the C++ library that it is to read.
		big := targets[:6]
		try := append(strings.Fields("-target "+big[0]+headers), "-w", "-std=c++17", "-fsyntax-only")
		if err := citest.Compiles(bigProgram, "clang++-14", try...); err != nil {
			if citest.CI() {
				t.Fatal(err)
			}
			t.Log(err)
			big = nil
		}
		for i, target := range big {
			out := fmt.Sprintf("%s/big-%s.o", dir, target)
			jobs = append(jobs, job{out, "-target " + target + []string{" -O0", " -O2 -g"}[i%2] + headers + " -w -fexceptions -std=c++17 -c " + src})
		}
	}
	var wg sync.WaitGroup
	failed := make([]error, len(jobs))
	slots := make(chan struct{}, runtime.NumCPU())
	for i, j := range jobs {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			cmd := exec.Command("clang-14", append(strings.Fields(j.args), "-o", j.out)...)
			if out, err := cmd.CombinedOutput(); err != nil {
				failed[i] = fmt.Errorf("clang-14 %s: %v\n%s", j.args, err, out)
			}
		})
	}
	wg.Wait()
	for i, j := range jobs {
		if failed[i] != nil {
			t.Fatal(failed[i])
		}
		each(filepath.Base(j.out), j.out)
	}
}

// systemHeaders returns options by which clang reads this Linux system's own C++
// headers for Apple's targets.
func systemHeaders(t *testing.T, dir string) string {
	const cxx = "/usr/include/c++/12"
	shim := filepath.Join(dir, "shim", "bits")
	if err := os.MkdirAll(shim, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"wordsize.h": "#ifdef __LP64__\n#define __WORDSIZE 64\n#else\n#define __WORDSIZE 32\n#endif\n#define __WORDSIZE_TIME64_COMPAT32 0\n#define __WORDSIZE32_SIZE_ULONG 1\n#define __WORDSIZE32_PTRDIFF_LONG 0\n",
		"floatn.h":   "#define __HAVE_FLOAT128 0\n#define __HAVE_DISTINCT_FLOAT128 0\n#define __HAVE_FLOAT64X 0\n#define __HAVE_FLOAT64X_LONG_DOUBLE 0\n#include <bits/floatn-common.h>\n",
	} {
		if err := os.WriteFile(filepath.Join(shim, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := " -nostdinc -nostdinc++ -U__APPLE__ -U__MACH__ -U__nonnull -D__linux__ -D__gnu_linux__ -D__ELF__ -D_GNU_SOURCE"
	for _, path := range []string{filepath.Dir(shim), cxx, "/usr/include/x86_64-linux-gnu/c++/12", "/usr/lib/llvm-14/lib/clang/14.0.6/include", "/usr/include/x86_64-linux-gnu", "/usr/include"} {
		s += " -isystem " + path
	}
	return s
}

// bigProgram uses enough of the C++ library for a few hundred sections' worth of
// weak definitions, tables and exception tables.
const bigProgram = `
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
thread_local std::string tls = "abc";
std::map<std::string, std::vector<int>> m;
std::unordered_map<int, std::string> u;
struct B { virtual ~B(); virtual int f(int) = 0; };
struct D : B { int f(int x) override { if (x < 0) throw std::runtime_error("neg" + tls); return m[std::to_string(x)].size(); } };
B::~B() {}
std::unique_ptr<B> mk() { return std::make_unique<D>(); }
int run(int n) {
	try {
		std::ostringstream o;
		for (int i = 0; i < n; i++) { o << mk()->f(i) << tls << u[i]; m[o.str()].push_back(i); }
		std::sort(m["x"].begin(), m["x"].end(), [](int a, int b) { return a > b; });
		return o.str().size();
	} catch (std::exception &e) { std::cerr << e.what(); return -1; }
}
std::function<int(int)> fn = [](int x) { return run(x); };
`
