package libc_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
	"github.com/go-rtdyld/rtdyld/triple"
)

var amd64 = triple.Triple{Arch: triple.X86_64, OS: triple.Linux}

// fakeMusl is an archive with a version.
func fakeMusl(t *testing.T, root, version string) {
	t.Helper()
	f := &objgen.ELF{Is64: true, Machine: 62}
	s := f.Add(objgen.ELFSection{Name: ".rodata", Flags: 2, Data: append([]byte("xx"+version), 0), Align: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: "__libc_version", Bind: 1, Section: s, Value: 2, Size: uint64(len(version) + 1)})
	archive(t, filepath.Join(root, "usr/lib/x86_64-linux-musl/libc.a"), objgen.ArMember{Name: "version.lo", Data: f.Bytes(), Symbols: []string{"__libc_version"}})
}

// archive writes an archive.
func archive(t *testing.T, path string, members ...objgen.ArMember) {
	t.Helper()
	file(t, path, string((&objgen.Ar{Members: members}).Bytes()))
}

func file(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestVersions: musl is recognised by what its archive says, and nothing else is taken for it.
func TestVersions(t *testing.T) {
	for version, known := range map[string]bool{"1.2.3": true, "1.2.4": true, "1.2.5": true, "1.2.2": false, "1.2.6": false, "1.2.50": false, "": false} {
		root := t.TempDir()
		fakeMusl(t, root, version)
		file(t, filepath.Join(root, "usr/share/doc/musl-dev/copyright"), "the text")
		r, err := libc.Make(t.Context(), libc.Config{Target: amd64, Roots: []string{root}, Builtins: libc.NoBuiltins})
		wrong, refused := errors.AsType[*libc.VersionError](err)
		switch {
		case known && (err != nil || r.Parts[1].Version != version || !strings.Contains(string(r.Licences), "the text")):
			t.Errorf("%q: %v", version, err)
		case !known && (!refused || wrong.Version != version || !errors.Is(err, libc.ErrUnsupported) || !errors.Is(err, errors.ErrUnsupported)):
			t.Errorf("%q: %v", version, err)
		}
	}
}

// TestMissing: an error names what is missing and where it was looked for.
func TestMissing(t *testing.T) {
	root := t.TempDir()
	missing := func(cfg libc.Config, what, at string) {
		t.Helper()
		cfg.Target, cfg.Roots = amd64, []string{root}
		_, err := libc.Make(t.Context(), cfg)
		e, ok := errors.AsType[*libc.NotFoundError](err)
		if !ok || !errors.Is(err, libc.ErrNotFound) || !strings.Contains(e.What, what) || !slices.Contains(e.Looked, filepath.Join(root, at)) {
			t.Errorf("%v", err)
		}
	}
	missing(libc.Config{}, "musl's libc.a for linux/amd64", "usr/lib/x86_64-linux-musl/libc.a")
	fakeMusl(t, root, "1.2.3")
	missing(libc.Config{}, "a compiler's builtins", "usr/lib/gcc/x86_64-linux-gnu/*/libgcc.a")
	missing(libc.Config{Builtins: libc.CompilerRT}, "a compiler's builtins", "usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.builtins-x86_64.a")
	missing(libc.Config{Builtins: libc.NoBuiltins}, "the licence of musl", "usr/share/doc/musl-dev/copyright")
	missing(libc.Config{Builtins: libc.NoBuiltins, Cxx: true}, "libgcc_eh.a", "usr/lib/gcc/x86_64-linux-gnu/*/libgcc_eh.a")
}

// TestLatest: of compilers the latest is taken, 12 after 9, and libgcc_eh.a is its own.
func TestLatest(t *testing.T) {
	root := t.TempDir()
	fakeMusl(t, root, "1.2.3")
	for _, v := range []string{"9", "12", "11"} {
		for _, name := range []string{"libgcc.a", "libgcc_eh.a", "libstdc++.a"} {
			archive(t, filepath.Join(root, "usr/lib/gcc/x86_64-linux-gnu", v, name))
		}
		file(t, filepath.Join(root, "usr/share/doc/libgcc-"+v+"-dev/copyright"), "licence of "+v)
	}
	file(t, filepath.Join(root, "my/text"), "of musl")
	r, err := libc.Make(t.Context(), libc.Config{Target: amd64, Roots: []string{root}, Cxx: true, Licences: map[string]string{"musl": filepath.Join(root, "my/text")}})
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, p := range r.Parts[1:] {
		parts = append(parts, p.Name+" "+p.Version)
	}
	if got := strings.Join(parts, ", "); got != "musl 1.2.3, libgcc 12, libgcc_eh 12, libstdc++ 12" {
		t.Error(got)
	}
	if text := string(r.Licences); strings.Count(text, "licence of 12") != 1 || !strings.Contains(text, "of musl") || !strings.Contains(text, "libgcc, libgcc_eh, libstdc++: GPL-3.0-or-later WITH GCC-exception-3.1\n") {
		t.Errorf("%s", text)
	}
}

// TestOtherTargets: there is no libc for other processors, and no object of theirs is taken.
func TestOtherTargets(t *testing.T) {
	for _, s := range []string{"riscv64-linux", "x86_64-windows", "i686-linux", "aarch64_be-linux", "x86_64-linux-macho"} {
		target, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		_, err = libc.Make(t.Context(), libc.Config{Target: target})
		if e, ok := errors.AsType[*libc.TargetError](err); !ok || e.Path != "" || !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", s, err)
		}
	}
	root := t.TempDir()
	fakeMusl(t, root, "1.2.3")
	arm := triple.Triple{Arch: triple.AArch64, OS: triple.Linux}
	_, err := libc.Make(t.Context(), libc.Config{Target: arm, Libc: filepath.Join(root, "usr/lib/x86_64-linux-musl/libc.a")})
	if e, ok := errors.AsType[*libc.TargetError](err); !ok || !strings.Contains(e.Found, "x86_64") || !strings.Contains(err.Error(), "version.lo") {
		t.Errorf("%v", err)
	}
}

// TestArchive holds the archive beside what GNU ar makes of the same members, and the parts against their archives.
func TestArchive(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "ar", "nm", muslFolder+"libc.a")
	r, err := libc.Make(t.Context(), libc.Config{Target: amd64})
	if err != nil {
		t.Fatal(err)
	}
	again, err := libc.Make(t.Context(), libc.Config{Target: amd64})
	if err != nil || !bytes.Equal(r.Archive, again.Archive) || !bytes.Equal(r.Licences, again.Licences) {
		t.Error("it comes out otherwise the second time", err)
	}
	path := filepath.Join(t.TempDir(), "libc.a")
	file(t, path, string(r.Archive))
	ours := index(t, path)
	list := strings.Fields(command(t, "ar", "t", path))
	n := 1
	for _, p := range r.Parts {
		n += p.Members
	}
	theirs := strings.Fields(command(t, "ar", "t", muslFolder+"libc.a"))
	if len(list) != n || list[0] != libc.NoteName || r.Parts[1].Members+len(r.Replaced) != len(theirs) || len(r.Replaced) == 0 {
		t.Errorf("%d members, %v", len(list), r.Parts)
	}
	note := command(t, "ar", "p", path, libc.NoteName)
	if !strings.Contains(note, "\npart\tmusl\t"+r.Parts[1].Version+"\t") || !strings.HasPrefix(note, "rtdyld libc\t1\ntarget\tlinux/amd64\n") {
		t.Errorf("%s", note)
	}
	command(t, "ar", "sD", path) // which writes the index anew
	if want := index(t, path); !slices.Equal(ours, want) {
		t.Errorf("an index of %d names, ar's has %d", len(ours), len(want))
	}
}

// index is an archive's index: each name with the first member that has it.
func index(t *testing.T, path string) []string {
	t.Helper()
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	seen := map[string]bool{}
	var out []string
	for s, err := range a.Symbols() {
		if err != nil {
			t.Fatal(err)
		}
		if seen[s.Name] {
			continue
		}
		m, err := a.MemberAt(s.Offset)
		if err != nil {
			t.Fatal(err)
		}
		seen[strings.Clone(s.Name)] = true
		out = append(out, strings.Clone(m.Name+" "+s.Name))
	}
	slices.Sort(out)
	return out
}
