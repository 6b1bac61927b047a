package libc_test

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io/fs"
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
)

// sides are the compilers for a processor, with glibc's headers and with musl's.
type sides struct {
	machine     string
	glibc, musl []string
	headers     string // musl's
}

var headerSides = []sides{
	{"amd64", []string{"gcc"}, []string{"musl-gcc"}, "/usr/include/x86_64-linux-musl"},
	{"arm64", []string{"aarch64-linux-gnu-gcc"}, []string{"aarch64-linux-gnu-gcc", "-specs=/usr/lib/aarch64-linux-musl/musl-gcc.specs"}, "/usr/include/aarch64-linux-musl"},
}

// notCompared are headers of musl's that are no program's to include, or one library's alone.
var notCompared = regexp.MustCompile(`^(bits|scsi)/|^(stdalign|stdnoreturn|tgmath|lastlog|sys/kd|sys/soundcard|sys/vt)\.h$`)

// common lists the headers that both have.
func (s sides) common(t *testing.T) string {
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n")
	err := fs.WalkDir(os.DirFS(s.headers), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".h") && !notCompared.MatchString(path) {
			fmt.Fprintf(&b, "#if __has_include(<%s>)\n#include <%[1]s>\n#endif\n", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// facts are what headers say by the name of a type or a macro.
type facts map[string]fact

// fact is a number, or a type's size with the places and sizes of its members that programs name.
type fact struct {
	value   int64
	members map[string][2]int64
}

// compiledFacts compiles a source, without its lines that have errors, and reads the types and enumerators that are in it.
func compiledFacts(t *testing.T, compiler []string, text string) facts {
	t.Helper()
	dir := t.TempDir()
	source, object := filepath.Join(dir, "h.c"), filepath.Join(dir, "h.o")
	file(t, source, text)
	// Expanded first, so that all errors are at lines of one file.
	lines := strings.Split(command(t, compiler[0], append(compiler[1:], "-w", "-E", "-P", source)...), "\n")
	wrong := regexp.MustCompile(`(?m)^[^\n:]*h\.c:(\d+):\d+: error:`)
	undeclared := regexp.MustCompile(`(\w+)' undeclared here`)
	for try := 0; ; try++ {
		file(t, source, strings.Join(lines, "\n"))
		cmd := exec.CommandContext(t.Context(), compiler[0], append(compiler[1:], "-w", "-g", "-fmax-errors=0", "-fno-diagnostics-show-caret", "-fno-eliminate-unused-debug-types", "-c", source, "-o", object)...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		found := wrong.FindAllSubmatch(out, -1)
		if found == nil || try == 8 {
			t.Fatalf("%v: %v\n%.3000s", compiler, err, out)
		}
		for _, m := range found {
			n, _ := strconv.Atoi(string(m[1]))
			if lines[n-1] != "" && !strings.HasPrefix(lines[n-1], "enum { V_") {
				t.Fatalf("%v: %.300s\n%s", compiler, lines[n-1], m[0])
			}
			lines[n-1] = ""
		}
		for _, m := range undeclared.FindAllSubmatch(out, -1) { // which is said once
			use := regexp.MustCompile(`\b` + string(m[1]) + `\b`)
			for i, line := range lines {
				if strings.HasPrefix(line, "enum { V_") && use.MatchString(line) {
					lines[i] = ""
				}
			}
		}
	}
	f, err := elf.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	return factsOf(t, d)
}

func factsOf(t *testing.T, d *dwarf.Data) facts {
	t.Helper()
	out := facts{}
	r := d.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return out
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		switch e.Tag {
		case dwarf.TagEnumerator:
			if name, macro := strings.CutPrefix(name, "V_"); macro {
				v, _ := e.Val(dwarf.AttrConstValue).(int64)
				out["macro "+name] = fact{value: v}
			}
		case dwarf.TagStructType, dwarf.TagUnionType, dwarf.TagTypedef:
			typ, err := d.Type(e.Offset)
			if err != nil || name == "" || name[0] == '_' || typ.Size() < 0 {
				continue
			}
			kind := map[dwarf.Tag]string{dwarf.TagStructType: "struct", dwarf.TagUnionType: "union", dwarf.TagTypedef: "type"}[e.Tag]
			out[kind+" "+name] = shape(typ)
		}
	}
}

// shape is what is to be known of a type.
func shape(typ dwarf.Type) fact {
	for {
		d, ok := typ.(*dwarf.TypedefType)
		if !ok {
			break
		}
		typ = d.Type
	}
	out := fact{typ.Size(), map[string][2]int64{}}
	if s, ok := typ.(*dwarf.StructType); ok {
		for _, f := range s.Field {
			if f.Name != "" && f.Name[0] != '_' && f.BitSize == 0 {
				out.members[f.Name] = [2]int64{f.ByteOffset, f.Type.Size()}
			}
		}
	}
	return out
}

// difference is how two facts differ, "" if they do not.
func difference(g, m fact) string {
	var out []string
	if g.value != m.value {
		out = append(out, fmt.Sprintf("%d %d", g.value, m.value))
	}
	for _, name := range slices.Sorted(maps.Keys(g.members)) {
		if b, ok := m.members[name]; ok && b != g.members[name] {
			out = append(out, fmt.Sprintf("%s %d+%d %d+%d", name, g.members[name][0], g.members[name][1], b[0], b[1]))
		}
	}
	return strings.Join(out, ", ")
}

// macros has lines that make an enumerator of each macro without parameters.
func macros(t *testing.T, compiler []string, includes string) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "m.c")
	file(t, source, includes)
	text := command(t, compiler[0], append(compiler[1:], "-w", "-dM", "-E", source)...)
	var out []string
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) > 2 && !strings.Contains(f[1], "(") && (f[1][0] != '_' || f[1] == "__GLIBC_MINOR__" || strings.HasPrefix(f[1], "_SC_") || strings.HasPrefix(f[1], "_PC_") || strings.HasPrefix(f[1], "_CS_") || strings.HasPrefix(f[1], "_IO")) {
			out = append(out, fmt.Sprintf("enum { V_%s = (long)(%[1]s) };", f[1]))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// differences are what both say otherwise, by name. Nothing is said of a version of glibc that is not Debian 12's.
func (s sides) differences(t *testing.T) map[string]string {
	includes := s.common(t)
	var both [2]facts
	for i, compiler := range [][]string{s.glibc, s.musl} {
		both[i] = compiledFacts(t, compiler, includes+macros(t, compiler, includes))
	}
	if v := both[0]["macro __GLIBC_MINOR__"].value; v != 36 {
		t.Skipf("glibc 2.%d", v)
	}
	if len(both[0]) < 6000 || len(both[1]) < 6000 {
		t.Errorf("%d and %d facts", len(both[0]), len(both[1]))
	}
	out := map[string]string{}
	for name, g := range both[0] {
		if m, ok := both[1][name]; ok {
			if d := difference(g, m); d != "" {
				out[name] = d
			}
		}
	}
	return out
}

// TestHeaders compares what glibc's headers and musl's say of types and numbers with testdata/headers.tsv, which has all that differs, with
// what becomes of it.
func TestHeaders(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	data, err := os.ReadFile("testdata/headers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range headerSides {
		t.Run(s.machine, func(t *testing.T) {
			if s.machine != "amd64" && citest.Sample() {
				t.Skip("the short form compares one processor's")
			}
			if err := citest.Missing(s.headers+"/stdio.h", s.musl[0], s.glibc[0]); err != nil {
				t.Skip(err)
			}
			found := s.differences(t)
			for line := range strings.Lines(string(data)) {
				f := strings.Split(strings.TrimSpace(line), "\t")
				if len(f) != 4 || f[3] == "" {
					t.Fatalf("%q", line)
				}
				if f[0] != "both" && f[0] != s.machine {
					continue
				}
				if found[f[1]] != f[2] {
					t.Errorf("%s: the table has %q, it is %q", f[1], f[2], found[f[1]])
				}
				delete(found, f[1])
			}
			for _, name := range slices.Sorted(maps.Keys(found)) {
				t.Errorf("not in the table:\n%s\t%s\t%s\t", s.machine, name, found[name])
			}
		})
	}
}
