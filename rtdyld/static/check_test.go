//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"debug/elf"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/glue"
)

// TestCheck: this program may, by this version of Go.
func TestCheck(t *testing.T) {
	if err := Check(); err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program has an interpreter, and was not refused")
		}
	}
}

// TestUnknownGo: what a user sees who builds with a version of Go that is not known.
func TestUnknownGo(t *testing.T) {
	defer func(old func() string) { goVersion = old }(goVersion)
	for v, want := range map[string]bool{
		"go1.26": true, "go1.26.8": true, "go1.27.2": true, "go1.27rc1": true, "go1.27.1 X:nodwarf5": true,
		"go1.25.9": false, "go1.28": false, "go1.261": false, "devel +abc Mon": false, "devel": false,
	} {
		goVersion = func() string { return v }
		err := Check()
		if want != (err == nil) {
			t.Errorf("%s: %v", v, err)
		}
		var ue *UnsupportedError
		if err != nil && (!errors.As(err, &ue) || !strings.HasPrefix(err.Error(), "static: Go "+v+": the runtime of go1.26 and go1.27 is known")) {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// TestOtherLibc: there is one in the process, and something that is none is refused.
func TestOtherLibc(t *testing.T) {
	load(t)
	_, err := Load(t.Context(), Libc("other.a", []byte("!<arch>\n")))
	var le *LibcError
	if !errors.As(err, &le) || !strings.Contains(err.Error(), "static: libc other.a: the process has another C library already: /usr/lib/") {
		t.Errorf("%v", err)
	}
	p, err := Load(t.Context()) // the one that there is
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// TestUnknownMusl: a version that the glue does not know, and an archive that is no libc, are refused before anything of them runs.
func TestUnknownMusl(t *testing.T) {
	muslFiles(t)
	_, errs, status := inChild(t, func() {
		_, err := Load(t.Context(), Libc("none.a", []byte("!<arch>\n")))
		var le *LibcError
		if !errors.As(err, &le) {
			os.Stderr.WriteString("no archive: " + err.Error())
			os.Exit(1)
		}
		libc := muslFiles(t)
		var l loading
		l.take(libc)
		data := slices.Clone(l.cfg.Libc[0].Data)
		at := strings.Index(string(data), "1.2.3\x00")
		copy(data[at:], "1.3.0")
		_, err = Load(t.Context(), append([]Input{Libc("musl.a", data)}, libc[1:]...)...)
		os.Stderr.WriteString(err.Error())
		os.Exit(0)
	})
	if status != 0 || errs != "static: musl 1.3.0: 1.2.3, 1.2.4 and 1.2.5 are known" {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestFirst: all members are linked at the start whose names others refer to weakly, or define weakly, so that it does not depend on an order which
// is taken. What only fork and pthread_cancel look for does not count: the glue has these.
func TestFirst(t *testing.T) {
	forGlue := map[string]string{"fork.lo": "", "_Fork.lo": "", "pthread_cancel.lo": "", "atexit.lo": ""}
	load(t)
	linked := map[string]bool{}
	for _, o := range the.c.linker.Objects() {
		linked[o.Name()] = true
	}
	data, err := os.ReadFile(muslPaths[0])
	if err != nil {
		t.Fatal(err)
	}
	a, err := ar.Parse(muslPaths[0], data)
	if err != nil {
		t.Fatal(err)
	}
	strong, weak := map[string]string{}, map[string]bool{}
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(m)
		if errors.Is(err, objfmt.ErrUnknownFormat) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, member, _ := strings.Cut(strings.TrimSuffix(img.Name, ")"), "(")
		if _, ok := forGlue[member]; ok {
			continue
		}
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			s, name := &img.Symbols[i], strings.Clone(img.SymbolName(objfmt.SymbolID(i)))
			switch {
			case s.Bind == objfmt.BindWeak:
				weak[name] = true
			case s.Defined():
				strong[name] = img.Name
			}
		}
	}
	n := 0
	for name := range weak {
		if by := strong[name]; by != "" {
			n++
			if !linked[by] {
				t.Errorf("%s is defined weakly too, and %s is not linked at first", name, by)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d names", n)
	}
}

// TestGlue: there are the same objects for both processors, and none for others.
func TestGlue(t *testing.T) {
	names := func(arch string) (out []string) {
		for _, o := range glue.Core(arch) {
			out = append(out, o.Name)
		}
		return out
	}
	if amd64 := names("amd64"); len(amd64) < 6 || !slices.Equal(amd64, names("arm64")) || names("riscv64") != nil {
		t.Errorf("%q, %q, %q", amd64, names("arm64"), names("riscv64"))
	}
}
