//go:build linux && amd64

package host

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// tlsBuilds are the ways to get at thread-locals, and a relocation that shows that
// the compiler went it.
var tlsBuilds = []struct {
	cc, flags string
	want      elf.R_X86_64
}{
	{"gcc", "-O2 -fno-pic", elf.R_X86_64_TPOFF32},
	{"gcc", "-O0 -fno-pic", elf.R_X86_64_TPOFF32},
	{"gcc", "-O2 -fpie", elf.R_X86_64_TPOFF32},
	{"gcc", "-O2 -fPIC", elf.R_X86_64_TLSGD},
	{"gcc", "-O0 -fPIC", elf.R_X86_64_TLSGD},
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
}

// relocations counts an image's relocations by type.
func relocations(t *testing.T, img *objfmt.ObjectImage) map[elf.R_X86_64]int {
	t.Helper()
	n := map[elf.R_X86_64]int{}
	for i := range img.Sections {
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			n[elf.R_X86_64(r.Type)]++
		}
	}
	return n
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
		c.wg.Go(func() {
			runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
			for f := range ch {
				f()
				c.done <- struct{}{}
			}
		})
	}
	c.all(func(int) {})
	t.Cleanup(c.end)
	return c
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
	citest.Need(t, "gcc", "clang")
	old := newCrew(t, 6)
	lw := newLinker(t, open(t, Options{}))
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
			if relocations(t, img)[b.want] == 0 {
				t.Fatalf("there is no %v: the test shows nothing", b.want)
			}
			p := open(t, Options{})
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
	citest.Need(t, "gcc", "clang")
	p := open(t, Options{})
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
		l := newLinker(t, open(t, Options{}))
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

// TestTLSOfLibraryRefused: a library's thread-local that is not at one place in all
// threads, and the models that need its module.
func TestTLSOfLibraryRefused(t *testing.T) {
	citest.Need(t, "gcc")
	lib := filepath.Join(t.TempDir(), "lib.so")
	run(t, exec.Command("gcc", "-shared", "-fPIC", "-x", "c", "-DDEFINED", "-Dmine=theirs", "-Dget=get_it", "-o", lib, source("tls.c")))
	for _, tt := range []struct {
		name, flags, want string
		libs              []string
	}{
		{"tls.c", "-fno-pic", "theirs", []string{lib}},
		{"tls.c", "-fPIC", "theirs", []string{lib}},
		{"tlserrno.c", "-fPIC", "errno", nil},
	} {
		l := newLinker(t, open(t, Options{Libraries: tt.libs}))
		objs, err := l.Load(t.Context(), object(t, "gcc", tt.name, tt.flags))
		if err == nil {
			err = l.Finalize(t.Context(), objs...)
		}
		if !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s: %v", tt.name, tt.flags, err)
		}
	}
}

// TestTLSCxx: constructors and destructors of thread-locals run as they do in a
// program that the system links, at the end of a thread and when the object goes.
func TestTLSCxx(t *testing.T) {
	p := open(t, Options{Libraries: []string{"libstdc++.so.6"}})
	for _, b := range builds {
		t.Run(b.name, func(t *testing.T) {
			_, read := notes(t)
			files := []string{"tlscxx.cc", "tlscxx2.cc", "note.c"}
			run(t, exec.Command(native(t, b.cc, files, b.flags...)))
			want := read()
			if strings.Count(want, "\n") < 12 {
				t.Fatalf("the program says %q", want)
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			l := newLinker(t, p)
			var imgs []*objfmt.ObjectImage
			for _, f := range files {
				imgs = append(imgs, object(t, b.cc, f, b.flags...))
			}
			objs := load(t, l, imgs...)
			if status, err := RunMain(t.Context(), caller(t), lookup(t, l, "main"), nil, nil); status != 0 || err != nil {
				t.Fatal(status, err)
			}
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
			if got := read(); got != want {
				t.Errorf("notes are\n%s, want\n%s", got, want)
			}
		})
	}
}

// TestTLSExit: destructors at the end of a thread that is Go's; none for an object
// that is gone, wherever threads end later.
func TestTLSExit(t *testing.T) {
	_, read := notes(t)
	p := open(t, Options{Libraries: []string{"libstdc++.so.6"}})
	l := newLinker(t, p)
	objs := load(t, l, object(t, "gcc", "note.c"), object(t, "gcc", "tlscxx.cc", "-O2", "-fPIC"), object(t, "gcc", "tlscxx2.cc", "-O2", "-fPIC"))
	touch := bound0[int32](t, l, "touch")
	ending := newCrew(t, 1)
	var tid int
	ending.all(func(int) { touch(); tid = unix.Gettid() })
	ending.end()
	waitThread(t, tid)
	if got, want := read(), "made first\nmade local\ngone local\nmade last\nlate\ngone last\ngone first!\n"; got != want {
		t.Errorf("a thread of Go's has ended, and has said\n%s", got)
	}
	// A thread that goes on when the object goes: its destructors are forgotten.
	staying := newCrew(t, 4)
	tids := make([]int, 4)
	staying.all(func(i int) { touch(); tids[i] = unix.Gettid() })
	read()
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != "" {
		t.Errorf("destructors ran on another thread: %s", got)
	}
	staying.end()
	for _, tid := range tids {
		waitThread(t, tid)
	}
	threadEnds.mu.Lock()
	threadEnds.sweep()
	for _, tid := range tids {
		if threadEnds.threads[tid] != nil {
			t.Errorf("thread %d has ended and is remembered", tid)
		}
	}
	threadEnds.mu.Unlock()
	if got := read(); got != "" {
		t.Errorf("destructors of an object that is gone: %q", got)
	}
}

// waitThread waits until a thread has ended.
func waitThread(t *testing.T, tid int) {
	t.Helper()
	for range 10_000 {
		if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", tid)); err != nil {
			return
		}
		unix.Nanosleep(&unix.Timespec{Nsec: 1e6}, nil)
	}
	t.Fatalf("thread %d does not end", tid)
}

// TestTLSRoom: what does not fit is refused with numbers, and there is room again
// when something has gone.
func TestTLSRoom(t *testing.T) {
	p := open(t, Options{})
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

// TestTLSCycles: objects with thread-locals come and go, on many threads at a time,
// and leave nothing behind.
func TestTLSCycles(t *testing.T) {
	cycles := 1000
	if testing.Short() {
		cycles = 200
	}
	t.Setenv("NOTES", "/dev/null")
	p := open(t, Options{Libraries: []string{"libstdc++.so.6"}})
	imgs := []*objfmt.ObjectImage{
		object(t, "gcc", "note.c", "-O2"), object(t, "gcc", "tlscxx.cc", "-O2", "-fPIC"), object(t, "gcc", "tlscxx2.cc", "-O2", "-fPIC"),
		object(t, "gcc", "tlsdef.c", "-O2", "-fno-pic"),
	}
	staying := newCrew(t, 4)
	ctx := context.Background()
	var maps0, rss0, fds0, arenas0 int
	for i := range cycles + 100 {
		if i == 100 {
			maps0, rss0 = status(t)
			fds0, arenas0 = files(t), len(threads.arenas)
		}
		l, err := rtdyld.New(p.Config())
		if err != nil {
			t.Fatal(err)
		}
		objs := load(t, l, imgs...)
		touch, fresh := bound0[int32](t, l, "touch"), bound0[int32](t, l, "fresh")
		staying.all(func(k int) {
			if n, bad := touch(), fresh(); n != 50 || bad != 0 {
				t.Errorf("cycle %d, thread %d: %d, %d values are wrong", i, k, n, bad)
			}
		})
		if n := call0[int32](t, l, "in_thread"); n != 50 {
			t.Fatalf("cycle %d: in_thread returned %d", i, n)
		}
		if err := errors.Join(l.Unload(ctx, objs...), l.Close(ctx)); err != nil {
			t.Fatal(err)
		}
	}
	maps1, rss1 := status(t)
	t.Logf("%d cycles: mappings %d, then %d; resident %d KiB, then %d KiB", cycles, maps0, maps1, rss0>>10, rss1>>10)
	if maps1 > maps0+16 || rss1 > rss0+4<<20 {
		t.Errorf("mappings grew from %d to %d, resident memory from %d to %d KiB", maps0, maps1, rss0>>10, rss1>>10)
	}
	if n, a := files(t), len(threads.arenas); n > fds0 || a != arenas0 {
		t.Errorf("open files grew from %d to %d, arenas from %d to %d", fds0, n, arenas0, a)
	}
	if n := threads.inUse(); n != 0 {
		t.Errorf("%d bytes are in use", n)
	}
}

// files counts the open files of the process.
func files(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
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
	}
}

// TestTLSThreads: threads are found while others come and go.
func TestTLSThreads(t *testing.T) {
	l := newLinker(t, open(t, Options{}))
	load(t, l, object(t, "gcc", "tlsdef.c", "-O2"), object(t, "gcc", "note.c"))
	many, err := abi.Func1[int32, int32](caller(t), lookup(t, l, "threads"))
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
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
	close(stop)
	wg.Wait()
	if err := blk.Release(t.Context()); err != nil {
		t.Error(err)
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
