package objfile_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestForeignTools: what compilers and linkers make that is no object is recognised, and
// their objects are not taken for anything else.
func TestForeignTools(t *testing.T) {
	const source = "int puts(const char *);\nint main(void) { return puts(\"x\"); }\n"
	const goSource = "package main\nfunc main() { println(1) }\n"
	const interpreter = "const char interpreter[] __attribute__((section(\".interp\"))) = \"/lib/ld.so\";\n"
	for _, tt := range []struct {
		name string
		tool []string // behind it -o OUT IN
		in   string
		want objfile.Foreign
	}{
		{"gcc -flto", []string{"gcc", "-flto", "-c"}, "a.c", objfile.GCCSlim},
		{"gcc -flto -g", []string{"gcc", "-flto", "-g", "-c"}, "a.c", objfile.GCCSlim},
		{"gcc -ffat-lto-objects", []string{"gcc", "-flto", "-ffat-lto-objects", "-c"}, "a.c", objfile.NotForeign},
		{"mingw gcc -flto", []string{"x86_64-w64-mingw32-gcc", "-flto", "-c"}, "a.c", objfile.GCCSlim},
		{"clang -flto", []string{"clang", "-flto", "-c"}, "a.c", objfile.LLVMBitcode},
		{"clang -flto for Darwin", []string{"clang", "--target=arm64-apple-macosx", "-flto", "-c"}, "a.c", objfile.LLVMBitcode},
		{"clang -emit-llvm -S", []string{"clang", "-emit-llvm", "-S"}, "a.c", objfile.LLVMText},
		{"gcc -c", []string{"gcc", "-c"}, "a.c", objfile.NotForeign},
		{"gcc -pie", []string{"gcc", "-fPIE", "-pie"}, "a.c", objfile.Executable},
		{"gcc -no-pie", []string{"gcc", "-no-pie"}, "a.c", objfile.Executable},
		{"gcc -m32", []string{"gcc", "-m32", "-nostdlib", "-no-pie"}, "a.s", objfile.Executable},
		{"gcc -shared", []string{"gcc", "-fPIC", "-shared"}, "a.c", objfile.SharedLibrary},
		{"library that can be run", []string{"gcc", "-fPIC", "-shared", "-Wl,-soname,libx.so.1"}, "i.c", objfile.SharedLibrary},
		{"32-bit library that can be run", []string{"gcc", "-m32", "-nostdlib", "-shared", "-Wl,-soname,libx.so.1"}, "i.s", objfile.SharedLibrary},
		{"gcc -pie with a name", []string{"gcc", "-fPIE", "-pie", "-Wl,-soname,libx.so.1"}, "a.c", objfile.Executable},
		{"mingw program", []string{"x86_64-w64-mingw32-gcc"}, "a.c", objfile.Executable},
		{"mingw DLL", []string{"x86_64-w64-mingw32-gcc", "-shared"}, "a.c", objfile.SharedLibrary},
		{"go tool compile", []string{"go", "tool", "compile", "-p", "main"}, "a.go", objfile.GoArchive},
		{"wasm", []string{"clang", "--target=wasm32", "-c"}, "a.c", objfile.WebAssembly},
		{"xcoff", []string{"clang-19", "--target=powerpc-ibm-aix", "-fintegrated-as", "-c"}, "a.c", objfile.XCOFF},
		{"xcoff64", []string{"clang-19", "--target=powerpc64-ibm-aix", "-fintegrated-as", "-c"}, "a.c", objfile.XCOFF},
		{"goff", []string{"clang-19", "--target=s390x-ibm-zos", "-c"}, "a.c", objfile.GOFF},
	} {
		t.Run(tt.name, func(t *testing.T) {
			citest.Need(t, tt.tool[0])
			dir := t.TempDir()
			for name, text := range map[string]string{"a.c": source, "a.go": goSource, "a.s": ".globl _start\n_start: ret\n", "i.c": source + interpreter, "i.s": ".globl f\nf: ret\n.section .interp,\"a\"\n.asciz \"/lib/ld.so\"\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out := filepath.Join(dir, "out.o")
			cmd := exec.Command(tt.tool[0], append(tt.tool[1:], "-o", out, filepath.Join(dir, tt.in))...)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			img, err := objfile.Open(out)
			if tt.want == objfile.NotForeign {
				if err != nil {
					t.Fatal(err)
				}
				img.Close()
				return
			}
			var fe *objfile.ForeignError
			var format *objfmt.FormatError
			if !errors.As(err, &fe) || fe.Kind != tt.want || fe.File != out || !errors.As(err, &format) {
				t.Fatalf("%v", err)
			}
			if want := out + ": " + tt.want.String() + ", not an object: " + tt.want.Advice(); err.Error() != want {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestForeignBytes: kinds that are told by first bytes, or by the name of a text.
func TestForeignBytes(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       objfile.Foreign
	}{
		{"a.c", "int x;", objfile.CSource}, {"dir/a.cc", "int x; // é", objfile.CXXSource}, {"a.C", "int x;", objfile.CXXSource}, {"a.s", ".globl x", objfile.AssemblySource},
		{"a.ll", "define i32 @f() {", objfile.LLVMText}, {"a.txt", "; ModuleID = 'x'\n", objfile.LLVMText},
		{"a.c", "int\x00x", objfile.NotForeign}, {"a.c", "\xff\xfe\x00\x00 and more", objfile.NotForeign}, {"a.c", "", objfile.CSource},
		{"a.c", strings.Repeat("x", 1023) + "é", objfile.CSource}, // cut in the middle
		{"x.o", "text", objfile.NotForeign}, {"lib.a(x.c)", "text", objfile.NotForeign}, {"libm.so", "/* GNU ld script\n", objfile.LinkerScript},
		{"x.o", "go object linux amd64 go1.26\n", objfile.GoObject}, {"x", "\x00asm\x01", objfile.WebAssembly}, {"x", "\x03\x02\x23\x07\x00\x06\x01\x00", objfile.SPIRV}, {"x", "\x07\x23\x02\x03\x00\x01\x06\x00", objfile.SPIRV}, {"x", "BC\xc0\xde", objfile.LLVMBitcode},
		{"x.obj", "\x00\x00\xff\xff\x01\x00\x64\x86\x00\x00\x00\x00\x38\xfe\xb3\x0c\xa5\xd9\xab\x4d\xac\x9b\xd6\xb6\x22\x26\x53\xc2", objfile.MSVCSlim},
		{"x", "\xcf\xfa\xed\xfe\x0c\x00\x00\x01\x00\x00\x00\x00\x06\x00\x00\x00", objfile.SharedLibrary},
		{"x", "\xcf\xfa\xed\xfe\x0c\x00\x00\x01\x00\x00\x00\x00\x01\x00\x00\x00", objfile.NotForeign},
		{"x", "\xce\xfa\xed\xfe", objfile.NotForeign}, {"x", "\x7fELF", objfile.NotForeign}, {"x", "MZ", objfile.NotForeign},
	} {
		if got := objfile.Recognize(tt.name, []byte(tt.data)); got != tt.want {
			t.Errorf("%s, %.40q: %q, want %q", tt.name, tt.data, got, tt.want)
		}
	}
	seen := map[string]bool{}
	for k := objfile.NotForeign + 1; k.String() != ""; k++ {
		if seen[k.String()] || k.Advice() == "" {
			t.Errorf("kind %d: %q, %q", k, k.String(), k.Advice())
		}
		seen[k.String()] = true
	}
	if len(seen) < 14 {
		t.Errorf("%d kinds", len(seen))
	}
}

// TestForeignKeepsBuffer: a file that is refused for what it lacks stays the caller's.
func TestForeignKeepsBuffer(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	f.AddSymbol(objgen.ELFSymbol{Name: "__gnu_lto_slim", Bind: 1, Reserved: 0xfff2, Value: 1, Size: 1})
	buf := objfmt.NewBuffer("slim.o", f.Bytes())
	_, err := objfile.ParseBuffer(buf)
	var fe *objfile.ForeignError
	if !errors.As(err, &fe) || fe.Kind != objfile.GCCSlim || !errors.Is(err, objfmt.ErrUnsupported) {
		t.Fatalf("%v", err)
	}
	if err := buf.Close(); err != nil {
		t.Error(err)
	}
	if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("%v", err)
	}
}
