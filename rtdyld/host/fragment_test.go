//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestFragments: code in .init and .fini runs when it does in the program that the system's linker makes of the objects, with
// the registers that it has there; whether the objects that begin and end its functions there are loaded, too, or not.
func TestFragments(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		var want string
		_, read := notes(t)
		names := []string{"fragment1.c", "fragment2.c", "note.c"}
		if runtime.GOARCH != "riscv64" { // whose C library has no such functions
			run(t, citest.Command(native(t, cc, names, flags...)))
			if want = read(); strings.Count(want, "count") != 9 || !strings.Contains(want, "init_one: count 10") {
				t.Fatalf("native:\n%s", want)
			}
		}
		for _, way := range []string{"alone", "between", "thumb"} {
			flags := flags
			if way == "thumb" {
				if runtime.GOARCH != "arm" { // where it cannot be linked natively: the C library's are not Thumb
					continue
				}
				flags = append(flags[:len(flags):len(flags)], "-DTHUMB_FRAGMENTS")
			}
			t.Run(way, func(t *testing.T) {
				p := open(t, Config{})
				l := newLinker(t, p)
				load(t, l, object(t, cc, "note.c", flags...))
				imgs := []*objfmt.ObjectImage{object(t, cc, "fragment1.c", flags...), object(t, cc, "fragment2.c", flags...)}
				if runtime.GOARCH == "riscv64" {
					var bad *rtdyld.FragmentError
					if _, err := l.Load(t.Context(), imgs...); !errors.As(err, &bad) || !errors.Is(err, rtdyld.ErrUnsupported) || bad.Section != ".init" {
						t.Errorf("loaded: %v", err)
					}
					return
				}
				if way == "between" {
					imgs = append([]*objfmt.ObjectImage{startup(t, cc, "crti.o")}, append(imgs, startup(t, cc, "crtn.o"))...)
				}
				objs := load(t, l, imgs...)
				if r := call0[int32](t, l, "main"); r != 0 {
					t.Errorf("main returned %d", r)
				}
				if err := l.Unload(t.Context(), objs...); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, read()); diff != "" {
					t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
				}
			})
		}
	})
}

// startup is an object that the compiler links all programs with.
func startup(t *testing.T, cc, name string) *objfmt.ObjectImage {
	t.Helper()
	path := strings.TrimSpace(run(t, compile(t, cc, ".c", "-print-file-name="+name)))
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// TestFragmentOpenSSL: the fragment that OpenSSL's assembly for x86-64 has, in Debian's library, calls what looks at the processor.
func TestFragmentOpenSSL(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	const lib = "/usr/lib/x86_64-linux-gnu/libcrypto.a"
	citest.Need(t, lib)
	a, err := ar.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		} else if !strings.HasSuffix(m.Name, "x86_64cpuid.o") {
			continue
		}
		img, err := objfile.ParseMember(m)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		_, read := notes(t)
		l := newLinker(t, open(t, Config{}))
		load(t, l, object(t, "gcc", "note.c"))
		load(t, l, img, object(t, "gcc", "cpuid.c"))
		if got := read(); got != "cpuid asks for leaf 0\n" {
			t.Errorf("noted %q", got)
		}
		return
	}
	t.Error("there is no such member")
}
