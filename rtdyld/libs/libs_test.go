package libs_test

import (
	"debug/elf"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

func target(t *testing.T, s string) triple.Triple {
	t.Helper()
	tr, err := triple.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// libraries are real ones with many symbols, versions and none.
var libraries = []string{"/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libm.so.6", "/usr/lib/x86_64-linux-gnu/libstdc++.so.6", "/lib/x86_64-linux-gnu/libz.so.1", "/usr/aarch64-linux-gnu/lib/libc.so.6", "/usr/arm-linux-gnueabihf/lib/libc.so.6", "/usr/lib32/libc.so.6"}

// TestShared: names and DT_SONAME are those that debug/elf reads.
func TestShared(t *testing.T) {
	for _, path := range libraries {
		t.Run(path, func(t *testing.T) {
			citest.Need(t, path)
			s, err := libs.OpenShared(path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			f, err := elf.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			soname, err := f.DynString(elf.DT_SONAME)
			if err != nil || len(soname) != 1 || s.Soname != soname[0] {
				t.Errorf("%q, want %q, %v", s.Soname, soname, err)
			}
			want := map[string]bool{}
			all, err := f.DynamicSymbols()
			if err != nil {
				t.Fatal(err)
			}
			for _, sym := range all {
				hidden := sym.HasVersion && sym.VersionIndex.IsHidden()
				if sym.Section != elf.SHN_UNDEF && elf.ST_BIND(sym.Info) != elf.STB_LOCAL && !hidden {
					want[sym.Name] = true
				}
			}
			got := map[string]bool{}
			s.Names(func(name string) bool { got[name] = true; return true })
			for name := range want {
				if !got[name] || !s.Has(name) {
					t.Errorf("%s: told %v, has %v", name, got[name], s.Has(name))
				}
			}
			for name := range got {
				if !want[name] {
					t.Errorf("%s is told", name)
				}
				if s.Has(name+"x") != want[name+"x"] {
					t.Errorf("%sx: %v", name, s.Has(name+"x"))
				}
			}
			if len(want) < 50 {
				t.Errorf("%d names", len(want))
			}
		})
	}
}

// TestSharedDamaged: whatever the bytes are, questions end without a panic.
func TestSharedDamaged(t *testing.T) {
	citest.Need(t, libraries[1])
	data, err := os.ReadFile(libraries[1])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.so")
	try := func(b []byte) {
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := libs.OpenShared(path)
		if err != nil {
			return
		}
		defer s.Close()
		s.Has("sqrt")
		s.Names(func(string) bool { return true })
	}
	for n := 0; n < len(data); n += len(data)/97 + 1 {
		try(data[:n])
	}
	for at := 0; at < 0x400; at += 3 {
		b := slices.Clone(data[:min(len(data), 1<<16)])
		b[at] ^= 0xff
		try(b)
	}
}

// TestSearch: which library has a name.
func TestSearch(t *testing.T) {
	citest.Need(t, libraries[1])
	host := target(t, "x86_64-unknown-linux-gnu")
	found := libs.Search(t.Context(), host, libs.Dirs(host), "sqrt", "printf", "_ZSt9terminatev", "no_such_name")
	if l := found["sqrt"]; len(l) == 0 || l[0] != "libm.so.6" {
		t.Errorf("sqrt: %q", l)
	}
	if l := found["printf"]; len(l) == 0 || l[0] != "libc.so.6" {
		t.Errorf("printf: %q", l)
	}
	if l := found["no_such_name"]; l != nil {
		t.Errorf("no_such_name: %q", l)
	}
	if citest.Missing("/usr/aarch64-linux-gnu/lib/libm.so.6") == nil {
		arm := target(t, "aarch64-unknown-linux-gnu")
		if l := libs.Search(t.Context(), arm, libs.Dirs(arm), "sqrt")["sqrt"]; len(l) == 0 || l[0] != "libm.so.6" {
			t.Errorf("sqrt for aarch64: %q of %q", l, libs.Dirs(arm))
		}
	}
}

// TestFindOracle: -l gives the files that gcc's linker opens.
func TestFindOracle(t *testing.T) {
	citest.Need(t, "gcc", "/usr/lib/x86_64-linux-gnu/libm.a")
	dir := t.TempDir()
	source := filepath.Join(dir, "a.c")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	host := target(t, "x86_64-unknown-linux-gnu")
	for _, static := range []bool{false, true} {
		for _, name := range []string{"m", "c", "dl", "pthread"} {
			args := []string{source, "-o", filepath.Join(dir, "a"), "-Wl,--trace", "-nostdlib", "-Wl,--no-as-needed", "-Wl,-e,main", "-l" + name}
			if static {
				args = append(args, "-static")
			}
			out, err := exec.Command("gcc", args...).Output()
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for line := range strings.Lines(string(out)) {
				if line = strings.TrimSpace(line); strings.Contains(line, "/lib") && !strings.HasSuffix(line, ".o") {
					real, _ := filepath.EvalSymlinks(line)
					if head, err := os.ReadFile(real); err != nil || libs.IsScript(head) {
						continue // the trace has scripts beside what they name
					}
					want[real] = true
				}
			}
			found, err := libs.Find(t.Context(), name, host, static, libs.Dirs(host)...)
			if err != nil {
				t.Errorf("-l%s, static %v: %v", name, static, err)
			}
			got := map[string]bool{}
			for _, l := range found {
				real, _ := filepath.EvalSymlinks(l.Path)
				got[real] = true
				if l.Shared != strings.Contains(real, ".so") {
					t.Errorf("%+v", l)
				}
			}
			for path := range want {
				if !got[path] && !strings.Contains(path, "(") && !strings.Contains(path, "linux-x86-64.so") {
					t.Errorf("-l%s, static %v: %v, want %s of %v", name, static, found, path, want)
				}
			}
			if len(found) == 0 {
				t.Errorf("-l%s, static %v: nothing", name, static)
			}
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// elfHeader is enough of a library for Find.
func elfHeader(machine byte) string {
	h := make([]byte, 64)
	copy(h, "\x7fELF\x02\x01\x01")
	h[16], h[18] = 3, machine
	return string(h)
}

// TestFind: the order of folders and names, other targets, files by name.
func TestFind(t *testing.T) {
	host := target(t, "x86_64-unknown-linux-gnu")
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	amd64, arm64, archive := elfHeader(62), elfHeader(183), "!<arch>\n"
	write(t, a+"/libone.a", archive)
	write(t, b+"/libone.so", amd64)
	write(t, a+"/libtwo.so", arm64)
	write(t, b+"/libtwo.so.9", amd64)
	write(t, b+"/libtwo.so.10", amd64)
	write(t, b+"/libtwo.so.10.2", amd64)
	write(t, b+"/libtwo.so.backup", amd64)
	write(t, b+"/libfour.so", amd64)
	write(t, b+"/libthree.so", "INPUT(libtwo.so.9 -lone AS_NEEDED(nothing.so))")
	write(t, a+"/libtext.so", "neither nor")
	write(t, a+"/libbroken.so", "GROUP ( libone.a")
	write(t, a+"/libloop.so", "INPUT(libloop.so)")
	write(t, a+"/libitself.so", "INPUT(-litself)")
	write(t, a+"/libwide.so", "INPUT("+strings.Repeat("AS_NEEDED(-lwide) ", 1000)+"-lwide)")
	write(t, a+"/libgone.so", "INPUT(nothing.a)")
	write(t, a+"/libarm.so", "OUTPUT_FORMAT(elf64-littleaarch64) INPUT(nothing.a)")
	for _, tt := range []struct {
		name   string
		static bool
		want   string // files, or part of the error behind "!"
	}{
		{"one", false, "a/libone.a"}, // of the first folder that has either
		{"two", false, "b/libtwo.so.10"},
		{"two", true, "!libtwo.so is for another target"},
		{"four", true, "!libfour.so is a shared library"},
		{"three", false, "b/libtwo.so.9 a/libone.a"},
		{":libtwo.so.9", false, "b/libtwo.so.9"},
		{"text", false, "!libtext.so is neither an archive nor a shared library"},
		{"broken", false, "!libbroken.so:1: linker script: GROUP does not end"},
		{"loop", false, "!in circles"},
		{"itself", false, "!in circles"},
		{"wide", false, "!name each other more than 256 times"},
		{"gone", false, "!libgone.so:1: linker script: nothing.a: open nothing.a"},
		{"arm", false, "!is for another target"},
		{"none", false, "!-l none: no such library in "},
	} {
		found, err := libs.Find(t.Context(), tt.name, host, tt.static, a, b)
		if text, bad := strings.CutPrefix(tt.want, "!"); bad {
			if err == nil || !strings.Contains(err.Error(), text) || found != nil {
				t.Errorf("%s: %v, %v", tt.name, found, err)
			}
			var missing *libs.NotFoundError
			var script *libs.ScriptError
			if !errors.As(err, &missing) && !errors.As(err, &script) || missing != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %T", tt.name, err)
			}
			continue
		}
		var got []string
		for _, l := range found {
			got = append(got, filepath.Base(filepath.Dir(l.Path))+"/"+filepath.Base(l.Path))
		}
		if strings.Join(got, " ") != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestParseScript(t *testing.T) {
	s, err := libs.ParseScript("libc.so", []byte("/* GNU ld script\n   of two lines */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /lib/libc.so.6 \"a b.a\", -lm  AS_NEEDED ( x.so y.so ) z.a );INPUT(w.a)"))
	if err != nil {
		t.Fatal(err)
	}
	want := []libs.Input{{"/lib/libc.so.6", false, 4}, {"a b.a", false, 4}, {"-lm", false, 4}, {"x.so", true, 4}, {"y.so", true, 4}, {"z.a", false, 4}, {"w.a", false, 4}}
	if s.Format != "elf64-x86-64" || !slices.Equal(s.Inputs, want) {
		t.Errorf("%+v", s)
	}
	for _, text := range []string{"GROUP", "GROUP x", "GROUP ( a", "GROUP ( ( a ) )", "GROUP ( AS_NEEDED a )", "SECTIONS { }", "/* no end", "INPUT(\"a)", "INPUT(a) junk", "GROUP(AS_NEEDED(AS_NEEDED(a)))"} {
		if s, err := libs.ParseScript("x.so", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "x.so:1: linker script: ") {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
	for text, want := range map[string]bool{"/* x */ INPUT(a)": true, "GROUP(a)": true, "int main(void)": false, "": false, "\x7fELF": false, "/* no end": false} {
		if got := libs.IsScript([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
