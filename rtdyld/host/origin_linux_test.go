//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// mappedFile is the file that the kernel has mapped at an address, "" for none.
func mappedFile(t *testing.T, addr uint64) string {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(maps)) {
		var start, end uint64
		if _, err := fmt.Sscanf(line, "%x-%x", &start, &end); err == nil && addr >= start && addr < end {
			if i := strings.IndexByte(line, '/'); i >= 0 {
				return strings.TrimSpace(line[i:])
			}
		}
	}
	return ""
}

// TestOrigin: what is told of names of the process says which library they are from, as the
// kernel's list of mappings has it.
func TestOrigin(t *testing.T) {
	lib := sharedLibrary(t)
	p := open(t, Config{Libraries: []string{lib}})
	l := newLinker(t, p)
	load(t, l, object(t, gcc(), "small.c"))
	e, err := l.Explain("puts")
	if err != nil {
		t.Fatal(err)
	}
	if want := mappedFile(t, e.Asked.Answer.Addr); e.Library != want && !same(e.Library, want) || !strings.Contains(want, "libc") {
		t.Errorf("puts is from %q, want %q", e.Library, want)
	}
	if !strings.Contains(e.String(), ": external, from "+e.Library+"\n") {
		t.Errorf("%s", e)
	}
	origin := p.LinkerConfig().Origin
	if got := origin("lib_data", resolve(t, p, "lib_data")[0].Addr); got != lib {
		t.Errorf("lib_data is from %q, want %q", got, lib)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, im := range p.c.loadedImages().order {
		if im.name == "" {
			if got := origin("main", uint64(im.lo)); got != program {
				t.Errorf("the program is %q, want %q", got, program)
			}
		}
	}
	own := l.Objects()[0].Sections()
	for _, s := range own {
		if s.Kind == objfmt.KindCode && origin("", s.Addr) != "" {
			t.Errorf("loaded code is from %q", origin("", s.Addr))
		}
	}
}

// same reports whether two paths are one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
