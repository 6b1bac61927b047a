package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// inputSet is objects that are linked together.
type inputSet struct {
	name    string
	triple  string   // -triple=
	place   []string // further options that llvm-rtdyld has, too
	paths   []string
	open    []string // names that they leave open
	dummies []string // addresses for those
}

// dummyAddresses are where external names may be: in reach of 32 bits, of 16, of 8.
var dummyAddresses = []struct{ first, step int }{{0x1000_0000, 0x1011}, {0x1100, 16}, {0x10, 1}, {0x1010, 1}}

// define gives what a set leaves open addresses of which it links at all.
func (s *inputSet) define() (err error) {
	for _, d := range dummyAddresses {
		s.dummies = nil
		for k, n := range s.open {
			s.dummies = append(s.dummies, fmt.Sprintf("-dummy-extern=%s=%#x", n, d.first+d.step*k))
		}
		var l *rtdyld.Linker
		if l, _, err = linkSet(*s); err == nil {
			return l.Close()
		}
	}
	return err
}

// newSet finds what objects leave open.
func newSet(t testing.TB, name string, paths ...string) inputSet {
	t.Helper()
	s := inputSet{name: name, triple: verifyTriple, paths: paths}
	defined, open := map[string]bool{}, []string{}
	for _, p := range paths {
		img, err := objfile.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range img.Symbols {
			name := strings.Clone(img.SymbolName(objfmt.SymbolID(i)))
			if img.Symbols[i].Defined() {
				defined[name] = true
			} else if name != "" && img.Symbols[i].Type != objfmt.SymFile {
				open = append(open, strings.TrimPrefix(name, importPrefix))
			}
		}
		img.Close()
	}
	slices.Sort(open)
	for _, n := range slices.Compact(open) {
		if !defined[n] && n != "__dso_handle" && n != "_GLOBAL_OFFSET_TABLE_" {
			s.open = append(s.open, n)
		}
	}
	return s
}

// testObjects are the objects of testdata, and pairs of them.
func testObjects(t testing.TB) []inputSet {
	t.Helper()
	var sets []inputSet
	for _, dir := range []string{"elf-amd64", "elf-link"} {
		paths, err := filepath.Glob("../../testdata/" + dir + "/*.o")
		if err != nil || len(paths) == 0 {
			t.Fatal(paths, err)
		}
		for _, p := range paths {
			sets = append(sets, newSet(t, strings.TrimSuffix(filepath.Base(p), ".o"), p))
		}
	}
	for _, pair := range [][]string{
		{"call", "call_ext"}, {"call_ext", "call"}, {"comdat_1", "comdat_2"}, {"cxx_1", "cxx_2"}, {"mutual_a", "mutual_b"}, {"base", "user", "call", "call_ext", "debug"},
	} {
		names := slices.Clone(pair)
		for i := range names {
			names[i] = "../../testdata/elf-link/" + names[i] + ".o"
		}
		sets = append(sets, newSet(t, strings.Join(pair, "+"), names...))
	}
	return sets
}

// ours runs the command in this process.
func ours(args ...string) outcome {
	var out, errOut bytes.Buffer
	status := Main(append([]string{"rtdyld-check"}, args...), strings.NewReader(""), &out, &errOut)
	return outcome{status, out.String(), errOut.String()}
}

// ownNames tells llvm-rtdyld what our linker gives an object by itself.
func ownNames(o *rtdyld.Object) []string {
	if o.Image().Triple.Format() != triple.ELF {
		return nil
	}
	dummies := []string{fmt.Sprintf("-dummy-extern=__dso_handle=%#x", o.DSOHandle())}
	for _, s := range o.Sections() {
		if s.Name == ".got" {
			dummies = append(dummies, fmt.Sprintf("-dummy-extern=_GLOBAL_OFFSET_TABLE_=%#x", s.Addr))
		}
	}
	return dummies
}

// beyondLLVM says why llvm-rtdyld 14 lays out a set in another way than later ones, or
// than is right; empty if it does not.
func beyondLLVM(objs []*rtdyld.Object) string {
	for _, o := range objs {
		if o.Image().Triple.Arch.IsMIPS() && manyEntries(o) {
			return "symbols of one name, or of none, share a GOT entry, whatever their values are"
		}
		if o.Image().HasIFunc {
			return "indirect functions are from version 15 on"
		}
		for _, s := range o.Image().Symbols {
			switch {
			case s.Bind == objfmt.BindUnique && len(objs) > 1:
				return "unique symbols of several objects are not merged"
			case s.Section == objfmt.SecAlias:
				return "names that stand for others are not known"
			}
		}
	}
	return ""
}

// manyEntries reports whether an object has several GOT entries for a name, or for what has none.
func manyEntries(o *rtdyld.Object) bool {
	img := o.Image()
	sections := map[string]bool{}
	for i := range img.Sections {
		sections[img.SectionName(objfmt.SectionID(i))] = true
	}
	seen := map[string]bool{}
	for _, m := range o.Made() {
		name := m.Symbol
		if sections[name] {
			name = ""
		}
		if m.What == "got" && seen[name] {
			return true
		}
		seen[name] = seen[name] || m.What == "got"
	}
	return false
}

// theirs runs llvm-rtdyld.
func theirs(t testing.TB, args ...string) outcome {
	t.Helper()
	path, err := exec.LookPath(llvmTool)
	if err != nil {
		t.Fatal(err)
	}
	o, err := run(path, "", os.Environ(), nil, args...)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// linkSet links a set as -verify does and returns its sections.
func linkSet(s inputSet) (*rtdyld.Linker, []*rtdyld.Object, error) {
	t := &tool{arg0: "rtdyld-check", stderr: io.Discard}
	args := slices.Concat([]string{"-verify", s.triple}, s.place, s.dummies, s.paths)
	if _, done := t.parse(args); done {
		return nil, nil, errFailed
	}
	external := &externals{}
	return t.link(context.Background(), external, 1<<64-1)
}

const verifyTriple = "-triple=x86_64-linux-gnu"

// writeRules makes a file of rules.
func writeRules(t testing.TB, rules []string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rules")
	text := "# rtdyld-check: " + strings.Join(rules, "\n# rtdyld-check: ") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// sampled is one of three of what LLVM's tool is asked about, which takes long to start: others
// for another seed; all where nothing is sampled.
func sampled[E any](all []E) (some []E) {
	step := 1
	if citest.Sample() {
		step = 3
	}
	for i := range citest.OneOf(len(all), step, *sampleSeed) {
		some = append(some, all[i])
	}
	return some
}

var sampleSeed = flag.Uint64("seed", 1, "of what is asked of llvm-rtdyld in the short form")

// TestLayoutOfLLVM: sections and symbols are at llvm-rtdyld's addresses, and it would
// ask for the same memory. A sample has each set placed in two of the ways.
func TestLayoutOfLLVM(t *testing.T) {
	citest.Need(t, llvmTool)
	refused, step := 0, 1
	if citest.Sample() {
		step = 4 // CI has it whole, too
	}
	sets := testObjects(t)
	for i := range citest.OneOf(len(sets), step, *sampleSeed) {
		s := sets[i]
		t.Run(s.name, func(t *testing.T) {
			if err := s.define(); err != nil {
				refused++
				t.Skipf("refused: %v", err)
			}
			l, objs, err := linkSet(s)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if why := beyondLLVM(objs); why != "" {
				t.Skip(why)
			}
			s.dummies = append(s.dummies, ownNames(objs[0])...)
			rules := []string{"0 = 1"}
			var first string
			for _, o := range objs {
				file := filepath.Base(o.Name())
				for _, sec := range o.Sections() {
					if int(sec.ID) < len(o.Image().Sections) && o.Image().Sections[sec.ID].Flags&objfmt.SecTLS != 0 {
						continue // llvm-rtdyld does not name them
					}
					rules = append(rules, fmt.Sprintf("section_addr(%s, %s) = 1", file, sec.Name))
					if first == "" && sec.Kind == objfmt.KindWritable {
						first = file + "," + sec.Name
					}
				}
				for _, sym := range o.Symbols() {
					if sym.Type != objfmt.SymTLS && sym.Type != objfmt.SymIFunc && plainName(sym.Name) {
						rules = append(rules, sym.Name+" = 1")
					}
				}
				for _, m := range o.Made() {
					if m.What == "stub" && plainName(m.Symbol) {
						rules = append(rules, fmt.Sprintf("stub_addr(%s/%s, %s) = 1", file, m.Section, m.Symbol))
					}
				}
			}
			file := writeRules(t, rules)
			args := append(append(s.dummies, s.paths...), s.triple, "-check="+file)
			ways := [][]string{
				{"-print-alloc-requests"},
				{"-target-addr-start=0x40000", "-target-section-sep=0x1000"},
			}
			if first != "" {
				ways = append(ways, []string{"-map-section=" + first + "=0x3000"}, []string{"-map-section=" + first + "=0x100000", "-target-section-sep=4096"})
			}
			if citest.Sample() {
				other := 1 + (i+int(*sampleSeed))%(len(ways)-1)
				ways = [][]string{ways[0], ways[other]} // of the first it is known whether llvm-rtdyld takes them
			}
			for _, way := range ways {
				way := append(append([]string{"-verify"}, way...), args...)
				want := theirs(t, way...)
				if want.status == -1 {
					t.Skip("llvm-rtdyld does not take it")
				}
				got := ours(way...)
				if strings.Contains(got.errOut, " does not fit ") {
					continue // llvm-rtdyld cuts it off
				}
				if err := compare(got, want, false); err != nil {
					t.Errorf("%q: %v", way, err)
				}
			}
			if citest.Sample() && i%3 != 0 {
				return
			}
			way := append([]string{"-printline", "-print-alloc-requests"}, s.paths...)
			got, want := ours(way...), theirs(t, way...)
			if want.status >= 0 && len(s.paths) == 1 && requestLines(got.out) != requestLines(want.out) {
				t.Errorf("%q:\n%s\nwant\n%s", way, got.out, want.out)
			}
		})
	}
	t.Logf("%d sets refused", refused)
}

// plainName reports whether a rule can name a symbol.
func plainName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	return s != "" && strings.IndexByte(letters, s[0]) >= 0 && strings.Trim(s, letters+"0123456789:.$") == ""
}

// requestLines are the lines of -print-alloc-requests.
func requestLines(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "allocate") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// tally counts what became of sets and of bytes.
type tally struct {
	sets, equal, refused, crashed, beyond int
	sections, bytes, left, stubs, slots   int
}

// compareBytes has llvm-rtdyld hold its own bytes against ours, by rules made of
// them: eight at a time, of every loaded section with padding and stubs.
func compareBytes(t *testing.T, s inputSet, n *tally) {
	n.sets++
	if err := s.define(); err != nil {
		n.refused++
		t.Skipf("refused: %v", err)
	}
	l, objs, err := linkSet(s)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if why := beyondLLVM(objs); why != "" {
		n.beyond++
		t.Skip(why)
	}
	s.dummies = append(s.dummies, ownNames(objs[0])...)
	var rules []string
	for _, o := range objs {
		file := filepath.Base(o.Name())
		img := o.Image()
		last := map[string]objfmt.SectionID{} // of several sections of one name, rules find the last
		for _, sec := range o.Sections() {
			last[sec.Name] = sec.ID
		}
		for _, m := range o.Made() {
			if m.What == "stub" {
				n.stubs++
			} else {
				n.slots++
			}
		}
		for _, sec := range o.Sections() {
			if sec.Kind == objfmt.KindNone || last[sec.Name] != sec.ID || int(sec.ID) < len(img.Sections) && img.Sections[sec.ID].Flags&objfmt.SecTLS != 0 {
				continue
			}
			if (&placed{obj: o, LoadedSection: sec}).empty() {
				continue
			}
			where := fmt.Sprintf("section_addr(%s, %s)", file, sec.Name)
			rules = append(rules, fmt.Sprintf("%s = %#x", where, sec.Addr))
			n.sections, n.bytes = n.sections+1, n.bytes+len(sec.Mem)
			order := flat.Kind{Big: img.Big}.Order()
			skip := slotBytes(t, o, sec)
			for i := 0; i < len(sec.Mem); {
				switch {
				case skip[i]:
					n.left++
					i++
				case i+8 <= len(sec.Mem) && !slices.Contains(skip[i:i+8], true):
					rules = append(rules, fmt.Sprintf("*{8}(%s + %d) = %#x", where, i, order.Uint64(sec.Mem[i:])))
					i += 8
				default:
					rules = append(rules, fmt.Sprintf("*{1}(%s + %d) = %#x", where, i, sec.Mem[i]))
					i++
				}
			}
		}
	}
	if len(rules) == 0 {
		n.equal++
		return
	}
	args := slices.Concat([]string{"-verify", s.triple, "-check=" + writeRules(t, rules)}, s.place, s.dummies, s.paths)
	want := theirs(t, args...)
	switch {
	case want.status < 0 && (hints(objs) || !objs[0].Image().Triple.Arch.IsMIPS() || strings.Contains(want.errOut, "LLVM ERROR: Unable to allocate section memory!")):
		n.crashed++
		t.Skipf("llvm-rtdyld does not take it: %.100s", want.errOut)
	case want.status < 0:
		t.Errorf("%s: llvm-rtdyld crashes, and nobody knows why: %.1500s", s.name, want.errOut)
	case hints(objs):
		t.Errorf("%s: llvm-rtdyld is said to crash over R_MIPS_JALR, and does not", s.name)
	case want.status != 0 && llvmWrong[s.name] != "":
		n.beyond++
		t.Skip(llvmWrong[s.name])
	case want.status != 0:
		t.Errorf("%s: llvm-rtdyld has other bytes than the right sides:\n%.1500s", s.name, want.errOut)
	case llvmWrong[s.name] != "":
		t.Errorf("%s: llvm-rtdyld is said to do it wrong (%s), and has the same bytes", s.name, llvmWrong[s.name])
	default:
		n.equal++
	}
}

// hints reports whether an object has the type R_MIPS_JALR, alone or behind others, of which RuntimeDyld 14 computes a value and has no instruction for it: what runs then
// is whatever follows in its code.
func hints(objs []*rtdyld.Object) bool {
	const typJALR = 37
	return slices.ContainsFunc(objs, func(o *rtdyld.Object) bool {
		img := o.Image()
		for id := range img.Sections {
			for r, err := range img.Relocs(objfmt.SectionID(id)) {
				if err == nil && img.Triple.Arch.IsMIPS() && r.Type == typJALR {
					return true
				}
			}
		}
		return false
	})
}

// slotBytes tells which bytes of a section depend on what has which slot, in an
// object that shares slots where llvm-rtdyld does not: those with offsets from the thread pointer.
func slotBytes(t *testing.T, o *rtdyld.Object, sec rtdyld.LoadedSection) []bool {
	skip := make([]bool, len(sec.Mem))
	if !slices.ContainsFunc(o.Made(), func(m rtdyld.Made) bool { return m.What == "tpoff" }) {
		return skip
	}
	mark := func(off, size uint64) {
		for i := off; i < off+size; i++ {
			skip[i] = true
		}
	}
	for _, m := range o.Made() {
		switch {
		case m.What != "stub":
			if m.Addr-sec.Addr < uint64(len(sec.Mem)) {
				mark(m.Addr-sec.Addr, 8)
			}
		case m.For == sec.ID:
			mark(m.Addr-sec.Addr+2, 4) // behind the opcode
		}
	}
	img := o.Image()
	if int(sec.ID) >= len(img.Sections) {
		return skip
	}
	rows := rtdyld.Relocations(img).Rows
	for r, err := range img.Relocs(sec.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if need := rows[r.Type].Need; need == reloc.NeedGOT || need == reloc.NeedGOTTPOff {
			mark(r.Offset, 4)
		}
	}
	return skip
}

func (n *tally) log(t *testing.T) {
	t.Logf("%d of %d sets equal, %d refused here, %d by llvm-rtdyld, %d that it does wrong; %d sections, %d bytes, %d stubs and %d slots among them, %d bytes left out",
		n.equal, n.sets, n.refused, n.crashed, n.beyond, n.sections, n.bytes, n.stubs, n.slots, n.left)
}

// TestBytesOfLLVM: every byte of every loaded section is llvm-rtdyld's own.
func TestBytesOfLLVM(t *testing.T) {
	citest.Need(t, llvmTool)
	var n tally
	for _, s := range testObjects(t) {
		t.Run(s.name, func(t *testing.T) { compareBytes(t, s, &n) })
	}
	n.log(t)
	if n.equal < 50 {
		t.Errorf("%d sets are equal", n.equal)
	}
}

// TestBytesOfLLVMReal is TestBytesOfLLVM for members of archives that compilers and
// distributions have made.
func TestBytesOfLLVMReal(t *testing.T) {
	citest.Need(t, llvmTool, "/usr/lib/x86_64-linux-gnu/libc.a")
	step := 7
	if citest.Sample() {
		step = 97
	}
	for _, path := range []string{"/usr/lib/x86_64-linux-gnu/libc.a", "/usr/lib/x86_64-linux-gnu/liblua5.4.a", "/usr/lib/x86_64-linux-gnu/libz.a"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			citest.Need(t, path)
			var n tally
			dir := t.TempDir()
			for i, m := range members(t, path) {
				if i%step != 0 {
					continue
				}
				file := filepath.Join(dir, fmt.Sprintf("m%d.o", i))
				if err := os.WriteFile(file, m.data, 0o666); err != nil {
					t.Fatal(err)
				}
				t.Run(m.name, func(t *testing.T) { compareBytes(t, newSet(t, m.name, file), &n) })
				os.Remove(file)
			}
			n.log(t)
			if n.equal == 0 {
				t.Error("no member is equal")
			}
		})
	}
}

type member struct {
	name string
	data []byte
}

// members are the objects of an archive.
func members(t testing.TB, path string) []member {
	t.Helper()
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var out []member
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, member{strings.Clone(m.Name), bytes.Clone(b)})
	}
	return out
}
