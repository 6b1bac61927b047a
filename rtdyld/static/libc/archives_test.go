package libc_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/absent"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

var update = flag.Bool("update", false, "write docs/static-archives.tsv anew, of what is installed")

const (
	archiveTable = "../../../docs/static-archives.tsv"
	debianFolder = "/usr/lib/x86_64-linux-gnu/"
)

// supplied are names that linkers define.
var supplied = map[string]bool{"_GLOBAL_OFFSET_TABLE_": true, "__dso_handle": true, "__tls_get_addr": true}

// names are what an archive defines for others, and what all of its members refer to besides.
type names struct {
	members int
	size    int64
	defines map[string]bool
	needs   map[string]bool
}

// namesOf reads an archive.
func namesOf(t *testing.T, path string) *names {
	t.Helper()
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	n := &names{size: st.Size(), defines: map[string]bool{}, needs: map[string]bool{}}
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(m)
		if err != nil {
			continue // the note of an archive of ours
		}
		n.members++
		for id := img.FirstGlobal; int(id) < len(img.Symbols); id++ {
			s, name := &img.Symbols[id], strings.Clone(img.SymbolName(id))
			switch {
			case s.Defined():
				n.defines[name] = true
			case s.Bind != objfmt.BindWeak:
				n.needs[name] = true
			}
		}
		img.Close()
	}
	maps.DeleteFunc(n.needs, func(name string, _ bool) bool { return n.defines[name] || supplied[name] })
	return n
}

// row is what the table says of an archive: its members and size, and which other archives it needs, and what it lacks.
func row(file string, n *names, c *names, all map[string]*names) string {
	others, lacks := map[string]bool{}, []string{}
	for name := range n.needs {
		if c.defines[name] {
			continue
		}
		by := ""
		for _, other := range slices.Sorted(maps.Keys(all)) {
			if all[other].defines[name] && (by == "" || others[other]) {
				by = other
			}
		}
		if by != "" {
			others[by] = true
			continue
		}
		lacks = append(lacks, name)
	}
	slices.Sort(lacks)
	verdict := "links"
	if len(lacks) > 0 {
		verdict = "lacks"
	}
	for i, name := range lacks {
		if why := absent.Why(name); why != "" {
			lacks[i] += " (" + why + ")"
		}
	}
	if len(lacks) > 12 {
		lacks = append(lacks[:12], fmt.Sprintf("and %d more", len(lacks)-12))
	}
	with := strings.Join(slices.Sorted(maps.Keys(others)), " ")
	return fmt.Sprintf("%s\t%d\t%d\t%s\t%s\t%s", file, n.size, n.members, verdict, dash(with), dash(strings.Join(lacks, ", ")))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// TestArchiveTable holds docs/static-archives.tsv, a table of Debian's archives, against those that are installed and of the same size:
// whether all that their members refer to is in the archive for static programs, or in another of the table.
func TestArchiveTable(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, muslFolder+"libc.a")
	r, err := libc.Make(t.Context(), libc.Config{Target: amd64, Cxx: true})
	if err != nil {
		t.Skip(err) // a machine without g++
	}
	path := filepath.Join(t.TempDir(), "libc.a")
	file(t, path, string(r.Archive))
	c := namesOf(t, path)
	data, err := os.ReadFile(archiveTable)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	all := map[string]*names{}
	for _, line := range lines[1:] {
		name, _, _ := strings.Cut(line, "\t")
		if citest.Missing(debianFolder+name) == nil {
			all[name] = namesOf(t, debianFolder+name)
		}
	}
	compared := 0
	for i, line := range lines[1:] {
		name, rest, _ := strings.Cut(line, "\t")
		n := all[name]
		if n == nil || !*update && !strings.HasPrefix(rest, fmt.Sprintf("%d\t", n.size)) {
			continue
		}
		got := row(name, n, c, all)
		compared++
		switch {
		case *update:
			lines[i+1] = got
		case !consistent(got, line, all):
			t.Errorf("the table has\n%s\nand it is\n%s", line, got)
		}
	}
	t.Logf("%d archives of %d", compared, len(lines)-1)
	if len(lines) < 61 {
		t.Errorf("%d archives", len(lines)-1)
	}
	if *update {
		if err := os.WriteFile(archiveTable, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// consistent compares rows; what an archive has in others counts only if these are installed.
func consistent(got, want string, all map[string]*names) bool {
	fields := strings.Split(want, "\t")
	if len(fields) != 6 {
		return false
	}
	for other := range strings.FieldsSeq(strings.TrimPrefix(fields[4], "-")) {
		if all[other] == nil {
			return true
		}
	}
	return got == want
}
