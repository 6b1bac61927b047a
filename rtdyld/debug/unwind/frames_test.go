package unwind_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// section is a section to write.
type section struct {
	name string
	addr uint64
	data []byte
}

// writeELF writes an ELF file of nothing but sections.
func writeELF(t testing.TB, k flat.Kind, secs []section) string {
	t.Helper()
	le := k.Order()
	names := []byte{0}
	nameAt := []int{}
	for _, s := range secs {
		nameAt = append(nameAt, len(names))
		names = append(append(names, s.name...), 0)
	}
	nameAt = append(nameAt, len(names))
	names = append(names, ".shstrtab\x00"...)
	secs = append(slices.Clone(secs), section{".shstrtab", 0, names})
	head, sh := 52, 40
	if k.Is64 {
		head, sh = 64, 64
	}
	var w []byte
	put := func(v uint64) { w = k.AppendWord(w, v) }
	w = le.AppendUint16(k.Ident(), 2)
	w = le.AppendUint16(w, k.Machine)
	w = le.AppendUint32(w, 1)
	put(0)
	put(0)
	put(uint64(head))
	w = le.AppendUint32(w, 0)
	for _, v := range []int{head, 0, 0, sh, len(secs) + 1, len(secs)} {
		w = le.AppendUint16(w, uint16(v))
	}
	off := uint64(head + sh*(len(secs)+1))
	w = append(w, make([]byte, sh)...)
	for i, s := range secs {
		w = le.AppendUint32(w, uint32(nameAt[i]))
		typ, flags := uint32(1), uint64(2)
		if i == len(secs)-1 {
			typ, flags = 3, 0
		}
		w = le.AppendUint32(w, typ)
		put(flags)
		put(s.addr)
		put(off)
		put(uint64(len(s.data)))
		w = le.AppendUint64(w, 0) // link, info
		put(1)
		put(0)
		off += uint64(len(s.data))
	}
	for _, s := range secs {
		w = append(w, s.data...)
	}
	path := filepath.Join(t.TempDir(), "frames")
	if err := os.WriteFile(path, w, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// numbers are the DWARF numbers of registers as readelf names them, where it does not name them by these.
var numbers = map[uint16]map[string]int{
	62:  {"rax": 0, "rdx": 1, "rcx": 2, "rbx": 3, "rsi": 4, "rdi": 5, "rbp": 6, "rsp": 7, "ra": 16, "rip": 16},
	3:   {"eax": 0, "ecx": 1, "edx": 2, "ebx": 3, "esp": 4, "ebp": 5, "esi": 6, "edi": 7, "ra": 8, "eip": 8},
	183: {"sp": 31, "ra": 30, "lr": 30},
	243: {"ra": 1, "sp": 2, "s0": 8, "s1": 9, "t0": 5},
	22:  {"ra": 14, "f0": 16, "f2": 17, "f4": 18, "f6": 19, "f1": 20, "f3": 21, "f5": 22, "f7": 23, "f8": 24, "f10": 25, "f12": 26, "f14": 27, "f9": 28, "f11": 29, "f13": 30, "f15": 31},
	21:  {"ra": 65},
	8:   {"ra": 31},
	258: {"ra": 1},
	43:  {"ra": 15},
}

// Above these registers readelf names some that are not kept.
var most = map[uint16]int{62: 17, 3: 9, 183: 33, 243: 32, 22: 32, 21: 32, 8: 32, 258: 32, 43: 32}

func number(machine uint16, name string) int {
	if n, ok := numbers[machine][name]; ok {
		return n
	}
	digits := strings.TrimLeft(name, "rxs")
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || len(name)-len(digits) != 1 || machine != 22 && n >= most[machine]:
		return 1000 // not kept
	case machine == 243 && name[0] == 's':
		return n + 16
	}
	return n
}

// row is a line of readelf's interpretation, as [unwind.Table.Row] writes it. ra is the column
// of return addresses, if it is another than the ABI's.
func row(machine uint16, ra int, names, cells []string) string {
	of := func(name string) int {
		if name == "ra" && ra >= 0 {
			return ra
		}
		return number(machine, name)
	}
	cfa := cells[1]
	if i := strings.IndexAny(cfa, "+-"); i > 0 {
		cfa = fmt.Sprint(of(cfa[:i]), cfa[i:])
	}
	rules := map[int]string{}
	for i, cell := range cells[2:] {
		n := of(names[i+2])
		if cell != "s" && cell != "exp" && cell != "vexp" && !strings.ContainsAny(cell, "+-") {
			cell = fmt.Sprint("r", of(cell))
		}
		if cells[i+2] != "u" && n < 1000 {
			rules[n] = cell
		}
	}
	out := []string{cfa}
	for _, n := range slices.Sorted(maps.Keys(rules)) {
		out = append(out, fmt.Sprintf("%d=%s", n, rules[n]))
	}
	return strings.Join(out, " ")
}

// named is a register that readelf writes by its number and its name.
var named = regexp.MustCompile(`\b(r\d+) \(\w+\)`)

// interpret has readelf tell what the rules are, by address, in the sections of a file.
func interpret(t testing.TB, machine uint16, file string) (rows map[uint64]string, functions map[uint64]uint64) {
	t.Helper()
	citest.Need(t, "readelf")
	cmd := exec.Command("readelf", "--wide", "--debug-dump=frames-interp", file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	rows, functions = map[uint64]string{}, map[uint64]uint64{}
	var names []string
	in := false
	start, common, commons, ra, columns := uint64(0), "", map[string][2]any{}, -1, map[string]int{}
	for line := range strings.Lines(string(out)) {
		line = named.ReplaceAllString(strings.TrimSpace(line), "$1")
		cells := strings.Fields(line)
		switch {
		case strings.Contains(line, " CIE "):
			in, common = false, cells[0]
			_, text, _ := strings.Cut(line, " ra=")
			ra, _ = strconv.Atoi(text)
			columns[common] = ra
		case strings.Contains(line, " FDE "):
			_, pc, _ := strings.Cut(line, "pc=")
			lo, hi, _ := strings.Cut(pc, "..")
			start, _ = strconv.ParseUint(lo, 16, 64)
			end, _ := strconv.ParseUint(hi, 16, 64)
			functions[start] = end
			_, id, _ := strings.Cut(line, "cie=")
			id, _, _ = strings.Cut(id, " ")
			in, ra = true, columns[id]
			// An FDE without instructions of its own has no lines: those of its CIE count.
			if c, ok := commons[id]; ok && start < end {
				names, cells := c[0].([]string), c[1].([]string)
				rows[start] = row(machine, ra, names, cells)
			}
		case strings.HasPrefix(line, "LOC "):
			names = cells
		case len(cells) > 1 && len(cells) == len(names) && (len(cells[0]) == 16 || len(cells[0]) == 8):
			at, err := strconv.ParseUint(cells[0], 16, 64)
			if err != nil {
				continue
			}
			if !in {
				commons[common] = [2]any{names, cells}
				continue
			}
			if at < functions[start] { // there are programs that go on behind their function
				rows[at] = row(machine, ra, names, cells)
			}
		case strings.HasPrefix(line, "Contents of"):
			clear(commons)
		}
	}
	return rows, functions
}

// loadMembers loads members of an archive, each with a linker of its own, one behind the
// other.
func loadMembers(t testing.TB, path string, most int) (objs []*rtdyld.Object) {
	t.Helper()
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	m := &memory{next: base}
	for mem, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		if len(objs) == most {
			break
		}
		img, err := objfile.ParseMember(mem)
		if err != nil {
			continue
		}
		if strings.HasSuffix(path, "powerpc64le-linux-gnu/lib/libc.a") && mem.Name == "makecontext.o" {
			continue // calls exit as nobody can who may have another TOC
		}
		objs = append(objs, link(t, m, img)...)
		img.Close()
	}
	return objs
}

// frameOracles are archives of real code with .eh_frame, or how scene.c is compiled.
var frameOracles = []struct {
	name, path string
	kind       flat.Kind
	most, min  int // members; rows
}{
	{"amd64-c", "/usr/lib/x86_64-linux-gnu/libc.a", flat.Kind{Machine: 62, Is64: true}, 400, 2000},
	{"amd64-c++", "/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 62, Is64: true}, 90, 2000},
	{"386", "/usr/lib32/libc.a", flat.Kind{Machine: 3}, 400, 2000},
	{"arm64", "/usr/aarch64-linux-gnu/lib/libc.a", flat.Kind{Machine: 183, Is64: true}, 400, 2000},
	{"riscv64-c", "/usr/riscv64-linux-gnu/lib/libc.a", flat.Kind{Machine: 243, Is64: true}, 1000, 300},
	{"riscv64-c++", "/usr/lib/gcc-cross/riscv64-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 243, Is64: true}, 90, 1000},
	{"ppc64le-c", "/usr/powerpc64le-linux-gnu/lib/libc.a", flat.Kind{Machine: 21, Is64: true}, 400, 2000},
	{"ppc64le-c++", "/usr/lib/gcc-cross/powerpc64le-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 21, Is64: true}, 90, 2000},
	{"s390x-c", "/usr/s390x-linux-gnu/lib/libc.a", flat.Kind{Machine: 22, Is64: true, Big: true}, 400, 2000},
	{"s390x-c++", "/usr/lib/gcc-cross/s390x-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 22, Is64: true, Big: true}, 90, 2000},
	{"mips", "/usr/lib/gcc-cross/mips-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 8, Big: true}, 250, 2000},
	{"mipsel", "/usr/lib/gcc-cross/mipsel-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 8}, 250, 2000},
	{"mips64el", "/usr/lib/gcc-cross/mips64el-linux-gnuabi64/12/libstdc++.a", flat.Kind{Machine: 8, Is64: true}, 250, 2000},
	{"mips64", "clang-19 --target=mips64-linux-gnuabi64 -O2 -funwind-tables", flat.Kind{Machine: 8, Is64: true, Big: true}, 1, 20},
	{"mipsn32el", "clang-19 --target=mips64el-linux-gnuabin32 -O2 -funwind-tables", flat.Kind{Machine: 8}, 1, 20},
	{"loong64", "clang-19 --target=loongarch64-linux-gnu -O2 -funwind-tables", flat.Kind{Machine: 258, Is64: true}, 1, 20},
	{"loong64-relaxed", "clang-19 --target=loongarch64-linux-gnu -O2 -funwind-tables -Xclang -target-feature -Xclang +relax -falign-loops=16", flat.Kind{Machine: 258, Is64: true}, 1, 20},
	{"loong32", "clang-19 --target=loongarch32-linux-gnu -O2 -funwind-tables", flat.Kind{Machine: 258}, 1, 20},
	{"riscv32", "clang-19 --target=riscv32-linux-gnu -mrelax -O2 -funwind-tables", flat.Kind{Machine: 243}, 1, 20},
	{"sparc64-c", "/usr/sparc64-linux-gnu/lib/libc.a", flat.Kind{Machine: 43, Is64: true, Big: true}, 1000, 240},
	{"sparc64-c++", "/usr/lib/gcc-cross/sparc64-linux-gnu/12/libstdc++.a", flat.Kind{Machine: 43, Is64: true, Big: true}, 90, 800},
	{"sparc64", "clang-19 --target=sparc64-linux-gnu -O2 -funwind-tables", flat.Kind{Machine: 43, Is64: true, Big: true}, 1, 20},
	{"ppc64", "clang-19 --target=powerpc64-linux-gnu -mabi=elfv2 -O2 -funwind-tables", flat.Kind{Machine: 21, Is64: true, Big: true}, 1, 20},
}

// TestFramesOracle reads the .eh_frame of libraries and compares the rules at each
// address with what readelf says of the same bytes. What AppendDebugFrame and AppendEHFrame
// write, readelf must read in the same way.
func TestFramesOracle(t *testing.T) {
	for _, o := range frameOracles {
		t.Run(o.name, func(t *testing.T) {
			if citest.Sample() && o.most > 1 {
				o.most, o.min = o.most/10, o.min/40
			}
			var objs []*rtdyld.Object
			if o.most > 1 {
				objs = loadMembers(t, o.path, o.most)
			} else {
				objs, _ = load(t, compile(t, "testdata/scene.c", strings.Fields(o.path)...))
				sizes(t, objs[0])
			}
			var all unwind.Tables
			var secs, eh []section
			var frame []byte
			at := uint64(base + 0x8000000)
			for _, obj := range objs {
				table := read(t, obj)
				all.Add(table)
				frame = table.AppendDebugFrame(frame)
				eh = append(eh, section{".eh_frame", at, table.AppendEHFrame(nil, at)})
				at += uint64(len(eh[len(eh)-1].data))
				for _, s := range obj.Sections() {
					if s.Name == ".eh_frame" {
						secs = append(secs, section{".eh_frame", s.Addr, s.Mem})
					}
				}
			}
			want, functions := interpret(t, o.kind.Machine, writeELF(t, o.kind, secs))
			if len(want) < o.min {
				t.Fatalf("%d rows of %d objects: too few to prove anything", len(want), len(objs))
			}
			bad := 0
			for pc, row := range want {
				table := all.Table(pc)
				got := "no table"
				if table != nil {
					got = table.Row(pc)
				}
				if got != row {
					t.Errorf("%#x: %s, readelf says %s", pc, got, row)
					if bad++; bad > 10 {
						t.FailNow()
					}
				}
			}
			for start, end := range functions {
				if s, e, ok := all.Find(start); start != end && (!ok || s != start || e != end) {
					t.Errorf("%#x to %#x: found %#x to %#x", start, end, s, e)
				}
			}
			for what, file := range map[string]string{
				"AppendDebugFrame": writeELF(t, o.kind, []section{{".debug_frame", 0, frame}}),
				"AppendEHFrame":    writeELF(t, o.kind, eh),
			} {
				got, _ := interpret(t, o.kind.Machine, file)
				for pc, row := range want {
					if got[pc] != row {
						t.Fatalf("%s: at %#x readelf says %s, of the input %s", what, pc, got[pc], row)
					}
				}
			}
			t.Logf("%d objects, %d functions, %d rows", len(objs), len(functions), len(want))
		})
	}
}

// sizes checks that functions and what describes their frames begin and end alike, where padding was cut, too.
func sizes(t *testing.T, o *rtdyld.Object) {
	table, n := read(t, o), 0
	for _, s := range o.Symbols() {
		if s.Type != objfmt.SymFunc || s.Size == 0 {
			continue
		}
		n++
		if start, end, ok := table.Find(s.Addr); !ok || start != s.Addr || end != s.Addr+s.Size {
			t.Errorf("%s: %#x to %#x, its frames %#x to %#x", s.Name, s.Addr, s.Addr+s.Size, start, end)
		}
	}
	if n < 10 {
		t.Errorf("%d functions with a size", n)
	}
}

// TestBigEndian: the tables of one source say the same for both byte orders.
func TestBigEndian(t *testing.T) {
	rows := map[string][]string{}
	for _, target := range []string{"aarch64-linux-gnu", "aarch64_be-linux-gnu"} {
		objs, _ := load(t, compile(t, "testdata/scene.c", "clang", "--target="+target, "-O2", "-funwind-tables"))
		table := read(t, objs[0])
		for s, e := range table.All() {
			rows[target] = append(rows[target], fmt.Sprintf("%#x %#x: %s; %s", s, e, table.Row(s), table.Row((s+e)/2)))
		}
		frame := table.AppendDebugFrame(nil)
		big := target != "aarch64-linux-gnu"
		if n := binary.LittleEndian.Uint32(frame); n>>24 != 0 != big {
			t.Errorf("%s: a record begins with % x", target, frame[:4])
		}
	}
	if len(rows["aarch64-linux-gnu"]) < 10 || !slices.Equal(rows["aarch64-linux-gnu"], rows["aarch64_be-linux-gnu"]) {
		t.Errorf("rows differ:\n%s\n\n%s", strings.Join(rows["aarch64-linux-gnu"], "\n"), strings.Join(rows["aarch64_be-linux-gnu"], "\n"))
	}
}
