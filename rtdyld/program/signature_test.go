//go:build (linux && (amd64 || arm64 || arm || 386 || riscv64 || ppc64le || s390x || loong64 || mips64le)) || (windows && amd64)

package program_test

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// described is a source whose functions are bound by right and by wrong types.
const described = `
#define LET(x) __attribute__((noinline, used)) x
typedef unsigned long size;
enum color { red, green = 5 };
enum dark { black = -1, grey };
struct point { float x, y; };
struct mixed { double d; int n; signed char tail[9]; };
struct deep { struct point p; struct mixed *next; enum color c; };
struct list { struct list *next; int (*visit)(struct list *, void *); };
union either { double d; long n; };
struct bits { unsigned a : 3, b : 9; int c; };

int add(int a, int b) { return a + b; }
double brightness(double x, size n) { return x * n; }
float half(float x) { return x / 2; }
const char *text(const char *s, int at) { return s + at; }
void nothing(void) {}
unsigned char small(signed char c, unsigned short s, _Bool b) { return c + s + b; }
long long wide(unsigned long long v) { return v; }
enum color paint(enum color c, enum dark d) { return c + d; }
int walk(struct list *l, int (*visit)(struct list *, void *), void *arg) { return visit == l->visit && !arg; }
float length(struct point p) { return p.x + p.y; }
struct point flip(struct point p) { return (struct point){p.y, p.x}; }
struct mixed make(int n) { return (struct mixed){n / 2.0, n, {1, 2, 3}}; }
int sum(const int v[4], int n) { return v[0] + n; }
int deepest(const struct deep *const *volatile d) { return !d; }
double un(union either e) { return e.d; }
int fields(struct bits b) { return b.b; }
int many(int n, ...) { return n; }
static inline int twice(int x) { return 2 * x; }
LET(int outside(int x)) { return twice(x) + 1; }
`

// TestMismatch: a Go function that C's is not of the type of is not bound, and the error says where they differ; others
// are.
func TestMismatch(t *testing.T) {
	type point struct{ X, Y float32 }
	type mixed struct {
		D    float64
		N    int32
		Tail [9]int8
	}
	type bits struct {
		AB uint32
		C  int32
	}
	structs := slices.Contains([]string{"amd64", "386", "arm64", "arm"}, runtime.GOARCH)
	long := strconv.IntSize == 64 && runtime.GOOS != "windows" // C's long has 64 bits
	for _, options := range [][]string{
		{"-g", "-gdwarf-5"}, {"-g", "-gdwarf-4"}, {"-g", "-gdwarf-3"}, {"-g", "-O2"}, {"-g", "-O0"}, {"-g", "-fdebug-types-section"},
		{"-g", "-gz"}, {"-g", "-ffunction-sections"},
	} {
		p := load(t, newIsland(t), program.Bytes("described.o", compile(t, described, options...)))
		for _, c := range []struct {
			name string
			fn   any
			want string // part of the error, "": it is bound
		}{
			{"add", new(func(a, b int32) int32), ""},
			{"add", new(func(a, b uint32) uint32), ""},
			{"add", new(func(a, b int32)), ""},
			{"add", new(func(a int32) int32), "number of parameters is 2 in C and 1 in Go; described.o says: int add(int a, int b)"},
			{"add", new(func(a, b, c int32) int32), "number of parameters is 2 in C and 3 in Go"},
			{"add", new(func(a, b int64) int64), "parameter 1 (a) is int in C and int64 in Go; described.o says: int add(int a, int b): ctype: int and int64: size is 4 in C and 8 in Go"},
			{"add", new(func(a int32, b float32) int32), "parameter 2 (b) is int in C and float32 in Go"},
			{"add", new(func(a, b int32) float32), "result is int in C and float32 in Go"},
			{"add", new(func(a, b int32) int8), "result is int in C and int8 in Go"},
			{"add", new(func(a int32, b string) int32), "parameter 2 (b) is int in C and string in Go"},
			{"brightness", new(func(float64, uint) float64), map[bool]string{false: "parameter 2 (n) is size in C and uint in Go"}[long || strconv.IntSize == 32]},
			{"brightness", new(func(float64, float64) float64), "parameter 2 (n) is size in C and float64 in Go"},
			{"brightness", new(func(float32, uintptr) float64), "parameter 1 (x) is double in C and float32 in Go"},
			{"half", new(func(float32) float32), ""},
			{"half", new(func(float64) float64), "parameter 1 (x) is float in C and float64 in Go"},
			{"half", new(func(float32) float64), "result is float in C and float64 in Go"},
			{"half", new(func(int32) float32), "parameter 1 (x) is float in C and int32 in Go"},
			{"text", new(func(string, int32) string), ""},
			{"text", new(func(*byte, int32) unsafe.Pointer), ""},
			{"text", new(func([]byte, int32) uintptr), ""},
			{"text", new(func(int8, int32) string), "parameter 1 (s) is const char * in C and int8 in Go"},
			{"text", new(func(string, string) string), "parameter 2 (at) is int in C and string in Go"},
			{"nothing", new(func()), ""},
			{"nothing", new(func() int32), "result is void in C and int32 in Go"},
			{"nothing", new(func(int32)), "number of parameters is 0 in C and 1 in Go; described.o says: void nothing(void)"},
			{"small", new(func(int8, uint16, bool) uint8), ""},
			{"small", new(func(uint8, int16, bool) int8), ""},
			{"small", new(func(int8, uint32, bool) uint8), "parameter 2 (s) is "},
			{"small", new(func(int8, uint16, int32) uint8), "parameter 3 (b) is _Bool in C and int32 in Go"},
			{"wide", new(func(int64) uint64), ""},
			{"wide", new(func(int32) int64), "parameter 1 (v) is "},
			{"paint", new(func(int32, int32) uint32), ""},
			{"paint", new(func(uint32, uint8) uint32), "parameter 2 (d) is enum dark in C and uint8 in Go"},
			{"walk", new(func(uintptr, uintptr, unsafe.Pointer) int32), ""},
			{"walk", new(func(uintptr, float64, unsafe.Pointer) int32), "parameter 2 (visit) is int (*)(struct list *, void *) in C and float64 in Go"},
			{"sum", new(func([]int32, int32) int32), ""},
			{"sum", new(func(int16, int32) int32), "parameter 1 (v) is const int * in C and int16 in Go"},
			{"deepest", new(func(uintptr) int32), ""},
			{"deepest", new(func(float64) int32), "is const struct deep *const *volatile in C and float64 in Go"},
			{"outside", new(func(int32) int32), ""},
			{"outside", new(func(float64) int32), "parameter 1 (x) is int in C and float64 in Go"},
			{"many", new(func(int32, int32, float64) int32), ""},
			{"many", new(func() int32), "number of parameters is 1 or more in C and 0 in Go; described.o says: int many(int n, ...)"},
			{"many", new(func(int32, float32) int32), `parameter 2 is double, as all that is passed for "..." in C and float32 in Go`},
			{"many", new(func(int32, int8) int32), `parameter 2 is int, as all that is passed for "..." in C and int8 in Go`},
			{"make", new(func(int32)), "result is struct mixed in C and nothing in Go"},
			{"length", new(func(float64) float32), "parameter 1 (p) is struct point in C and float64 in Go"},
			{"length", new(func(struct{ X, Y int32 }) float32), "type of field x is float in C and int32 in Go"},
			{"length", new(func(struct{ X, Y float64 }) float32), "size is 8 in C and 16 in Go"},
			{"length", new(func(point) float32), ""},
			{"flip", new(func(point) point), ""},
			{"make", new(func(int32) mixed), ""},
			{"un", new(func(float64) float64), "values of the C type are passed elsewhere"},
			{"fields", new(func(bits) int32), ""},
			{"fields", new(func(struct{ A uint8 }) int32), "size is 8 in C and 1 in Go"},
		} {
			if c.want == "" && !structs && (c.name == "length" || c.name == "flip" || c.name == "make" || c.name == "fields") ||
				c.name == "un" && runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" { // all is on the stack, or there is no rule
				continue
			}
			err := p.Bind(c.name, c.fn)
			var m *program.MismatchError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%v: %s as %T: %v", options, c.name, c.fn, err)
			case c.want != "" && (!errors.As(err, &m) || !errors.Is(err, program.ErrMismatch) || m.Name != c.name || m.Object != "described.o" || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v: %s as %T: %v, want %q", options, c.name, c.fn, err, c.want)
			}
		}
		if got, err := p.Prototype("walk"); err != nil || got != "int walk(struct list *l, int (*visit)(struct list *, void *), void *arg)" {
			t.Errorf("%v: %q, %v", options, got, err)
		}
		var add func(a, b int32) int32
		if err := p.Bind("add", &add); err != nil || add(2, 3) != 5 {
			t.Errorf("%v: %v", options, err)
		}
	}
}

// TestMismatchOtherways: functions that are bound by C's type, or as leaves, are compared, too; nothing is if that is asked for.
func TestMismatchOtherways(t *testing.T) {
	p := load(t, newIsland(t), program.Bytes("described.o", compile(t, described, "-g")))
	m := &ctype.Model{Pointer: 4, Double: 8}
	f := m.Basic("float")
	var half func(float32) float32
	var wrong func(float64) float64
	if err := p.BindAs("half", &wrong, &ctype.Func{Params: []ctype.Param{{Type: m.Basic("double")}}, Result: m.Basic("double")}); !errors.Is(err, program.ErrMismatch) || wrong != nil {
		t.Errorf("BindAs: %v", err)
	}
	if err := p.BindAs("half", &half, &ctype.Func{Params: []ctype.Param{{Type: f}}, Result: f}); err != nil && slices.Contains([]string{"amd64", "386", "arm64", "arm"}, runtime.GOARCH) {
		t.Errorf("BindAs: %v", err)
	}
	if err := p.BindLeaf("half", &wrong); !errors.Is(err, program.ErrMismatch) || wrong != nil {
		t.Errorf("BindLeaf: %v", err)
	}
	if _, err := p.BindWords("half", reflect.TypeOf(wrong)); !errors.Is(err, program.ErrMismatch) {
		t.Errorf("BindWords: %v", err)
	}
	if _, err := p.BindWords("half", reflect.TypeOf(half)); err != nil {
		t.Errorf("BindWords: %v", err)
	}
	if err := p.Bind("half", 3); err == nil || errors.Is(err, program.ErrMismatch) {
		t.Errorf("Bind of no function variable: %v", err)
	}
	for range 2 { // the second time as the first
		if err := p.Bind("half", &wrong); !errors.Is(err, program.ErrMismatch) || wrong != nil {
			t.Errorf("Bind: %v", err)
		}
	}
	p.LeaveUnchecked()
	if err := p.Bind("half", &wrong); err != nil || wrong == nil {
		t.Errorf("unchecked: %v", err)
	}
}

// TestPrototypes: functions without prototypes take what C promotes to; names that others define, or that are only
// another function's, say nothing.
func TestPrototypes(t *testing.T) {
	p := load(t, newIsland(t), program.Bytes("old.o", compile(t, `
float old(f, c) float f; char c; { return f + c; }
int any() { return 3; }
int real(int x) { return x; }
int other(double) __attribute__((alias("real")));
int hidden(int) __asm__("shown");
int hidden(int x) { return x + 1; }
int value = 5;
`, "-g", "-std=gnu89", "-w")), program.Bytes("plain.o", compile(t, "int plain(int x) { return x; }")))
	for _, c := range []struct {
		name string
		fn   any
		ok   bool
	}{
		{"old", new(func(float64, int32) float32), true}, {"old", new(func(float64, int8) float32), true}, {"old", new(func(float32, int32) float32), false},
		{"old", new(func(float64) float32), false}, {"any", new(func() int32), true}, {"any", new(func(int32, uintptr) int32), true}, {"any", new(func() float64), false},
		{"other", new(func(float64) int32), true}, {"real", new(func(float64) int32), false},
		{"shown", new(func(int32) int32), true}, {"shown", new(func(float64) int32), false}, {"plain", new(func(float64, float64) float64), true},
	} {
		if err := p.Bind(c.name, c.fn); c.ok && err != nil || !c.ok && !errors.Is(err, program.ErrMismatch) {
			t.Errorf("%s as %T: %v", c.name, c.fn, err)
		}
	}
	for _, name := range []string{"plain", "other"} {
		var u *program.UndescribedError
		if _, err := p.Prototype(name); !errors.As(err, &u) || !errors.Is(err, program.ErrUndescribed) || u.Name != name || u.Err != nil || u.Object == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := p.Prototype("value"); !errors.Is(err, program.ErrKind) {
		t.Errorf("value: %v", err)
	}
	if _, err := p.Prototype("none"); !errors.Is(err, program.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if s, err := p.Prototype("old"); err != nil || s != "float old(float f, char c)" {
		t.Errorf("old: %q, %v", s, err)
	}
}

// TestMismatchDamaged: debug information that cannot be read is as good as none, and says why.
func TestMismatchDamaged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this looks for sections in ELF")
	}
	for _, section := range []string{".debug_info", ".debug_abbrev"} {
		data := compile(t, "int add(int a, int b) { return a + b; }", "-g")
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		s := f.Section(section)
		for i := range s.FileSize {
			data[s.Offset+i] = 0xee
		}
		p := load(t, newIsland(t), program.Bytes("damaged.o", data))
		var add func(a, b uint32) int32
		var wrong func(float64)
		if err := errors.Join(p.Bind("add", &add), p.Bind("add", &wrong)); err != nil || add(2, 3) != 5 {
			t.Errorf("%s: %v", section, err)
		}
		var u *program.UndescribedError
		if _, err := p.Prototype("add"); !errors.As(err, &u) || u.Object != "damaged.o" || u.Err == nil {
			t.Errorf("%s: %v", section, err)
		}
	}
}

// TestMismatchObjects: objects of the test data are compared with, too, where there is no compiler; by goroutines side by side.
func TestMismatchObjects(t *testing.T) {
	names := map[string][]string{
		"linux/amd64": {"gcc-3", "gcc-5", "gcc-types-4", "gcc-types-5", "clang-2"}, "linux/arm": {"thumb"}, "linux/s390x": {"s390x"}, "windows/amd64": {"mingw"},
	}[runtime.GOOS+"/"+runtime.GOARCH]
	if names == nil {
		t.Skip("no object is for this machine")
	}
	type point struct{ X, Y float32 }
	for _, name := range names {
		data, err := os.ReadFile("../internal/cdebug/testdata/" + name + ".o")
		if err != nil {
			t.Fatal(err)
		}
		p := load(t, newIsland(t), program.Bytes(name, data))
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				var add func(a, b int32) int32
				var scale func(x float64, n int32) float64
				var flip func(point) point
				if err := errors.Join(p.Bind("add", &add), p.Bind("scale", &scale)); err != nil || add(2, 3) != 5 || scale(1.5, 2) != 3 {
					t.Errorf("%s: %v", name, err)
				}
				if runtime.GOARCH != "s390x" {
					if err := p.Bind("flip", &flip); err != nil || flip(point{1, 2}) != (point{2, 1}) {
						t.Errorf("%s: %v", name, err)
					}
				}
				for _, c := range []struct {
					name string
					fn   any
				}{
					{"add", new(func(int32) int32)}, {"scale", new(func(float32, int32) float64)}, {"flip", new(func(struct{ X, Y int32 }) point)}, {"step", new(func(uint8, uint8) uint8)},
					{"walk", new(func(uintptr, float32, uintptr) int32)}, {"old", new(func(float32) float32)}, {"choose", new(func(int32) float64)},
				} {
					if err := p.Bind(c.name, c.fn); !errors.Is(err, program.ErrMismatch) {
						t.Errorf("%s: %s as %T: %v", name, c.name, c.fn, err)
					}
				}
			})
		}
		wait.Wait()
	}
}
