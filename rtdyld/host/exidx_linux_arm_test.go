package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// findExidx calls a function of the kind of __gnu_Unwind_Find_exidx.
func findExidx(f uintptr, pc uint32) (table uintptr, entries int32) {
	n := [3]int32{-1, -1, -1} // what is around must stay
	table, _, _ = purego.SyscallN(f, uintptr(pc), uintptr(unsafe.Pointer(&n[1])))
	if n[0] != -1 || n[2] != -1 {
		panic("neighbours changed")
	}
	return table, n[1]
}

// exidxTable is a table of n entries at a made-up address for made-up code.
func exidxTable(lo, hi, at uint32, n int) rtdyld.UnwindTable {
	return rtdyld.UnwindTable{Format: rtdyld.Exidx, Block: rtdyld.Block{Mem: make([]byte, 8*n), Addr: uint64(at)}, Lo: uint64(lo), Hi: uint64(hi)}
}

func registerExidx(t *testing.T, tables ...rtdyld.UnwindTable) {
	t.Helper()
	if err := processIndex.Register(t.Context(), tables); err != nil {
		t.Fatal(err)
	}
}

func deregisterExidx(t *testing.T, tables ...rtdyld.UnwindTable) {
	t.Helper()
	if err := processIndex.Deregister(context.Background(), tables); err != nil {
		t.Error(err)
	}
}

// TestIndexFind: a table is found for each place of its code and for no other, where
// glibc answers as ever.
func TestIndexFind(t *testing.T) {
	open(t, Config{})
	const top = 0xf000_0000 // no library is there
	tables := []rtdyld.UnwindTable{
		exidxTable(top+0x300, top+0x301, 0x4000, 3),
		exidxTable(top+0x100, top+0x200, 0x1000, 1),
		exidxTable(top+0x200, top+0x280, 0x2000, 20),
		exidxTable(0xffff_0000, 0xffff_ffff, 0x8000, 4),
		exidxTable(1, 8, 0xfffffff0, 5),
	}
	registerExidx(t, tables...)
	check := func() {
		t.Helper()
		places := []uint32{0, 0xffff_ffff}
		for _, x := range tables {
			places = append(places, uint32(x.Lo)-1, uint32(x.Lo), uint32(x.Lo+x.Hi)/2, uint32(x.Hi)-1, uint32(x.Hi))
		}
		for _, pc := range places {
			want, n := uintptr(0), int32(-1)
			for _, x := range processIndex.ranges {
				if x.lo <= pc && pc < x.hi {
					want, n = uintptr(x.table), int32(x.entries)
				}
			}
			if got, m := findExidx(indexPC, pc); got != want || m != n {
				t.Errorf("%#x: table at %#x of %d entries, want %#x of %d", pc, got, m, want, n)
			}
		}
	}
	check()
	for len(tables) > 0 {
		deregisterExidx(t, tables[0])
		tables = append(tables[1:len(tables):len(tables)], tables[0])[:len(tables)-1]
		check()
	}
	for _, name := range []string{"libc.so.6", "libgcc_s.so.1"} {
		l := imageOf(t, open(t, Config{}), name)
		for _, pc := range []uintptr{l.lo, l.lo + 0x1000} {
			want, n := findExidx(indexNext, uint32(pc))
			if got, m := findExidx(indexPC, uint32(pc)); got != want || m != n || want == 0 {
				t.Errorf("%s: table at %#x of %d entries, glibc has %#x of %d", name, got, m, want, n)
			}
		}
	}
}

// TestIndexErrors: what would give one place two tables, or take away what is not
// there, is an error and changes nothing.
func TestIndexErrors(t *testing.T) {
	open(t, Config{})
	have := exidxTable(0xf000_0100, 0xf000_0200, 0x1000, 1)
	registerExidx(t, have)
	defer deregisterExidx(t, have)
	before := slices.Clone(processIndex.ranges)
	for name, x := range map[string]rtdyld.UnwindTable{
		"the same": have, "inside": exidxTable(0xf000_0110, 0xf000_0120, 0x2000, 1), "around": exidxTable(0xf000_0000, 0xf000_1000, 0x2000, 1),
		"over the start": exidxTable(0xf000_00ff, 0xf000_0101, 0x2000, 1), "over the end": exidxTable(0xf000_01ff, 0xf000_0201, 0x2000, 1),
		"empty": exidxTable(0xf000_0300, 0xf000_0300, 0x2000, 1), "above 4 GiB": {Lo: 1 << 32, Hi: 1<<32 + 8},
	} {
		fine := exidxTable(0xf100_0000, 0xf100_1000, 0x3000, 1)
		var ue *UnwindError
		if err := processIndex.Register(t.Context(), []rtdyld.UnwindTable{fine, x}); !errors.As(err, &ue) || ue.Addr != x.Addr {
			t.Errorf("%s: %v", name, err)
		}
		if name == "the same" {
			continue
		}
		if err := processIndex.Deregister(t.Context(), []rtdyld.UnwindTable{x}); !errors.As(err, &ue) {
			t.Errorf("%s: deregistered: %v", name, err)
		}
	}
	if !slices.Equal(processIndex.ranges, before) {
		t.Errorf("tables are %x, were %x", processIndex.ranges, before)
	}
}

// TestIndexConcurrent: who asks while tables come and go gets whole answers.
func TestIndexConcurrent(t *testing.T) {
	open(t, Config{})
	const ranges, top = 600, uint32(0xf000_0000)
	table := func(i int) rtdyld.UnwindTable {
		return exidxTable(top+uint32(i*16), top+uint32(i*16+16), uint32(i*1000), i+1)
	}
	for i := 0; i < ranges; i += 10 { // these stay
		registerExidx(t, table(i))
		defer deregisterExidx(t, table(i))
	}
	var stop atomic.Bool
	var asked, found atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for !stop.Load() {
				i := rand.IntN(ranges)
				got, n := findExidx(indexPC, top+uint32(i*16+rand.IntN(16)))
				asked.Add(1)
				switch {
				case got == uintptr(i*1000) && n == int32(i+1):
					found.Add(1)
				case i%10 == 0 || got != 0 || n != -1:
					t.Errorf("range %d: table at %#x of %d entries", i, got, n)
					return
				}
			}
		})
	}
	rounds := 30
	if testing.Short() {
		rounds = 5
	}
	some := func() bool { n := found.Load(); return n > 0 && n < asked.Load() }
	for round := 0; round < rounds || !some() && round < 10_000; round++ { // who asks may have to wait for a processor
		step := 1 + round%3
		for i := 1; i < ranges; i += step {
			if i%10 != 0 {
				registerExidx(t, table(i))
			}
		}
		for i := 1; i < ranges; i += step {
			if i%10 != 0 {
				deregisterExidx(t, table(i))
			}
		}
	}
	stop.Store(true)
	wg.Wait()
	t.Logf("%d of %d questions had an answer", found.Load(), asked.Load())
	if !some() {
		t.Error("the test shows nothing")
	}
	if n := len(processIndex.kept); n > 16 {
		t.Errorf("%d lists are kept", n)
	}
}

// permissions is what /proc/self/maps says of an address.
func permissions(t *testing.T, addr uintptr) string {
	t.Helper()
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var lo, hi uintptr
		var perm string
		if _, err := fmt.Sscanf(s.Text(), "%x-%x %s", &lo, &hi, &perm); err == nil && lo <= addr && addr < hi {
			return perm
		}
	}
	return "none"
}

// TestIndexImages: every image that asks is led to the tables, whether the dynamic
// linker has filled in its words yet and whether it lets them be written, and pages keep
// their permissions.
func TestIndexImages(t *testing.T) {
	open(t, Config{})
	x := exidxTable(0xf000_0100, 0xf000_0200, 0x1000, 7)
	for _, tt := range []struct {
		name, flags string
		mode        int
		perm        string
	}{
		{"lazy", "-Wl,-z,lazy,-z,norelro", purego.RTLD_LAZY, "rw-p"},
		{"relro", "-Wl,-z,lazy,-z,relro", purego.RTLD_LAZY, ""},
		{"now", "-Wl,-z,now,-z,relro", purego.RTLD_NOW, "r--p"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "lib"+tt.name+".so")
			run(t, compile(t, "clang", "exidx.c", tt.flags, "-shared", "-fPIC", "-O2", "-o", out, source("exidx.c")))
			h, err := purego.Dlopen(out, tt.mode|purego.RTLD_LOCAL)
			if err != nil {
				t.Fatal(err)
			}
			defer purego.Dlclose(h)
			registerExidx(t, x)
			defer deregisterExidx(t, x)
			for _, name := range []string{"find_call", "find_got", "find_data"} {
				f, err := purego.Dlsym(h, name)
				if err != nil {
					t.Fatal(err)
				}
				if got, n := findExidx(f, 0xf000_0180); got != 0x1000 || n != 7 {
					t.Errorf("%s: table at %#x of %d entries", name, got, n)
				}
				if got, _ := findExidx(f, uint32(f)); got == 0 {
					t.Errorf("%s: no table for the library itself", name)
				}
			}
			c, err := getLibc()
			if err != nil {
				t.Fatal(err)
			}
			slots := c.loadedImages().at(address(t, h)).indexSlots()
			if len(slots) < 2 {
				t.Errorf("slots %v", slots)
			}
			seen := map[string]bool{}
			for _, s := range slots {
				perm := permissions(t, s.addr)
				seen[perm] = true
				if want := map[bool]string{true: "r--p", false: "rw-p"}[s.readOnly]; perm != want {
					t.Errorf("word at %#x is %s, want %s", s.addr, perm, want)
				}
			}
			if tt.perm != "" && !seen[tt.perm] {
				t.Errorf("no word is %s: the test shows nothing", tt.perm)
			}
		})
	}
}

// address is the address of a function of a library.
func address(t *testing.T, h uintptr) uintptr {
	t.Helper()
	f, err := purego.Dlsym(h, "find_call")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestExceptionsInterworking: what Thumb code throws ARM code catches, and the other
// way round; the table of what is unloaded is gone.
func TestExceptionsInterworking(t *testing.T) {
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	for _, sets := range [][2]string{{"-marm", "-mthumb"}, {"-mthumb", "-marm"}} {
		l := newLinker(t, p)
		thrower := load(t, l, object(t, "clang", "thrower.cc", sets[0], "-O1"))
		catcher := load(t, l, object(t, "clang", "catcher.cc", sets[1], "-O1"))
		for what, want := range []int32{7, 100, 200, 90, -1} {
			if got := call1[int32, int32](t, l, "catch_it", int32(what)); got != want {
				t.Errorf("%v: %d was caught as %d, want %d", sets, what, got, want)
			}
		}
		if n := len(processIndex.ranges); n != 2 {
			t.Errorf("%d tables", n)
		}
		if err := l.Unload(t.Context(), append(catcher, thrower...)...); err != nil {
			t.Error(err)
		}
		if n := len(processIndex.ranges); n != 0 {
			t.Errorf("%d tables are left", n)
		}
	}
}

// TestExceptionsStatic: a program with all of libstdc++ loaded, which gcc made, of Thumb
// code and its own index sections for each function. Its thread-locals need room that
// nobody had before: emulators don't tell where threads have theirs.
func TestExceptionsStatic(t *testing.T) {
	const lib = "/usr/lib/gcc-cross/arm-linux-gnueabihf/12/libstdc++.a"
	citest.Need(t, lib)
	if !alone(t) {
		return
	}
	t.Setenv("NOTES", "/dev/null")
	p := open(t, Config{})
	a, err := ar.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	own := []*objfmt.ObjectImage{object(t, "clang", "note.c"), object(t, "clang", "except.cc", "-O2")}
	imgs, err := rtdyld.Collect(t.Context(), own, []*ar.Archive{a}, func(name string) bool {
		return !strings.HasPrefix(name, "_Z") && resolve(t, p, name)[0].Found
	})
	for _, img := range imgs[len(own):] {
		defer img.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	l := newLinker(t, p)
	load(t, l, imgs...)
	t.Logf("%d objects, %d tables", len(imgs), len(processIndex.ranges))
	for _, name := range []string{"__cxa_throw", "__gxx_personality_v0", "_ZSt20__throw_out_of_rangePKc"} {
		if _, err := l.Lookup(name); err != nil {
			t.Errorf("%s is not loaded", name)
		}
	}
	if n := call1[int32, int32](t, l, "throw_many", 50); n != 100 {
		t.Errorf("%d of 100 exceptions arrived", n)
	}
	if r := call0[int32](t, l, "main"); r != 0 {
		t.Errorf("main returned %d", r)
	}
}

// TestExceptionsUncaught: where loaded code was called from Go there is no table, and
// C++ ends the process by its own rules.
func TestExceptionsUncaught(t *testing.T) {
	if here, out, err := again(t); !here {
		if want := "terminate called after throwing an instance of 'Thrown'"; err == nil || !strings.Contains(out, want) {
			t.Errorf("%v, without %q:\n%s", err, want, out)
		}
		return
	}
	l := newLinker(t, open(t, Config{Libraries: []string{"libstdc++.so.6"}}))
	load(t, l, object(t, "clang", "thrower.cc", "-O1"))
	call1[int32, abi.Void](t, l, "_Z8throw_iti", 0)
}
