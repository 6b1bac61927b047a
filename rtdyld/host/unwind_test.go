//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// allocate takes memory of the process's slab: code with the bytes given and a
// read-only block of size bytes, which fill fills.
func allocate(t testing.TB, code []byte, size int, fill func(code, ro rtdyld.Block)) (text, ro rtdyld.Block) {
	t.Helper()
	m, err := slab()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	a, err := m.Allocate(ctx, []rtdyld.Request{
		{Kind: objfmt.KindCode, Size: uint64(len(code)), Align: 16},
		{Kind: objfmt.KindReadOnly, Size: uint64(max(size, 1)), Align: 8},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Release(ctx); err != nil {
			t.Error(err)
		}
	})
	bs := a.Blocks()
	copy(bs[0].Mem, code)
	if fill != nil {
		fill(bs[0], bs[1])
	}
	if err := a.Finalize(ctx); err != nil {
		t.Fatal(err)
	}
	return bs[0], bs[1]
}

// ehFrame writes a CIE and n FDEs, for functions of 16 bytes from pc on, as they
// are at address at (LSB Core, "The .eh_frame section").
func ehFrame(n int, pc, at uint64) []byte {
	le := binary.NativeEndian
	cie := le.AppendUint32(le.AppendUint32(nil, 20), 0) // length, CIE
	cie = append(cie,
		1, 'z', 'R', 0, 1, 0x78, 16, // version, augmentation, alignments (1, -8), return address column
		1, 0x1b, // augmentation data: pointers are pcrel sdata4
		0x0c, 7, 8, 0x90, 1, 0, 0, // CFA = rsp+8, return address at CFA-8
	)
	b := cie
	for i := range n {
		off := uint64(len(b))
		b = le.AppendUint32(b, 16)
		b = le.AppendUint32(b, uint32(off+4))
		b = le.AppendUint32(b, uint32(pc+uint64(i)*16-(at+off+8)))
		b = le.AppendUint32(b, 16)
		b = append(b, 0, 0, 0, 0)
	}
	return append(b, 0, 0, 0, 0)
}

func TestUnwinder(t *testing.T) {
	needFrames(t)
	for _, lib := range []string{"", "libunwind.so.1", "libc++.so.1"} {
		t.Run("with "+lib, func(t *testing.T) {
			var libs []string
			if lib != "" {
				needLibcxx(t)
				h, err := purego.Dlopen(lib, purego.RTLD_NOW|purego.RTLD_LOCAL)
				if err != nil {
					unavailable(t, err)
				}
				defer purego.Dlclose(h)
				libs = []string{lib}
			}
			p := open(t, Config{Libraries: libs})
			testUnwinder(t, p, lib != "")
		})
	}
}

// frameUnwinder is what is told of .eh_frame.
func (p *Process) frameUnwinder() *unwinder {
	if all, ok := p.cfg.Unwinder.(rtdyld.Unwinders); ok {
		return all[0].(*unwinder)
	}
	return p.cfg.Unwinder.(*unwinder)
}

// ehTables are .eh_frame sections as an unwinder is told of them.
func ehTables(sections ...rtdyld.Block) (tables []rtdyld.UnwindTable) {
	for _, b := range sections {
		tables = append(tables, rtdyld.UnwindTable{Format: rtdyld.EHFrame, Block: b})
	}
	return tables
}

// testUnwinder asks each unwinder itself which function an address is in.
func testUnwinder(t *testing.T, p *Process, perFDE bool) {
	u := p.frameUnwinder()
	u.mu.Lock()
	to, err := u.now()
	u.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[bool]bool{}
	var finders []uintptr
	for _, r := range to {
		t.Logf("%s, frame by frame: %v", r.in.name, r.perFDE)
		if want := strings.Contains(r.in.name, "libunwind"); r.perFDE != want {
			t.Errorf("%s takes frames one by one: %v", r.in.name, r.perFDE)
		}
		seen[r.perFDE] = true
		f := r.in.function("_Unwind_FindEnclosingFunction")
		if f == 0 {
			t.Fatalf("%s knows of no functions", r.in.name)
		}
		finders = append(finders, f)
	}
	if !seen[false] || perFDE && !seen[true] {
		t.Errorf("conventions: libgcc %v, libunwind %v", seen[false], seen[true])
	}
	const n = 3
	size := len(ehFrame(n, 0, 0))
	text, eh := allocate(t, make([]byte, n*16), size, func(code, ro rtdyld.Block) {
		copy(ro.Mem, ehFrame(n, code.Addr, ro.Addr))
	})
	check := func(when string, known bool) {
		t.Helper()
		for _, f := range finders {
			for i := uint64(0); i < n; i++ {
				start := text.Addr + i*16
				got, _, _ := purego.SyscallN(f, uintptr(start+5))
				if want := uintptr(start); known && got != want || !known && got != 0 {
					t.Errorf("%s: function %d found at %#x, is at %#x", when, i, got, want)
				}
			}
		}
	}
	ctx := context.Background()
	check("before", false)
	for range 3 {
		if err := u.Register(ctx, ehTables(eh)); err != nil {
			t.Fatal(err)
		}
		check("registered", true)
		if err := u.Register(ctx, ehTables(eh)); err == nil {
			t.Error("registered twice")
		}
		if err := u.Deregister(ctx, ehTables(eh)); err != nil {
			t.Fatal(err)
		}
		check("deregistered", false)
		if err := u.Deregister(ctx, ehTables(eh)); err == nil {
			t.Error("deregistered twice")
		}
	}
}

// TestUnwinderOpened: a section that is registered right after something was opened is known to all unwinders, once to each; and where nothing was,
// C is entered once.
func TestUnwinderOpened(t *testing.T) {
	needFrames(t)
	p := open(t, Config{})
	u := p.frameUnwinder()
	text, eh := allocate(t, make([]byte, 16), len(ehFrame(1, 0, 0)), func(code, ro rtdyld.Block) {
		copy(ro.Mem, ehFrame(1, code.Addr, ro.Addr))
	})
	again := func(when string) (calls int64) {
		t.Helper()
		before := runtime.NumCgoCall()
		if err := u.Register(t.Context(), ehTables(eh)); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		calls = runtime.NumCgoCall() - before
		u.mu.Lock()
		to, err := u.now()
		u.mu.Unlock()
		find := func() (found []uintptr) {
			for _, r := range to {
				got, _, _ := purego.SyscallN(r.in.function("_Unwind_FindEnclosingFunction"), uintptr(text.Addr+5))
				found = append(found, got)
			}
			return found
		}
		for i, got := range find() {
			if got != uintptr(text.Addr) {
				t.Errorf("%s: %s does not know the function", when, to[i].in.name)
			}
		}
		if err := errors.Join(err, u.Deregister(t.Context(), ehTables(eh))); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		for i, got := range find() {
			if got != 0 {
				t.Errorf("%s: %s knows the function still", when, to[i].in.name)
			}
		}
		return calls
	}
	again("first")
	u.mu.Lock()
	u.to = slices.DeleteFunc(slices.Clone(u.to), func(r registrar) bool { return r.perFDE }) // what other tests have brought
	u.mu.Unlock()
	paired := callPair(&pairCall{p.c.iterate, generationPC, uintptr(unsafe.Pointer(&imageList.gen)), p.c.errnoLocation, 0})
	if calls := again("second"); paired && calls != 1 {
		t.Errorf("%d calls of C, want 1", calls)
	}
	opened := 0
	for _, lib := range []string{"libresolv.so.2", "libthread_db.so.1", "libunwind.so.1"} {
		h, err := purego.Dlopen(lib, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			continue
		}
		opened++
		again(lib + " opened")
		if err := purego.Dlclose(h); err != nil {
			t.Error(err)
		}
		again(lib + " closed")
	}
	if opened == 0 {
		t.Error("no library was opened")
	}
}

// TestUnwinderBadSection: a section that would lead an unwinder out of its memory
// is an error and is not registered.
func TestUnwinderBadSection(t *testing.T) {
	good := ehFrame(2, 0x1000, 0x2000)
	tests := []struct {
		name string
		mem  []byte
		off  uint64
	}{
		{"empty", nil, 0},
		{"short", []byte{0, 0}, 0},
		{"no end", good[:len(good)-4], uint64(len(good) - 4)},
		{"half an end", good[:len(good)-2], uint64(len(good) - 4)},
		{"cut", good[:40], 24},
		{"long record", []byte{0xff, 0xff, 0, 0, 0, 0, 0, 0}, 0},
		{"tiny record", []byte{3, 0, 0, 0, 0, 0, 0, 0}, 0},
		{"64-bit, cut", []byte{0xff, 0xff, 0xff, 0xff, 4, 0}, 0},
		{"64-bit, long", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}, 0},
	}
	u := open(t, Config{}).cfg.Unwinder
	for _, tt := range tests {
		err := u.Register(context.Background(), ehTables(rtdyld.Block{Mem: tt.mem, Addr: 0x2000}))
		var ue *UnwindError
		if !errors.As(err, &ue) || ue.Offset != tt.off || ue.Addr != 0x2000 {
			t.Errorf("%s: %v, want an error at %#x", tt.name, err, tt.off)
		}
	}
	ne := binary.NativeEndian
	wide := append(ne.AppendUint64(ne.AppendUint64([]byte{0xff, 0xff, 0xff, 0xff}, 8), ^uint64(0)), 0, 0, 0, 0)
	for name, tt := range map[string]struct {
		mem  []byte
		want string
	}{
		"64-bit record": {wide, "[0x2000]"},
		"two FDEs":      {good, "[0x2018 0x202c]"},
	} {
		var fdes []uint64
		err := frames(rtdyld.Block{Mem: tt.mem, Addr: 0x2000}, func(a uint64) { fdes = append(fdes, a) })
		if got := fmt.Sprintf("%#x", fdes); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, tt.want)
		}
	}
}
