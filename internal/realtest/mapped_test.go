//go:build linux && amd64

package realtest

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// mappedSystems are machines on which nothing calls loaded code from Go.
var mappedSystems = []struct {
	name, triple, qemu string
	flat               []string // options of code that has addresses in its instructions
}{
	{"mipsel", "mipsel-linux-gnu", "qemu-mipsel", []string{"-fno-pic", "-mno-abicalls"}},
	{"mips64el", "mips64el-linux-gnuabi64", "qemu-mips64el", []string{"-fno-pic", "-mno-abicalls", "-msym32"}},
	{"mips", "mips-linux-gnu", "qemu-mips", []string{"-fno-pic", "-mno-abicalls"}},
}

// linkMap is what rtdyld link says in map.json.
type linkMap struct {
	Sections []struct {
		Addr, Bin string
		Size      uint64
	}
	Symbols []struct{ Name, Addr string }
}

// TestMapped: a program that rtdyld link lays out, whose sections a program of the machine's
// own maps and enters, does what it does when the machine's linker has linked it.
func TestMapped(t *testing.T) {
	t.Parallel()
	for _, c := range mappedSystems {
		t.Run(c.name, func(t *testing.T) {
			gcc := c.triple + "-gcc"
			citest.Need(t, gcc, c.qemu, "/usr/"+c.triple+"/lib/libc.a")
			rtdyld, err := tool()
			if err != nil {
				t.Fatal(err)
			}
			builds := [][]string{append([]string{"-O2"}, c.flat...), {"-O0", "-fPIC"}, append([]string{"-O0"}, c.flat...), {"-O2", "-fPIC"}}
			if citest.Sample() {
				builds = builds[:2]
			}
			for _, flags := range builds {
				t.Run(strings.Join(flags, ""), func(t *testing.T) {
					dir := t.TempDir()
					in := func(name string) string { return filepath.Join(dir, name) }
					obj := makeObject(t, gcc, "mapped.c", flags...)
					output(t, gcc, "-static", "-no-pie", "-o", in("native"), "testdata/mapped.c", "-lm")
					want := finish(t, exec.Command(c.qemu, in("native"), "one", "two"))
					// What the program calls is what its mapper has been linked with.
					mapper(t, gcc, in("mapper"), obj).link(t, rtdyld, in("out"), layout(t, in("layout.json"), obj), obj)
					got := finish(t, exec.Command(c.qemu, in("mapper"), list(t, in("list"), in("out")), "one", "two"))
					same(t, want, got)
					if strings.Count(want.Out, "\n") < 5 || want.Status != 43 {
						t.Errorf("native: %+v", want)
					}
				})
			}
		})
	}
}

// addresses are those of names that a mapper defines.
type addresses map[string]uint64

// link lays files out that refer to them.
func (a addresses) link(t *testing.T, rtdyld, out, layout string, files ...string) {
	t.Helper()
	args := []string{"link", "-out", out, "-layout", layout}
	for name, addr := range a {
		args = append(args, "-define", fmt.Sprintf("%s=%#x", name, addr))
	}
	output(t, rtdyld, append(args, files...)...)
}

// mapperLibraries are those that mappers are linked with.
var mapperLibraries = []string{"-lm", "-ldl", "-lpthread", "-Wl,--as-needed,-latomic"}

// mapper links testdata/mapper.c with all that an object refers to, and tells where that is.
func mapper(t *testing.T, gcc, prog, obj string) addresses {
	t.Helper()
	names := addresses{}
	for _, s := range symbols(t, obj) {
		if s.Section == elf.SHN_UNDEF && s.Name != "" && s.Name != "_gp_disp" {
			names[s.Name] = 0
		}
	}
	var b strings.Builder
	list := []string{}
	for name := range names {
		fmt.Fprintf(&b, "extern char %s[] __attribute__((nocommon));\n", name)
		list = append(list, name)
	}
	fmt.Fprintf(&b, "void *volatile references[] = {%s};\n", strings.Join(list, ", "))
	source := prog + "_names.c"
	if err := os.WriteFile(source, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-static", "-no-pie", "-Wl,-Ttext-segment=0x400000", "-fno-builtin", "-w", "-o", prog, "testdata/mapper.c", source}
	output(t, gcc, append(args, mapperLibraries...)...)
	for _, s := range symbols(t, prog) {
		if at, ok := names[s.Name]; ok && at == 0 && s.Section != elf.SHN_UNDEF {
			names[s.Name] = s.Value
		}
	}
	for name, at := range names {
		if at == 0 {
			t.Fatalf("%s has no %s", prog, name)
		}
	}
	return names
}

func symbols(t *testing.T, path string) []elf.Symbol {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// layout puts the code of an object where nothing of its mapper is.
func layout(t *testing.T, path, obj string) string {
	t.Helper()
	f, err := elf.Open(obj)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	i := slices.IndexFunc(f.Sections, func(s *elf.Section) bool { return s.Name == ".text" })
	text := fmt.Sprintf(`{"sections": [{"file": %q, "section": %d, "addr": "%#x"}]}`, filepath.Base(obj), i, mappedAt)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const mappedAt = 0x20000000

// list writes what the mapper reads: memory, sections, main.
func list(t *testing.T, path, out string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(out, "map.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m linkMap
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	high := uint64(0)
	addr := func(s string) (v uint64) {
		if _, err := fmt.Sscanf(s, "0x%x", &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, s := range m.Sections {
		if at := addr(s.Addr); at < mappedAt {
			t.Fatalf("a section is at %#x", at)
		} else {
			high = max(high, at+s.Size)
		}
	}
	fmt.Fprintf(&b, "m %x %d -\n", mappedAt, high-mappedAt)
	for _, s := range m.Sections {
		if s.Size > 0 && s.Bin != "" {
			fmt.Fprintf(&b, "s %x %d %s\n", addr(s.Addr), s.Size, filepath.Join(out, s.Bin))
		}
	}
	i := slices.IndexFunc(m.Symbols, func(s struct{ Name, Addr string }) bool { return s.Name == "main" })
	if i < 0 {
		t.Fatal("there is no main")
	}
	fmt.Fprintf(&b, "e %x 0 -\n", addr(m.Symbols[i].Addr))
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
