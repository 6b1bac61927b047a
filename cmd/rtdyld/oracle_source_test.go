package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// clang is a library of objects that clang makes, for a target, of the program in
// testdata/run and of sources that are made up: a quarter as many as the sample has, every
// fourth in C++. They need no headers.
func clang(name, triple string, flags ...string) library {
	return clangOf("clang-14", name, triple, flags...)
}

// clangOf is clang by a command.
func clangOf(command, name, triple string, flags ...string) library {
	return library{name, []string{command}, func(t *testing.T, sample int) []member {
		dir := t.TempDir()
		run, err := filepath.Abs("../../testdata/run")
		if err != nil {
			t.Fatal(err)
		}
		sources := []string{filepath.Join(run, "exec.c"), filepath.Join(run, "other.c"), filepath.Join(run, "far.c")}
		n := min(sample, 320) / 4
		rng := rand.New(rand.NewPCG(*oracleSeed, 1))
		for i := range n {
			name, text := fmt.Sprintf("gen%d.c", i), writeC(rng, i, n)
			if !isC(i) {
				name, text = fmt.Sprintf("gen%d.cc", i), writeCXX(rng, i)
			}
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			sources = append(sources, path)
		}
		// A call of clang for each way to compile; it takes many files.
		var list []member
		levels := []string{"-O1", "-O0", "-O2", "-Os"}
		for k, level := range levels {
			for _, ext := range []string{".c", ".cc"} {
				args := append([]string{"--target=" + triple, level, "-c", "-w", "-ffreestanding", "-fcommon", "-ffp-contract=off", "-fno-ident", "-I", run}, flags...)
				if args = append(args, "-std=gnu11"); ext == ".cc" {
					args[len(args)-1] = "-std=gnu++14"
				}
				var mine []string
				for i, s := range sources {
					if i%len(levels) == k && filepath.Ext(s) == ext {
						mine = append(mine, s)
					}
				}
				if len(mine) > 0 {
					list = append(list, compile(t, command, filepath.Join(dir, level+ext), append(args, mine...))...)
				}
			}
		}
		return list
	}}
}

// compile runs clang in a folder of its own and returns the objects that it leaves there.
func compile(t *testing.T, command, dir string, args []string) (list []member) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, text[:min(len(text), 3000)])
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.o"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if macho := bytes.HasPrefix(data, []byte("\xcf\xfa\xed\xfe")); macho {
			// What each object in C++ may have gets a name of its own, see skipMachO.
			own := fmt.Sprintf("__clang_call_t%.4s%04d", filepath.Base(dir), len(list))
			data = bytes.ReplaceAll(data, []byte("__clang_call_terminate\x00"), []byte(own+"\x00"))
		}
		list = append(list, member{filepath.Base(dir) + "-" + filepath.Base(p), data})
	}
	return list
}

// source is a text about to be written. In what is put, @ becomes the file's number,
// # that of the function, ! that of some other file, $ a small number.
type source struct {
	bytes.Buffer
	rng            *rand.Rand
	file, function int
	files          int // how many there are
}

func (s *source) put(text string) {
	for _, c := range []byte(text) {
		switch c {
		case '@':
			fmt.Fprint(s, s.file)
		case '#':
			fmt.Fprint(s, s.function)
		case '!':
			fmt.Fprint(s, inC(s.rng.IntN(s.files+s.files/4+2))) // some are nowhere
		case '$':
			fmt.Fprint(s, 8+s.rng.IntN(90))
		default:
			s.WriteByte(c)
		}
	}
}

// isC reports whether a file is in C, inC is the next one that is.
func isC(file int) bool { return file%4 != 3 }

func inC(file int) int {
	if !isC(file) {
		file++
	}
	return file
}

// cFunctions are functions to choose from. Every file in C has a function f@, data
// d@ and e@ for the others.
var cFunctions = []string{
	// Calls, here and elsewhere.
	`static __attribute__((noinline)) long near#(long x) { return x * $ + f!(x); }
long g@_#(long x) { return near#(x) + near#(x + 1); }
`,
	`long g@_#(long x) { return f!(x) + f!(x + $); }
`,
	// A table of numbers, written and read at variable places.
	`static int table#[$];
long g@_#(long x) { table#[x & 7] += (int)x; table#[5] ^= $; return table#[(x >> 3) & 7] + table#[1]; }
`,
	// Constants of floating point.
	`double g@_#(double x, float y) { return x * $.37e5 + y / $.25f + (x > $.5 ? 1e-$ : 3.0e11); }
`,
	// A switch that becomes a table of jumps.
	`long g@_#(long x)
{
	switch (x) {
	case 0: return f!(x);
	case 1: return x * $;
	case 2: x ^= f!(2); break;
	case 3: return -x;
	case 4: x += f@(x); /* falls through */
	case 5: return x / 3;
	case 6: return f@(x + $);
	case 7: x <<= 2; break;
	case 9: return f!(9) * 7;
	}
	return x + $;
}
`,
	// Strings and a table of them.
	`static const char *const names#[] = {"one of @", "two", "three: $", "four", "five of @ $"};
const char *g@_#(long x) { return x < 0 ? "less $" : names#[x % 5]; }
const char *const last@_# = "last one $";
`,
	// Pointers to functions.
	`static long a#(long x) { return x + $; }
static long b#(long x) { return f@(x) ^ x; }
static long (*const way#[])(long) = {a#, b#, f!, a#};
long (*chosen@_#)(long) = b#;
long g@_#(long x) { return way#[x & 3](x) + chosen@_#(x); }
`,
	`long (*pointer@_#)(long) = f!;
long (*const pointers@_#[2])(long) = {g@_0, f!};
`,
	// Data of other files, and addresses inside of data.
	`void *into@_#[] = {&d!.a[3], &d!.c[2], &e!, &into@_#[2], (char *)&d! - 8};
long g@_#(long x) { d!.n += x; return d!.c[2] + e! + (long)&d!.a[3] + (long)into@_#[x & 3]; }
`,
	// Labels as values: differences.
	`long g@_#(long x)
{
	static const int to[] = {&&a - &&a, &&b - &&a, &&c - &&a};
	static void *const at[] = {&&c, &&b, &&a};
	long n = 0;
	if (x & 1)
		goto *at[x % 3];
	goto *(&&a + to[x % 3]);
a:	n += $;
b:	n ^= x + 5;
c:	return n * 3;
}
`,
	// Values of several sizes, each loaded and stored by its own instruction.
	`static signed char c# = $; static short h# = $; static long long q# = $; static double r# = $.5; static short w#[2];
typedef int four# __attribute__((vector_size(16)));
static four# v# = {1, 2, 3, $};
long long g@_#(int x) { c# += x; h# -= c#; q# += h#; r# *= q#; w#[x & 1]++; v# += x; return q# + (long long)r# + v#[x & 3]; }
`,
	// A name that is weak.
	`__attribute__((weak)) long w@_#(long x) { return x - $; }
long g@_#(long x) { return w@_#(x) + f!(x); }
`,
}

// cAssembly has what compilers seldom make: differences of symbols, addresses that
// count from the image's, conditional branches to other sections.
const cAssembly = `
#if defined(__APPLE__)
__asm__(".section __DATA,__asm\n.p2align 3\n.quad _d@ - _f@ + 8\n.quad _f@ - _v@\n.long _e@ - _d@ - 4\n.quad _v@ + 24\n"
#if defined(__aarch64__)
	".long _d@@GOT - ., _v@ - .\n"
#endif
	".text\n");
#elif defined(_WIN32)
#if defined(__i386__)
#define NAME "_"
#else
#define NAME
#endif
__asm__(".section .rdata$asm,\"dr\"\n.p2align 3\n.rva " NAME "d@ + 4, " NAME "f@\n.long " NAME "e@ + 3\n.text\n");
#if defined(__aarch64__)
__asm__(".section .text$asm,\"xr\"\n.p2align 2\ncbz x0, f@\nb.ne f@\nadr x0, f@\nadrp x1, d@+12\nadd x1, x1, :lo12:d@+12\nldrb w2, [x1, :lo12:e@]\nret\n.text\n");
#elif defined(__arm__)
__asm__(".section .text$asm,\"xr\"\n.p2align 2\n.thumb\nbne.w f@\nb.w f@\nbl f@\nbx lr\n.text\n");
#elif defined(__x86_64__)
__asm__(".section .text$asm,\"xr\"\ncmpb $1, e@(%rip)\nmovl $0x12345678, v@+2(%rip)\ncmpw $300, v@(%rip)\nlea d@-7(%rip), %rax\njne f@\nret\n.text\n");
#endif
#endif
`

// writeC is a source in C, one of n.
func writeC(rng *rand.Rand, file, n int) string {
	s := &source{rng: rng, file: file, files: n}
	s.WriteString("#ifdef _WIN32\n#define FROM __declspec(dllimport)\n#else\n#define FROM\n#endif\n")
	s.put("struct data { long n; int a[8]; char c[5]; const void *p; };\n")
	for i := range n + n/4 + 3 {
		fmt.Fprintf(s, "extern long f%d(long); extern struct data d%[1]d; extern char e%[1]d;\n", i)
	}
	s.put(`struct data d@ = {$, {1, 2, $}, "ab", f@};
char e@ = $;
long f@(long x) { return x * $ + d@.n; }
long imported@(long x) { return x - $; }
long v@ = $;
`)
	other := inC(file + 5)
	fmt.Fprintf(s, "extern FROM long imported%d(long);\nextern FROM long v%d;\n", other, other)
	s.put("long g@_0(long x) { return x + v@; }\n")
	fmt.Fprintf(s, "long h%d(long x) { return imported%d(x) + v%d; }\n", file, other, other)
	s.WriteString(strings.NewReplacer("@@", fmt.Sprint(file, "@"), "@", fmt.Sprint(file)).Replace(cAssembly))
	for s.function = 1; s.function < 4+rng.IntN(8); s.function++ {
		s.put(cFunctions[rng.IntN(len(cFunctions))])
	}
	return s.String()
}

// writeCXX is a source in C++: classes with virtual functions, templates, inline
// functions and their statics, constructors of statics.
func writeCXX(rng *rand.Rand, file int) string {
	s := &source{rng: rng, file: file}
	s.put(`
extern "C" long outside(long);
namespace n@ {
struct Base {
	long a;
	Base(long x) : a(x) {}
	virtual ~Base();
	virtual long get(long x) { return a + x * $; }
	virtual long set(long x) = 0;
};
struct Left : virtual Base {
	long b = $;
	Left(long x) : Base(x) {}
	~Left() override { outside(b); }
	long get(long x) override;
	long set(long x) override { return b = x + outside(x); }
};
struct Right : Left {
	Right() : Base($), Left(5) {}
	long set(long x) override { return Left::set(x) - 1; }
};
Base::~Base() { outside(a); }
long Left::get(long x) { return b - x; }
template <class T, int N> struct Array {
	T v[N];
	static int made;
	Array() { made++; for (T &t : v) t = N; }
	T sum() const { T t = 0; for (T x : v) t += x; return t; }
};
template <class T, int N> int Array<T, N>::made;
inline long counter(long x) { static long n = $; return n += x; }
inline const char *text(int i) { static const char *const t[] = {"a", "bc", "def $"}; return t[i % 3]; }
`)
	for s.function = range 1 + rng.IntN(4) {
		s.put("Array<int, 3#> ints#;\ndouble use#(Array<double, 4#> &x) { return x.sum() + ints#.sum() + Array<float, 5#>::made; }\n")
	}
	s.put(`
Right global;
Base *pick(int i) { static Left left(outside(i)); return i ? static_cast<Base *>(&left) : &global; }
long all(int i, Base *p) { return counter(i) + p->get(i) + p->set(3) + *text(i) + pick(i)->get(2); }
long (Base::*method)(long) = &Base::get;
}
`)
	if rng.IntN(2) == 0 {
		s.WriteString("#ifdef __cpp_exceptions\n")
		s.put(`long caught@(int i)
{
	n@::Right r;
	try {
		outside(i);
		if (i == $)
			throw i;
		return r.get(i);
	} catch (int &e) {
		return e + 1;
	} catch (...) {
		outside(2);
		throw;
	}
}
`)
		s.WriteString("#endif\n")
	}
	return s.String()
}
