package siggen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

var flags = strings.Fields("-x c -std=gnu11 -c -w -fPIC -ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-strict-aliasing")

func compiler(name string, lacks func(*Features), args ...string) Compiler {
	if strings.HasSuffix(name, "gcc") {
		args = append(args, "-fno-tree-loop-distribute-patterns")
	}
	return Compiler{Name: name, Args: append(slices.Clone(flags), args...), Lacks: lacks}
}

func noBrain(f *Features) { f.Bfloat16 = false }

// noBrainInside is for GCC 12, which has a struct of __bf16 in a general register; it is a homogeneous
// aggregate by AAPCS64.
func noBrainInside(f *Features) { f.BrainInStruct = false }

// asLLVM is for clang on x86-64. With AVX it has a union of a vector and an array of two in one register; it is in memory
// by the psABI. An __int128 for which one register is left takes that away from the next integer.
func asLLVM(f *Features) { f.VectorInUnion, f.Int128Late = false, false }

// Targets are what signatures can be made for.
var Targets = []Target{
	{Name: "amd64", GOOS: "linux", GOARCH: "amd64",
		Features: Features{Int128: true, Int128Late: true, Float16: true, Bfloat16: true, Float128: true, LongDouble: true, Bitfields: true, Packed: true, HalfInStruct: true, BrainInStruct: true,
			Short: 8, Vector: 64, VectorInStruct: 64, VectorListed: 64, VectorResult: 64, VectorInUnion: true, MaxParams: 12},
		Compilers: []Compiler{
			compiler("gcc", noBrain, "-mavx512f", "-mno-vzeroupper"),
			compiler("clang-19", asLLVM, "--target=x86_64-linux-gnu", "-mavx512f"),
		}},
	{Name: "win64", GOOS: "windows", GOARCH: "amd64",
		Features: Features{Int128: true, Int128Late: true, LongDouble: true, Bitfields: true, Short: 16, Vector: 16, VectorInStruct: 16, VectorListed: 0,
			VectorResult: 16, VectorInUnion: true, MaxParams: 12},
		Compilers: []Compiler{
			compiler("x86_64-w64-mingw32-gcc", nil),
			compiler("clang-19", nil, "--target=x86_64-w64-windows-gnu"),
		}},
	{Name: "arm64", GOOS: "linux", GOARCH: "arm64",
		Features: Features{Int128: true, Int128Late: true, Float16: true, Bfloat16: true, LongDouble: true, Bitfields: true, Packed: true, HalfInStruct: true, BrainInStruct: true,
			Short: 8, Vector: 16, VectorInStruct: 16, VectorListed: 16, VectorResult: 16, VectorInUnion: true, MaxParams: 14},
		Compilers: []Compiler{
			compiler("aarch64-linux-gnu-gcc", noBrainInside),
			compiler("clang-19", nil, "--target=aarch64-linux-gnu"),
		}},
	{Name: "arm", GOOS: "linux", GOARCH: "arm",
		Features: Features{Float16: true, Bfloat16: true, Bitfields: true, Packed: true, LongDouble: true, Short: 8, Vector: 16, VectorInStruct: 16, VectorListed: 16, VectorResult: 16, VectorInUnion: true, MaxParams: 14},
		Compilers: []Compiler{
			compiler("arm-linux-gnueabihf-gcc", nil, "-marm", "-mfpu=neon-fp16", "-mfp16-format=ieee"),
			compiler("clang-19", nil, "--target=armv7-linux-gnueabihf", "-marm", "-mfpu=neon-fp16"),
		}},
	{Name: "armsoft", GOOS: "linux", GOARCH: "arm",
		Features: Features{Float16: true, Bfloat16: true, Bitfields: true, Packed: true, LongDouble: true, Short: 8, Vector: 16, VectorInStruct: 16, VectorListed: 16, VectorResult: 16, VectorInUnion: true, MaxParams: 10},
		Compilers: []Compiler{
			compiler("arm-linux-gnueabihf-gcc", nil, "-marm", "-mfloat-abi=softfp", "-mfpu=neon-fp16", "-mfp16-format=ieee"),
			compiler("clang-19", nil, "--target=armv7-linux-gnueabi", "-marm", "-mfloat-abi=softfp", "-mfpu=neon-fp16"),
		}},
	{Name: "386", GOOS: "linux", GOARCH: "386",
		Features: Features{Float16: true, LongDouble: true, Bitfields: true, Packed: true, HalfInStruct: true, BrainInStruct: true, Short: 16, Vector: 16, VectorListed: 16,
			VectorResult: 16, VectorInUnion: true, MaxParams: 10},
		Compilers: []Compiler{
			compiler("gcc", nil, "-m32", "-msse2"),
			compiler("clang-19", nil, "--target=i386-linux-gnu", "-msse2"),
		}},
}

// Named gives a target.
func Named(name string) (Target, error) {
	for _, t := range Targets {
		if t.Name == name {
			return t, nil
		}
	}
	return Target{}, fmt.Errorf("siggen: no target %q", name)
}

// Build is a file of functions, and how it is compiled.
type Build struct {
	Name     string
	Target   Target
	Compiler Compiler
	Opt      string
	Funcs    []*ctype.Func
	Seed     uint64
}

// Builds gives the builds of a target: with each compiler, without and with optimization, each with n
// functions of its own. limit, if not nil, takes away what the processor at hand lacks.
func Builds(target Target, n int, limit func(*Features)) (builds []*Build, err error) {
	for i, c := range target.Compilers {
		for j, opt := range []string{"-O0", "-O2"} {
			f := target.Features
			if c.Lacks != nil {
				c.Lacks(&f)
			}
			if limit != nil {
				limit(&f)
			}
			b := &Build{Name: fmt.Sprintf("%s-%s%s", target.Name, c.Name, opt), Target: target, Compiler: c, Opt: opt, Seed: uint64(2*i + j + 1)}
			if b.Funcs, err = Generate(target, f, b.Seed, n); err != nil {
				return nil, err
			}
			builds = append(builds, b)
		}
	}
	return builds, nil
}

// Dir is the environment variable with a folder that has objects of builds, for tests that run where no
// compilers do.
const Dir = "RTDYLD_SIGNATURES"

// Object gives the object of a build: from the folder, or of the compiler, which the test
// needs.
func (b *Build) Object(t testing.TB) []byte {
	t.Helper()
	if dir := os.Getenv(Dir); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, b.Name+".o"))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	citest.Need(t, b.Compiler.Name)
	out := filepath.Join(t.TempDir(), "out.o")
	if err := b.Compile(out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Compile compiles a build to a file.
func (b *Build) Compile(out string) error {
	source := Source(b.Funcs, "")
	cmd := exec.Command(b.Compiler.Name, append(slices.Clone(b.Compiler.Args), b.Opt, "-o", out, "-")...)
	cmd.Stdin = strings.NewReader(source)
	if text, err := cmd.CombinedOutput(); err != nil {
		file := filepath.Join(os.TempDir(), b.Name+".c")
		_ = os.WriteFile(file, []byte(source), 0o644)
		return fmt.Errorf("%s (%s): %w\n%.2000s", b.Name, file, err, text)
	}
	return nil
}

// Load links an object into this process, where it stays until the test ends, and gives the addresses of its
// names.
func Load(t testing.TB, name string, object []byte) (addr func(name string) uint64) {
	t.Helper()
	manager, err := mem.New(mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	linker, err := rtdyld.New(rtdyld.Config{Memory: manager})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := linker.Close(); err != nil {
			t.Error(err)
		}
		if err := manager.Close(); err != nil {
			t.Error(err)
		}
	})
	img, err := objfile.Parse(name, bytes.Clone(object))
	if err != nil {
		t.Fatal(err)
	}
	objs, err := linker.Load(context.Background(), img)
	if err == nil {
		err = linker.Finalize(context.Background(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) uint64 {
		s, err := linker.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		return s.Addr
	}
}

// Count is how many functions each build has: all targets together have 500, and with RTDYLD_FULL each has 5,000.
func Count() int {
	if os.Getenv(citest.Full) == "" {
		return 500/(4*len(Targets)) + 1
	}
	return 5000 / 4
}
