//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// sharedLibrary links testdata/lib.c.
func sharedLibrary(t *testing.T, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "libkinds.so")
	run(t, compile(t, "gcc", "lib.c", append(flags, "-shared", "-fPIC", "-o", out, source("lib.c"), "-Wl,--defsym=lib_abs=0x1234")...))
	return out
}

// TestLibraryKinds looks up a symbol of each kind by each of the hash tables.
func TestLibraryKinds(t *testing.T) {
	for _, style := range []string{"gnu", "sysv", "both"} {
		t.Run(style, func(t *testing.T) {
			p := open(t, Config{Libraries: []string{sharedLibrary(t, "-Wl,--hash-style="+style)}})
			lib := imageOf(t, p, "libkinds.so")
			if (lib.gnuHash != 0) != (style != "sysv") || (lib.hash != 0) != (style != "gnu") {
				t.Errorf("hash tables: gnu %#x, sysv %#x", lib.gnuHash, lib.hash)
			}
			for _, tt := range []struct {
				name string
				kind rtdyld.Kind
				size uint64
			}{
				{"lib_func", rtdyld.Func, 0}, // size is the compiler's matter
				{"lib_data", rtdyld.Data, 20},
				{"lib_ro", rtdyld.Data, 7},
				{"lib_tls", rtdyld.TLS, wordBytes},
				{"lib_ifunc", rtdyld.Func, 0},
				{"lib_abs", rtdyld.Abs, 0},
			} {
				s := resolve(t, p, tt.name)[0]
				if !s.Found || s.Kind != tt.kind || tt.size != 0 && s.Size != tt.size {
					t.Errorf("%s: %+v, want %v, %d bytes", tt.name, s, tt.kind, tt.size)
				}
				if tt.kind == rtdyld.Abs && s.Addr != 0x1234 {
					t.Errorf("%s is %#x", tt.name, s.Addr)
				}
			}
			// Each name of nonsense walks whichever chains it hashes to.
			for i := range 2000 {
				name := "lib_" + strings.Repeat("x", i%50) + string(rune('a'+i%26))
				if s := resolve(t, p, name)[0]; s.Found {
					t.Errorf("%s is found", name)
				}
				if _, ok := lib.lookup(name, 1); ok {
					t.Errorf("%s is in the table", name)
				}
			}
		})
	}
}

// TestLibraryVersions: a name with two versions of different functions.
func TestLibraryVersions(t *testing.T) {
	path := sharedLibrary(t, "-DVERSIONS", "-Wl,--version-script="+source("lib.map"))
	p := open(t, Config{Libraries: []string{path}})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "versions.c"))
	for f, want := range map[string]int32{"call_default": 21, "call_old": 11, "call_new": 21} {
		if got := call1[int32, int32](t, l, f, 1); got != want {
			t.Errorf("%s(1) is %d, want %d", f, got, want)
		}
	}
	if s := resolve(t, p, "lib_versioned@LIB_3")[0]; s.Found {
		t.Errorf("lib_versioned@LIB_3: %+v", s)
	}
}

// TestLibraryOrder: the first library that has a name gives it.
func TestLibraryOrder(t *testing.T) {
	a, b := sharedLibrary(t), sharedLibrary(t)
	for _, order := range [][]string{{a, b}, {b, a}} {
		p := open(t, Config{Libraries: order})
		s := resolve(t, p, "lib_data")[0]
		if l := p.c.loadedImages().at(uintptr(s.Addr)); l == nil || l.name != order[0] {
			t.Errorf("lib_data at %#x is not of %s", s.Addr, order[0])
		}
	}
}
