package symbolize_test

import (
	"bufio"
	"bytes"
	"debug/elf"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// pair is an address here and the one of the same instruction in the oracle's file.
type pair struct {
	ours, theirs uint64
	what         string
	first        bool // of its function
}

// oracle asks llvm-symbolizer about addresses in a file. Each answer is the functions at
// the address, innermost first, with file, line and column. With linkage the functions
// have their linkage names, where the debug information has any, and the last its symbol.
func oracle(t testing.TB, file string, newer, linkage bool, ps []pair) [][]symbolize.Frame {
	t.Helper()
	symbolizer := "llvm-symbolizer"
	if newer {
		symbolizer += "-19"
	}
	citest.Need(t, symbolizer)
	names := "short"
	if linkage {
		names = "linkage"
	}
	var in bytes.Buffer
	for _, p := range ps {
		fmt.Fprintf(&in, "%#x\n", p.theirs)
	}
	out := feed(t, in.Bytes(), symbolizer, "--obj="+file, "--no-demangle", "--functions="+names, "--inlining", "--output-style=LLVM")
	var all [][]symbolize.Frame
	var frames []symbolize.Frame
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		name := sc.Text()
		if name == "" {
			all, frames = append(all, frames), nil
			continue
		}
		if !sc.Scan() {
			t.Fatal("llvm-symbolizer: a function without a place")
		}
		parts := strings.Split(sc.Text(), ":")
		n := len(parts)
		if n < 3 {
			t.Fatalf("llvm-symbolizer: %q", sc.Text())
		}
		f := symbolize.Frame{Func: name, File: strings.Join(parts[:n-2], ":")}
		f.Line, _ = strconv.Atoi(parts[n-2])
		f.Column, _ = strconv.Atoi(parts[n-1])
		if f.File == "??" {
			f.File = ""
		}
		frames = append(frames, f)
	}
	if len(all) != len(ps) {
		t.Fatalf("llvm-symbolizer answered %d of %d questions", len(all), len(ps))
	}
	return all
}

// compare holds Symbolize's answers against the oracle's, and returns how many have a
// line and how many inlined calls.
func compare(t testing.TB, s *symbolize.Symbolizer, file string, newer bool, names map[string]uint64, ps []pair) (lines, inlined int) {
	t.Helper()
	wrong := 0
	for i, want := range oracle(t, file, newer, names != nil, ps) {
		p := ps[i]
		l, ok := s.Symbolize(p.ours)
		if !ok {
			t.Errorf("%s: nothing at %#x", p.what, p.ours)
			continue
		}
		got, symbol := l.Frames, l.Symbol
		if len(got) == 0 {
			name := "??"
			if names != nil {
				name = symbol
			}
			got = []symbolize.Frame{{Func: name, File: l.File, Line: l.Line, Column: l.Column}}
		}
		if d := differ(got, want, symbol, names); d != "" {
			if wrong++; wrong < 8 {
				t.Errorf("%s: %s\n got %v (%+v)\nwant %+v", p.what, d, l, got, want)
			}
		}
		if l.Line > 0 {
			lines++
		}
		if len(l.Frames) > 1 {
			inlined++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d answers differ from llvm-symbolizer's", wrong, len(ps))
	}
	return lines, inlined
}

// differ says how two chains differ. The oracle may call the last by its symbol.
func differ(got, want []symbolize.Frame, symbol string, names map[string]uint64) string {
	if len(got) != len(want) {
		return "number of functions"
	}
	for i := range got {
		g, w := got[i], want[i]
		if g.Func != w.Func && (i < len(got)-1 || names == nil || names[w.Func] != names[symbol]) {
			return fmt.Sprintf("function %d", i)
		}
		if g.Line != w.Line || g.Column != w.Column {
			return fmt.Sprintf("line %d", i)
		}
		if path.Clean(filepath.ToSlash(g.File)) != path.Clean(filepath.ToSlash(w.File)) {
			return fmt.Sprintf("file %d", i)
		}
	}
	return ""
}

// pairsOf lists addresses in the functions of an object: those of the oracle's symbols by
// the same names, step bytes from each other.
func pairsOf(o *rtdyld.Object, theirs map[string]uint64, step uint64) (ps []pair) {
	syms := o.Symbols()
	ends := map[objfmt.SectionID][]uint64{} // where something else begins
	for _, s := range syms {
		ends[s.Section] = append(ends[s.Section], s.Addr)
	}
	for _, s := range o.Sections() {
		ends[s.ID] = append(ends[s.ID], s.Addr+uint64(len(s.Mem)))
	}
	for _, s := range syms {
		at, ok := theirs[s.Name]
		if !ok || s.Type != objfmt.SymFunc {
			continue
		}
		addr, size := s.Addr, s.Size
		if step == 2 { // bit 0 says Thumb
			addr, at = addr&^1, at&^1
		}
		if size == 0 {
			size = 1 << 30
			for _, e := range ends[s.Section] {
				if e > addr {
					size = min(size, e-addr)
				}
			}
		}
		for off := uint64(0); off < size; off += step {
			ps = append(ps, pair{addr + off, at + off, fmt.Sprintf("%s+%#x", s.Name, off), off == 0})
		}
	}
	return ps
}

// elfSymbols are the functions of an ELF program by name, those that are there once.
func elfSymbols(t testing.TB, file string) map[string]uint64 {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	out, twice := map[string]uint64{}, map[string]bool{}
	for _, s := range syms {
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Section == elf.SHN_UNDEF {
			continue
		}
		if _, ok := out[s.Name]; ok {
			twice[s.Name] = true
		}
		out[s.Name] = s.Value
	}
	for n := range twice {
		delete(out, n)
	}
	return out
}

// builds are compilers and what they write.
var builds = []struct {
	name    string
	source  string
	command []string
	linked  bool // by ld.lld, for the oracle; else it reads the object, whose code is in one section
	newer   bool // the oracle is LLVM 19
}{
	{"gcc-O0", "scene.c", []string{"gcc", "-g", "-O0"}, true, false},
	{"gcc-O2", "scene.c", []string{"gcc", "-g", "-O2"}, true, false},
	{"gcc-O2-dwarf4", "scene.c", []string{"gcc", "-gdwarf-4", "-O2"}, true, false},
	{"gcc-O2-dwarf3", "scene.c", []string{"gcc", "-gdwarf-3", "-O2"}, true, false},
	{"gcc-O2-dwarf2", "scene.c", []string{"gcc", "-gdwarf-2", "-gstrict-dwarf", "-O2"}, true, false},
	{"gcc-O2-dwarf64", "scene.c", []string{"gcc", "-gdwarf-5", "-gdwarf64", "-O2"}, true, false},
	{"gcc-O2-gz", "scene.c", []string{"gcc", "-g", "-O2", "-gz"}, true, false},
	{"gcc-O2-sections", "scene.c", []string{"gcc", "-g", "-O2", "-ffunction-sections"}, true, false},
	{"gcc-m32", "scene.c", []string{"gcc", "-m32", "-g", "-O2", "-fno-pic"}, true, false},
	{"clang-O0", "scene.c", []string{"clang", "-g", "-O0"}, true, false},
	{"clang-O2", "scene.c", []string{"clang", "-g", "-O2"}, true, false},
	{"clang-O2-dwarf4", "scene.c", []string{"clang", "-gdwarf-4", "-O2"}, true, false},
	{"clang-O2-gz", "scene.c", []string{"clang", "-g", "-O2", "-gz"}, true, false},
	{"clang-O2-sections", "scene.c", []string{"clang", "-g", "-O2", "-ffunction-sections"}, true, false},
	{"clang-arm64", "scene.c", []string{"clang", "--target=aarch64-linux-gnu", "-g", "-O2"}, true, false},
	{"clang-arm", "scene.c", []string{"clang", "--target=armv7-linux-gnueabihf", "-marm", "-g", "-O2"}, true, false},
	{"clang-thumb", "scene.c", []string{"clang", "--target=armv7-linux-gnueabihf", "-mthumb", "-g", "-O2"}, true, false},
	{"clang-i386", "scene.c", []string{"clang", "--target=i386-linux-gnu", "-g", "-O2"}, true, false},
	{"gcc-c++", "scene.cc", []string{"g++", "-g", "-O2"}, true, false},
	{"gcc-c++-types", "scene.cc", []string{"g++", "-g", "-O2", "-fdebug-types-section"}, true, false},
	{"gcc-c++-O0-dwarf4", "scene.cc", []string{"g++", "-gdwarf-4", "-O0"}, true, false},
	{"clang-c++", "scene.cc", []string{"clang++", "-g", "-O2"}, true, false},
	{"clang-c++-O1-dwarf4", "scene.cc", []string{"clang++", "-gdwarf-4", "-O1", "-fPIC"}, true, false},
	{"mingw-gcc", "scene.c", []string{"x86_64-w64-mingw32-gcc", "-g", "-O2"}, false, false},
	{"mingw-gcc-dwarf4", "scene.c", []string{"x86_64-w64-mingw32-gcc", "-gdwarf-4", "-O0"}, false, false},
	{"clang-coff", "scene.c", []string{"clang", "--target=x86_64-w64-windows-gnu", "-g", "-O2"}, false, false},
	{"clang-coff-i386", "scene.c", []string{"clang", "--target=i686-w64-windows-gnu", "-g", "-O2"}, false, false},
	{"clang-coff-arm64", "scene.c", []string{"clang", "--target=aarch64-w64-windows-gnu", "-g", "-O2"}, false, false},
	{"clang-coff-thumb", "scene.c", []string{"clang", "--target=thumbv7-w64-windows-gnu", "-g", "-O2"}, false, false},
	{"clang-arm64be", "scene.c", []string{"clang", "--target=aarch64_be-linux-gnu", "-g", "-O2"}, false, false},
	{"clang-macho-i386", "scene.c", []string{"clang", "--target=i386-apple-macos10.6", "-g", "-O2"}, false, false},
	{"clang-macho-armv7", "scene.c", []string{"clang", "--target=armv7-apple-ios7", "-g", "-O2"}, false, false},
	{"clang-macho", "scene.c", []string{"clang", "--target=x86_64-apple-macos12", "-g", "-O2"}, false, false},
	{"clang-macho-dwarf5", "scene.c", []string{"clang", "--target=x86_64-apple-macos12", "-gdwarf-5", "-O2"}, false, false},
	{"clang-macho-arm64", "scene.c", []string{"clang", "--target=arm64-apple-macos12", "-g", "-O2"}, false, false},
	{"gcc-riscv64", "scene.c", []string{"riscv64-linux-gnu-gcc", "-g", "-O2", "-mno-relax"}, true, true},
	{"gcc-riscv64-relax", "scene.c", []string{"riscv64-linux-gnu-gcc", "-g", "-O2", "-falign-loops=16"}, true, true},
	{"gcc-riscv64-relax-sections", "scene.c", []string{"riscv64-linux-gnu-gcc", "-gdwarf-4", "-O2", "-ffunction-sections", "-falign-loops=16"}, true, true},
	{"clang-riscv64", "scene.c", []string{"clang-19", "--target=riscv64-linux-gnu", "-g", "-O2"}, true, true},
	{"clang-riscv64-relax", "scene.c", []string{"clang-19", "--target=riscv64-linux-gnu", "-gdwarf-4", "-O2", "-mrelax", "-falign-loops=16"}, true, true},
	{"clang-riscv32-relax", "scene.c", []string{"clang-19", "--target=riscv32-linux-gnu", "-g", "-O2", "-mrelax", "-falign-loops=16"}, true, true},
	{"gcc-ppc64le", "scene.c", []string{"powerpc64le-linux-gnu-gcc", "-g", "-O2"}, true, true},
	{"clang-ppc64le", "scene.c", []string{"clang-19", "--target=powerpc64le-linux-gnu", "-g", "-O2"}, true, true},
	{"clang-ppc64", "scene.c", []string{"clang-19", "--target=powerpc64-linux-gnu", "-mabi=elfv2", "-g", "-O1"}, true, true},
	{"gcc-s390x", "scene.c", []string{"s390x-linux-gnu-gcc", "-g", "-O2"}, true, true},
	{"clang-s390x", "scene.c", []string{"clang-19", "--target=s390x-linux-gnu", "-g", "-O2"}, true, true},
	{"gcc-sparc64", "scene.c", []string{"sparc64-linux-gnu-gcc", "-g", "-O2"}, true, true},
	{"clang-sparc64", "scene.c", []string{"clang-19", "--target=sparc64-linux-gnu", "-g", "-O2"}, true, true},
	{"clang-bpf", "scene.c", []string{"clang-19", "--target=bpfel", "-mcpu=v4", "-g", "-O2"}, false, true},
	{"clang-bpf-be", "scene.c", []string{"clang-19", "--target=bpfeb", "-mcpu=v4", "-g", "-O2"}, false, true},
	{"clang-loong64", "scene.c", []string{"clang-19", "--target=loongarch64-linux-gnu", "-g", "-O2"}, true, true},
	{"clang-loong64-relax", "scene.c", []string{"clang-19", "--target=loongarch64-linux-gnu", "-g", "-O2", "-Xclang", "-target-feature", "-Xclang", "+relax", "-falign-loops=16"}, true, true},
	{"clang-loong32", "scene.c", []string{"clang-19", "--target=loongarch32-linux-gnu", "-g", "-O2"}, true, true},
	{"gcc-mips", "scene.c", []string{"mips-linux-gnu-gcc", "-g", "-O2"}, true, true},
	{"gcc-mipsel", "scene.c", []string{"mipsel-linux-gnu-gcc", "-g", "-O2"}, true, true},
	{"gcc-mips64el", "scene.c", []string{"mips64el-linux-gnuabi64-gcc", "-g", "-O2"}, true, true},
	{"clang-mipsel", "scene.c", []string{"clang-19", "--target=mipsel-linux-gnu", "-g", "-O2", "-fPIC"}, true, true},
	{"clang-mips64", "scene.c", []string{"clang-19", "--target=mips64-linux-gnuabi64", "-g", "-O2", "-fPIC"}, true, true},
	{"clang-mipsn32", "scene.c", []string{"clang-19", "--target=mips64-linux-gnuabin32", "-g", "-O2", "-fPIC"}, true, true},
}

// TestSymbolizeOracle: at every instruction, and between, functions, inlined calls, files,
// lines and columns are those that llvm-symbolizer tells.
func TestSymbolizeOracle(t *testing.T) {
	for i, b := range builds {
		if citest.Sample() && (!b.newer && i%6 != 1 || b.newer && strings.HasPrefix(b.name, "gcc-")) {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			obj := compile(t, b.source, b.command...)
			s := symbolize.New()
			_, objs := link(t, s, open(t, obj))
			if cut := codeSize(open(t, obj)) - codeSize(objs[0].Image()); strings.Contains(b.name, "-relax") != (cut > 0) {
				t.Errorf("%d bytes of padding were cut", cut)
			}
			var ps []pair
			file := obj
			var names map[string]uint64
			if b.linked {
				lld := []string{"ld.lld"}
				if b.newer {
					lld = []string{"ld.lld-19", "--no-relax"}
				}
				if b.name == "gcc-sparc64" {
					lld = []string{"sparc64-linux-gnu-ld"} // whose rows lld has not
				}
				citest.Need(t, lld[0])
				file = filepath.Join(t.TempDir(), "out")
				run(t, append(lld, "-o", file, "--unresolved-symbols=ignore-all", "-e", "0", "-Ttext=0x400000", "--no-gc-sections", obj)...)
				step := uint64(1)
				if a := objs[0].Image().Triple.Arch; a.IsARM() || a.IsThumb() {
					step = 2
				}
				theirs := elfSymbols(t, file)
				if ps = pairsOf(objs[0], theirs, step); strings.HasSuffix(b.source, ".cc") {
					names = theirs
				}
			} else {
				for _, sec := range objs[0].Sections() {
					if sec.Name == ".text" || sec.Name == "__text" {
						for i := range sec.Mem {
							ps = append(ps, pair{sec.Addr + uint64(i), uint64(i), fmt.Sprintf("%s+%#x", sec.Name, i), i == 0})
						}
					}
				}
			}
			if err := s.Load(); err != nil {
				t.Error(err)
			}
			lines, inlined := compare(t, s, file, b.newer, names, ps)
			t.Logf("%d addresses, %d with a line, %d in inlined calls", len(ps), lines, inlined)
			if lines < 100 || inlined == 0 && !strings.Contains(strings.Join(b.command, " "), "-O0") {
				t.Errorf("of %d addresses %d have a line and %d are in inlined calls", len(ps), lines, inlined)
			}
		})
	}
}

// codeSize is how many bytes of code an object has.
func codeSize(img *objfmt.ObjectImage) (n int) {
	for i := range img.Sections {
		if s := &img.Sections[i]; s.Kind == objfmt.KindCode {
			n += int(s.Size)
		}
	}
	return n
}
