package llvm

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
	"github.com/go-rtdyld/rtdyld/triple"
)

// versions are those of Debian 12; some are always there where all tests run: one that
// reads typed pointers, one with opaque ones alone.
var versions = []struct {
	library string
	always  bool
}{
	{"libLLVM-14.so.1", true}, {"libLLVM-15.so.1", false}, {"libLLVM-16.so.1", false},
	{"libLLVM.so.19.1", true}, {"libLLVM.so.22.1", false},
}

// eachVersion runs a test with each library that there is.
func eachVersion(t *testing.T, f func(t *testing.T, c *Compiler)) {
	citest.Host(t, "linux", "amd64")
	for _, v := range versions {
		t.Run(v.library, func(t *testing.T) {
			if v.always {
				citest.Need(t, "/usr/lib/x86_64-linux-gnu/"+v.library)
			} else if citest.Sample() {
				t.Skip("other versions do in short form")
			}
			c, err := New(Config{Library: v.library})
			if err != nil {
				t.Skip(err)
			}
			f(t, c)
		})
	}
}

// one is a compiler with some library.
func one(t testing.TB, cfg Config) *Compiler {
	t.Helper()
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1")
	cfg.Library = "libLLVM-14.so.1"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parseTriple(t testing.TB, s string) triple.Triple {
	t.Helper()
	tr, err := triple.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func linux(t testing.TB) triple.Triple { return parseTriple(t, "x86_64-unknown-linux-gnu") }

const addIR = "define i32 @add(i32 %a, i32 %b) {\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n@data = global i32 5\n"

// TestCompile: text and bitcode become an object of the container, machine and width that
// the triple names, on every version.
func TestCompile(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		for _, target := range []string{
			"x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc-elf", "x86_64-unknown-linux-gnu-macho",
			"x86_64-apple-macosx11", "x86_64-pc-windows-gnu-macho", "x86_64-unknown-linux-gnux32",
			"i386-unknown-linux-gnu", "i686-pc-windows-msvc", "i386-apple-macosx10.13", "i686-pc-windows-gnu-elf",
			"aarch64-unknown-linux-gnu", "arm64-apple-macosx11", "aarch64-pc-windows-msvc", "aarch64-pc-windows-msvc-elf", "aarch64_be-unknown-linux-gnu",
			"armv7-unknown-linux-gnueabihf", "thumbv7-unknown-linux-gnueabihf", "armv6-unknown-linux-gnueabi", "thumbv7-pc-windows-msvc", "armv7-apple-ios9",
			"riscv64-unknown-linux-gnu", "riscv32-unknown-linux-gnu", "powerpc64le-unknown-linux-gnu", "s390x-unknown-linux-gnu",
			"mips-unknown-linux-gnu", "mipsel-unknown-linux-gnu", "mips64el-unknown-linux-gnuabi64", "mips64-unknown-linux-gnuabin32",
		} {
			t.Run(target, func(t *testing.T) {
				src := compiler.Source{Name: "add.ll", Triple: parseTriple(t, target), Text: []byte(addIR)}
				obj, err := c.Compile(t.Context(), src)
				if err != nil {
					t.Fatal(err)
				}
				img, err := objfile.ParseFor(src.Triple, obj.Name(), obj.Bytes())
				if err != nil {
					t.Fatal(err)
				}
				defer img.Close()
				got := defined(img)
				names, ok, err := c.Defines(t.Context(), src)
				if err != nil || !ok || !slices.Equal(names, got) || len(got) != 2 {
					t.Errorf("Defines says %q (%v, %v), the object has %q", names, ok, err, got)
				}
				if img.Name != "add.ll" {
					t.Errorf("the object is called %q", img.Name)
				}
			})
		}
	})
}

// defined lists the names that an object defines for others, functions first.
func defined(img *objfmt.ObjectImage) (names []string) {
	for _, function := range []bool{true, false} {
		for i := range img.Symbols {
			s := &img.Symbols[i]
			if name := img.SymbolName(objfmt.SymbolID(i)); s.Defined() && s.Bind != objfmt.BindLocal && strings.Contains(name, "add") == function && (strings.Contains(name, "add") || strings.Contains(name, "data")) {
				names = append(names, strings.Clone(name))
			}
		}
	}
	return names
}

// TestAgainstLLC: without optimization, objects are those of llc of the same version, byte
// for byte.
func TestAgainstLLC(t *testing.T) {
	citest.Need(t, "llc", "clang")
	if out, err := exec.Command("llc", "--version").Output(); err != nil || !bytes.Contains(out, []byte("LLVM version 14.")) {
		t.Skip("llc is not version 14")
	}
	for _, c := range []struct {
		triple string
		cfg    Config
		flags  []string
	}{
		{"x86_64-unknown-linux-gnu", Config{Level: O0}, []string{"-O0", "-relocation-model=pic"}},
		{"x86_64-unknown-linux-gnu", Config{Level: O0, Reloc: RelocStatic, CodeModel: CodeModelLarge, CPU: "haswell", Features: "-avx2"}, []string{"-O0", "-relocation-model=static", "-code-model=large", "-mcpu=haswell", "-mattr=-avx2"}},
		{"aarch64-unknown-linux-gnu", Config{Level: O0}, []string{"-O0", "-relocation-model=pic"}},
		{"armv7-unknown-linux-gnueabihf", Config{Level: O0}, []string{"-O0", "-relocation-model=pic"}},
		{"x86_64-pc-windows-msvc-elf", Config{Level: O0, Reloc: RelocTarget}, []string{"-O0"}},
		// A pipeline of nothing, and code generation as of -O2.
		{"x86_64-unknown-linux-gnu", Config{Passes: "verify"}, []string{"-O2", "-relocation-model=pic"}},
	} {
		ir := emit(t, splitC, "-x", "c", "-O0", "-fPIC", "-S")
		src := compiler.Source{Name: "<stdin>", Triple: parseTriple(t, c.triple), Text: retarget(ir)}
		if c.triple != "x86_64-unknown-linux-gnu" {
			src.Text = []byte(addIR)
		}
		// What the C API cannot choose, and its library has otherwise.
		flags := append(c.flags, "-use-ctors", "-relax-elf-relocations=false", "-enable-no-trapping-fp-math")
		cmd := exec.Command("llc", append(flags, "-mtriple="+src.Triple.LLVM(), "-filetype=obj", "-o", "-")...)
		cmd.Stdin = bytes.NewReader(src.Text)
		var errs strings.Builder
		cmd.Stderr = &errs
		want, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, errs.String())
		}
		if got := compile(t, one(t, c.cfg), src); !bytes.Equal(got, want) {
			t.Errorf("%s %v: %d bytes, llc makes %d others", c.triple, c.flags, len(got), len(want))
		}
	}
}

// retarget takes the triple and layout out of text.
func retarget(ir []byte) []byte {
	lines := bytes.SplitAfter(ir, []byte("\n"))
	return bytes.Join(slices.DeleteFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte("target ")) }), nil)
}

// TestOptions: each option does what it says.
func TestOptions(t *testing.T) {
	const text = `
@table = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @load(i64 %i) { 
  %p = getelementptr [4 x i32], [4 x i32]* @table, i64 0, i64 %i
  %x = load i32, i32* %p
  store i32 9, i32* %p
  ret i32 %x
}
define <8 x i32> @add(<8 x i32> %a, <8 x i32> %b) {
  %c = add <8 x i32> %a, %b
  ret <8 x i32> %c
}
define i32 @slow(i32 %n) {
  %p = alloca i32
  store i32 %n, i32* %p
  %x = load i32, i32* %p
  %y = add i32 %x, 0
  ret i32 %y
}
`
	src := compiler.Source{Name: "f", Triple: linux(t), Text: []byte(text)}
	relocs := func(cfg Config) (types []elf.R_X86_64) {
		f, err := elf.NewFile(bytes.NewReader(compile(t, one(t, cfg), src)))
		if err != nil {
			t.Fatal(err)
		}
		rela := f.Section(".rela.text")
		b, err := rela.Data()
		if err != nil {
			t.Fatal(err)
		}
		for ; len(b) >= 24; b = b[24:] {
			types = append(types, elf.R_X86_64(f.ByteOrder.Uint32(b[8:])))
		}
		return types
	}
	for _, c := range []struct {
		cfg  Config
		want elf.R_X86_64
	}{
		{Config{}, elf.R_X86_64_PC32},
		{Config{Reloc: RelocPIC}, elf.R_X86_64_PC32},
		{Config{Reloc: RelocStatic}, elf.R_X86_64_32S},
		{Config{Reloc: RelocTarget}, elf.R_X86_64_32S},
		{Config{Reloc: RelocStatic, CodeModel: CodeModelLarge}, elf.R_X86_64_64},
	} {
		if got := relocs(c.cfg); !slices.Contains(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.cfg, got, c.want)
		}
	}
	code := func(cfg Config) string {
		cfg.Reloc = RelocStatic
		f, err := elf.NewFile(bytes.NewReader(compile(t, one(t, cfg), src)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Section(".text").Data()
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	const vpaddd = "\xfe" // of 256 bits
	for _, c := range []struct {
		cfg  Config
		want bool
	}{{Config{}, false}, {Config{CPU: "haswell"}, true}, {Config{Features: "+avx2"}, true}, {Config{CPU: "haswell", Features: "-avx2"}, false}} {
		if b := code(c.cfg); (strings.Contains(b, "\xc5\xfd"+vpaddd) || strings.Contains(b, "\xc5\xf5"+vpaddd)) != c.want {
			t.Errorf("%+v: 256-bit addition: %v", c.cfg, !c.want)
		}
	}
	if o0, o2 := len(code(Config{Level: O0})), len(code(Config{Level: O2})); o0 <= o2 {
		t.Errorf("%d bytes without optimization, %d with", o0, o2)
	}
	if code(Config{}) != code(Config{Level: O2}) || code(Config{Passes: "default<O2>"}) != code(Config{}) {
		t.Error("O2 is not what is done by itself")
	}
	for _, l := range []Level{O0, O1, O3, Os, Oz} {
		code(Config{Level: l})
	}
	if native := one(t, Config{CPU: Native}); native.cpu == "" || native.features == "" || native.cpu == Native {
		t.Errorf("this machine is %q with %q", native.cpu, native.features)
	} else {
		compile(t, native, src)
	}
	for _, bad := range []Config{{Level: 99}, {Reloc: 99}, {CodeModel: 99}, {CPU: "x\x00"}} {
		if _, err := New(bad); err == nil || !strings.HasPrefix(err.Error(), "llvm: ") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestOwnTarget: a source without a triple is for what its text states, or else for this system.
func TestOwnTarget(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		for _, e := range []struct {
			line, symbol string
			arch         triple.Arch
			format       triple.Format
		}{
			{"", "add", triple.X86_64, triple.ELF},
			{"target triple = \"aarch64-unknown-linux-gnu\"\n", "add", triple.AArch64, triple.ELF},
			{"target triple = \"x86_64-apple-macosx11\"\n", "_add", triple.X86_64, triple.MachO},
		} {
			src := compiler.Source{Name: "a", Text: []byte(e.line + addIR)}
			names, ok, err := c.Defines(t.Context(), src)
			if err != nil || !ok || !slices.Contains(names, e.symbol) {
				t.Errorf("%q: defines %q, %v, %v", e.line, names, ok, err)
			}
			obj, err := c.Compile(t.Context(), src)
			if err != nil {
				t.Errorf("%q: %v", e.line, err)
				continue
			}
			img, err := objfile.ParseBuffer(obj)
			if err != nil {
				t.Fatal(err)
			}
			if img.Triple.Arch != e.arch || img.Triple.Format() != e.format {
				t.Errorf("%q: an object for %v", e.line, img.Triple)
			}
			img.Close()
		}
		if _, err := c.Compile(t.Context(), compiler.Source{Name: "a", Text: []byte("target triple = \"a-b-c-d-e-f-g\"\n" + addIR)}); !errors.Is(err, objfmt.ErrUnsupported) {
			t.Errorf("a triple that nobody knows: %v", err)
		}
		src := compiler.Source{Name: "a", Text: []byte(addIR)}
		none := c.Signature(src)
		src.Triple = triple.Host()
		if host := c.Signature(src); none.Key() == host.Key() || none.Triple != "" {
			t.Errorf("without a triple the signature is %+v", none)
		}
	})
}

// TestSignature: what an object depends on counts.
func TestSignature(t *testing.T) {
	src := compiler.Source{Name: "f", Triple: linux(t), Text: []byte(addIR)}
	key := func(c *Compiler, src compiler.Source) compiler.Key {
		s := c.Signature(src)
		return s.Key()
	}
	base := key(one(t, Config{}), src)
	seen := map[compiler.Key]string{base: "base"}
	add := func(name string, c *Compiler, src compiler.Source) {
		k := key(c, src)
		if other, dup := seen[k]; dup {
			t.Errorf("%s: the signature of %s", name, other)
		}
		seen[k] = name
	}
	text, name, target := src, src, src
	text.Text, name.Name, target.Triple = []byte(addIR+";"), "g", parseTriple(t, "x86_64-unknown-linux-gnu-macho")
	add("cpu", one(t, Config{CPU: "haswell"}), src)
	add("native", one(t, Config{CPU: Native}), src)
	add("features", one(t, Config{Features: "+avx"}), src)
	add("level", one(t, Config{Level: O1}), src)
	add("passes", one(t, Config{Passes: "verify"}), src)
	add("reloc", one(t, Config{Reloc: RelocStatic}), src)
	add("model", one(t, Config{CodeModel: CodeModelLarge}), src)
	add("text", one(t, Config{}), text)
	add("name", one(t, Config{}), name)
	add("target", one(t, Config{}), target)
	if other, err := New(Config{Library: "libLLVM.so.19.1"}); err == nil {
		add("library", other, src)
	}
	if key(one(t, Config{Level: O2, Reloc: RelocPIC}), src) != base {
		t.Error("what is meant by itself has another signature when it is said")
	}
	if s := one(t, Config{}).Signature(src); !strings.Contains(s.Version, "libLLVM-14") || s.Compiler != "llvm" {
		t.Errorf("%+v", s)
	}
}

// TestErrors: each way in which a source can be wrong, at each stage.
func TestErrors(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		for _, e := range []struct {
			name, triple, text string
			stage              string
			want               compiler.Diagnostic // what of it is set
			message            string
			fatal              bool
			is                 error
		}{
			{"syntax", "x86_64-unknown-linux-gnu", "define i32 @f() {\n  ret i33 0\n}\n", "parse",
				compiler.Diagnostic{File: "a.ll", Line: 2, Column: 7}, "value doesn't match function result type", false, nil},
			{"undefined", "x86_64-unknown-linux-gnu", "define i32 @f() {\n  ret i32 %x\n}\n", "parse",
				compiler.Diagnostic{File: "a.ll", Line: 2, Column: 11}, "use of undefined value '%x'", false, nil},
			{"bitcode", "x86_64-unknown-linux-gnu", "BC\xc0\xdegarbage that is long enough", "parse", compiler.Diagnostic{File: "a.ll"}, "", false, nil},
			{"rules", "x86_64-unknown-linux-gnu", "define void @f() { ret void }\n@g = linkonce_odr global i32 0, comdat\n$g = comdat any\ndeclare void @llvm.donothing()\ndefine void @h() prefix i32 1 personality i32 0 { ret void }\n@llvm.used = appending global [1 x i8] zeroinitializer", "verify", compiler.Diagnostic{}, "", false, nil},
			{"assembly", "x86_64-unknown-linux-gnu", "define void @f() {\n  call void asm \"nonsense\", \"\"()\n  ret void\n}", "generate",
				compiler.Diagnostic{File: "<inline asm>", Line: 1, Column: 2}, "invalid instruction mnemonic 'nonsense'", false, nil},
			{"module assembly", "x86_64-unknown-linux-gnu", "module asm \"nop\"\nmodule asm \"nonsense\"", "generate",
				compiler.Diagnostic{File: "<inline asm>", Line: 2, Column: 1}, "invalid instruction mnemonic 'nonsense'", false, nil},
			{"fatal", "x86_64-unknown-linux-gnu", "declare i32 @llvm.aarch64.crc32b(i32, i32)\ndefine i32 @f(i32 %x) {\n  %y = call i32 @llvm.aarch64.crc32b(i32 %x, i32 %x)\n  ret i32 %y\n}", "generate",
				compiler.Diagnostic{}, "Cannot select: intrinsic %llvm.aarch64.crc32b", true, nil},
			{"other target", "x86_64-unknown-linux-gnu", "target triple = \"aarch64-unknown-linux-gnu\"\n", "target", compiler.Diagnostic{}, "the module's triple is aarch64-unknown-linux-gnu, the source's is x86_64-unknown-linux-gnu", false, ErrTarget},
			{"other system", "x86_64-unknown-linux-gnu", "target triple = \"x86_64-pc-windows-msvc\"\n", "target", compiler.Diagnostic{}, "x86_64-pc-windows-msvc", false, ErrTarget},
			{"no backend", "spir64-unknown-unknown", "", "target", compiler.Diagnostic{}, "the library has no such target", false, objfmt.ErrUnsupported},
		} {
			t.Run(e.name, func(t *testing.T) {
				src := compiler.Source{Name: "a.ll", Triple: parseTriple(t, e.triple), Text: []byte(e.text)}
				_, err := c.Compile(t.Context(), src)
				var got *Error
				if !errors.As(err, &got) {
					t.Fatalf("%v", err)
				}
				if got.Stage != e.stage && !(e.name == "rules" && got.Stage == "parse") || got.Fatal != e.fatal || got.Source != "a.ll" || e.is != nil && !errors.Is(err, e.is) {
					t.Errorf("%#v", got)
				}
				if !strings.Contains(err.Error(), e.message) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%q", err)
				}
				if e.want.File == "" {
					return
				}
				if len(got.Diagnostics) == 0 {
					t.Fatalf("no diagnostics: %#v", got)
				}
				d := got.Diagnostics[0]
				if (compiler.Diagnostic{File: d.File, Line: d.Line, Column: d.Column}) != e.want || d.Severity != compiler.SeverityError || !strings.Contains(d.Message, e.message) {
					t.Errorf("%+v", d)
				}
			})
		}
		// After all that the library is as good as before.
		compile(t, c, compiler.Source{Name: "a.ll", Triple: linux(t), Text: []byte(addIR)})
	})
}

// TestMoreErrors: options that do not fit, and pipelines that do not exist.
func TestMoreErrors(t *testing.T) {
	src := compiler.Source{Name: "a.ll", Triple: linux(t), Text: []byte(addIR)}
	arm := src
	arm.Triple = parseTriple(t, "aarch64-unknown-linux-gnu")
	for _, c := range []struct {
		name  string
		cfg   Config
		src   compiler.Source
		stage string
		text  string
		is    error
	}{
		{"pipeline", Config{Passes: "no-such-pass"}, src, "optimize", "no-such-pass", nil},
		{"native", Config{CPU: Native}, arm, "target", "is not of aarch64-unknown-linux-gnu", objfmt.ErrUnsupported},
		{"code model", Config{CodeModel: CodeModelTiny}, src, "target", "Target does not support the tiny CodeModel", nil},
	} {
		_, err := one(t, c.cfg).Compile(t.Context(), c.src)
		var e *Error
		if !errors.As(err, &e) || e.Stage != c.stage || !strings.Contains(err.Error(), c.text) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %#v", c.name, err)
		}
	}
	bad := src
	bad.Triple = triple.Triple{Arch: triple.X86_64, ExplicitFormat: triple.Wasm}
	if _, err := one(t, Config{}).Compile(t.Context(), bad); !errors.Is(err, triple.ErrUnsupportedFormat) {
		t.Errorf("%v", err)
	}
}

// TestReport: warnings of sources that compile are told.
func TestReport(t *testing.T) {
	var got []compiler.Diagnostic
	c := one(t, Config{Report: func(_ compiler.Source, ds []compiler.Diagnostic) { got = append(got, ds...) }})
	compile(t, c, compiler.Source{Name: "a.ll", Triple: linux(t), Text: []byte("module asm \"nop\"\nmodule asm \".warning \\22look\\22\"\n")})
	want := []compiler.Diagnostic{{File: "<inline asm>", Line: 2, Column: 1, Severity: compiler.SeverityWarning, Message: "look"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNoLibrary: what was tried stands in the error.
func TestNoLibrary(t *testing.T) {
	_, err := New(Config{Library: "libNoSuchLLVM.so.1"})
	var e *LibraryError
	if !errors.As(err, &e) || !errors.Is(err, objfmt.ErrUnsupported) || len(e.Tried) != 1 || !strings.Contains(err.Error(), "libNoSuchLLVM.so.1") {
		t.Errorf("%v", err)
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return
	}
	// A library that is no LLVM.
	if _, err := New(Config{Library: "libm.so.6"}); !errors.Is(err, objfmt.ErrUnsupported) || !strings.Contains(err.Error(), "libm.so.6 has no LLVMContextCreate") {
		t.Errorf("%v", err)
	}
	names := Sonames()
	for _, v := range versions {
		if !slices.Contains(names, v.library) {
			t.Errorf("%s is not looked for", v.library)
		}
	}
	if i, j := slices.Index(names, "libLLVM.so.19.1"), slices.Index(names, "libLLVM-14.so.1"); i > j {
		t.Error("the older is preferred")
	}
	many := &LibraryError{}
	for _, n := range names {
		many.Tried = append(many.Tried, Attempt{n, errors.New("x")})
	}
	for _, n := range names {
		if !strings.Contains(many.Error(), n) {
			t.Errorf("%s is not in %q", n, many)
		}
	}
}

// TestDefines: of text and of bitcode the names are those that the object gets.
func TestDefines(t *testing.T) {
	citest.Need(t, "clang")
	eachVersion(t, func(t *testing.T, c *Compiler) {
		for name, source := range map[string][]string{"c": {splitC, "-xc", "-O0"}, "c++": {splitCXX, "-xc++", "-std=c++17", "-O1"}} {
			text := retarget(emit(t, source[0], append(source[1:], "-S", "-fPIC")...))
			bitcode := emit(t, source[0], append(source[1:], "-fPIC")...)
			src := compiler.Source{Name: name, Triple: linux(t), Text: bitcode}
			got, ok, err := c.Defines(t.Context(), src)
			if err != nil || !ok {
				t.Fatalf("%v %v", ok, err)
			}
			scan, ok := irname.Scan(src.Triple, text)
			if !ok {
				t.Fatal("the text is not understood")
			}
			f, err := elf.NewFile(bytes.NewReader(compile(t, c, src)))
			if err != nil {
				t.Fatal(err)
			}
			syms, err := f.Symbols()
			if err != nil {
				t.Fatal(err)
			}
			var have []string
			for _, s := range syms {
				if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL {
					have = append(have, s.Name)
				}
			}
			slices.Sort(got)
			slices.Sort(scan)
			if diff := cmp.Diff(scan, got); diff != "" {
				t.Errorf("%s: (-scan of text +bitcode)\n%s", name, diff)
			}
			for _, n := range got {
				if !slices.Contains(have, n) {
					t.Errorf("%s: the object has no %s", name, n)
				}
			}
			for _, s := range syms {
				// All but what is linkonce, which C++ has in groups.
				if elf.ST_BIND(s.Info) == elf.STB_GLOBAL && s.Section != elf.SHN_UNDEF && !slices.Contains(got, s.Name) {
					t.Errorf("%s: the object has %s", name, s.Name)
				}
			}
		}
		for _, text := range []string{"module asm \"x:\"", "@0 = global i8 0"} {
			if names, ok, err := c.Defines(t.Context(), compiler.Source{Name: "a", Triple: linux(t), Text: []byte(text)}); ok || err != nil || names != nil {
				t.Errorf("%s: %q %v %v", text, names, ok, err)
			}
		}
		stdcall := compiler.Source{Name: "a", Triple: parseTriple(t, "i686-pc-windows-msvc"), Text: []byte("define x86_stdcallcc void @f(i32 %x) { ret void }")}
		if _, ok, err := c.Defines(t.Context(), stdcall); ok || err != nil {
			t.Errorf("%v %v", ok, err)
		}
		var e *Error
		if _, _, err := c.Defines(t.Context(), compiler.Source{Name: "a", Triple: linux(t), Text: []byte("define\nnonsense")}); !errors.As(err, &e) || e.Diagnostics[0].Line != 2 {
			t.Errorf("%v", err)
		}
		if _, _, err := c.Defines(t.Context(), compiler.Source{Name: "a", Triple: linux(t), Text: []byte("BC\xc0\xdegarbage that is long enough")}); !errors.As(err, &e) || e.Stage != "parse" {
			t.Errorf("%v", err)
		}
	})
}

// TestCancel: Compile returns when its context ends, and what goes on ends by itself.
func TestCancel(t *testing.T) {
	c := one(t, Config{Level: O3})
	src := compiler.Source{Name: "long", Triple: linux(t), Text: chain(5_000)}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	time.AfterFunc(30*time.Millisecond, func() { cancel(cause) })
	begin := time.Now()
	_, err := c.Compile(ctx, src)
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "long") {
		t.Fatalf("%v", err)
	}
	early := time.Since(begin)
	clear(src.Text) // which is ours again
	if c.lib.jobs.Load() == 0 {
		t.Log("the work had ended already")
	}
	for c.lib.jobs.Load() != 0 {
		if time.Since(begin) > 5*time.Minute {
			t.Fatal("the work goes on")
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("returned after %v, ended after %v", early, time.Since(begin))
	for name, f := range map[string]func() error{
		"compile": func() error { _, err := c.Compile(ctx, src); return err },
		"defines": func() error { _, _, err := c.Defines(ctx, src); return err },
		"split":   func() error { _, err := splitAll(c, ctx, src); return err },
	} {
		if err := f(); !errors.Is(err, cause) {
			t.Errorf("%s with an ended context: %v", name, err)
		}
	}
}

// TestConcurrent: many at once, of several targets, are what they are one by one.
func TestConcurrent(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		var targets []triple.Triple
		var want [][]byte
		for _, s := range []string{"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf", "x86_64-pc-windows-msvc"} {
			targets = append(targets, parseTriple(t, s))
			want = append(want, compile(t, c, compiler.Source{Name: "f", Triple: targets[len(targets)-1], Text: chain(20)}))
		}
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				for i := range 5 {
					n := (g + i) % len(targets)
					if i == 2 { // errors among them, fatal ones too
						c.Compile(t.Context(), compiler.Source{Name: "bad", Triple: targets[0], Text: []byte("declare i32 @llvm.aarch64.crc32b(i32, i32)\ndefine i32 @f(i32 %x) { %y = call i32 @llvm.aarch64.crc32b(i32 %x, i32 %x)\n ret i32 %y }")})
						continue
					}
					obj, err := c.Compile(t.Context(), compiler.Source{Name: "f", Triple: targets[n], Text: chain(20)})
					if err != nil || !bytes.Equal(obj.Bytes(), want[n]) {
						t.Errorf("%v: another object, error %v", targets[n], err)
					}
				}
			})
		}
		wg.Wait()
	})
}

func ExampleCompiler_Split() {
	c, err := New(Config{})
	if err != nil {
		fmt.Println("main#f main#g") // there is no library
		return
	}
	parts, err := c.Split(context.Background(), compiler.Source{Name: "main", Text: []byte(
		"define i32 @f() {\n  %x = call i32 @g()\n  ret i32 %x\n}\ndefine internal i32 @g() {\n  ret i32 1\n}\n")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(parts[0].Name, parts[1].Name)
	// Output: main#f main#g
}
