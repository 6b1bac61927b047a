package coff_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestReadobj: sections, symbols and relocations are what llvm-readobj prints, for
// the project's objects, objects of Debian's mingw packages, and objects of every
// kind that installed compilers make.
func TestReadobj(t *testing.T) {
	citest.Need(t, "llvm-readobj-14")
	dir := t.TempDir()
	paths := append(fuzz.COFF.Committed(t, testdata), compiled(t, dir)...)
	for i, o := range realObjects(t) {
		path := filepath.Join(dir, fmt.Sprintf("real%d.o", i))
		if err := os.WriteFile(path, o.data, 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	c := &readobjCount{}
	for rest := paths; len(rest) > 0; {
		n := min(len(rest), 200)
		readobj(t, c, rest[:n])
		rest = rest[n:]
	}
	t.Logf("%d objects, %d sections, %d symbols, %d relocations", len(paths), c.sections, c.symbols, c.relocs)
	if c.sections < 2*len(paths) || c.symbols < 3*len(paths) || c.relocs < len(paths) {
		t.Error("the text is not understood")
	}
}

// program is C++ that has COMDAT sections, weak externals, commons, thread-locals,
// constructors and exports.
const program = `
extern "C" { int elsewhere(int); int maybe() __attribute__((weak)); __declspec(dllexport) int offered(int x) { return elsewhere(x) + 1; } }
struct Base { virtual ~Base() {} virtual int f(int) = 0; };
template <class T> struct Box : Base { T v; int f(int i) override { static int n = elsewhere(i); return n + int(v); } };
template struct Box<int>; template struct Box<double>; template struct Box<long long>;
inline int once() { static int n = elsewhere(7); return ++n; }
int start = once();
thread_local int per_thread = 3;
__declspec(selectany) extern const int chosen = 4;
static int hidden(int x) { return x * elsewhere(x); }
int (*table[])(int) = {hidden, elsewhere};
int use(Base *b) { return maybe ? maybe() : b->f(++per_thread) + hidden(once()) + chosen; }
`

// compiled makes objects of all machines, large ones among them, with the compilers
// and assemblers that there are.
func compiled(t *testing.T, dir string) (paths []string) {
	t.Helper()
	citest.Need(t, "clang-14", "x86_64-w64-mingw32-g++", "i686-w64-mingw32-g++")
	source := filepath.Join(dir, "program with a name that is long.cc")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		path := filepath.Join(dir, name+".o")
		if out, err := exec.Command(args[0], append(args[1:], "-c", "-o", path, source)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		paths = append(paths, path)
	}
	for _, triple := range []string{"x86_64-pc-windows-msvc", "i686-pc-windows-msvc", "thumbv7-pc-windows-msvc", "aarch64-pc-windows-msvc", "x86_64-w64-mingw32", "i686-w64-mingw32", "aarch64-w64-mingw32"} {
		for i, flags := range [][]string{{"-O0", "-g"}, {"-O2", "-ffunction-sections", "-fdata-sections"}, {"-O1", "-gcodeview"}} {
			if strings.HasPrefix(triple, "thumb") {
				flags = append(flags, "-fno-exceptions") // clang 14 ends in an error of its own
			}
			run(fmt.Sprint(triple, i), append([]string{"clang-14", "--target=" + triple, "-Wno-everything", "-nostdinc"}, flags...)...)
		}
	}
	for _, cc := range []string{"x86_64-w64-mingw32-g++", "i686-w64-mingw32-g++"} {
		run(cc, cc, "-w", "-O2", "-g")
		run(cc+"-big", cc, "-w", "-O2", "-g", "-ffunction-sections", "-Wa,-mbig-obj")
	}
	return paths
}

type readobjCount struct{ sections, symbols, relocs int }

// readobj compares a batch of files.
func readobj(t *testing.T, c *readobjCount, paths []string) {
	t.Helper()
	cmd := exec.Command("llvm-readobj-14", append([]string{"--file-headers", "--sections", "--symbols", "--relocations", "--expand-relocs"}, paths...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("llvm-readobj-14: %v", err)
	}
	texts := strings.Split("\n"+string(out), "\nFile: ")[1:]
	if len(texts) != len(paths) {
		t.Fatalf("llvm-readobj-14 tells of %d of %d files", len(texts), len(paths))
	}
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := &readobjText{t: t, c: c, name: path, img: full(t, parse(t, path, data))}
		r.read(texts[i])
	}
}

// readobjText walks the text of one file beside its image with all sections.
type readobjText struct {
	t    *testing.T
	c    *readobjCount
	name string
	img  *objfmt.ObjectImage

	sections, symbol int
	relocs           map[int][]objfmt.Reloc // by section number
	inSection        int                    // whose relocations are told
}

func (r *readobjText) errorf(format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("%s: %s", r.name, fmt.Sprintf(format, args...))
}

// read splits the text into records: lines between "Kind {" and the closing brace,
// of which inner braces are part.
func (r *readobjText) read(text string) {
	r.relocs = map[int][]objfmt.Reloc{}
	for i := range r.img.Sections {
		for rel, err := range r.img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				r.t.Fatal(err)
			}
			n := int(r.img.Sections[i].Number)
			r.relocs[n] = append(r.relocs[n], rel)
		}
	}
	var rec map[string]string
	end, kind := "", ""
	for line := range strings.SplitSeq(text, "\n") {
		word := strings.TrimSpace(line)
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		switch {
		case strings.HasPrefix(word, "Section (") && rec == nil:
			r.inSection, _ = strconv.Atoi(word[len("Section ("):strings.IndexByte(word, ')')])
		case rec == nil && (word == "Section {" || word == "Symbol {" || word == "Relocation {" || word == "ImageFileHeader {"):
			rec, end, kind = map[string]string{}, indent+"}", word
		case rec == nil:
		case line == end:
			r.record(kind, rec)
			rec = nil
		default:
			if key, value, ok := strings.Cut(word, ": "); ok {
				rec[key] = value
			} else if key, value, ok := strings.Cut(word, " [ ("); ok {
				rec[key] = strings.TrimSuffix(value, ")")
			}
		}
	}
	if r.sections != len(r.img.Sections) || r.symbol != len(r.img.Symbols) {
		r.errorf("%d sections and %d symbols, want %d and %d", len(r.img.Sections), len(r.img.Symbols), r.sections, r.symbol)
	}
	for n, rs := range r.relocs {
		if len(rs) > 0 {
			r.errorf("section %d: %d relocations too many", n, len(rs))
		}
	}
}

// number reads a number, or the one in the parentheses behind a name.
func (r *readobjText) number(s string) uint64 {
	if i := strings.LastIndexByte(s, '('); i >= 0 {
		s = strings.TrimSuffix(s[i+1:], ")")
	}
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		r.errorf("%v", err)
	}
	return uint64(n)
}

// text0 cuts the parenthesis behind a name off.
func text0(s string) string {
	if i := strings.LastIndex(s, " ("); i >= 0 {
		return s[:i]
	}
	return s
}

func (r *readobjText) record(kind string, rec map[string]string) {
	switch kind {
	case "ImageFileHeader {":
		if r.img.Machine != uint32(r.number(rec["Machine"])) || r.number(rec["SectionCount"]) != uint64(len(r.img.Sections)) || r.number(rec["SymbolCount"]) != uint64(len(r.img.Symbols)) {
			r.errorf("machine %#x, %d sections, %d symbols, want %v", r.img.Machine, len(r.img.Sections), len(r.img.Symbols), rec)
		}
	case "Section {":
		r.section(rec)
	case "Symbol {":
		r.symbolRecord(rec)
	default:
		r.reloc(rec)
	}
}

func (r *readobjText) section(rec map[string]string) {
	r.c.sections++
	r.sections++
	id := objfmt.SectionID(r.sections - 1)
	if int(id) >= len(r.img.Sections) {
		return
	}
	s := &r.img.Sections[id]
	ch := uint32(r.number(rec["Characteristics"]))
	align := uint64(16)
	for log := range 14 {
		if ch&0xf00000 == uint32(log+1)<<20 {
			align = 1 << log
		}
	}
	at := r.number(rec["PointerToRawData"])
	name := text0(rec["Name"])
	if uint64(s.Number) != r.number(rec["Number"]) || r.img.SectionName(id) != name || s.Size != r.number(rec["RawDataSize"]) || s.Alignment() != align {
		r.errorf("section %d: %+v %q, want %v", r.sections, *s, r.img.SectionName(id), rec)
	}
	if at != 0 && s.Size != 0 && !same(s.Data, r.img.Buffer.Bytes()[at:at+s.Size]) {
		r.errorf("section %d: contents are not at %#x", r.sections, at)
	}
	if (s.Flags&objfmt.SecExec != 0) != (ch&0x20000020 != 0) || (s.Flags&objfmt.SecWrite != 0) != (ch&0x80000000 != 0) || (s.Flags&objfmt.SecExclude != 0) != (ch&info != 0 || strings.HasPrefix(name, ".idata$")) {
		r.errorf("section %d %s: flags %v, characteristics %#x", r.sections, name, s.Flags.Names(), ch)
	}
	if n := len(r.relocs[r.sections]); uint64(n) != r.number(rec["RelocationCount"]) && n < 0xffff {
		r.errorf("section %d: %d relocations, want %v", r.sections, n, rec)
	}
}

func (r *readobjText) symbolRecord(rec map[string]string) {
	r.c.symbols++
	k := r.symbol
	r.symbol += 1 + int(r.number(rec["AuxSymbolCount"]))
	if r.symbol > len(r.img.Symbols) {
		return
	}
	s := &r.img.Symbols[k]
	name, value, class := rec["Name"], r.number(rec["Value"]), r.number(rec["StorageClass"])
	place := int32(r.number(rec["Section"]))
	got := r.img.SymbolName(objfmt.SymbolID(k))
	wrong := false
	switch {
	case class == 103: // where GNU puts long names is not known to the tool
		file := rec["FileName"]
		wrong = s.Type != objfmt.SymFile || got != file && !(strings.HasPrefix(file, "\x00") && strings.Contains(got, ".c"))
		name = got
	case class == 105 && place == 0:
		target := r.number(rec["Linked"])
		wrong = s.Section != objfmt.SecAlias || s.Value != target || s.Bind != objfmt.BindWeak || r.img.SymbolName(objfmt.SymbolID(target)) != text0(rec["Linked"]) || uint64(s.Other) != r.number(rec["Search"])
	case place == 0 && value != 0:
		wrong = s.Section != objfmt.SecCommon || s.Size != value || s.Bind != objfmt.BindGlobal
	case place == 0:
		wrong = s.Section != objfmt.SecUndef || s.Bind != objfmt.BindGlobal
	case place > 0:
		wrong = s.Section >= objfmt.SecSpecial || r.img.Sections[s.Section].Number != uint32(place) || s.Value&^1 != value&^1 || r.img.SectionName(s.Section) != text0(rec["Section"])
	default:
		wrong = s.Section != map[int32]objfmt.SectionID{-1: objfmt.SecAbs, -2: objfmt.SecUndef}[place] || s.Value != value
	}
	wrong = wrong || got != name || (s.Type == objfmt.SymFunc) != (r.number(rec["ComplexType"]) == 2) || (s.Bind != objfmt.BindLocal) != (class == 2 || class == 105)
	_, defines := rec["Selection"]
	defines = defines && s.Type != objfmt.SymFunc // GNU's static functions look like that to the tool
	wrong = wrong || defines != (s.Type == objfmt.SymSection)
	thumb := s.Type == objfmt.SymFunc && place > 0 && r.img.Machine == 0x1c4
	if wrong || place > 0 && (s.Value != value) != thumb {
		r.errorf("symbol %d: %+v %q, want %v", k, *s, got, rec)
	}
	if defines && s.Section < objfmt.SecSpecial {
		r.selection(k, rec)
	}
}

// selection compares the group of a COMDAT section with its definition.
func (r *readobjText) selection(k int, rec map[string]string) {
	s := &r.img.Symbols[k]
	sec := &r.img.Sections[s.Section]
	sel := r.number(rec["Selection"])
	name := r.img.SectionName(s.Section)
	if kind, of, ok := strings.Cut(name, "$"); ok && sel == 2 && (kind == ".xdata" || kind == ".pdata" || kind == ".eh_frame") {
		if sec.Link >= objfmt.SecSpecial || r.img.SectionName(sec.Link) != ".text$"+of || sec.Group != r.img.Sections[sec.Link].Group {
			r.errorf("section %d %s goes with %d", sec.Number, name, sec.Link)
		}
		return
	}
	if sec.Group == 0 {
		if sel > 0 && sel != 5 && !r.localLeader(k) {
			r.errorf("section %d is in no group, want %v", sec.Number, rec)
		}
		return
	}
	g := &r.img.Groups[sec.Group-1]
	want := map[uint64]objfmt.Selection{1: objfmt.SelectOnly, 2: objfmt.SelectAny, 3: objfmt.SelectSame, 4: objfmt.SelectExact, 6: objfmt.SelectLargest}
	switch w, ok := want[sel]; {
	case sel == 5:
		if sec.Link >= objfmt.SecSpecial || uint64(r.img.Sections[sec.Link].Number) != r.number(rec["AssocSection"]) || sec.Flags&objfmt.SecLinkOrder == 0 {
			r.errorf("section %d goes with %d, want %v", sec.Number, sec.Link, rec)
		}
	case !ok || g.Select != w:
		r.errorf("section %d: %v, want %v", sec.Number, g.Select, rec)
	}
}

// localLeader reports whether the first symbol behind section symbol k in the same
// section is local.
func (r *readobjText) localLeader(k int) bool {
	for _, s := range r.img.Symbols[k+1:] {
		if s.Section == r.img.Symbols[k].Section {
			return s.Bind == objfmt.BindLocal
		}
	}
	return false
}

func (r *readobjText) reloc(rec map[string]string) {
	r.c.relocs++
	rs := r.relocs[r.inSection]
	if len(rs) == 0 {
		r.errorf("section %d: no relocation, want %v", r.inSection, rec)
		return
	}
	got := rs[0]
	r.relocs[r.inSection] = rs[1:]
	if got.Offset != r.number(rec["Offset"]) || uint64(got.Type) != r.number(rec["Type"]) || uint64(got.Sym) != r.number(rec["SymbolIndex"]) ||
		r.img.SymbolName(got.Sym) != rec["Symbol"] || got.HasAddend || got.Addend != 0 || got.Sub != objfmt.NoSymbol {
		r.errorf("section %d: %+v, want %v", r.inSection, got, rec)
	}
}
