package irname

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/triple"
)

const linux = "x86_64-unknown-linux-gnu"

func TestScan(t *testing.T) {
	for _, c := range []struct {
		name, triple, text string
		want               string // "?": not known
	}{
		{"empty", linux, "", ""},
		{"functions", linux, "define i32 @f(i32 %x) {\n ret i32 0\n}\ndeclare void @g()\ndefine weak void ()* @h() #0 { ret void }\ndefine external void @x() { ret void }", "f h x"},
		{"variables", linux, "@a = global i32 1\n@b = external global i32\n@c = internal constant i8 0\n@d = common dso_local local_unnamed_addr global [3 x i32] zeroinitializer, align 4\n@e = thread_local global i8* @a", "a d e"},
		{"linkage", linux, "define linkonce_odr void @i() comdat { ret void }\ndefine private void @p() { ret void }\ndefine available_externally void @v() { ret void }\n@w = extern_weak global i8\n@o = weak_odr constant i8 1", "o"},
		{"special", linux, "@llvm.used = appending global [1 x i8*] [i8* bitcast (void ()* @f to i8*)], section \"llvm.metadata\"\ndefine void @f() { ret void }\n@llvm.x = global i8 0", "f"},
		{"alias", linux, "define void @f() { ret void }\n@g = alias void (), void ()* @f\n@h = internal alias void (), void ()* @f\n@i = ifunc void (), void ()* @f", "f g i"},
		{"quoted", linux, "define void @\"a b\\22\\5c\\\\\"() { ret void }\n@\"\\01plain\" = global i8 0", "a b\"\\\\ plain"},
		{"strings and comments", linux, "; define void @no()\n@s = constant [9 x i8] c\"define @x\"\nsource_filename = \"define void @n() { }\"\n!0 = !{!\"@y = global\"}\n%\"define @t\" = type { i32 }\n$\"@u\" = comdat any\n", "s"},
		{"metadata", linux, "define void @f() !dbg !3 { call void @g(), !dbg !4\n ret void }\n!3 = distinct !DISubprogram(name: \"define\", scope: !1)\nattributes #0 = { nounwind \"x\"=\"define @q\" }", "f"},
		{"assembly", linux, "module asm \".globl x\"\n@a = global i8 0", "?"},
		{"no name", linux, "@0 = global i8 0", "?"},
		{"no name, private", linux, "@0 = private constant i8 0\n@a = global i8 0", "a"},
		{"bitcode", linux, "BC\xc0\xde\x35\x14\x00\x00", "?"},
		{"open bracket", linux, "define void @f() {", "?"},
		{"closing bracket", linux, "}", "?"},
		{"open string", linux, "@a = constant [1 x i8] c\"x", "?"},
		{"cut", linux, "define", "?"},
		{"cut variable", linux, "@x = internal", "?"},
		{"bad escape", linux, "@\"\\4\" = global i8 0", "?"},
		{"macho", "arm64-apple-macosx", "define void @f() { ret void }\n@\"\\01g\" = global i8 0", "_f g"},
		{"coff", "x86_64-pc-windows-msvc", "define void @f() { ret void }\ndefine void @\"?g@@YAXXZ\"() { ret void }", "f ?g@@YAXXZ"},
		{"coff 386", "i686-pc-windows-msvc", "define void @f() { ret void }\ndefine void @\"?g@@YAXXZ\"() { ret void }", "_f ?g@@YAXXZ"},
		{"stdcall", "i686-pc-windows-msvc", "define x86_stdcallcc void @f(i32 %x) { ret void }", "?"},
		{"stdcall, internal", "i686-pc-windows-msvc", "define internal x86_stdcallcc void @f(i32 %x) { ret void }\n@a = global i8 0", "_a"},
		{"stdcall, elf", "i686-unknown-linux-gnu", "define x86_stdcallcc void @f(i32 %x) { ret void }", "f"},
		{"emulated tls", "aarch64-unknown-linux-android", "@a = thread_local global i8 0", "?"},
		{"wasm", "wasm32-unknown-unknown", "@a = global i8 0", "?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr, err := triple.Parse(c.triple)
			if err != nil {
				t.Fatal(err)
			}
			names, ok := Scan(tr, []byte(c.text))
			got := strings.Join(names, " ")
			if !ok {
				got = "?"
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestScanReal: of what clang makes of C++, the scan tells what the object defines.
func TestScanReal(t *testing.T) {
	citest.Need(t, "clang", "llc", "llvm-nm")
	const source = `
#define N __attribute__((noinline))
namespace a { int v = 3; static int hidden = 4; template <class T> N T twice(T x) { return x + x; } struct S { virtual ~S(); virtual int f(); int x; }; }
a::S::~S() {} int a::S::f() { return hidden++; }
extern "C" { int common, defined = 1; __attribute__((weak)) int weak() { return 1; } extern int declared; int uses() { return declared + a::twice(a::v); } }
extern "C" int second() __attribute__((alias("uses"))); const char *strings[] = {"define @x() {", "}\n@y = global"};
thread_local int per_thread = 5; static void init() __attribute__((constructor)); static void init() { common = 2; }
int odd() __asm__("odd name"); int odd() { return 1; }
`
	for _, target := range []string{linux, "i386-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-apple-macosx11"} {
		t.Run(target, func(t *testing.T) {
			text := source
			if strings.Contains(target, "apple") { // which has no aliases
				text = strings.Replace(text, "__attribute__((alias(\"uses\")))", "{ return 1; }", 1)
			}
			ir := pipe(t, text, "clang", "--target="+target, "-O1", "-g", "-S", "-emit-llvm", "-o", "-", "-x", "c++", "-")
			obj := pipe(t, ir, "llc", "-mtriple="+target, "-filetype=obj", "-o", "-")
			var want []string
			for line := range strings.Lines(pipe(t, obj, "llvm-nm", "--defined-only", "--extern-only", "--format=just-symbols", "-")) {
				want = append(want, strings.TrimSpace(line))
			}
			tr, err := triple.Parse(target)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := Scan(tr, []byte(ir))
			if !ok {
				t.Fatalf("not understood:\n%s", ir)
			}
			// The template is linkonce: the object has it, but does not offer it.
			want = slices.DeleteFunc(want, func(n string) bool { return strings.Contains(n, "twice") })
			slices.Sort(want)
			slices.Sort(got)
			if len(want) < 10 {
				t.Fatalf("only %q", want)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-nm +scan)\n%s", diff)
			}
		})
	}
}

func pipe(t *testing.T, in, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(in)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, errs.String())
	}
	return string(out)
}

// FuzzScan: any text is read to its end or refused.
func FuzzScan(f *testing.F) {
	f.Add("define i32 @f(i32 %x) {\n ret i32 0\n}\n@a = global i32 1\n@\"q\\41\" = internal constant i8 0")
	f.Add("!0 = !{!\"x\"}\n$\"c\" = comdat any\nmodule asm \"\"")
	tr, _ := triple.Parse(linux)
	f.Fuzz(func(t *testing.T, text string) {
		names, ok := Scan(tr, []byte(text))
		if !ok && names != nil {
			t.Fatal("names of a text that is not understood")
		}
		if n := strings.Count(text, "@"); len(names) > n {
			t.Fatalf("%d names in a text with %d", len(names), n)
		}
	})
}
