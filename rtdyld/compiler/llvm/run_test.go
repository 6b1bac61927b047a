package llvm

import (
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

const runC = `
static long calls, made;
static __thread long per_thread = 7;
static const char text[] = "abc";
static const char *const names[] = {"zero", "one", "two"};
long shared = 40;
static long helper(long x) { calls++; return x * 2; }
long twice(long x) { return helper(x); }
long also(long x) __attribute__((alias("twice")));
__attribute__((visibility("hidden"))) long hidden(long x) { return x + shared; }
static long own(long x) { return per_thread += x; }
static long pick(long i) { static void *labels[] = {&&a, &&b}; goto *labels[i & 1]; a: return 1000; b: return 2000; }
static long (*const ops[])(long) = {twice, hidden, own, pick};
__attribute__((constructor)) static void first(void) { made = 100000; }
long run(long n) {
	long sum = made;
	for (long i = 0; i < n; i++) sum += ops[i & 3](i) + names[i % 3][0] + text[i % 3];
	return sum + also(n) + calls;
}
`

// runWant is run(n) in Go.
func runWant(n int64) int64 {
	sum, calls, perThread := int64(100000), int64(0), int64(7)
	names, text := []string{"zero", "one", "two"}, "abc"
	for i := range n {
		switch i & 3 {
		case 0:
			calls++
			sum += 2 * i
		case 1:
			sum += i + 40
		case 2:
			perThread += i
			sum += perThread
		case 3:
			sum += 1000 + 1000*(i&1)
		}
		sum += int64(names[i%3][0]) + int64(text[i%3])
	}
	return sum + 2*n + calls + 1
}

// TestRun: what LLVM makes of a module runs in this process, whole, and in pieces that are
// loaded one by one in any order.
func TestRun(t *testing.T) {
	citest.Need(t, "clang")
	eachVersion(t, func(t *testing.T, c *Compiler) {
		src := compiler.Source{Name: "run", Triple: linux(t), Text: emit(t, runC, "-x", "c", "-O0", "-fPIC")}
		pieces, err := splitAll(c, t.Context(), src)
		if err != nil || len(pieces) < 6 {
			t.Fatalf("%d pieces, %v", len(pieces), err)
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		for name, sources := range map[string][]compiler.Source{"whole": {src}, "pieces": pieces} {
			t.Run(name, func(t *testing.T) {
				cfg, err := host.LinkerConfig()
				if err != nil {
					t.Fatal(err)
				}
				l, err := rtdyld.New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				var all []*rtdyld.Object
				for _, s := range sources {
					obj, err := c.Compile(t.Context(), s)
					if err != nil {
						t.Fatal(err)
					}
					img, err := objfile.ParseBuffer(obj)
					if err != nil {
						t.Fatal(err)
					}
					defer img.Close()
					objs, err := l.Load(t.Context(), img) // a batch of its own
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, objs...)
				}
				if err := l.Finalize(t.Context(), all...); err != nil {
					t.Fatal(err)
				}
				sym, err := l.Lookup("run")
				if err != nil {
					t.Fatal("no function run")
				}
				caller, err := host.Caller()
				if err != nil {
					t.Fatal(err)
				}
				run, err := abi.Func1[int64, int64](caller, sym.Addr)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := run(50), runWant(50); got != want {
					t.Errorf("run(50) = %d, want %d", got, want)
				}
				if err := l.Unload(t.Context(), all...); err != nil {
					t.Error(err)
				}
			})
		}
	})
}
