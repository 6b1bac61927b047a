package symbolize

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// readStandard is readDWARF by the standard library's debug/dwarf, for comparison: the same
// rows, ranges and names, as long as budget lasts.
func readStandard(secs []rtdyld.DebugSection, code []span, budget int) (*debugInfo, error) {
	m := map[string][]byte{}
	for _, s := range secs {
		m[s.Name] = s.Data
	}
	data, err := dwarf.New(m[".debug_abbrev"], nil, nil, m[".debug_info"], m[".debug_line"], nil, m[".debug_ranges"], m[".debug_str"])
	if err != nil {
		return nil, err
	}
	for _, name := range []string{".debug_addr", ".debug_line_str", ".debug_str_offsets", ".debug_rnglists"} {
		if err := data.AddSection(name, m[name]); err != nil {
			return nil, err
		}
	}
	r := &reader{code: code, out: &debugInfo{files: []string{""}, names: []string{""}}, fileIndex: map[string]uint32{"": 0}, nameIndex: map[string]uint32{"": 0}, maxText: math.MaxInt32}
	named := map[dwarf.Offset]string{}
	origins := data.Reader()
	entries := data.Reader()
	for {
		e, err := entries.Next()
		if err != nil || e == nil {
			return r.out, err
		}
		if budget -= 1 + len(e.Field); budget < 0 {
			return r.out, units.ErrTooMuch
		}
		switch e.Tag {
		case dwarf.TagCompileUnit, dwarf.TagPartialUnit:
			lines, err := data.LineReader(e)
			if err == nil && lines != nil {
				err = r.standardLines(lines, &budget)
			}
			if err != nil {
				return r.out, err
			}
		case dwarf.TagSubprogram, dwarf.TagInlinedSubroutine:
			if e.Val(dwarf.AttrLowpc) == nil && e.Val(dwarf.AttrRanges) == nil {
				continue
			}
			ranges, err := data.Ranges(e)
			if err != nil {
				return r.out, err
			}
			budget -= len(ranges)
			r.out.funcs = append(r.out.funcs, function{name: r.intern([]byte(standardName(origins, e, named)), &r.out.names, r.nameIndex), inlined: e.Tag == dwarf.TagInlinedSubroutine})
			for _, s := range ranges {
				if r.inCode(span{s[0], s[1]}) && s[0] < s[1] {
					r.out.areas = append(r.out.areas, area{s[0], s[1], uint32(len(r.out.funcs) - 1), -1})
				}
			}
		}
	}
}

// standardName is a function's linkage name, or its plain one.
func standardName(origins *dwarf.Reader, e *dwarf.Entry, named map[dwarf.Offset]string) string {
	linkage, _ := e.Val(dwarf.AttrLinkageName).(string)
	plain, _ := e.Val(dwarf.AttrName).(string)
	var way []dwarf.Offset
	for len(way) < maxChain && linkage == "" {
		origin := cmp.Or(e.AttrField(dwarf.AttrAbstractOrigin), e.AttrField(dwarf.AttrSpecification))
		if origin == nil {
			break
		}
		off, ok := origin.Val.(dwarf.Offset)
		if known, done := named[off]; done {
			linkage = known
			break
		}
		origins.Seek(off)
		next, err := origins.Next()
		if !ok || err != nil || next == nil {
			break
		}
		e, way = next, append(way, off)
		linkage, _ = e.Val(dwarf.AttrLinkageName).(string)
		if n, ok := e.Val(dwarf.AttrName).(string); ok && plain == "" {
			plain = n
		}
	}
	name := cmp.Or(linkage, plain)
	for _, off := range way {
		named[off] = name
	}
	return name
}

// standardLines keeps the rows of a unit's line table.
func (r *reader) standardLines(lines *dwarf.LineReader, budget *int) error {
	var le dwarf.LineEntry
	first := len(r.out.rows)
	start, begun := uint64(0), false
	*budget -= len(lines.Files())
	for {
		err := lines.Next(&le)
		if err == io.EOF {
			r.out.rows = r.out.rows[:first]
			return nil
		}
		if *budget--; *budget < 0 {
			return units.ErrTooMuch
		}
		if err != nil {
			return err
		}
		if le.EndSequence {
			if begun && le.Address > start && r.inCode(span{start, le.Address}) {
				kept := sortRows(r.out.rows[first:])
				r.out.seqs = append(r.out.seqs, sequence{start, le.Address, uint32(first), uint32(len(kept))})
				first += len(kept)
			}
			r.out.rows, begun = r.out.rows[:first], false
			continue
		}
		if !begun {
			start, begun = le.Address, true
		}
		file := ""
		if le.File != nil {
			file = le.File.Name
		}
		r.out.rows = append(r.out.rows, row{uint32(le.Address - start), clip(uint64(le.Line)), r.intern([]byte(file), &r.out.files, r.fileIndex), column(uint64(le.Column))})
	}
}

// linkedSections are the debug sections and the code of a linked file.
func linkedSections(t testing.TB, file string) (secs []rtdyld.DebugSection, code []span, size int) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, s := range f.Sections {
		switch {
		case strings.HasPrefix(s.Name, ".debug_"):
			b, err := s.Data()
			if err != nil {
				t.Fatal(err)
			}
			secs, size = append(secs, rtdyld.DebugSection{Name: s.Name, Data: b}), size+len(b)
		case s.Flags&elf.SHF_EXECINSTR != 0:
			code = append(code, span{s.Addr, s.Addr + s.Size})
		}
	}
	slices.SortFunc(code, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	return secs, code, size
}

// realFiles are programs with debug information.
func realFiles(t testing.TB) map[string]string {
	t.Helper()
	const objc = "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a"
	citest.Need(t, "ld.lld", "g++", objc)
	dir := t.TempDir()
	source := filepath.Join(dir, "big.cc")
	text := "#include <bits/stdc++.h>\nint main(int n, char **v) { std::map<std::string, std::vector<int>> m; m[v[0]].push_back(n);\n" +
		"std::regex r(v[0]); std::cout << std::regex_match(v[0], r) << m.size(); return std::async([] { return 1; }).get(); }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"libobjc": filepath.Join(dir, "objc"), "c++": filepath.Join(dir, "big")}
	exec.Command("ld.lld", "--unresolved-symbols=ignore-all", "-e", "0", "-o", files["libobjc"], "--whole-archive", objc).Run() // warns
	if testing.Short() {
		delete(files, "c++") // takes long to compile
		return files
	}
	if out, err := exec.Command("g++", "-g", "-O1", "-o", files["c++"], source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return files
}

// TestStandardLibrary: the standard library reads the same rows, ranges and names from sound
// files. It leaves paths of files relative that a folder of the line table makes whole.
func TestStandardLibrary(t *testing.T) {
	for name, file := range realFiles(t) {
		secs, code, _ := linkedSections(t, file)
		own := readAll(secs, false, code)
		std, err := readStandard(secs, code, math.MaxInt32)
		if own.err != nil || err != nil {
			t.Fatal(own.err, err)
		}
		std.sort()
		rows := func(d *debugInfo) (out []string) {
			for _, s := range d.seqs {
				for _, r := range d.rows[s.row : s.row+s.n] {
					out = append(out, fmt.Sprintf("%#x %s:%d:%d", s.start+uint64(r.off), filepath.Base(d.files[r.file]), r.line, r.col))
				}
			}
			slices.Sort(out)
			return out
		}
		areas := func(d *debugInfo) (out []string) {
			for _, a := range d.areas {
				out = append(out, fmt.Sprintf("%#x-%#x %s", a.low, a.high, d.names[d.funcs[a.fn].name]))
			}
			slices.Sort(out)
			return out
		}
		for what, f := range map[string]func(*debugInfo) []string{"rows": rows, "ranges": areas} {
			a, b := f(own), f(std)
			if len(a) < 500 {
				t.Errorf("%s: only %d %s", name, len(a), what)
			}
			if !slices.Equal(a, b) {
				i := 0
				for i < min(len(a), len(b)) && a[i] == b[i] {
					i++
				}
				t.Errorf("%s: %d and %d %s; own %q, standard %q", name, len(a), len(b), what, a[i:min(i+3, len(a))], b[i:min(i+3, len(b))])
			}
		}
	}
}

// readers are both ways to read DWARF.
var readers = []struct {
	name string
	read func(secs []rtdyld.DebugSection, code []span, size int) error
}{
	{"own", func(secs []rtdyld.DebugSection, code []span, _ int) error { return readAll(secs, false, code).err }},
	{"standard", func(secs []rtdyld.DebugSection, code []span, size int) error {
		_, err := readStandard(secs, code, 64*size)
		return err
	}},
}

// BenchmarkReaders reads sound files by both readers. MB/s are of debug sections.
func BenchmarkReaders(b *testing.B) {
	for name, file := range realFiles(b) {
		secs, code, size := linkedSections(b, file)
		for _, r := range readers {
			b.Run(name+"/"+r.name, func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					if err := r.read(secs, code, size); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkHostile reads [hostileInputs] of two sizes by both readers, that of the standard
// library within a budget of 64 entries, values and rows a byte. B/byte is what is allocated
// for a byte of input.
func BenchmarkHostile(b *testing.B) {
	for _, n := range []int{1 << 10, 1 << 12} {
		for _, c := range hostileInputs(n) {
			var secs []rtdyld.DebugSection
			size := 0
			for name, data := range c.secs {
				secs, size = append(secs, rtdyld.DebugSection{Name: name, Data: data}), size+len(data)
			}
			for _, r := range readers {
				b.Run(fmt.Sprintf("%s/%d/%s", c.name, size, r.name), func(b *testing.B) {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					b.SetBytes(int64(size))
					for b.Loop() {
						r.read(secs, sampleCode, size) // most are errors
					}
					runtime.ReadMemStats(&after)
					b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/float64(size), "B/byte")
				})
			}
		}
	}
}
