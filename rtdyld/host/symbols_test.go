//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"debug/elf"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

func open(t testing.TB, cfg Config) *Process {
	t.Helper()
	p, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// resolve asks for names that must not be weak.
func resolve(t testing.TB, p *Process, names ...string) []rtdyld.Symbol {
	t.Helper()
	refs, out := make([]rtdyld.Ref, len(names)), make([]rtdyld.Symbol, len(names))
	for i, n := range names {
		refs[i].Name = n
	}
	if err := p.cfg.Resolver.Resolve(context.Background(), refs, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// imageOf finds a loaded library by the end of its path.
func imageOf(t *testing.T, p *Process, soname string) *library {
	t.Helper()
	for _, l := range p.c.loadedImages().order {
		if strings.HasSuffix(l.name, "/"+soname) {
			return l
		}
	}
	t.Fatalf("%s is not loaded", soname)
	return nil
}

// TestLibrarySymbols holds every default symbol of three libraries, as debug/elf
// reads them from the files, against what the resolver says of the loaded ones.
func TestLibrarySymbols(t *testing.T) {
	p := open(t, Config{Libraries: []string{"libm.so.6", "libstdc++.so.6"}})
	for _, soname := range []string{"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"} {
		t.Run(soname, func(t *testing.T) {
			lib := imageOf(t, p, soname)
			f, err := elf.Open(lib.name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			all, err := f.DynamicSymbols()
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			var want []elf.Symbol
			for _, s := range all {
				if s.Section == elf.SHN_UNDEF || s.Section == elf.SHN_ABS || s.VersionIndex.IsHidden() || s.Name == "" {
					continue
				}
				names, want = append(names, s.Name), append(want, s)
			}
			count := map[rtdyld.Kind]int{}
			elsewhere := 0
			for i, got := range resolve(t, p, names...) {
				w := want[i]
				typ := elf.ST_TYPE(w.Info)
				if !got.Found {
					t.Errorf("%s: not found", w.Name)
					continue
				}
				if typ != elf.STT_TLS && typ != elf.STT_GNU_IFUNC && got.Addr != uint64(lib.base)+w.Value {
					// Another library, or libc's own atexit family, comes first.
					elsewhere++
					continue
				}
				count[got.Kind]++
				kind, size := rtdyld.Unspecified, w.Size
				switch typ {
				case elf.STT_FUNC:
					kind = rtdyld.Func
				case elf.STT_OBJECT:
					kind = rtdyld.Data
				case elf.STT_TLS:
					kind = rtdyld.TLS
				case elf.STT_GNU_IFUNC:
					// The chosen function has a size where it has a name of its own, as
					// in the vdso; the chooser's is never right.
					kind, size = rtdyld.Func, 0
					if got.Size != w.Size {
						size = got.Size
					}
				}
				if got.Kind != kind || got.Size != size {
					t.Errorf("%s: %v, %d bytes; want %v, %d bytes", w.Name, got.Kind, got.Size, kind, size)
				}
			}
			t.Logf("%d names, %d found in another library first, kinds %v", len(names), elsewhere, count)
			if elsewhere*8 > len(names) {
				t.Errorf("%d of %d names are elsewhere", elsewhere, len(names))
			}
			if count[rtdyld.Func] < 50 {
				t.Errorf("only %d functions", count[rtdyld.Func])
			}
		})
	}
}

func TestSymbolKinds(t *testing.T) {
	p := open(t, Config{})
	tests := []struct {
		name string
		kind rtdyld.Kind
		size uint64
	}{
		{"stdout", rtdyld.Data, wordBytes},
		{"environ", rtdyld.Data, wordBytes},
		{"errno", rtdyld.TLS, 4},
		{"time", rtdyld.Func, 0},         // indirect, chooses the vdso's
		{"gettimeofday", rtdyld.Func, 0}, // likewise
		{"strlen", rtdyld.Func, 0},       // indirect, chooses a local function
		{"__tls_get_addr", rtdyld.Func, 0},
		{"_Unwind_Resume", rtdyld.Func, 0},
		{"__cpu_model", rtdyld.Data, 16},
		{"__cpu_indicator_init", rtdyld.Func, 0},
	}
	for _, tt := range tests {
		if tt.name == "__tls_get_addr" {
			tt.name = tlsFunction
		}
		if strings.HasPrefix(tt.name, "__cpu") && runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
			continue
		}
		s := resolve(t, p, tt.name)[0]
		if !s.Found || s.Kind != tt.kind || tt.size != 0 && s.Size != tt.size {
			t.Errorf("%s: %+v, want kind %v, size %d", tt.name, s, tt.kind, tt.size)
		}
		if (s.Addr != 0) != (tt.kind != rtdyld.TLS) {
			t.Errorf("%s: address %#x", tt.name, s.Addr)
		}
	}
}

// baseVersion is the version of the first symbols that glibc has had on this machine.
func baseVersion() string {
	return map[string]string{"amd64": "GLIBC_2.2.5", "386": "GLIBC_2.0", "arm64": "GLIBC_2.17", "arm": "GLIBC_2.4", "riscv64": "GLIBC_2.27", "ppc64le": "GLIBC_2.17", "s390x": "GLIBC_2.2"}[runtime.GOARCH]
}

// TestResolveAbsent: no name of nonsense is found, none is an error, and the other
// names of the call are not disturbed.
func TestResolveAbsent(t *testing.T) {
	p := open(t, Config{})
	base := baseVersion()
	names := []string{"", "no such name", "puts", "puts\x00x", "@", "puts@", "@" + base, "puts@NOVERSION", "puts@@" + base, "atexit@" + base}
	got := resolve(t, p, names...)
	want := []bool{false, false, true, false, false, true, false, false, true, runtime.GOARCH == "386" || runtime.GOARCH == "s390x"} // libc had an atexit there once
	for i, s := range got {
		if s.Found != want[i] {
			t.Errorf("%q: found %v", names[i], s.Found)
		}
		if !s.Found && s != (rtdyld.Symbol{}) {
			t.Errorf("%q: %+v", names[i], s)
		}
	}
}

func TestResolveVersions(t *testing.T) {
	p := open(t, Config{})
	lib := imageOf(t, p, "libc.so.6")
	f, err := elf.Open(lib.name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	old := 0
	for _, s := range all {
		if s.Section == elf.SHN_UNDEF || s.Section == elf.SHN_ABS || elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Version == "" {
			continue
		}
		at := "@@"
		if s.VersionIndex.IsHidden() {
			at = "@"
			old++
		}
		got := resolve(t, p, s.Name+at+s.Version)[0]
		if want := uint64(lib.base) + s.Value; got.Addr != want || got.Kind != rtdyld.Func || got.Size != s.Size {
			t.Errorf("%s%s%s: %+v, want %#x, %d bytes", s.Name, at, s.Version, got, want, s.Size)
		}
	}
	if old == 0 {
		t.Error("this libc has no old versions: nothing was tested")
	}
	if a, b := resolve(t, p, "pthread_atfork@"+baseVersion())[0], resolve(t, p, "pthread_atfork")[0]; a.Addr == b.Addr {
		t.Error("pthread_atfork is libc's compatibility version")
	}
}

// TestResolveContext: a call that is no longer wanted ends early.
func TestResolveContext(t *testing.T) {
	p := open(t, Config{})
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	err := p.cfg.Resolver.Resolve(ctx, make([]rtdyld.Ref, 3), make([]rtdyld.Symbol, 3))
	if !errors.Is(err, cause) {
		t.Error(err)
	}
}

// TestVDSO reads names by the vdso's own tables, which no dynamic linker relocates.
func TestVDSO(t *testing.T) {
	p := open(t, Config{})
	im := p.c.loadedImages()
	tm := resolve(t, p, "time")[0]
	l := im.at(uintptr(tm.Addr))
	if l == nil || !strings.Contains(l.name, "vdso") {
		t.Skip("time is not in a vdso here")
	}
	if e, ok := l.lookup("__vdso_time", uintptr(tm.Addr)); !ok || elf.ST_TYPE(e.Info) != elf.STT_FUNC {
		t.Errorf("__vdso_time: %v %+v", ok, e)
	}
}

func TestHashes(t *testing.T) {
	// Values that others publish as examples.
	for name, want := range map[string]uint32{"": 0, "printf": 0x077905a6, "exit": 0x0006cf04, "syscall": 0x0b09985c} {
		if h := sysvHash(name); h != want {
			t.Errorf("%q: %#x, want %#x", name, h, want)
		}
	}
	for name, want := range map[string]uint32{"": 0x1505, "printf": 0x156b2bb8, "exit": 0x7c967e3f, "syscall": 0xbac212a0} {
		if h := gnuHash(name); h != want {
			t.Errorf("gnu %q: %#x, want %#x", name, h, want)
		}
	}
}

// TestImagesFollowDlopen: the list is read anew after a library came or went, and
// only then.
func TestImagesFollowDlopen(t *testing.T) {
	c, err := getLibc()
	if err != nil {
		t.Fatal(err)
	}
	before := c.loadedImages()
	if c.loadedImages() != before {
		t.Error("list was read again though nothing changed")
	}
	h, err := purego.Dlopen("libBrokenLocale.so.1", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		t.Skip(err)
	}
	during := c.loadedImages()
	if len(during.order) != len(before.order)+1 {
		t.Errorf("%d images, then %d", len(before.order), len(during.order))
	}
	if err := purego.Dlclose(h); err != nil {
		t.Fatal(err)
	}
	if after := c.loadedImages(); len(after.order) != len(before.order) {
		t.Errorf("%d images, then %d", len(before.order), len(after.order))
	}
}

func TestOpenErrors(t *testing.T) {
	_, err := Open(Config{Libraries: []string{"libm.so.6", "/nonexistent/lib.so"}})
	var le *LibraryError
	if !errors.As(err, &le) || le.Path != "/nonexistent/lib.so" {
		t.Errorf("missing library: %v", err)
	}
	if _, err := Open(Config{Args: []string{"ok", "a\x00b"}}); !errors.Is(err, ErrNUL) || !strings.Contains(err.Error(), "string 1") {
		t.Errorf("NUL in an argument: %v", err)
	}
	if _, err := Open(Config{Env: []string{"a\x00b"}}); !errors.Is(err, ErrNUL) {
		t.Errorf("NUL in the environment: %v", err)
	}
	p, err := Open(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Close(); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// TestLibrariesAreLocal: names of a library are found by the process that named it
// alone.
func TestLibrariesAreLocal(t *testing.T) {
	plain, with := open(t, Config{}), open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	const cxx = "_ZNSaIcEC1Ev"
	if !resolve(t, with, cxx)[0].Found {
		t.Errorf("%s not found in libstdc++", cxx)
	}
	if h, err := purego.Dlsym(purego.RTLD_DEFAULT, cxx); err == nil {
		t.Skipf("libstdc++ is part of this program (%#x)", h)
	}
	if resolve(t, plain, cxx)[0].Found {
		t.Errorf("%s found without libstdc++", cxx)
	}
}

func BenchmarkResolve(b *testing.B) {
	p := open(b, Config{Libraries: []string{"libstdc++.so.6"}})
	for _, bm := range []struct{ name, sym string }{{"libc", "printf"}, {"indirect", "memcpy"}, {"last", "_ZNSaIcEC1Ev"}, {"absent", "no_such_name"}} {
		b.Run(bm.name, func(b *testing.B) {
			refs, out := make([]rtdyld.Ref, 1000), make([]rtdyld.Symbol, 1000)
			for i := range refs {
				refs[i].Name = bm.sym
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := p.cfg.Resolver.Resolve(context.Background(), refs, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/name")
		})
	}
}
