package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// bareTargets are those of PowerPC, with what begins a program there.
var bareTargets = []struct {
	name, triple, flags, emulator string
	is64                          bool
	order                         binary.ByteOrder
	abi                           uint32 // e_flags
	entry                         string // assembly
}{
	{"powerpc", "powerpc-linux-gnu", "", "qemu-ppc", false, binary.BigEndian, 0, "_start: clrrwi 1,1,4\n stwu 1,-64(1)\n bl begin\n"},
	{"elfv1", "powerpc64-linux-gnu", "", "qemu-ppc64", true, binary.BigEndian, 1, ".section .opd,\"aw\"\n .balign 8\n_start: .quad .Lstart,.TOC.@tocbase,0\n .text\n.Lstart: clrrdi 1,1,4\n stdu 1,-128(1)\n bl begin\n nop\n"},
	{"elfv2", "powerpc64-linux-musl", "-mabi=elfv2", "qemu-ppc64", true, binary.BigEndian, 2, bareV2},
	{"powerpc64le", "powerpc64le-linux-gnu", "", "qemu-ppc64le", true, binary.LittleEndian, 2, bareV2},
}

const bareV2 = ".abiversion 2\n_start: addis 2,12,.TOC.-_start@ha\n addi 2,2,.TOC.-_start@l\n .localentry _start,.-_start\n clrrdi 1,1,4\n stdu 1,-128(1)\n bl begin\n nop\n"

// TestBarePowerPC: a program without a library, linked at addresses and written as an executable, does in an emulator what it does
// here: calls of all kinds, an indirect function whose first call keeps all arguments, pointers to functions, jump tables.
func TestBarePowerPC(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "clang-19")
	native := filepath.Join(t.TempDir(), "native")
	begin := filepath.Join(t.TempDir(), "begin.c")
	if err := os.WriteFile(begin, []byte("extern void begin(void); int main(void) { begin(); }"), 0o666); err != nil {
		t.Fatal(err)
	}
	runTool(t, "clang-19", "-w", "-fno-builtin", "-o", native, begin, "testdata/bare/main.c", "testdata/bare/other.c")
	want := status3(t, native)
	if !strings.HasPrefix(want, "hello from loaded code\n61\n") {
		t.Fatalf("%q", want)
	}
	for _, c := range bareTargets {
		t.Run(c.name, func(t *testing.T) {
			citest.Need(t, c.emulator)
			ways := []string{"clang-19 -O0 -fno-pic", "clang-19 -O2 -fPIC", "clang-19 -Os -fno-pic"}
			switch c.name { // calls without a PLT, which clang does not make: from a table an object, from the GOT, at addresses
			case "powerpc":
				ways = append(ways, "clang-19 -O1 -fpic", "clang-19 -O0 -fpic", c.triple+"-gcc -O2 -fpic -mbss-plt", c.triple+"-gcc -O2 -fPIC -fno-plt", c.triple+"-gcc -O1 -fpic -fno-plt", c.triple+"-gcc -O2 -fno-pic -fno-plt")
				citest.Need(t, c.triple+"-gcc")
			case "powerpc64le":
				ways = append(ways, c.triple+"-gcc -O2 -fPIC -fno-plt")
				citest.Need(t, c.triple+"-gcc")
			}
			for _, way := range ways {
				dir := t.TempDir()
				start := filepath.Join(dir, "start.s")
				if err := os.WriteFile(start, []byte(".globl _start\n .text\n"+c.entry+" trap\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				var objs []string
				for _, source := range []string{start, "testdata/bare/main.c", "testdata/bare/other.c"} {
					obj := filepath.Join(dir, strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))+".o")
					args := append(strings.Fields(way+" "+c.flags), "-w", "-ffreestanding", "-fno-builtin", "-c", source, "-o", obj)
					if args[0] == "clang-19" {
						args = append(args, "--target="+c.triple)
					}
					runTool(t, args[0], args[1:]...)
					objs = append(objs, obj)
				}
				exe := filepath.Join(dir, "program")
				if err := os.WriteFile(exe, bareProgram(t, dir, objs, c.is64, c.order, c.abi), 0o777); err != nil {
					t.Fatal(err)
				}
				if got := status3(t, c.emulator, exe); got != want {
					t.Errorf("%s: %q, want %q", way, got, want)
				}
			}
		})
	}
}

// runTool runs a tool.
func runTool(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// status3 is what a command prints that ends with the status 3.
func status3(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("%s: %v", name, err)
	}
	return string(out)
}

// bareProgram links objects at addresses, and makes an executable of one segment.
func bareProgram(t *testing.T, dir string, objs []string, is64 bool, order binary.ByteOrder, flags uint32) []byte {
	t.Helper()
	const page = 0x1000
	layout, out := filepath.Join(dir, "layout.json"), filepath.Join(dir, "out")
	if err := os.WriteFile(layout, fmt.Appendf(nil, `{"sections": [{"file": "main.o", "section": %d, "addr": "0x10001000"}]}`, textSection(t, objs[1])), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if status := Main(append([]string{"link", "-layout", layout, "-out", out}, objs...), &stdout, &stderr); status != 0 {
		t.Fatalf("rtdyld link ended with %d\n%s", status, stderr.Bytes())
	}
	data, err := os.ReadFile(filepath.Join(out, "map.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m linkmap.Document
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	low, high := uint64(1<<64-1), uint64(0)
	for _, s := range m.Sections {
		low, high = min(low, uint64(s.Addr)&^(page-1)), max(high, uint64(s.Addr)+s.Size)
	}
	program := make([]byte, page+high-low)
	for _, s := range m.Sections {
		if s.Size == 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(out, s.Bin))
		if err != nil {
			t.Fatal(err)
		}
		copy(program[page+uint64(s.Addr)-low:], data)
	}
	entry := uint64(0)
	for _, s := range m.Symbols {
		if s.Name == "_start" {
			entry = uint64(s.Addr)
		}
	}
	copy(program, bareHeader(is64, order, flags, entry, low, high-low))
	return program
}

// textSection is the number of an object's code.
func textSection(t *testing.T, obj string) int {
	t.Helper()
	f, err := elf.Open(obj)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return slices.IndexFunc(f.Sections, func(s *elf.Section) bool { return s.Name == ".text" })
}

// bareHeader is the header of an executable whose one segment is at the second page of the file.
func bareHeader(is64 bool, order binary.ByteOrder, flags uint32, entry, addr, size uint64) []byte {
	const executable, page, all = 2, 0x1000, 7
	ident := [16]byte{0x7f, 'E', 'L', 'F', 1, 2, 1}
	if order == binary.LittleEndian {
		ident[5] = 1
	}
	var b bytes.Buffer
	write := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, order, v)
		}
	}
	if is64 {
		ident[4] = 2
		write(ident, uint16(executable), uint16(21), uint32(1), entry, uint64(64), uint64(0), flags, uint16(64), uint16(56), uint16(1), [3]uint16{})
		write(uint32(1), uint32(all), uint64(page), addr, addr, size, size, uint64(page))
		return b.Bytes()
	}
	write(ident, uint16(executable), uint16(20), uint32(1), uint32(entry), uint32(52), uint32(0), flags, uint16(52), uint16(32), uint16(1), [3]uint16{})
	write(uint32(1), uint32(page), uint32(addr), uint32(addr), uint32(size), uint32(size), uint32(all), uint32(page))
	return b.Bytes()
}
