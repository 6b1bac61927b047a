package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// pageData is what a page has, as far as this test looks at it.
type pageData struct {
	Strings  []string
	Counts   linkmap.Counts
	Sections struct{ File, Name, Size, Made []int }
	Symbols  struct{ Name, Section, Size []int }
	Refs     struct{ From, To, Kind, Count []int }
	Kinds    struct{ Name, Count []int }
	Outside  struct{ Name []int }
}

// readPage reads a page's data.
func readPage(t *testing.T, file string) (d pageData) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(page, []byte(`id="map">`))
	text, _, _ := bytes.Cut(rest, []byte("</script>"))
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

const pageSources = `
extern int shared[], other(int), puts(const char *);
static int table[4] = {1, 2, 3, 4};
int (*pointer)(int) = other;
__attribute__((noinline)) static int helper(int a) { return table[a & 3] + shared[1]; }
int main(void) { puts("text"); return helper(2) + pointer(1) + other(3); }
`

// TestPageOracle: the page of a link says what GNU's and LLVM's tools say of its object, and what the map as JSON does.
func TestPageOracle(t *testing.T) {
	citest.Need(t, "gcc", "llvm-nm-14", "llvm-readelf-14", "llvm-size-14")
	dir := t.TempDir()
	source, object, page := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.html")
	if err := os.WriteFile(source, []byte(pageSources), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).Output()
		if err != nil {
			t.Fatalf("%s %q: %v", name, args, err)
		}
		return string(out)
	}
	run("gcc", "-O1", "-g", "-c", "-o", object, source)
	var printed bytes.Buffer
	if status := Main([]string{"link", "-undefined=phony", "-json", "-html", page, object}, &printed, io.Discard); status != 0 {
		t.Fatalf("status %d", status)
	}
	m, err := linkmap.Read(&printed)
	if err != nil {
		t.Fatal(err)
	}
	d := readPage(t, page)
	if d.Counts != m.Counts || len(d.Sections.Name) != len(m.Sections) || len(d.Symbols.Name) != len(m.Symbols) {
		t.Errorf("page %+v with %d sections and %d symbols, map %+v with %d and %d", d.Counts, len(d.Sections.Name), len(d.Symbols.Name), m.Counts, len(m.Sections), len(m.Symbols))
	}

	sizes := map[string]int{}
	for i, n := range d.Sections.Name {
		if d.Sections.Made[i] == 0 {
			sizes[d.Strings[n]] = d.Sections.Size[i]
		}
	}
	checked := 0
	for line := range strings.SplitSeq(run("llvm-size-14", "-A", object), "\n") {
		if f := strings.Fields(line); len(f) == 3 {
			if size, ok := sizes[f[0]]; ok {
				checked++
				if strconv.Itoa(size) != f[1] {
					t.Errorf("section %s has %d bytes, %s for llvm-size", f[0], size, f[1])
				}
			}
		}
	}
	names := map[string]int{}
	for i, n := range d.Symbols.Name {
		names[d.Strings[n]] = d.Symbols.Size[i]
	}
	for line := range strings.SplitSeq(run("llvm-nm-14", "-S", object), "\n") {
		if f := strings.Fields(line); len(f) == 4 {
			checked++
			if want, err := strconv.ParseInt(f[1], 16, 64); err != nil || names[f[3]] != int(want) {
				t.Errorf("symbol %s has %d bytes, %d for llvm-nm", f[3], names[f[3]], want)
			}
		}
	}

	kinds, pairs := pageRefs(d)
	wantKinds, wantPairs := map[string]int{}, map[string]bool{}
	for _, r := range readelfRelocs(run("llvm-readelf-14", "-rW", object)) {
		if _, loaded := sizes[strings.TrimPrefix(r.section, ".rela")]; loaded {
			wantKinds[r.kind]++
			wantPairs[r.symbol] = true
		}
	}
	if fmt.Sprint(kinds) != fmt.Sprint(wantKinds) {
		t.Errorf("kinds %v, %v for llvm-readelf", kinds, wantKinds)
	}
	for name := range wantPairs {
		if !strings.HasPrefix(name, ".") && !pairs[name] {
			t.Errorf("nothing refers to %s", name)
		}
	}
	for _, want := range []string{"main>helper", "main>other", "main>pointer", "pointer>other", "helper>table", "helper>shared", "main>puts"} {
		if !pairs[want] {
			t.Errorf("no reference %s in %v", want, pairs)
		}
	}
	if checked < 8 {
		t.Errorf("%d sizes compared", checked)
	}
}

// pageRefs are the page's relocations by kind, and who refers to what, by name: "main>f", and "f" by whomever.
func pageRefs(d pageData) (kinds map[string]int, pairs map[string]bool) {
	kinds, pairs = map[string]int{}, map[string]bool{}
	for i, n := range d.Kinds.Name {
		kinds[d.Strings[n]] = d.Kinds.Count[i]
	}
	for i, from := range d.Refs.From {
		name := ""
		if to := d.Refs.To[i]; to >= 0 {
			name = d.Strings[d.Symbols.Name[to]]
		} else if -1-to < len(d.Outside.Name) {
			name = d.Strings[d.Outside.Name[-1-to]]
		}
		if pairs[name] = true; from >= 0 {
			pairs[d.Strings[d.Symbols.Name[from]]+">"+name] = true
		}
	}
	return kinds, pairs
}

// relocLine is a record as llvm-readelf prints it.
type relocLine struct{ section, kind, symbol string }

var (
	relocTitle = regexp.MustCompile(`^Relocation section '([^']+)'`)
	relocRow   = regexp.MustCompile(`^[0-9a-f]{16} +[0-9a-f]{16} (\S+) +[0-9a-f]{16} (\S+)`)
)

func readelfRelocs(text string) (all []relocLine) {
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		if m := relocTitle.FindStringSubmatch(line); m != nil {
			section = m[1]
		} else if m := relocRow.FindStringSubmatch(line); m != nil {
			all = append(all, relocLine{section, m[1], m[2]})
		}
	}
	return all
}
