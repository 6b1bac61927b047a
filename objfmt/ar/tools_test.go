package ar_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// need returns the path of a tool or skips; where everything must run
// (RTDYLD_CI) its absence is a failure.
func need(t *testing.T, tool string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		missing(t, "needs "+tool)
	}
	return path
}

func missing(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("RTDYLD_CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// output runs a tool in dir and returns what it prints. nm complains of members
// that are no objects and goes on: its status is not looked at.
func output(t *testing.T, dir, tool string, args ...string) string {
	t.Helper()
	cmd := exec.Command(need(t, tool), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC", "SYM64_THRESHOLD="+sym64)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && !strings.HasSuffix(tool, "nm") {
		t.Fatalf("%v: %v\n%s", cmd, err, stderr.Bytes())
	}
	return string(out)
}

// sym64 is the archive size from which llvm-ar writes 64-bit indices.
var sym64 = ""

// compare holds an archive against what the GNU and LLVM tools say of it: names
// and offsets of the members, their headers, their bytes, the index.
func compare(t *testing.T, path string, tools ...string) {
	t.Helper()
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	dir := filepath.Dir(path)
	file := mustRead(t, path)
	all := members(t, a)
	byOffset := map[uint64]ar.Member{}
	var names, table, verbose []string
	var data bytes.Buffer
	for _, m := range all {
		byOffset[m.Offset] = m
		b, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		data.Write(b)
		names = append(names, m.Name)
		at := m.Offset + 60
		if !a.Thin() {
			var size uint64 // a BSD name counts in it and stands between
			fmt.Sscan(string(file[m.Offset+48:m.Offset+58]), &size)
			at += size - m.Size
		}
		table = append(table, fmt.Sprintf("%s %#x", m.Name, at))
		when := m.ModTime()
		if when.IsZero() {
			when = time.Unix(0, 0)
		}
		verbose = append(verbose, fmt.Sprintf("%s %d/%d %6d %s %s", m.Mode().String()[1:], m.UID(), m.GID(), m.Size,
			when.UTC().Format("Jan _2 15:04 2006"), m.Name))
	}
	var symbols []string
	first := map[string]ar.Member{}
	if a.HasIndex() {
		for s, err := range a.Symbols() {
			if err != nil {
				t.Fatal(err)
			}
			m, ok := byOffset[s.Offset]
			if !ok {
				t.Errorf("%s: in a member at %#x, which the walk did not meet", s.Name, s.Offset)
			}
			if _, dup := first[s.Name]; !dup {
				first[s.Name] = m
			}
			symbols = append(symbols, s.Name+" in "+m.Name)
		}
	}
	for name, want := range first {
		if m, ok, err := a.Lookup(name); !ok || err != nil || m != want {
			t.Errorf("Lookup(%q): %v %v %v, want %v", name, m, ok, err, want)
		}
	}
	for _, tool := range tools {
		diff := func(what, out string, want []string) {
			if d := cmp.Diff(lines(out), want); d != "" {
				t.Errorf("%s: %s (-%s +ours):\n%s", path, what, tool, d)
			}
		}
		prefix := strings.TrimSuffix(tool, "ar")
		switch {
		case a.Thin():
			// They print paths relative to the current directory.
			diff("members", output(t, dir, tool, "t", path), absolute(dir, names))
		default:
			diff("members", output(t, dir, tool, "t", path), names)
			diff("offsets", output(t, dir, tool, "tO", path), table)
			diff("headers", output(t, dir, tool, "tv", path), verbose)
		}
		if !bytes.Equal([]byte(output(t, dir, tool, "p", path)), data.Bytes()) {
			t.Errorf("%s: contents differ from %s's", path, tool)
		}
		flag, title := "-s", "Archive index:"
		if prefix == "llvm-" {
			flag, title = "--print-armap", "Archive map"
		}
		_, out, ok := strings.Cut(output(t, dir, prefix+"nm", flag, path), title+"\n")
		if out, _, _ = strings.Cut(out, "\n\n"); ok != (len(symbols) > 0) && ok != a.HasIndex() {
			t.Errorf("%s: %s prints an index: %v; ours has %d symbols", path, tool, ok, len(symbols))
		}
		want := symbols
		if a.Thin() {
			want = nil
			for _, s := range symbols {
				name, m, _ := strings.Cut(s, " in ")
				if prefix == "" {
					m = absolute(dir, []string{m})[0]
				}
				want = append(want, name+" in "+m)
			}
		}
		diff("index", out, want)
	}
	t.Logf("%s: %v index, %d members, %d symbols, %d names", filepath.Base(path), a.IndexKind(), len(all), len(symbols), len(first))
}

func absolute(dir string, names []string) (out []string) {
	for _, n := range names {
		if !filepath.IsAbs(n) {
			n = filepath.Join(dir, n)
		}
		out = append(out, n)
	}
	return out
}

func lines(s string) []string {
	if s = strings.TrimRight(s, "\n"); s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// realArchives are of Debian's packages: C, C++, import libraries of mingw (whose
// members repeat), and what is common in other languages.
var realArchives = []string{
	"/usr/lib/x86_64-linux-gnu/libc.a",
	"/usr/lib/x86_64-linux-gnu/libz.a",
	"/usr/lib/x86_64-linux-gnu/libpthread.a",
	"/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a",
	"/usr/lib/gcc/x86_64-linux-gnu/12/libgcc.a",
	"/usr/lib/llvm-14/lib/libLLVMSupport.a",
	"/usr/lib/llvm-14/lib/libLLVMX86CodeGen.a",
	"/usr/x86_64-w64-mingw32/lib/libkernel32.a",
	"/usr/x86_64-w64-mingw32/lib/libmingw32.a",
}

func TestReal(t *testing.T) {
	for _, path := range realArchives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if _, err := os.Stat(path); err != nil {
				missing(t, err.Error())
			}
			compare(t, path, "ar", "llvm-ar")
		})
	}
}

// objects extracts the first n members of Debian's libc.a into files.
func objects(t *testing.T, dir string, n int) []string {
	const libc = "/usr/lib/x86_64-linux-gnu/libc.a"
	a, err := ar.Open(libc)
	if err != nil {
		missing(t, err.Error())
	}
	defer a.Close()
	var out []string
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, m.Name)
		if len(out)%3 == 0 {
			name = filepath.Join(dir, "a longer name for "+m.Name)
		}
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if out = append(out, name); len(out) == n {
			break
		}
	}
	return out
}

// TestTools makes archives of three hundred real objects in every flavour that
// the installed tools can write, some names twice, and compares each with both
// tools that can read it.
func TestTools(t *testing.T) {
	dir := t.TempDir()
	files := objects(t, dir, 300)
	rel := make([]string, len(files))
	for i, f := range files {
		rel[i] = filepath.Base(f)
	}
	dup := slices.Concat(rel, rel[:7])
	for _, c := range []struct {
		name  string
		tool  string
		args  []string
		files []string
		sym64 string
		kind  ar.IndexKind
		read  []string
	}{
		{"gnu", "ar", []string{"qcsD"}, dup, "", ar.IndexGNU, []string{"ar", "llvm-ar"}},
		{"gnu-times", "ar", []string{"qcsU"}, dup, "", ar.IndexGNU, []string{"ar", "llvm-ar"}},
		{"gnu-noindex", "ar", []string{"qcSD"}, dup, "", ar.IndexNone, []string{"ar", "llvm-ar"}},
		{"gnu-paths", "ar", []string{"qcsDP"}, files, "", ar.IndexGNU, []string{"ar"}},
		{"gnu-thin", "ar", []string{"qcsDT"}, rel, "", ar.IndexGNU, []string{"ar", "llvm-ar"}},
		{"llvm-gnu", "llvm-ar", []string{"--format=gnu", "qcs"}, dup, "", ar.IndexGNU, []string{"ar", "llvm-ar"}},
		{"llvm-gnu64", "llvm-ar", []string{"--format=gnu", "qcs"}, dup, "1", ar.IndexGNU64, []string{"ar", "llvm-ar"}},
		{"llvm-thin", "llvm-ar", []string{"--thin", "--format=gnu", "qcs"}, rel, "", ar.IndexGNU, []string{"ar", "llvm-ar"}},
		{"llvm-noindex", "llvm-ar", []string{"--format=gnu", "qcS"}, dup, "", ar.IndexNone, []string{"ar", "llvm-ar"}},
		{"llvm-bsd", "llvm-ar", []string{"--format=bsd", "qcs"}, dup, "", ar.IndexBSD, []string{"llvm-ar"}},
		{"llvm-darwin", "llvm-ar", []string{"--format=darwin", "qcs"}, dup, "", ar.IndexBSD, []string{"llvm-ar"}},
		{"llvm-darwin64", "llvm-ar", []string{"--format=darwin", "qcs"}, dup, "1", ar.IndexBSD64, []string{"llvm-ar"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(dir, c.name+".a")
			sym64 = c.sym64
			defer func() { sym64 = "" }()
			output(t, dir, c.tool, slices.Concat(c.args, []string{path}, c.files)...)
			a, err := ar.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if n := len(members(t, a)); a.IndexKind() != c.kind || n != len(c.files) {
				t.Errorf("%v index and %d members, want %v and %d", a.IndexKind(), n, c.kind, len(c.files))
			}
			compare(t, path, c.read...)
		})
	}

	t.Run("thin-nested", func(t *testing.T) {
		// GNU ar adds the members of an archive one by one.
		output(t, dir, "ar", append([]string{"qcsD", "inner.a"}, rel[:20]...)...)
		if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		// Given an absolute path, ar would store names that lead nowhere.
		output(t, dir, "ar", "qcsDT", "sub/outer.a", "inner.a", rel[20])
		path := filepath.Join(dir, "sub", "outer.a")
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		var data bytes.Buffer
		for _, m := range members(t, a) {
			b, err := m.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			data.Write(b)
		}
		if want := output(t, dir, "ar", "p", path); want != data.String() || len(want) == 0 {
			t.Errorf("%d bytes of contents, ar has %d", data.Len(), len(want))
		}
	})

	t.Run("coff-import", func(t *testing.T) {
		def := "LIBRARY some.dll\nEXPORTS\n"
		for i := range 100 {
			def += fmt.Sprintf("exported_function_number_%d\n", i)
		}
		if err := os.WriteFile(filepath.Join(dir, "some.def"), []byte(def), 0o666); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "some.lib")
		output(t, dir, "llvm-dlltool", "-m", "i386:x86-64", "-d", "some.def", "-l", path)
		compare(t, path, "llvm-ar")
	})
}

// TestWriter lets the tools read what the test-only writer wrote, so that the
// tests on it stand on something: flavours no installed tool writes among them.
func TestWriter(t *testing.T) {
	dir := t.TempDir()
	for fl := range objgen.NumArFlavours {
		gen := sample(fl)
		last := &gen.Members[len(gen.Members)-1]
		last.Symbols = last.Symbols[:1] // nm prints no empty name
		tools := []string{"llvm-ar"}
		switch fl {
		case objgen.ArGNU, objgen.ArGNU64:
			tools = []string{"ar", "llvm-ar"}
		case objgen.ArBSD: // llvm-ar knows its index by a long name alone
			tools = []string{"ar"}
			gen.Members[5].Name = "exactly15byte.p" // where ar takes 15 bytes of 16
		}
		path := filepath.Join(dir, fl.String()+".a")
		if err := os.WriteFile(path, gen.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Run(fl.String(), func(t *testing.T) { compare(t, path, tools...) })
	}
}

// TestBuildIndexReal builds the index of libc.a anew, from what the standard
// library's ELF reader says each member defines, and expects what GNU ar wrote.
func TestBuildIndexReal(t *testing.T) {
	a, err := ar.Open(realArchives[0])
	if err != nil {
		missing(t, err.Error())
	}
	defer a.Close()
	collect := func() (out []string) {
		for s, err := range a.Symbols() {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprint(s.Offset, " ", s.Name))
		}
		slices.Sort(out) // ar lists a member's symbols in its table's order; so do we, but TLS and common ones
		return out
	}
	want := collect()
	err = a.BuildIndex(func(m ar.Member, add func(string)) error {
		b, err := m.Bytes()
		if err != nil {
			return err
		}
		f, err := elf.NewFile(bytes.NewReader(b))
		if err != nil {
			return err
		}
		syms, err := f.Symbols()
		if err != nil && err != io.EOF && err != elf.ErrNoSymbols {
			return err
		}
		for _, s := range syms {
			if elf.ST_BIND(s.Info) != elf.STB_LOCAL && s.Section != elf.SHN_UNDEF {
				add(s.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, collect()); d != "" {
		t.Errorf("(-ar +built):\n%s", d)
	}
}
