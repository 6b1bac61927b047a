//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// tlsBuild is a way to get at thread-locals, and a relocation that shows that the
// compiler went it.
type tlsBuild struct {
	cc, flags string
	want      fmt.Stringer
}

// tlsBuilds has the ways by processor.
var tlsBuilds = map[string][]tlsBuild{
	"amd64": {
		{"gcc", "-O2 -fno-pic", elf.R_X86_64_TPOFF32},
		{"gcc", "-O0 -fno-pic", elf.R_X86_64_TPOFF32},
		{"gcc", "-O2 -fpie", elf.R_X86_64_TPOFF32},
		{"gcc", "-O2 -fPIC", elf.R_X86_64_TLSGD},
		{"gcc", "-O0 -fPIC", elf.R_X86_64_TLSGD},
		{"gcc", "-O2 -fPIC -fno-plt", elf.R_X86_64_TLSGD},
		{"gcc", "-O2 -fPIC -ftls-model=global-dynamic", elf.R_X86_64_TLSGD},
		{"gcc", "-O2 -fPIC -ftls-model=local-dynamic", elf.R_X86_64_DTPOFF32},
		{"gcc", "-O2 -fPIC -ftls-model=initial-exec", elf.R_X86_64_GOTTPOFF},
		{"gcc", "-O2 -fPIC -ftls-model=local-exec", elf.R_X86_64_TPOFF32},
		{"gcc", "-O2 -fPIC -mtls-dialect=gnu2", elf.R_X86_64_TLSDESC_CALL},
		{"gcc", "-O0 -fPIC -mtls-dialect=gnu2", elf.R_X86_64_GOTPC32_TLSDESC},
		{"gcc", "-O2 -fPIC -mcmodel=large", elf.R_X86_64_PLTOFF64},
		{"gcc", "-O2 -fno-pic -mcmodel=large", elf.R_X86_64_TPOFF32},
		{"clang", "-O2 -fno-pic", elf.R_X86_64_TPOFF32},
		{"clang", "-O0 -fPIC", elf.R_X86_64_TLSGD},
		{"clang", "-O2 -fPIC", elf.R_X86_64_TLSGD},
		{"clang", "-O2 -fPIC -ftls-model=local-dynamic", elf.R_X86_64_TLSLD},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_X86_64_GOTTPOFF},
		{"clang", "-O2 -fPIC -ftls-model=local-exec", elf.R_X86_64_TPOFF32},
		{"clang", "-O2 -fPIC -mcmodel=large", elf.R_X86_64_TLSLD},
		{"clang", "-O2 -fno-pic -mcmodel=large", elf.R_X86_64_TPOFF32},
	},
	"386": {
		{"gcc", "-O2 -fno-pic", elf.R_386_TLS_LE},
		{"gcc", "-O2 -fPIC", elf.R_386_TLS_GD},
		{"gcc", "-O2 -fPIC -ftls-model=local-dynamic", elf.R_386_TLS_LDM},
		{"gcc", "-O2 -fPIC -ftls-model=initial-exec", elf.R_386_TLS_GOTIE},
		{"clang", "-O2 -fno-pic", elf.R_386_TLS_LE},
		{"clang", "-O2 -fPIC", elf.R_386_TLS_GD},
	},
	"arm64": {
		{"clang", "-O2 -fno-pic", elf.R_AARCH64_TLSLE_ADD_TPREL_HI12},
		{"clang", "-O2 -fPIC", elf.R_AARCH64_TLSDESC_CALL},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC},
	},
	"arm": {
		{"clang", "-O2 -fno-pic", elf.R_ARM_TLS_LE32},
		{"clang", "-O2 -fPIC", elf.R_ARM_TLS_GD32},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_ARM_TLS_IE32},
		{"arm-linux-gnueabihf-gcc", "-marm -O2 -fPIC -mtls-dialect=gnu2", elf.R_ARM_TLS_CALL},
		{"arm-linux-gnueabihf-gcc", "-marm -O0 -fPIC -mtls-dialect=gnu2", elf.R_ARM_TLS_GOTDESC},
		{"arm-linux-gnueabihf-gcc", "-mthumb -O2 -fPIC -mtls-dialect=gnu2", elf.R_ARM_THM_TLS_CALL},
		{"arm-linux-gnueabihf-gcc", "-mthumb -O0 -fPIC -mtls-dialect=gnu2", elf.R_ARM_THM_TLS_CALL},
	},
	"riscv64": {
		{"clang", "-O2 -fno-pic", elf.R_RISCV_TPREL_HI20},
		{"clang", "-O2 -fPIC", elf.R_RISCV_TLS_GD_HI20},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_RISCV_TLS_GOT_HI20},
	},
	"ppc64le": {
		{"clang", "-O2 -fno-pic", elf.R_PPC64_TPREL16_HA},
		{"clang", "-O2 -fPIC", elf.R_PPC64_GOT_TLSGD16_HA},
		{"clang", "-O2 -fPIC -ftls-model=local-dynamic", elf.R_PPC64_GOT_TLSLD16_HA},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_PPC64_GOT_TPREL16_HA},
	},
	"s390x": {
		{"clang", "-O2 -fno-pic", elf.R_390_TLS_LE64},
		{"clang", "-O2 -fPIC", elf.R_390_TLS_GD64},
		{"clang", "-O2 -fPIC -ftls-model=local-dynamic", elf.R_390_TLS_LDM64},
		{"clang", "-O2 -fPIC -ftls-model=initial-exec", elf.R_390_TLS_IEENT},
	},
}[runtime.GOARCH]

// shows fails the test if an image has no relocation of the type that it is about.
func (b tlsBuild) shows(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	want := uint32(reflect.ValueOf(b.want).Int())
	for i := range img.Sections {
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Type == want {
				return
			}
		}
	}
	t.Fatalf("there is no %v: the test shows nothing", b.want)
}

// crew are goroutines with a thread each.
type crew struct {
	work []chan func()
	done chan struct{}
	wg   sync.WaitGroup
}

func newCrew(t *testing.T, n int) *crew {
	c := &crew{done: make(chan struct{})}
	for range n {
		ch := make(chan func())
		c.work = append(c.work, ch)
		c.wg.Go(func() { c.member(ch) })
	}
	c.all(func(int) {})
	t.Cleanup(c.end)
	return c
}

// member does work on a thread of its own, which ends with the goroutine: Go's main
// thread never ends, so that it is kept from being the one.
func (c *crew) member(ch chan func()) {
	runtime.LockOSThread() // and not unlocked on any other thread
	if unix.Gettid() == os.Getpid() {
		var wg sync.WaitGroup
		wg.Go(func() { c.member(ch) })
		wg.Wait()
		runtime.UnlockOSThread()
		return
	}
	for f := range ch {
		f()
		c.done <- struct{}{}
	}
}

// all has each do f, at the same time.
func (c *crew) all(f func(i int)) {
	for i, ch := range c.work {
		ch <- func() { f(i) }
	}
	for range c.work {
		<-c.done
	}
}

func (c *crew) end() {
	for _, ch := range c.work {
		close(ch)
	}
	c.wg.Wait()
	c.work = nil
}

// bound0 binds a loaded function without arguments.
func bound0[R abi.Result](t testing.TB, l *rtdyld.Linker, name string) func() R {
	t.Helper()
	f, err := abi.Func0[R](caller(t), lookup(t, l, name))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTLS: thread-locals of objects in all models, on threads that are older and
// younger than the object, of Go's and of C's, again and again in the same place.
func TestTLS(t *testing.T) {
	old := newCrew(t, 6)
	lw := newLinker(t, open(t, Config{}))
	load(t, lw, object(t, "gcc", "worker.c", "-O1"))
	if call0[int32](t, lw, "start") != 0 {
		t.Fatal("no thread")
	}
	t.Cleanup(func() { call0[int32](t, lw, "stop") })
	worker, err := abi.Func1[uint64, int32](caller(t), lookup(t, lw, "have_done"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range tlsBuilds {
		t.Run(b.cc+strings.ReplaceAll(b.flags, " ", ""), func(t *testing.T) {
			img := object(t, b.cc, "tlsdef.c", strings.Fields(b.flags)...)
			b.shows(t, img)
			p := open(t, Config{})
			for round := range 3 {
				l := newLinker(t, p)
				obj := load(t, l, img)
				fresh, where := bound0[int32](t, l, "fresh"), bound0[uintptr](t, l, "where")
				seen := make([]uintptr, len(old.work))
				old.all(func(i int) {
					if n := fresh(); n != 0 {
						t.Errorf("round %d: older thread %d: %d initial values are wrong", round, i, n)
					}
					seen[i] = where()
				})
				if n := worker(lookup(t, l, "fresh")); n != 0 {
					t.Errorf("round %d: older thread of C's: %d initial values are wrong", round, n)
				}
				if n := call1[int32, int32](t, l, "threads", 8); n != 0 {
					t.Errorf("round %d: threads of C's: %d values are wrong", round, n)
				}
				young := newCrew(t, 6)
				young.all(func(i int) {
					if n := fresh(); n != 0 {
						t.Errorf("round %d: younger thread %d: %d initial values are wrong", round, i, n)
					}
				})
				add, err := abi.Func1[int32, int32](caller(t), lookup(t, l, "add"))
				if err != nil {
					t.Fatal(err)
				}
				old.all(func(i int) {
					for k := range 100 {
						if got, want := add(int32(i)), int32(100+(k+1)*i); got != want {
							t.Errorf("thread %d: %d, want %d", i, got, want)
						}
					}
					if at := where(); at != seen[i] {
						t.Errorf("thread %d: at %#x, then at %#x", i, seen[i], at)
					}
				})
				young.end()
				if err := l.Unload(t.Context(), obj...); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestTLSAcross: a thread-local of one object, used by another of the same batch and
// of a later one.
func TestTLSAcross(t *testing.T) {
	p := open(t, Config{})
	for _, b := range tlsBuilds {
		if strings.Contains(b.flags, "local-") {
			continue // says that they are its own
		}
		t.Run(b.cc+strings.ReplaceAll(b.flags, " ", ""), func(t *testing.T) {
			flags := strings.Fields(b.flags)
			def, use := object(t, b.cc, "tlsdef.c", flags...), object(t, b.cc, "tlsuse.c", flags...)
			hidden := object(t, b.cc, "tlsuse.c", append(flags, "-DHIDDEN", "-Dset=set2", "-Duse=use2", "-Down=own2", "-Dget_own=get_own2")...)
			for _, batches := range [][][]*objfmt.ObjectImage{{{def, use, hidden}}, {{hidden, def, use}}, {{def, hidden}, {use}}} {
				l := newLinker(t, p)
				for _, batch := range batches {
					load(t, l, batch...)
				}
				set, err := abi.Func1[int32, abi.Void](caller(t), lookup(t, l, "set"))
				if err != nil {
					t.Fatal(err)
				}
				use, add, own, shared := bound0[int32](t, l, "use"), bound0[int32](t, l, "use2"), bound0[int32](t, l, "get_own"), bound0[int32](t, l, "use_shared")
				newCrew(t, 4).all(func(i int) {
					if n := use(); n != 5 {
						t.Errorf("counter is %d at first", n)
					}
					set(int32(i))
					if a, b := use(), add(); a != int32(i) || b != int32(i) {
						t.Errorf("counter is %d and %d, want %d", a, b, i)
					}
					if n := own(); n != 9 {
						t.Errorf("own is %d", n)
					}
					if n := shared(); n != 17 {
						t.Errorf("shared is %d", n)
					}
				})
			}
		})
	}
}

// TestTLSOfLibrary: a thread-local of the C library by name.
func TestTLSOfLibrary(t *testing.T) {
	for _, flags := range []string{"-O2 -fno-pic", "-O2 -fPIC -ftls-model=initial-exec", "-O2 -fPIC -mtls-dialect=gnu2"} {
		if gcc() != "gcc" && strings.Contains(flags, "gnu2") {
			continue // clang 14 does not know it
		}
		l := newLinker(t, open(t, Config{}))
		load(t, l, object(t, "gcc", "tlserrno.c", strings.Fields(flags)...))
		set, err := abi.Func1[int32, abi.Void](caller(t), lookup(t, l, "set"))
		if err != nil {
			t.Fatal(err)
		}
		get, location := bound0[int32](t, l, "get"), uintptr(0)
		if a, err := inLibc("__errno_location"); err != nil {
			t.Fatal(err)
		} else {
			location = a
		}
		at, err := abi.Func0[uintptr](caller(t), uint64(location))
		if err != nil {
			t.Fatal(err)
		}
		newCrew(t, 4).all(func(i int) {
			set(int32(1000 + i))
			if n := peek[int32](at()); n != int32(1000+i) || n != get() {
				t.Errorf("%s: errno is %d and %d, want %d", flags, n, get(), 1000+i)
			}
		})
	}
}

// farLibrary links a library with a thread-local that is in no static block.
func farLibrary(t *testing.T) string {
	t.Helper()
	lib := filepath.Join(t.TempDir(), "far.so")
	run(t, compile(t, "gcc", "tlsfar.c", "-shared", "-fPIC", "-O1", "-DLIBRARY", "-o", lib, source("tlsfar.c")))
	return lib
}

// TestTLSOfLibraryFar: a library's thread-local that is not at one place in all threads is
// found through its module, by each thread its own, whether it has looked before or not;
// and so is one that is (errno).
func TestTLSOfLibraryFar(t *testing.T) {
	p := open(t, Config{Libraries: []string{farLibrary(t)}})
	builds := map[string][]tlsBuild{
		"amd64": {{"gcc", "-O2 -fPIC", elf.R_X86_64_TLSGD}, {"gcc", "-O2 -fPIC -fno-plt", elf.R_X86_64_TLSGD}, {"clang", "-O1 -fPIC", elf.R_X86_64_TLSGD},
			{"gcc", "-O2 -fPIC -mtls-dialect=gnu2 -DDESCRIPTORS", elf.R_X86_64_TLSDESC_CALL}, {"gcc", "-O2 -fPIC -mtls-dialect=gnu2 -DDESCRIPTORS -mavx", elf.R_X86_64_TLSDESC_CALL}},
		"386":     {{"gcc", "-O2 -fPIC", elf.R_386_TLS_GD}, {"gcc", "-O2 -fPIC -mtls-dialect=gnu2", elf.R_386_TLS_GOTDESC}},
		"arm64":   {{"clang", "-O2 -fPIC", elf.R_AARCH64_TLSDESC_CALL}},
		"arm":     {{"clang", "-O2 -fPIC", elf.R_ARM_TLS_GD32}},
		"riscv64": {{"clang", "-O2 -fPIC", elf.R_RISCV_TLS_GD_HI20}},
		"ppc64le": {{"clang", "-O2 -fPIC", elf.R_PPC64_GOT_TLSGD16_HA}},
		"s390x":   {{"clang", "-O2 -fPIC", elf.R_390_TLS_GD64}},
	}[runtime.GOARCH]
	for _, b := range builds {
		if strings.Contains(b.flags, "-mavx") && !cpu.X86.HasAVX {
			continue
		}
		t.Run(b.cc+strings.ReplaceAll(b.flags, " ", ""), func(t *testing.T) {
			img := object(t, b.cc, "tlsfar.c", strings.Fields(b.flags)...)
			b.shows(t, img)
			l := newLinker(t, p)
			load(t, l, img)
			get, where, wide := bound0[int32](t, l, "get"), bound0[uintptr](t, l, "where"), bound0[int32](t, l, "wide")
			keep, err := abi.Func1[unsafe.Pointer, int32](caller(t), lookup(t, l, "keep"))
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := abi.Func1[int32, int32](caller(t), resolve(t, p, "their_add")[0].Addr)
			if err != nil {
				t.Fatal(err)
			}
			// Some look first in the middle of the test, which is when their block is made.
			crew := newCrew(t, 6)
			places := make([]uintptr, 6)
			floats := &[8]float64{1, 2, 3, 4, 5, 6, 7, 8}
			crew.all(func(i int) {
				bad, n := int32(0), int32(5)
				if i%3 == 1 {
					bad, n = keep(unsafe.Pointer(floats)), n+1
				}
				if i%3 == 2 {
					bad, n = wide(), n+1
				}
				if bad != 0 {
					t.Errorf("thread %d: %d registers have changed", i, bad)
				}
				if got := get(); got != n {
					t.Errorf("thread %d: %d, want %d", i, got, n)
				}
				if a, b := theirs(int32(10*i)), get(); a != n+int32(10*i) || b != a {
					t.Errorf("thread %d: the library has %d, loaded code %d", i, a, b)
				}
				places[i] = where()
			})
			slices.Sort(places)
			if len(slices.Compact(places)) != 6 {
				t.Errorf("6 threads have %#x", places)
			}
			crew.end()
		})
	}
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "tlserrno.c", "-fPIC"))
	set, err := abi.Func1[int32, abi.Void](caller(t), lookup(t, l, "set"))
	if err != nil {
		t.Fatal(err)
	}
	at, err := abi.Func0[uintptr](caller(t), resolve(t, p, "__errno_location")[0].Addr)
	if err != nil {
		t.Fatal(err)
	}
	newCrew(t, 2).all(func(i int) {
		set(int32(1000 + i))
		if n := peek[int32](at()); n != int32(1000+i) {
			t.Errorf("errno is %d, want %d", n, 1000+i)
		}
	})
}

// TestTLSOfLibraryRefused: models for which a library's thread-local must be at one place
// in all threads.
func TestTLSOfLibraryRefused(t *testing.T) {
	p := open(t, Config{Libraries: []string{farLibrary(t)}})
	for _, flags := range []string{"-fno-pic", "-fPIC -ftls-model=initial-exec"} {
		l := newLinker(t, p)
		objs, err := l.Load(t.Context(), object(t, "gcc", "tlsfar.c", strings.Fields(flags)...))
		if err == nil {
			err = l.Finalize(t.Context(), objs...)
		}
		if !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), "theirs") || !strings.Contains(err.Error(), "no static block") {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

// TestTLSSurplus: what does not fit is refused with numbers, and there is room again
// when something has gone.
func TestTLSSurplus(t *testing.T) {
	p := open(t, Config{})
	big := func(size, align int) *objfmt.ObjectImage {
		t.Helper()
		return object(t, "gcc", "tlsbig.c", "-fPIC", fmt.Sprintf("-DSIZE=%d", size), fmt.Sprintf("-DALIGN=%d", align))
	}
	for _, tt := range []struct{ size, align int }{{8192, 1}, {100, 128}} {
		l := newLinker(t, p)
		_, err := l.Load(t.Context(), big(tt.size, tt.align))
		var te *TLSError
		if !errors.As(err, &te) || !errors.Is(err, rtdyld.ErrTLS) || te.Align != uint64(tt.align) || te.Size < uint64(tt.size) {
			t.Errorf("%d bytes aligned to %d: %v", tt.size, tt.align, err)
		}
	}
	first := 0
	for range 3 {
		l := newLinker(t, p)
		var objs []*rtdyld.Object
		for len(objs) < 100 {
			o, err := l.Load(t.Context(), object(t, "gcc", "tlsbig.c", "-fPIC", "-DSIZE=200", "-DALIGN=16", fmt.Sprintf("-Dbig=big%d", len(objs)), fmt.Sprintf("-Dget=get%d", len(objs))))
			if err != nil {
				if !errors.Is(err, rtdyld.ErrTLS) {
					t.Fatal(err)
				}
				break
			}
			objs = append(objs, o...)
		}
		if len(objs) < 3 || len(objs) == 100 || first != 0 && len(objs) != first {
			t.Errorf("there is room for %d objects, at first there was for %d", len(objs), first)
		}
		first = len(objs)
		if err := l.Finalize(t.Context()); err != nil {
			t.Fatal(err)
		}
		// Unloaded in the order in which the dynamic linker would lose the room.
		for _, o := range objs {
			if err := l.Unload(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("room for %d objects of 200 bytes; arenas: %d", first, len(threads.arenas))
}

// TestTLSRemedies: what is too large is refused with the limit and two remedies, each of
// which helps.
func TestTLSRemedies(t *testing.T) {
	const env = "RTDYLD_TEST_TUNED"
	build := func(flags ...string) *objfmt.ObjectImage {
		return object(t, "clang", "tlsbig.c", append([]string{"-fPIC", "-DSIZE=4096", "-DALIGN=16"}, flags...)...)
	}
	get := func(l *rtdyld.Linker) {
		t.Helper()
		if at := bound0[uintptr](t, l, "get"); at() == 0 {
			t.Error("it is nowhere")
		}
	}
	if os.Getenv(env) != "" {
		l := newLinker(t, open(t, Config{}))
		load(t, l, object(t, "gcc", "tlsdef.c", "-O2", "-Dthreads=threads_of_small"), build())
		get(l)
		if len(threads.arenas) != 1 || len(threads.arenas[0].template) < 4096 {
			t.Errorf("%d arenas, the first of %d bytes", len(threads.arenas), len(threads.arenas[0].template))
		}
		return
	}
	p := open(t, Config{})
	l := newLinker(t, p)
	_, err := l.Load(t.Context(), build())
	if err == nil {
		t.Fatal("4 KiB fit: the test shows nothing")
	}
	for _, want := range []string{"big", "4096 bytes aligned to 16", "bytes in use", "keeps about 1664 bytes", "GLIBC_TUNABLES=" + surplusTunable + "=", "-femulated-tls"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if runtime.GOARCH == "riscv64" {
		return // clang before 17 ignores the option there
	}
	load(t, l, build("-femulated-tls"))
	get(l)
	if os.Getenv(citest.Emulator) != "" {
		return // an emulator has an environment of its own
	}
	_, tunable, _ := strings.Cut(err.Error(), "GLIBC_TUNABLES=")
	tunable, _, _ = strings.Cut(tunable, " ")
	cmd := citest.Command(os.Args[0], "-test.run=^TestTLSRemedies$", "-test.v")
	cmd.Env = append(os.Environ(), env+"=1", "GLIBC_TUNABLES="+tunable)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Errorf("with %s: %v\n%s", tunable, err, out)
	}
}

// TestTLSTunable: the dynamic linker takes the last of several.
func TestTLSTunable(t *testing.T) {
	for text, want := range map[string]uint64{
		"": 512, "glibc.malloc.check=3": 512, surplusTunable + "=0x2000": 0x2000, "glibc.rtld.nns=2:" + surplusTunable + "=1000": 1000, surplusTunable + "=x": 512,
	} {
		if got := tunedSurplus(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestTLSFile: readers of ELF that we did not write take what arenas are made of, for
// all processors.
func TestTLSFile(t *testing.T) {
	for name, m := range tlsMachines {
		f := m.file(200, 64)
		e, err := elf.NewFile(bytes.NewReader(f.bytes))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if e.Machine != m.machine || e.Type != elf.ET_DYN || (e.Class == elf.ELFCLASS64) != m.wide {
			t.Errorf("%s: %v", name, e.FileHeader)
		}
		for _, p := range e.Progs {
			if p.Off+p.Filesz > uint64(len(f.bytes)) || p.Filesz != p.Memsz || p.Flags&elf.PF_X != 0 || p.Align > 1 && p.Vaddr%p.Align != 0 {
				t.Errorf("%s: %+v", name, p.ProgHeader)
			}
			if p.Type == elf.PT_TLS && (p.Vaddr != f.template || p.Memsz != 200 || p.Align != 64) {
				t.Errorf("%s: %+v", name, p.ProgHeader)
			}
		}
		if citest.Missing("readelf") != nil {
			continue
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, f.bytes, 0o666); err != nil {
			t.Fatal(err)
		}
		out := run(t, exec.Command("readelf", "-WldDr", path))
		if n := strings.Count(out, "TPOFF") + strings.Count(out, "TPREL"); n != 1 || strings.Count(out, "DTPMOD") != 1 || !strings.Contains(out, "STATIC_TLS") {
			t.Errorf("%s: readelf says\n%s", name, out)
		}
		if err := os.WriteFile(path, m.wanting("libx.so", "theirs").bytes, 0o666); err != nil {
			t.Fatal(err)
		}
		out = run(t, exec.Command("readelf", "-WldDr", path))
		if !strings.Contains(out, "Shared library: [libx.so]") || strings.Count(out, "DTPMOD") != 1 {
			t.Errorf("%s: readelf says\n%s", name, out)
		}
	}
}

// TestTLSThreads: threads are found while others come and go.
func TestTLSThreads(t *testing.T) { eachWay(t, testTLSThreads) }

func testTLSThreads(t *testing.T) {
	l := newLinker(t, open(t, Config{}))
	load(t, l, object(t, "gcc", "tlsdef.c", "-O2"), object(t, "gcc", "note.c"))
	many, err := abi.Func1[int32, int32](caller(t), lookup(t, l, "threads"))
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	defer wg.Wait() // the code is unloaded after that
	defer stop.Store(true)
	for range 2 {
		wg.Go(func() {
			for !stop.Load() {
				if n := many(8); n != 0 {
					t.Errorf("%d values are wrong", n)
				}
			}
		})
	}
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 16, Align: 8})
	if err != nil {
		t.Fatal(err)
	}
	old := newCrew(t, 4)
	for i := range 200 {
		if err := blk.Initialize(t.Context(), []byte{byte(i), 1, 2, 3}); err != nil {
			t.Fatal(err)
		}
		old.all(func(k int) {
			if got := peek[[16]byte](threadAt(blk)); got != [16]byte{byte(i), 1, 2, 3} {
				t.Errorf("round %d, thread %d: %v", i, k, got)
			}
		})
	}
	if err := blk.Release(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestTLSBirth: threads that are being made while initial values are written get them
// too, even if they have to wait for a processor.
func TestTLSBirth(t *testing.T) { eachWay(t, testTLSBirth) }

func testTLSBirth(t *testing.T) {
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 16, Align: 8})
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop.Store(true)
	for range 2 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for !stop.Load() {
			}
		})
	}
	rounds := 200
	if citest.Sample() {
		rounds = 40
	}
	for i := range rounds {
		ready, done := make(chan struct{}), make(chan struct{})
		for range 3 {
			go func() {
				runtime.LockOSThread() // and never unlocked: each is a new thread's
				<-ready
				if got := peek[[16]byte](threadAt(blk)); got != [16]byte{byte(i), 1, 2, 3} {
					t.Errorf("round %d: %v", i, got)
				}
				done <- struct{}{}
			}()
		}
		if i%2 == 0 {
			runtime.Gosched()
		}
		if err := blk.Initialize(t.Context(), []byte{byte(i), 1, 2, 3}); err != nil {
			t.Fatal(err)
		}
		close(ready)
		for range 3 {
			<-done
		}
	}
	if err := blk.Release(t.Context()); err != nil {
		t.Error(err)
	}
}

// eachWay runs a test with each way to find threads that there is here.
func eachWay(t *testing.T, test func(t *testing.T)) {
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 8, Align: 8})
	if err == nil {
		err = blk.Initialize(t.Context(), []byte{1})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { blk.Release(t.Context()) })
	way := func(name string, silent bool, lists *threadLists) {
		t.Run(name, func(t *testing.T) {
			set := func(silent bool, lists *threadLists) {
				threads.mu.Lock()
				defer threads.mu.Unlock()
				threads.silent, threads.lists = silent, lists
			}
			wasSilent, wasLists := threads.silent, threads.lists
			defer set(wasSilent, wasLists)
			set(silent, lists)
			test(t)
		})
	}
	l := hereLists(t)
	way("lists", true, l)
	if !threads.silent {
		way("kernel", false, nil)
		way("both", false, l)
	}
}

// hereLists are the C library's lists of threads, as the calling thread has them. There must
// be an arena.
func hereLists(t *testing.T) *threadLists {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	threads.mu.Lock()
	defer threads.mu.Unlock()
	l, err := newThreadLists(threads.pointer())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTLSLists: the C library's lists have all of its threads, Go's, C's and the first, each
// with the pointer that it sees itself, and that the kernel's answer gives where it has one;
// a thread that ends is found no more.
func TestTLSLists(t *testing.T) {
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 8, Align: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer blk.Release(t.Context())
	l := hereLists(t)
	look := func() {
		t.Helper()
		for l.look() != nil {
			if t.Context().Err() != nil {
				t.Fatal("the test ends")
			}
			runtime.Gosched()
		}
	}
	c := newCrew(t, 8)
	tids, pointers := make([]int, 8), make([]uint64, 8)
	c.all(func(i int) {
		threads.mu.Lock()
		defer threads.mu.Unlock()
		tids[i], pointers[i] = unix.Gettid(), threads.pointer()
	})
	look()
	for i, tid := range tids {
		if p, ok := l.find(tid); !ok || p != pointers[i] {
			t.Errorf("thread %d is at %#x by the lists, %t; it says %#x", tid, p, ok, pointers[i])
		}
	}
	if _, ok := l.find(os.Getpid()); !ok {
		t.Error("the first thread is in no list")
	}
	if err := blk.Initialize(t.Context(), []byte{1}); err != nil { // measures
		t.Fatal(err)
	}
	compared := 0
	for tid, p := range l.at {
		head, err := robustList(tid)
		if err != nil || head == 0 {
			continue // it has ended, or there is no such call
		}
		compared++
		if head-threads.robust != p {
			t.Errorf("thread %d is at %#x by the lists, at %#x by the kernel", tid, p, head-threads.robust)
		}
	}
	if !threads.silent && compared < 9 {
		t.Errorf("%d threads compared", compared)
	}
	c.end()
	for _, tid := range tids {
		for { // until the kernel has cleared its number
			if _, err := os.Stat(fmt.Sprintf("%s/%d", taskPath, tid)); err != nil {
				break
			}
			runtime.Gosched()
		}
		look()
		if p, ok := l.find(tid); ok {
			t.Errorf("thread %d has ended and is found at %#x", tid, p)
		}
	}
}

// TestTLSListsRefused: what does not look like the C library's lists is an error.
func TestTLSListsRefused(t *testing.T) {
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 8, Align: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer blk.Release(t.Context())
	good := *hereLists(t)
	hole, unmap := holeAfterPage(t)
	defer unmap()
	page := (*[2]uintptr)(pointer(uintptr(hole) - 2*uintptr(wordSize)))
	for name, links := range map[string][2]uintptr{
		"unmapped":    {8, 8},
		"beyond":      {uintptr(hole), uintptr(hole)},
		"another's":   {good.heads[0], good.heads[0]},
		"no way back": {uintptr(hole) - 2*uintptr(wordSize), 8},
	} {
		*page = links
		bad := good
		bad.heads[1] = uintptr(unsafe.Pointer(page))
		if err := bad.look(); err == nil {
			t.Errorf("%s: %v", name, bad.at)
		}
	}
	// A ring that goes through the head of the stacks that are kept, as it is read if a thread ends meanwhile.
	ring := make([][2]uintptr, os.Getpagesize()) // on the heap, where it stays
	heads := ring[len(ring)/2:]
	at := func(i int) uintptr { return uintptr(unsafe.Pointer(&heads[i])) }
	astray := good
	astray.heads = [2]uintptr{at(0), at(1)}
	heads[0], heads[1], heads[2] = [2]uintptr{at(2), at(2)}, [2]uintptr{at(1), at(1)}, [2]uintptr{at(0), at(0)}
	if err := astray.look(); !errors.Is(err, errChanged) {
		t.Errorf("the head of another list: %v, %#x, %#x", err, astray.at, astray.unborn)
	}
	if l, err := newThreadLists(hole - 64); err == nil {
		t.Errorf("a pointer that is none: %v", l)
	}
}

// threadAt is where a block is for the calling thread.
func threadAt(b rtdyld.TLSBlock) uintptr {
	threads.mu.Lock()
	defer threads.mu.Unlock()
	return uintptr(threads.pointer() + uint64(b.TPOffset()))
}

// BenchmarkTLSInitialize writes the initial values of one object to all threads.
func BenchmarkTLSInitialize(b *testing.B) {
	if _, err := getLibc(); err != nil {
		b.Fatal(err)
	}
	blk, err := threads.Define(b.Context(), rtdyld.TLSRequest{Object: "benchmark", Size: 64, Align: 8})
	if err != nil {
		b.Fatal(err)
	}
	defer blk.Release(b.Context())
	for b.Loop() {
		if err := blk.Initialize(b.Context(), []byte{1}); err != nil {
			b.Fatal(err)
		}
	}
}
