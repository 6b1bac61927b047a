package mem_test

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// runnable are the folders of testdata/run that run in a program for a machine, all
// builds in each.
var runnable = map[string][]struct {
	folder string
	conv   *abi.Convention
}{
	"amd64":    {{"elf-amd64", abi.SystemV()}, {"macho-amd64", abi.SystemV()}},
	"386":      {{"elf-i386", abi.Cdecl386()}},
	"riscv64":  {{"elf-riscv64", abi.RISCV64()}},
	"ppc64le":  {{"elf-ppc64le", abi.ELFv2()}},
	"s390x":    {{"elf-s390x", abi.S390X()}},
	"mips64le": {{"elf-mips64el", abi.MIPS64()}},
	"loong64":  {{"elf-loong64", abi.Loong64()}},
	"mips64":   {{"elf-mips64", abi.MIPS64()}},
	"mipsle":   {{"elf-mipsel", abi.MIPS32()}},
	"arm64":    {{"elf-arm64", abi.AAPCS64()}, {"macho-arm64", abi.AppleARM64()}, {"coff-arm64", abi.AAPCS64()}},
	"arm":      {{"elf-arm", abi.AAPCS32VFP()}, {"elf-thumb", abi.AAPCS32VFP()}, {"macho-arm", abi.AAPCS32()}, {"macho-thumb", abi.AAPCS32()}},
}

// TestRun loads the objects of testdata/run for this machine and has every test in
// them give what it gives in a native program: arithmetic, calls, tables, switches,
// zeroed and common data, references between objects, and calls of and references
// to what is out of reach of branches. It is a static program without a C library.
func TestRun(t *testing.T) { testRun(t, mem.New) }

// TestRunMapped does the same with managers over mappers of this process.
func TestRunMapped(t *testing.T) {
	over := func(open func() (mem.Mapper, error)) func(mem.Config) (*mem.Manager, error) {
		return func(cfg mem.Config) (*mem.Manager, error) {
			mapper, err := open()
			if err != nil {
				return nil, err
			}
			t.Cleanup(func() {
				if err := mapper.(io.Closer).Close(); err != nil {
					t.Error(err)
				}
			})
			return mem.NewManager(mapper, cfg)
		}
	}
	t.Run("in-process", func(t *testing.T) {
		testRun(t, over(func() (mem.Mapper, error) { return mem.NewInProcess(mem.MapperConfig{}) }))
	})
	t.Run("dual-mapped", func(t *testing.T) {
		testRun(t, over(func() (mem.Mapper, error) { return mem.NewDualMapped(mem.MapperConfig{}) }))
	})
}

func testRun(t *testing.T, open func(mem.Config) (*mem.Manager, error)) {
	want := expected(t)
	for _, set := range runnable[runtime.GOARCH] {
		builds, err := filepath.Glob(runPath(set.folder, "exec-*.o"))
		if err != nil || len(builds) == 0 {
			t.Fatalf("%s: %d builds, %v", set.folder, len(builds), err)
		}
		for _, path := range builds {
			build := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "exec-"), ".o")
			t.Run(set.folder+"/"+build, func(t *testing.T) {
				p := newNative(t, open, set.conv, farFolder(set.folder), set.folder, build)
				for _, w := range want {
					name := "test_" + w.name
					f, err := abi.Func0[uint64](p.caller, p.lookup(t, name))
					if err != nil {
						t.Fatal(err)
					}
					for range 2 { // a test leaves all as it was
						if got := f(); got != w.value {
							t.Errorf("%s: %#x, a native program has %#x", name, got, w.value)
						}
					}
				}
				if set.folder != "macho-arm" && set.folder != "macho-thumb" { // no caller has iOS's convention
					p.stack(t)
				}
			})
		}
	}
}

// farFolder is where the objects out of reach come from: for 32-bit ARM those of the
// other instruction set.
func farFolder(folder string) string {
	switch folder {
	case "elf-arm":
		return "elf-thumb"
	case "elf-thumb":
		return "elf-arm"
	case "macho-arm":
		return "macho-thumb"
	case "macho-thumb":
		return "macho-arm"
	}
	return folder
}

func runPath(folder, name string) string {
	return filepath.Join("..", "..", "testdata", "run", folder, name)
}

// result is what a test gives.
type result struct {
	name  string
	value uint64
}

func expected(t *testing.T) (want []result) {
	t.Helper()
	text, err := os.ReadFile(runPath("", "exec.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, hex, _ := strings.Cut(strings.TrimSpace(line), " ")
		v, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, result{name, v})
	}
	if len(want) < 15 {
		t.Fatalf("%d tests", len(want))
	}
	return want
}

// native is what is loaded: exec and other by one linker, far by another.
type native struct {
	linker *rtdyld.Linker
	caller abi.Caller
	prefix string
}

// newNative loads the objects. The caller is for static programs.
func newNative(t *testing.T, open func(mem.Config) (*mem.Manager, error), conv *abi.Convention, farFolder, folder, build string) *native {
	caller, err := abi.PrivateStackFor(conv)
	if errors.Is(err, abi.ErrUnsupported) {
		t.Skip(err) // built with the tag rtdyld_nolinkname
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &native{caller: caller}
	manager := newManager(t, open, mem.Config{})
	near := slabOf(t, manager)
	// Within reach of addresses, out of reach of branches (386 and amd64 reach it all): slabs
	// that are too near keep others away.
	apart := uint64(33 << 20)
	if runtime.GOARCH == "arm64" {
		apart = 192 << 20
	}
	var away *mem.Manager
	for range 16 {
		away = newManager(t, open, mem.Config{Near: near})
		if at := slabOf(t, away); max(at, near)-min(at, near) >= apart {
			break
		}
	}
	far := load(t, away, nil, runPath(farFolder, "far-"+build+".o"))
	p.linker = load(t, manager, rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		s, err := far.Lookup(name)
		return s, err == nil
	}),
		runPath(folder, "exec-"+build+".o"), runPath(folder, "other-"+build+".o"))
	if _, err := p.linker.Lookup("_test_far"); err == nil {
		p.prefix = "_"
	}
	a, b := p.lookup(t, "test_far"), uint64(0)
	if s, err := far.Lookup(p.prefix + "far_add"); err == nil {
		b = s.Addr
	}
	if d := max(a, b) - min(a, b); b == 0 || d < 32<<20 || runtime.GOARCH == "arm64" && d < 128<<20 {
		t.Errorf("test_far at %#x, far_add at %#x", a, b)
	}
	return p
}

// slabOf returns where a manager's slab is: there it allocates first.
func slabOf(t *testing.T, m *mem.Manager) uint64 {
	t.Helper()
	where, err := m.Allocate(t.Context(), []rtdyld.Request{{Kind: objfmt.KindCode, Size: 1, Align: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := where.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}()
	return where.Blocks()[0].Addr
}

func newManager(t *testing.T, open func(mem.Config) (*mem.Manager, error), cfg mem.Config) *mem.Manager {
	t.Helper()
	m, err := open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// load links objects until the test ends.
func load(t *testing.T, m rtdyld.MemoryManager, r rtdyld.Resolver, paths ...string) *rtdyld.Linker {
	t.Helper()
	var imgs []*objfmt.ObjectImage
	for _, path := range paths {
		img, err := objfile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		imgs = append(imgs, img)
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: r, ReadMemory: readMemory})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Unload(context.Background(), objs...); err != nil {
			t.Error(err)
		}
	})
	return l
}

// readMemory reads data out of reach of code that is not position-independent.
func readMemory(_ context.Context, addr uint64, dst []byte) error {
	p := uintptr(addr)
	copy(dst, unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), len(dst)))
	return nil
}

func (p *native) lookup(t *testing.T, name string) uint64 {
	t.Helper()
	s, err := p.linker.Lookup(p.prefix + name)
	if err != nil {
		t.Fatalf("no %s", name)
	}
	if thumb := s.Addr&1 != 0; thumb && runtime.GOARCH != "arm" {
		t.Errorf("%s is at %#x", name, s.Addr)
	}
	return s.Addr
}

// stack calls a function of many arguments, of which many find no register left on
// any machine.
func (p *native) stack(t *testing.T) {
	sig := abi.Signature{Result: abi.Uint64}
	var args []uint64
	h := uint64(21)
	mix := func(v uint64) {
		h = (h ^ v) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	for i, k := range []abi.Kind{
		abi.Int64, abi.Int64, abi.Int64, abi.Int64, abi.Int64, abi.Int64, abi.Int64, abi.Int64,
		abi.Int8, abi.Int16, abi.Uint8, abi.Int32, abi.Int8, abi.Int64, abi.Uint8, abi.Uint16, abi.Uint32,
	} {
		v := uint64(i+1) * 0x8f31_9b7d_c5e3_87a9
		sig.Params, args = append(sig.Params, k), append(args, v)
		switch k {
		case abi.Int8:
			v = uint64(int8(v))
		case abi.Int16:
			v = uint64(int16(v))
		case abi.Int32:
			v = uint64(int32(v))
		case abi.Uint8:
			v = uint64(uint8(v))
		case abi.Uint16:
			v = uint64(uint16(v))
		case abi.Uint32:
			v = uint64(uint32(v))
		}
		mix(v)
	}
	d, f := abi.Float64, abi.Float32
	for i, k := range []abi.Kind{d, d, d, d, d, d, d, d, f, d, f, f} {
		x := float64(i)*1.25 - 3
		sig.Params = append(sig.Params, k)
		args = append(args, floatWord(k, x))
		mix(uint64(int32(x * 64)))
	}
	b, err := abi.Bind(p.caller, sig, p.lookup(t, "other_stack"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Call(args); got != h || err != nil {
		t.Errorf("other_stack: %#x, %v, want %#x", got, err, h)
	}
}

func floatWord(k abi.Kind, x float64) uint64 {
	if k == abi.Float32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
