package elfimage_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/elfimage"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory is Go memory that pretends to lie below 2 GiB, so that objects of every machine
// can be linked.
type memory struct{ next atomic.Uint64 }

type blocks []rtdyld.Block

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a blocks
	for _, q := range reqs {
		room := q.Size + q.Align
		if room > 1<<24 {
			return nil, errors.New("too much memory")
		}
		at := (m.next.Add(room) - room + 0x1000000 + q.Align - 1) &^ (q.Align - 1)
		a = append(a, rtdyld.Block{Mem: make([]byte, q.Size), Addr: at})
	}
	return a, nil
}

func (a blocks) Blocks() []rtdyld.Block         { return a }
func (a blocks) Finalize(context.Context) error { return nil }
func (a blocks) Release(context.Context) error  { return nil }

// threads places thread-locals.
type threads struct{}

func (threads) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return threads{}, nil
}
func (threads) Module() uint64                           { return 1 }
func (threads) DTPOffset() uint64                        { return 0 }
func (threads) TPOffset() int64                          { return 16 }
func (threads) Initialize(context.Context, []byte) error { return nil }
func (threads) Release(context.Context) error            { return nil }

func newLinker(t testing.TB) *rtdyld.Linker {
	t.Helper()
	anywhere := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1000000, Kind: rtdyld.Func}, true })
	l, err := rtdyld.New(rtdyld.Config{Memory: new(memory), Resolver: anywhere, TLS: threads{}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// load loads objects as one batch, in a linker of its own.
func load(t testing.TB, imgs ...*objfmt.ObjectImage) ([]*rtdyld.Object, error) {
	t.Helper()
	l := newLinker(t)
	objs, err := l.Load(context.Background(), imgs...)
	if err == nil {
		err = l.Finalize(context.Background(), objs...)
	}
	return objs, err
}

func open(t testing.TB, path string) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// image makes that of objects and parses it with Go's package.
func image(t testing.TB, objs ...*rtdyld.Object) ([]byte, *elf.File) {
	t.Helper()
	img, err := elfimage.Make(objs...)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(img))
	if err != nil {
		t.Fatal(err)
	}
	return img, f
}

// TestAllObjects: of every object in testdata that can be linked an image is made, the
// same each time, whose symbols are the object's, in sections that contain them.
func TestAllObjects(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/*-*/*.o")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { // made to be refused
		return strings.Contains(file, "limit_") || strings.Contains(file, "dynamic_")
	})
	made, machines := 0, map[elf.Machine]bool{}
	for _, file := range files {
		img, err := objfile.Open(file)
		if err != nil {
			continue
		}
		objs, err := load(t, img)
		if err != nil {
			continue
		}
		data, err := elfimage.Make(objs...)
		again, _ := elfimage.Make(objs...)
		var partly *elfimage.DebugError
		if data == nil || err != nil && !errors.As(err, &partly) || !bytes.Equal(data, again) {
			t.Errorf("%s: %d bytes, %v", file, len(data), err)
			continue
		}
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		made++
		machines[f.Machine] = true
		checkSymbols(t, file, objs[0], f)
	}
	if made < len(files)/2 || len(machines) != 12 {
		t.Errorf("%d images of %d objects, of machines %v", made, len(files), machines)
	}
}

// checkSymbols holds the symbols of an image of one object against the object's.
func checkSymbols(t *testing.T, file string, o *rtdyld.Object, f *elf.File) {
	syms, err := f.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		t.Errorf("%s: %v", file, err)
	}
	have := map[string]bool{}
	for _, s := range syms {
		have[fmt.Sprintf("%s %#x", s.Name, s.Value)] = true
		if s.Section == elf.SHN_ABS {
			continue
		}
		in := f.Sections[s.Section]
		if s.Value < in.Addr || s.Value > in.Addr+in.Size || in.Type != elf.SHT_NOBITS || in.Flags&elf.SHF_ALLOC == 0 {
			t.Errorf("%s: %s at %#x in section %v", file, s.Name, s.Value, in.SectionHeader)
		}
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && in.Flags&elf.SHF_EXECINSTR == 0 {
			t.Errorf("%s: function %s in section %s", file, s.Name, in.Name)
		}
	}
	format := o.Image().Triple.Format()
	for _, s := range o.Symbols() {
		name := s.Name
		if s.Section >= objfmt.SecSpecial || s.Type == objfmt.SymTLS || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "$") || format == triple.MachO && name[0] != '_' {
			continue
		}
		if format == triple.MachO || format == triple.COFF && o.Image().Triple.Arch == triple.X86 {
			name = strings.TrimPrefix(name, "_")
		}
		if !have[fmt.Sprintf("%s %#x", name, s.Entry())] {
			t.Errorf("%s: no symbol %s at %#x", file, name, s.Entry())
		}
	}
	end := uint64(0)
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		if s.Addr < end {
			t.Errorf("%s: section %s at %#x begins before %#x", file, s.Name, s.Addr, end)
		}
		end = s.Addr + s.Size
	}
}

const source = `static int table[4] = {1, 2, 3, 4};
int NAME(int n);
static int helper(int n) {
	int twice = n * 2;
	return table[n & 3] + twice;
}
inline __attribute__((noinline)) int shared(int n) { return helper(n) + 1; }
int NAME(int n) { return shared(n) * helper(n); }
`

// compile makes objects of the source with functions of several names.
func compile(t *testing.T, command []string, names ...string) []string {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join(dir, "source.cc")
	if err := os.WriteFile(src, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var objs []string
	for _, name := range names {
		obj := filepath.Join(dir, name+".o")
		out, err := exec.Command(command[0], append(command[1:], "-fno-exceptions", "-c", "-DNAME="+name, "-o", obj, src)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
		objs = append(objs, obj)
	}
	return objs
}

// tool runs one on an image.
func tool(t *testing.T, img []byte, name string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(file, img, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(name, append(args, file)...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return string(out)
}

// TestTools: GNU's and LLVM's readers have nothing to say against images of three objects
// whose DWARF is joined, and lead from each function to its line.
func TestTools(t *testing.T) {
	citest.Need(t, "g++", "clang++", "x86_64-w64-mingw32-g++", "readelf", "llvm-dwarfdump-14", "llvm-symbolizer-14")
	commands := []string{
		"g++ -g -O0", "g++ -gdwarf-4 -O2 -ffunction-sections -fdebug-types-section", "g++ -g3 -gz", "g++ -g -m32 -fno-pic",
		"clang++ -gdwarf-5", "clang++ -gdwarf-4 -O2 -gz", "clang++ -g -target aarch64-linux-gnu", "clang++ -g -target armv7-linux-gnueabihf",
		"x86_64-w64-mingw32-g++ -gdwarf-4", "clang++ -g -target x86_64-apple-macosx",
		"clang++-19 -g -target riscv64-linux-gnu -mrelax", "clang++-19 -g -target riscv32-linux-gnu -mrelax", "clang++-19 -g -O2 -target powerpc64le-linux-gnu", "clang++-19 -g -O2 -target powerpc64-linux-gnu -mabi=elfv2",
		"clang++-19 -g -target s390x-linux-gnu", "clang++-19 -g -target loongarch64-linux-gnu -Xclang -target-feature -Xclang +relax", "clang++-19 -g -target loongarch32-linux-gnu",
		"clang++-19 -g -target mips-linux-gnu -fPIC", "clang++-19 -g -target mips64el-linux-gnuabi64 -fPIC", "clang++-19 -g -target mips64-linux-gnuabin32 -fPIC",
		"clang++-19 -g -target sparc64-linux-gnu", "clang++-19 -g -target bpfel", "clang++-19 -g -target bpfeb",
	}
	if citest.Sample() {
		commands = commands[:2]
	}
	for _, command := range commands {
		t.Run(strings.ReplaceAll(command, " ", ""), func(t *testing.T) {
			names := []string{"first", "second", "third"}
			if strings.Contains(command, "apple") {
				names = names[:1] // see Alone
			}
			var imgs []*objfmt.ObjectImage
			for _, file := range compile(t, strings.Fields(command), names...) {
				imgs = append(imgs, open(t, file))
			}
			objs, err := load(t, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			img, f := image(t, objs...)
			verify(t, img)
			if out := tool(t, img, "readelf", "-aW"); strings.Contains(out, "readelf: ") {
				t.Error(out)
			}
			if out := tool(t, img, "readelf", "--debug-dump=info", "--debug-dump=abbrev", "--debug-dump=frames", "--debug-dump=decodedline"); strings.Contains(out, "readelf: ") || strings.Count(out, "DW_TAG_compile_unit") < len(names) {
				t.Error(out)
			}
			if _, err := f.DWARF(); err != nil {
				t.Error(err)
			}
			checkLines(t, img, f, command, len(names))
		})
	}
}

// checkLines has LLVM find the line of each function of an image of n objects.
func checkLines(t *testing.T, img []byte, f *elf.File, command string, n int) {
	optimized, thumb, local := strings.Contains(command, "-O2"), uint64(0), uint64(0)
	if strings.Contains(command, "arm") {
		thumb = 1
	}
	if strings.Contains(command, "powerpc") {
		local = 8 // lines begin at the local entry point
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	var names, args []string
	for _, s := range syms {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && !strings.HasSuffix(s.Name, "@plt") {
			names = append(names, s.Name)
			args = append(args, fmt.Sprintf("%#x", s.Value&^thumb+local))
		}
	}
	if len(names) < 2*n+1 && !optimized || len(names) < n+1 {
		t.Errorf("functions are %q", names)
	}
	lines := strings.Split(strings.TrimSpace(tool(t, img, "llvm-symbolizer-14", append(append([]string{"--no-inlines"}, args...), "-e")...)), "\n\n")
	if len(lines) != len(names) {
		t.Fatalf("%q at %q", names, lines)
	}
	for i, name := range names {
		want := ":8:"
		switch {
		case optimized:
			want = ":"
		case strings.Contains(name, "helper"):
			want = ":3:"
		case strings.Contains(name, "shared"):
			want = ":7:"
		}
		if !strings.Contains(lines[i], "source.cc"+want) {
			t.Errorf("%s at %s is at %s", name, args[i], lines[i])
		}
	}
}

// verify has LLVM check the DWARF of an image. Functions in groups that were dropped are at
// 0, outside of what their unit says that it covers: that alone it may say.
func verify(t *testing.T, img []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(file, img, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("llvm-dwarfdump-14", "--verify", file).CombinedOutput()
	text := string(out)
	dropped := strings.Count(text, "error: DIE address ranges are not contained in its parent's ranges:")
	if strings.Count(text, "error:") != dropped || err != nil && dropped == 0 || !strings.Contains(text, "Verifying unit: 1 ") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestRefused: what cannot be one image, and what is left out of one.
func TestRefused(t *testing.T) {
	dir := "../../../testdata/"
	a, err := load(t, open(t, dir+"elf-link/base.o"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := load(t, open(t, dir+"elf-arm64/abs64.o"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elfimage.Make(a[0], b[0]); !errors.Is(err, elfimage.ErrTarget) {
		t.Error(err)
	}
	if img, err := elfimage.Make(); len(img) == 0 || err != nil {
		t.Error("of nothing:", len(img), err)
	}
	l := newLinker(t)
	objs, err := l.Load(context.Background(), open(t, dir+"elf-link/base.o"))
	if err == nil {
		err = l.Finalize(context.Background(), objs...)
	}
	if err == nil {
		err = l.Unload(context.Background(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, f := image(t, objs...)
	if syms, _ := f.Symbols(); len(syms) != 0 {
		t.Errorf("an unloaded object has %d symbols", len(syms))
	}
}

// TestAlone: Mach-O objects with debug information have an image each, those without
// may share one.
func TestAlone(t *testing.T) {
	citest.Need(t, "clang++")
	for _, g := range []string{"-g", "-g0"} {
		var imgs []*objfmt.ObjectImage
		for _, file := range compile(t, []string{"clang++", g, "-target", "x86_64-apple-macosx"}, "first", "second") {
			imgs = append(imgs, open(t, file))
		}
		objs, err := load(t, imgs...)
		if err != nil {
			t.Fatal(err)
		}
		_, err = elfimage.Make(objs...)
		if want := g == "-g"; elfimage.Alone(objs[0]) != want || errors.Is(err, elfimage.ErrAlone) != want {
			t.Errorf("%s: %v, %v", g, elfimage.Alone(objs[0]), err)
		}
	}
}

// TestDebugError: an object whose debug information is broken keeps its symbols, and the
// others all they have.
func TestDebugError(t *testing.T) {
	citest.Need(t, "g++", "objcopy")
	files := compile(t, []string{"g++", "-g"}, "first", "second")
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	rela := f.Section(".rela.debug_info")
	data[rela.Offset+8] = 0xee // no type of relocation
	broken, err := objfile.Parse("broken.o", data)
	if err != nil {
		t.Fatal(err)
	}
	objs, err := load(t, broken, open(t, files[1]))
	if err != nil {
		t.Fatal(err)
	}
	img, err := elfimage.Make(objs...)
	var partly *elfimage.DebugError
	if !errors.As(err, &partly) || partly.Object != "broken.o" {
		t.Errorf("%v", err)
	}
	if f, err = elf.NewFile(bytes.NewReader(img)); err != nil {
		t.Fatal(err)
	}
	syms, _ := f.Symbols()
	names := fmt.Sprint(syms)
	if !strings.Contains(names, "first") || !strings.Contains(names, "second") {
		t.Error(names)
	}
	if out := tool(t, img, "readelf", "--debug-dump=info"); !strings.Contains(out, "second") || strings.Contains(out, "first") {
		t.Error(out)
	}
}
