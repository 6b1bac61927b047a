package ar_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// sample has what makes archives hard: odd sizes, long names, a name of exactly
// 15 and 16 bytes, spaces, duplicates, an empty member, a symbol defined twice.
func sample(f objgen.ArFlavour) *objgen.Ar {
	return &objgen.Ar{Flavour: f, Members: []objgen.ArMember{
		{Name: "a.o", Data: []byte("aaa"), Time: 1700000000, UID: 1000, GID: 100, Mode: 0o100755, Symbols: []string{"alpha", "both"}},
		{Name: "b.o", Data: []byte("bbbb"), Symbols: []string{"beta", "both"}},
		{Name: "a.o", Data: []byte("second a.o"), Symbols: []string{"alpha2"}},
		{Name: "a_rather_long_name_of_an_object.o", Data: []byte("l"), Symbols: []string{"_ZN4long4nameEv"}},
		{Name: "exactly15byte.o", Data: []byte("15")},
		{Name: "exactly16bytes.o", Data: []byte("16"), Symbols: []string{"sixteen"}},
		{Name: "with space.o", Data: []byte("space")},
		{Name: "empty.o"},
		{Name: "last.o", Data: []byte("zzzzz"), Symbols: []string{"omega", ""}},
	}}
}

var wantKind = [objgen.NumArFlavours]ar.IndexKind{
	objgen.ArGNU: ar.IndexGNU, objgen.ArGNU64: ar.IndexGNU64, objgen.ArBSD: ar.IndexBSD,
	objgen.ArDarwin: ar.IndexBSD, objgen.ArDarwin64: ar.IndexBSD64, objgen.ArCOFF: ar.IndexCOFF,
}

// eachFlavour runs f for the sample in every flavour, with the index in both byte
// orders where there are two.
func eachFlavour(t *testing.T, f func(t *testing.T, gen *objgen.Ar)) {
	for fl := range objgen.NumArFlavours {
		t.Run(fl.String(), func(t *testing.T) { f(t, sample(fl)) })
		if fl == objgen.ArBSD || fl == objgen.ArDarwin || fl == objgen.ArDarwin64 {
			gen := sample(fl)
			gen.Big = true
			t.Run(fl.String()+"-big", func(t *testing.T) { f(t, gen) })
		}
	}
}

func parse(t testing.TB, name string, data []byte) *ar.Archive {
	t.Helper()
	a, err := ar.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func members(t testing.TB, a *ar.Archive) []ar.Member {
	t.Helper()
	var out []ar.Member
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// contents strips what Darwin fills a member up with.
func contents(t testing.TB, f objgen.ArFlavour, m ar.Member) string {
	t.Helper()
	b, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if uint64(len(b)) != m.Size {
		t.Errorf("%s: %d bytes, Size %d", m, len(b), m.Size)
	}
	if f == objgen.ArDarwin || f == objgen.ArDarwin64 {
		b = bytes.TrimRight(b, "\n")
	}
	return string(b)
}

func TestMembers(t *testing.T) {
	eachFlavour(t, func(t *testing.T, gen *objgen.Ar) {
		for _, noIndex := range []bool{false, true} {
			gen.NoIndex = noIndex
			a := parse(t, "x.a", gen.Bytes())
			got := members(t, a)
			if len(got) != len(gen.Members) {
				t.Fatalf("%d members, want %d", len(got), len(gen.Members))
			}
			for i, m := range got {
				want := gen.Members[i]
				if m.Name != want.Name || contents(t, gen.Flavour, m) != string(want.Data) {
					t.Errorf("member %d is %q %q, want %q %q", i, m.Name, contents(t, gen.Flavour, m), want.Name, want.Data)
				}
				if want.Time != 0 && uint64(m.ModTime().Unix()) != want.Time || want.Time == 0 && !m.ModTime().IsZero() {
					t.Errorf("member %d: time %v, want %d", i, m.ModTime(), want.Time)
				}
				mode := fs.FileMode(0o644)
				if want.Mode != 0 {
					mode = fs.FileMode(want.Mode & 0o777)
				}
				if uint64(m.UID()) != want.UID || uint64(m.GID()) != want.GID || m.Mode() != mode {
					t.Errorf("member %d: %d %d %v", i, m.UID(), m.GID(), m.Mode())
				}
				if again, err := a.MemberAt(m.Offset); err != nil || again != m {
					t.Errorf("MemberAt(%#x) is %v %v, want %v", m.Offset, again, err, m)
				}
				if s := "x.a(" + want.Name + ")"; m.String() != s {
					t.Errorf("String is %q, want %q", m, s)
				}
			}
			if a.HasIndex() == noIndex {
				t.Errorf("HasIndex is %v", a.HasIndex())
			}
		}
	})
}

// TestSymbols expects each flavour's index to name the members that define each
// symbol, and Lookup to find the first.
func TestSymbols(t *testing.T) {
	eachFlavour(t, func(t *testing.T, gen *objgen.Ar) {
		a := parse(t, "x.a", gen.Bytes())
		if a.IndexKind() != wantKind[gen.Flavour] {
			t.Errorf("index is %v, want %v", a.IndexKind(), wantKind[gen.Flavour])
		}
		all := members(t, a)
		var want []string
		first := map[string]int{}
		for i, m := range gen.Members {
			for _, s := range m.Symbols {
				want = append(want, fmt.Sprint(s, " ", all[i].Offset))
				if _, dup := first[s]; !dup {
					first[s] = i
				}
			}
		}
		var got []string
		for s, err := range a.Symbols() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(s.Name, " ", s.Offset))
		}
		if gen.Flavour == objgen.ArCOFF {
			slices.Sort(want) // the second linker member is in the order of names
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("symbols are\n%q, want\n%q", got, want)
		}
		for s, i := range first {
			m, ok, err := a.Lookup(s)
			if err != nil || !ok || m != all[i] {
				t.Errorf("Lookup(%q) is %v %v %v, want %v", s, m, ok, err, all[i])
			}
		}
		for _, s := range []string{"bot", "both2", "oth", "nothing"} {
			// A hash that happens to be another name's finds nothing either.
			if m, ok, err := a.LookupHash(s, objfmt.HashName("both")); ok || err != nil {
				t.Errorf("LookupHash(%q) is %v %v %v", s, m, ok, err)
			}
			if m, ok, err := a.Lookup(s); ok || err != nil {
				t.Errorf("Lookup(%q) is %v %v %v", s, m, ok, err)
			}
		}
	})
}

// TestLookupMany fills the table beyond what a few names reach: every name is
// found in its member, no other is.
func TestLookupMany(t *testing.T) {
	for fl := range objgen.NumArFlavours {
		gen := big(fl, 50, 20)
		a := parse(t, "x.a", gen.Bytes())
		all := members(t, a)
		var wg sync.WaitGroup // the table is made once, by the first that needs it
		for w := range 4 {
			wg.Go(func() {
				for i, g := range gen.Members {
					for _, s := range g.Symbols {
						if m, ok, err := a.Lookup(s); !ok || err != nil || m != all[i] {
							t.Errorf("%v: Lookup(%q) is %v %v %v", fl, s, m, ok, err)
						}
						if m, ok, err := a.Lookup(s + "x"); ok || err != nil {
							t.Errorf("%v: Lookup(%q) is %v %v %v, worker %d", fl, s+"x", m, ok, err, w)
						}
					}
				}
			})
		}
		wg.Wait()
	}
}

// big makes an archive of members × symbols distinct C++-like names.
func big(f objgen.ArFlavour, members, symbols int) *objgen.Ar {
	gen := &objgen.Ar{Flavour: f}
	for i := range members {
		m := objgen.ArMember{Name: fmt.Sprintf("some_source_file_%d.cpp.o", i), Data: make([]byte, 1000)}
		for j := range symbols {
			m.Symbols = append(m.Symbols, fmt.Sprintf("_ZN4llvm12Some%dClass6methodEPKNS_5ValueEjb%d", i, j))
		}
		gen.Members = append(gen.Members, m)
	}
	return gen
}

func TestBuildIndex(t *testing.T) {
	eachFlavour(t, func(t *testing.T, gen *objgen.Ar) {
		gen.NoIndex = true
		a := parse(t, "x.a", gen.Bytes())
		if _, _, err := a.Lookup("alpha"); !errors.Is(err, ar.ErrNoIndex) {
			t.Errorf("Lookup without an index: %v", err)
		}
		for _, err := range a.Symbols() {
			if !errors.Is(err, ar.ErrNoIndex) {
				t.Errorf("Symbols without an index: %v", err)
			}
		}
		stop := errors.New("stop")
		if err := a.BuildIndex(func(ar.Member, func(string)) error { return stop }); !errors.Is(err, stop) || a.HasIndex() {
			t.Errorf("define's error: %v, HasIndex %v", err, a.HasIndex())
		}
		if err := a.BuildIndex(func(_ ar.Member, add func(string)) error { add("a\x00b"); return nil }); err == nil {
			t.Error("a name with a NUL is taken")
		}
		i := 0
		err := a.BuildIndex(func(m ar.Member, add func(string)) error {
			for _, s := range gen.Members[i].Symbols {
				add(s)
			}
			i++
			return nil
		})
		if err != nil || a.IndexKind() != ar.IndexBuilt {
			t.Fatal(err, a.IndexKind())
		}
		all := members(t, a)
		for name, i := range map[string]int{"alpha": 0, "both": 0, "beta": 1, "omega": 8, "": 8} {
			if m, ok, err := a.Lookup(name); !ok || err != nil || m != all[i] {
				t.Errorf("Lookup(%q) is %v %v %v, want %v", name, m, ok, err, all[i])
			}
		}
	})
}

// TestBuffer expects a member's buffer to outlive the archive and to release the
// mapping at its end.
func TestBuffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.a")
	if err := os.WriteFile(path, sample(objgen.ArBSD).Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	m, ok, err := a.Lookup("omega")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	buf, err := m.Buffer()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if want := path + "(last.o)"; buf.Name() != want || string(buf.Bytes()) != "zzzzz" {
		t.Errorf("buffer %q holds %q", buf.Name(), buf.Bytes())
	}
	if runtime.GOOS == "linux" && !mappedFile(t, path) {
		t.Error("the file is not mapped while a buffer is open")
	}
	if err := buf.Close(); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" && mappedFile(t, path) {
		t.Error("the file is still mapped")
	}
	if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("second Close of a buffer: %v", err)
	}

	// Nothing of a closed archive can be had, and asking is no crash.
	for name, err := range map[string]error{
		"Close": a.Close(), "Bytes": second(m.Bytes()), "Buffer": second(m.Buffer()),
		"MemberAt": second(a.MemberAt(8)), "FS": second(fs.ReadFile(a.FS(), "a.o")),
		"BuildIndex": a.BuildIndex(nil),
	} {
		if !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("%s after Close: %v", name, err)
		}
	}
	if _, _, err := a.Lookup("omega"); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("Lookup after Close: %v", err)
	}
	if !m.ModTime().IsZero() {
		t.Error("ModTime after Close")
	}
	var zero ar.Member
	if _, err := zero.Bytes(); err == nil {
		t.Error("the zero Member has bytes")
	}
	if _, err := zero.Buffer(); err == nil || zero.Mode() != 0 || zero.String() != "" {
		t.Error("the zero Member has a buffer")
	}
}

func second[T any](_ T, err error) error { return err }

func mappedFile(t *testing.T, path string) bool {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	return bytes.Contains(maps, []byte(path))
}

// TestThin covers files beside the archive, below it, by absolute path, members
// of another archive and of a thin one in another directory, and what is missing.
func TestThin(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.o", []byte("contents of a"))
	write("sub/b.o", []byte("contents of b"))
	inner := sample(objgen.ArGNU).Bytes()
	write("sub/inner.a", inner)
	last := members(t, parse(t, "inner.a", inner))[8]
	thinner := (&objgen.Ar{Thin: true, Members: []objgen.ArMember{{Name: "b.o"}, {Name: "inner.a", Origin: last.Offset}}}).Bytes()
	write("sub/thinner.a", thinner)
	tm := members(t, parse(t, "thinner.a", thinner))
	abs := filepath.ToSlash(filepath.Join(dir, "sub/b.o"))
	gen := &objgen.Ar{Flavour: objgen.ArGNU, Thin: true, Members: []objgen.ArMember{
		{Name: "a.o", Size: 13, Symbols: []string{"a"}},
		{Name: "sub/b.o", Size: 1 << 30}, // a file that has changed since
		{Name: abs, Size: 13, Symbols: []string{"abs"}},
		{Name: "sub/inner.a", Origin: last.Offset, Size: 5},
		{Name: "sub/thinner.a", Origin: tm[0].Offset},
		{Name: "sub/thinner.a", Origin: tm[1].Offset, Symbols: []string{"far"}},
		{Name: "missing.o"},
		{Name: "sub/inner.a", Origin: last.Offset + 2},
		{Name: "loop.a", Origin: 0xffff}, // patched below to point at itself
	}}
	data := gen.Bytes()
	all := members(t, parse(t, "thin.a", data))
	gen.Members[8].Origin = all[8].Offset
	data = gen.Bytes()
	write("loop.a", data)
	write("thin.a", data)

	path := filepath.Join(dir, "thin.a")
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if !a.Thin() {
		t.Error("not thin")
	}
	all = members(t, a)
	for i, want := range []string{"contents of a", "contents of b", "contents of b", "zzzzz", "contents of b", "zzzzz"} {
		buf, err := all[i].Buffer()
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := all[i].Bytes()
		if string(buf.Bytes()) != want || string(b) != want || err != nil {
			t.Errorf("member %d holds %q and %q %v, want %q", i, buf.Bytes(), b, err, want)
		}
		if name := path + "(" + all[i].Name + ")"; !strings.Contains(buf.Name(), all[i].Name) || all[i].Origin == 0 && buf.Name() != name {
			t.Errorf("member %d is called %q", i, buf.Name())
		}
		buf.Close()
	}
	if runtime.GOOS == "linux" && mappedFile(t, filepath.Join(dir, "sub")) {
		t.Error("files are still mapped")
	}
	if m, ok, err := a.Lookup("far"); !ok || err != nil || m != all[5] {
		t.Errorf("Lookup: %v %v %v", m, ok, err)
	}
	if _, err := all[6].Buffer(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	for _, i := range []int{7, 8} {
		if _, err := all[i].Buffer(); !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("member %d: %v", i, err)
		}
	}

	// From memory there is no directory, unless the caller knows one.
	mem := parse(t, "thin.a", data)
	m, _, err := mem.Lookup("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Buffer(); !errors.Is(err, ar.ErrExternal) {
		t.Errorf("thin archive in memory: %v", err)
	}
	mem.External = ar.Beside(dir)
	if b, err := m.Bytes(); err != nil || string(b) != "contents of a" {
		t.Errorf("%q %v", b, err)
	}
	for _, i := range []int{7, 8} { // what cannot be opened is not kept open
		if _, err := all[i].Bytes(); err == nil {
			t.Error("no error")
		}
	}
	if runtime.GOOS == "linux" && mappedFile(t, filepath.Join(dir, "loop.a")) {
		t.Error("loop.a is still mapped")
	}
}

func TestFS(t *testing.T) {
	eachFlavour(t, func(t *testing.T, gen *objgen.Ar) {
		gen.Members = append(gen.Members,
			objgen.ArMember{Name: "a~2.o", Data: []byte("really so")},
			objgen.ArMember{Name: "dir/sub/a.o", Data: []byte("third")},
			objgen.ArMember{Name: "..", Data: []byte("dots")},
			objgen.ArMember{Name: "bad\xff\xfename.o", Data: []byte("not UTF-8")},
			objgen.ArMember{Name: strings.Repeat("long", 100), Data: []byte("long")})
		a := parse(t, "x.a", gen.Bytes())
		want := map[string]string{
			"a.o": "aaa", "b.o": "bbbb", "a~3.o": "second a.o", "a~2.o": "really so", "a~4.o": "third",
			"a_rather_long_name_of_an_object.o": "l", "exactly15byte.o": "15", "exactly16bytes.o": "16",
			"with space.o": "space", "empty.o": "", "last.o": "zzzzz", "_..": "dots",
			"bad\uFFFDname.o": "not UTF-8", strings.Repeat("long", 100)[:255]: "long",
		}
		var names []string
		for name, data := range want {
			names = append(names, name)
			b, err := fs.ReadFile(a.FS(), name)
			if gen.Flavour == objgen.ArDarwin || gen.Flavour == objgen.ArDarwin64 {
				b = bytes.TrimRight(b, "\n")
			}
			if err != nil || string(b) != data {
				t.Errorf("%s holds %q %v, want %q", name, b, err, data)
			}
		}
		if err := fstest.TestFS(a.FS(), names...); err != nil {
			t.Error(err)
		}
		walked := 0
		err := fs.WalkDir(a.FS(), ".", func(path string, d fs.DirEntry, err error) error {
			if !d.IsDir() {
				walked++
			}
			return err
		})
		if err != nil || walked != len(want) {
			t.Errorf("WalkDir: %d files, %v; want %d", walked, err, len(want))
		}
		st, err := fs.Stat(a.FS(), "a~4.o")
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := st.Sys().(ar.Member); !ok || m.Name != "dir/sub/a.o" {
			t.Errorf("Sys is %v", st.Sys())
		}
		if _, err := fs.Stat(a.FS(), "a~5.o"); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	})
}

// TestAllocs holds the promise that names and contents are views.
func TestAllocs(t *testing.T) {
	data := sample(objgen.ArGNU).Bytes()
	a := parse(t, "x.a", data)
	if _, ok, err := a.Lookup("omega"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if n := testing.AllocsPerRun(100, func() { a.Lookup("omega"); a.Lookup("nothing") }); n != 0 {
		t.Errorf("Lookup allocates %v", n)
	}
	few := testing.AllocsPerRun(100, func() {
		for m := range a.Members() {
			m.Bytes()
		}
		for range a.Symbols() {
		}
	})
	if few > 4 {
		t.Errorf("a walk of 9 members and 8 symbols allocates %v", few)
	}
}

// TestSub is of what this package needs of objfmt's buffers.
func TestSub(t *testing.T) {
	buf := objfmt.NewBuffer("whole", []byte("0123456789"))
	sub, err := buf.Sub("part", 3, 4)
	if err != nil || sub.Name() != "part" || string(sub.Bytes()) != "3456" {
		t.Fatal(sub, err)
	}
	for _, c := range [][2]uint64{{0, 11}, {11, 0}, {5, 6}, {1 << 63, 1 << 63}, {^uint64(0), 1}} {
		if _, err := buf.Sub("part", c[0], c[1]); !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%d: %v", c, err)
		}
	}
	if err := errors.Join(buf.Close(), sub.Close()); err != nil {
		t.Error(err)
	}
	if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("an owner is left: %v", err)
	}
	if _, err := buf.Sub("part", 0, 1); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("Sub of a closed buffer: %v", err)
	}
}

// TestHashes: an archive has the hash of each name that Lookup finds, once.
func TestHashes(t *testing.T) {
	a, err := ar.Parse("a.a", (&objgen.Ar{Members: []objgen.ArMember{
		{Name: "a.o", Data: []byte("1"), Symbols: []string{"one", "two"}}, {Name: "b.o", Data: []byte("2"), Symbols: []string{"two", "three"}},
	}}).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got []uint32
	if err := a.HashesContext(t.Context(), func(h uint32) { got = append(got, h) }); err != nil {
		t.Fatal(err)
	}
	want := []uint32{objfmt.HashName("one"), objfmt.HashName("two"), objfmt.HashName("three")}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%#x, want %#x", got, want)
	}
	a.Close()
	if err := a.HashesContext(t.Context(), nil); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}
