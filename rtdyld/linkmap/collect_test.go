package linkmap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
	"github.com/go-rtdyld/rtdyld/triple"
)

// open parses objects of testdata.
func open(t testing.TB, names ...string) []*objfmt.ObjectImage {
	t.Helper()
	var imgs []*objfmt.ObjectImage
	for _, name := range names {
		img, err := objfile.Open(filepath.Join("../../testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		img.Name = filepath.Base(name)
		imgs = append(imgs, img)
	}
	return imgs
}

// decoder is the disassembler of a target.
func decoder(t triple.Triple) linkmap.Disassemble {
	d, err := check.NewDecoder(t)
	if err != nil {
		return nil
	}
	return func(code []byte, addr uint64, thumb bool) (string, int, uint64) {
		return check.TextAt(d, code, addr, thumb)
	}
}

// link links objects of testdata, and describes what has come of it; configure may change how.
func link(t testing.TB, configure func(*rtdyld.Config, *linkmap.Source), names ...string) (*linkmap.Document, []*rtdyld.Object) {
	t.Helper()
	imgs := open(t, names...)
	cfg, src := scratch.Config(), linkmap.Source{Images: imgs, Disassembler: decoder, Lines: symbolize.New()}
	if configure != nil {
		configure(&cfg, &src)
	}
	cfg.Listeners = append(cfg.Listeners, src.Lines)
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	src.Linker = l
	if src.Objects, src.Err = l.Load(t.Context(), imgs...); src.Err == nil {
		src.Err = l.Finalize(t.Context(), src.Objects...)
	}
	d, err := linkmap.Collect(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	return d, src.Objects
}

// shown is a page's data with numbers of strings as the strings, and with the code, for people: what a golden file has.
func shown(t testing.TB, page string) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, m := range element.FindAllStringSubmatch(page, -1) {
		text := []byte(m[3])
		_, id, _ := strings.Cut(m[2], `id="`)
		switch {
		case strings.HasPrefix(id, "code-"):
			text = inflated(t, m[3])
		case id != `map"`:
			continue
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		names := make([]string, 0, len(all))
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
		fmt.Fprintf(&b, "%s\n", strings.TrimSuffix(id, `"`))
		for _, name := range names {
			fmt.Fprintf(&b, "  %s\n", name)
			writeMember(t, &b, all[name])
		}
	}
	return b.Bytes()
}

// writeMember writes a member of the data, a column a line.
func writeMember(t testing.TB, b *bytes.Buffer, text json.RawMessage) {
	var columns map[string]json.RawMessage
	if json.Unmarshal(text, &columns) != nil || columns == nil {
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil || list == nil {
			list = []json.RawMessage{text}
		}
		for _, e := range list {
			fmt.Fprintf(b, "    %s\n", e)
		}
		return
	}
	names := make([]string, 0, len(columns))
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(b, "    %-10s %s\n", name, columns[name])
	}
}

// TestData: what the page has of small objects of each format, to the last number.
func TestData(t *testing.T) {
	for name, files := range map[string][]string{
		"elf-amd64":   {"elf-link/cxx_1.o", "elf-link/cxx_2.o"},
		"elf-s390x":   {"elf-s390x/call_stub.o", "elf-s390x/got.o"},
		"coff-amd64":  {"coff-amd64/rel32.o", "coff-link/discard_a.o", "coff-link/discard_b.o"},
		"macho-arm64": {"macho-arm64/branch26.o"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := link(t, nil, files...)
			golden.Check(t, "testdata/"+name+".txt", shown(t, write(t, d, linkmap.Config{Title: name, Command: []string{"test"}})))
		})
	}
}

// TestUndefined: of a link that failed the page has what was loaded, and what failed where.
func TestUndefined(t *testing.T) {
	d, _ := link(t, func(cfg *rtdyld.Config, _ *linkmap.Source) { cfg.Resolver = nil }, "elf-amd64/plt32.o")
	all := data(t, write(t, d, linkmap.Config{}))
	failed, _ := all["error"].(map[string]any)
	if failed["object"] != "plt32.o" || failed["section"] != ".text" || failed["symbol"] == nil || !strings.HasPrefix(fmt.Sprint(failed["text"]), "undefined: ") {
		t.Errorf("error %v", failed)
	}
	if by := all["undefined"].(map[string]any)["by"].([]any); len(by) == 0 || by[0] != 0.0 {
		t.Errorf("undefined by %v", by)
	}
	if kinds := all["kinds"].(map[string]any); len(kinds["name"].([]any)) == 0 || len(all["near"].([]any)) > 0 {
		t.Errorf("kinds %v, near %v: no value has been written", kinds, all["near"])
	}
}

// TestDemangled: names of the source, of symbols and of what is no symbol.
func TestDemangled(t *testing.T) {
	d, _ := link(t, func(cfg *rtdyld.Config, src *linkmap.Source) {
		cfg.Resolver, src.Demangle = nil, func(name string) string { return name + "()" }
		src.External = []linkmap.External{{Name: "elsewhere"}}
	}, "elf-amd64/plt32.o")
	all := data(t, write(t, d, linkmap.Config{}))
	text := func(i any) string { return all["strings"].([]any)[int(i.(float64))].(string) }
	missing := text(all["undefined"].(map[string]any)["name"].([]any)[0])
	got := map[string]string{}
	for _, member := range []string{"symbols", "demangled"} {
		names := all[member].(map[string]any)
		for i, name := range names["name"].([]any) {
			if _, twice := got[text(name)]; twice && member == "demangled" {
				t.Errorf("%s is there twice", text(name))
			}
			got[text(name)] = text(names["plain"].([]any)[i])
		}
	}
	for _, name := range []string{d.Symbols[0].Name, "elsewhere", missing} {
		if got[name] != name+"()" {
			t.Errorf("%s is %q", name, got[name])
		}
	}
}

// TestErrors: each error says where it is.
func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&rtdyld.RelocError{Object: "a.o", Section: ".text", Offset: 4, Type: "R_X", Symbol: "f", Msg: "m"}, `"object":"a.o","section":".text","offset":4,"relocation":"R_X","symbol":"f"`},
		{fmt.Errorf("in: %w", &rtdyld.NoStubError{Object: "a.o", Section: ".text", Symbol: "f"}), `"object":"a.o","section":".text","offset":0,"symbol":"f"`},
		{&rtdyld.OutOfReachError{Object: "a.o", Section: "s", Type: "T", Symbol: "f"}, `"relocation":"T"`},
		{&rtdyld.DuplicateError{Symbol: "f", First: "a.o", Second: "b.o"}, `"object":"b.o","symbol":"f"`},
		{&rtdyld.DroppedError{Object: "a.o", Symbol: "f"}, `"object":"a.o","symbol":"f"`},
		{&rtdyld.TooLargeError{Object: "a.o", Section: ".bss"}, `"object":"a.o","section":".bss"`},
		{&objfmt.FormatError{File: "a.o", Offset: 7, Msg: "m"}, `"object":"a.o","offset":7`},
		{errors.New("other"), `"error":{"text":"other"}`},
	} {
		if page := write(t, &linkmap.Document{}, linkmap.Config{Err: tt.err}); !strings.Contains(page, tt.want) {
			t.Errorf("%v: no %s in %s", tt.err, tt.want, page[strings.Index(page, `"error"`):][:200])
		}
	}
}

// TestImages: of a link that failed before anything was loaded the page has the files.
func TestImages(t *testing.T) {
	d, err := linkmap.Collect(t.Context(), linkmap.Source{Images: open(t, "elf-link/call.o"), Err: errors.New("first")})
	if err != nil {
		t.Fatal(err)
	}
	all := data(t, write(t, d, linkmap.Config{Err: errors.New("explained")}))
	addrs := all["sections"].(map[string]any)["addr"].([]any)
	if len(addrs) == 0 || slices.ContainsFunc(addrs, func(v any) bool { return v != -1.0 }) || all["error"].(map[string]any)["text"] != "explained" {
		t.Errorf("sections at %v, error %v", addrs, all["error"])
	}
}

// TestAgainst: what two maps do not have in common.
func TestAgainst(t *testing.T) {
	old, _ := link(t, nil, "elf-link/call.o", "elf-link/cxx_1.o")
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(old); err != nil {
		t.Fatal(err)
	}
	old, err := linkmap.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	now, _ := link(t, nil, "elf-link/call.o", "elf-link/cxx_2.o")
	if same := data(t, write(t, old, linkmap.Config{Against: old}))["against"].(map[string]any)["rows"].(map[string]any)["name"].([]any); len(same) > 0 {
		t.Errorf("a map and itself differ in %v", same)
	}
	all := data(t, write(t, now, linkmap.Config{Against: old}))
	rows, strs := all["against"].(map[string]any)["rows"].(map[string]any), all["strings"].([]any)
	found := map[string]string{}
	for i, n := range rows["name"].([]any) {
		text := func(column string) any { return strs[int(rows[column].([]any)[i].(float64))] }
		found[fmt.Sprint(text("what"), " ", strs[int(n.(float64))], " ", text("file"))] = fmt.Sprint(rows["before"].([]any)[i], " ", rows["after"].([]any)[i])
	}
	if found["file cxx_1.o "] == "" || !strings.HasSuffix(found["file cxx_1.o "], " -1") || !strings.HasPrefix(found["file cxx_2.o "], "-1 ") || found["file call.o "] != "" {
		t.Errorf("%v", found)
	}
}

// TestWithoutDetail: the page of a map that was read has what the map has.
func TestWithoutDetail(t *testing.T) {
	d, _ := link(t, nil, "elf-link/cxx_1.o", "elf-link/cxx_2.o")
	with := data(t, write(t, d, linkmap.Config{}))
	d.Detail = nil
	without := data(t, write(t, d, linkmap.Config{}))
	for _, column := range [][2]string{{"sections", "file"}, {"symbols", "section"}, {"stubs", "file"}, {"slots", "file"}, {"files", "size"}} {
		a, b := with[column[0]].(map[string]any)[column[1]], without[column[0]].(map[string]any)[column[1]]
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%v: %v without detail, %v with it", column, b, a)
		}
	}
}

// TestContext: a context that ends ends collecting and writing.
func TestContext(t *testing.T) {
	_, objs := link(t, nil, "elf-link/call.o")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := linkmap.Collect(ended, linkmap.Source{Objects: objs}); err == nil {
		t.Error("collected")
	}
	if err := linkmap.WriteHTML(ended, io.Discard, &linkmap.Document{}, linkmap.Config{}); err == nil {
		t.Error("written")
	}
}

// TestWriter: an error of what is written to is told.
func TestWriter(t *testing.T) {
	d, _ := link(t, nil, "elf-link/call.o")
	whole := len(write(t, d, linkmap.Config{}))
	for _, n := range []int{0, 10, 1000, whole / 2, whole - 10, whole - 1} {
		if err := linkmap.WriteHTML(t.Context(), &limited{n}, d, linkmap.Config{}); !errors.Is(err, errFull) {
			t.Errorf("after %d of %d bytes: %v", n, whole, err)
		}
	}
}

var errFull = errors.New("full")

// limited takes so many bytes.
type limited struct{ left int }

func (l *limited) Write(b []byte) (int, error) {
	if l.left -= len(b); l.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// column is a column of a page's table, with strings for their numbers.
func column(all map[string]any, table, name string) (texts []string) {
	for _, v := range all[table].(map[string]any)[name].([]any) {
		texts = append(texts, all["strings"].([]any)[int(v.(float64))].(string))
	}
	return texts
}

// TestProblems: definitions that do not count are told with the files, and apart from what was dropped with a COMDAT group.
func TestProblems(t *testing.T) {
	d, _ := link(t, nil, "elf-link/x_weak.o", "elf-link/x_strong.o", "elf-link/x_use.o")
	all := data(t, write(t, d, linkmap.Config{}))
	names := column(all, "files", "name")
	doubles := all["duplicates"].(map[string]any)
	file := func(column string) string { return names[int(doubles[column].([]any)[0].(float64))] }
	if got := column(all, "duplicates", "name"); !slices.Equal(got, []string{"x"}) || file("kept") != "x_strong.o" || file("dropped") != "x_weak.o" {
		t.Errorf("%v, kept %v, dropped %v", got, file("kept"), file("dropped"))
	}
	d, _ = link(t, nil, "elf-link/cxx_1.o", "elf-link/cxx_2.o")
	all = data(t, write(t, d, linkmap.Config{}))
	if got := column(all, "duplicates", "name"); len(got) > 0 {
		t.Errorf("%v are in groups", got)
	}
	if got := column(all, "discarded", "group"); !slices.Contains(got, "_Z5twiceIiET_S0_") {
		t.Errorf("groups %v", got)
	}
}

// TestLines: code has lines of the source where an object has debug information.
func TestLines(t *testing.T) {
	citest.Need(t, "gcc")
	dir := t.TempDir()
	source, object := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(source, []byte("int x;\nint f(int a)\n{\n\treturn a + x;\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-g", "-c", "-o", object, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	here, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	object, err = filepath.Rel(here, object)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := link(t, nil, object)
	if text := string(shown(t, write(t, d, linkmap.Config{}))); !strings.Contains(text, `/a.c",4]`) {
		t.Errorf("no lines in %s", text)
	}
}

// TestCodeLimit: sections that are beyond the limit have no code, and are counted.
func TestCodeLimit(t *testing.T) {
	d, _ := link(t, func(_ *rtdyld.Config, src *linkmap.Source) { src.CodeLimit = 100 }, "elf-link/cxx_1.o")
	limit, _ := data(t, write(t, d, linkmap.Config{}))["codeLimit"].(map[string]any)
	if limit["shown"] == 0.0 || limit["shown"].(float64) > 100 || limit["all"].(float64) <= 100 {
		t.Errorf("limit %v", limit)
	}
}

// TestBytesAlone: code that no text is known of is shown as bytes.
func TestBytesAlone(t *testing.T) {
	d, _ := link(t, nil, "elf-mips/branch_be.o")
	if text := string(shown(t, write(t, d, linkmap.Config{}))); !strings.Contains(text, `".byte `) {
		t.Errorf("no bytes in %s", text)
	}
}

// TestObjects: of any object of testdata the page has as many relocations as the linker has applied, and numbers of what there is.
func TestObjects(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/*.o")
	if err != nil || len(files) < 500 {
		t.Fatalf("%d objects, %v", len(files), err)
	}
	step := 1
	if citest.Sample() {
		step = 60
	}
	linked := 0
	for i := range citest.OneOf(len(files), step, 1) {
		name := strings.TrimPrefix(filepath.ToSlash(files[i]), "../../testdata/")
		if strings.HasPrefix(name, "macho-parser/") {
			continue
		}
		d, _ := link(t, nil, name)
		all := data(t, write(t, d, linkmap.Config{}))
		if all["error"] == nil {
			linked++
			sum := 0.0
			for _, n := range all["kinds"].(map[string]any)["count"].([]any) {
				sum += n.(float64)
			}
			if sum != float64(d.Counts.Relocs) {
				t.Errorf("%s: %v relocations, the linker has %d", name, sum, d.Counts.Relocs)
			}
		}
		rows := func(table, column string) int { return len(all[table].(map[string]any)[column].([]any)) }
		symbols, sections, outside, kinds := rows("symbols", "name"), rows("sections", "name"), rows("outside", "name"), rows("kinds", "name")
		refs := all["refs"].(map[string]any)
		for k := range refs["from"].([]any) {
			number := func(column string) int { return int(refs[column].([]any)[k].(float64)) }
			if from, to, kind := number("from"), number("to"), number("kind"); from >= symbols || from < -sections || to >= symbols || to < -sections-outside || kind >= kinds || kind < -1 {
				t.Errorf("%s: reference %d from %d to %d of kind %d", name, k, from, to, kind)
			}
		}
	}
	if linked < len(files)/step/3 {
		t.Errorf("%d of %d objects were linked", linked, len(files))
	}
}
