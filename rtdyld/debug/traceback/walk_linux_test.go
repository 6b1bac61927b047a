//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"golang.org/x/sys/unix"
)

// stack is memory for stacks, between pages that cannot be read.
func stack(t *testing.T) (base uintptr, words []uintptr) {
	t.Helper()
	b, err := unix.Mmap(-1, 0, 3<<16, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(b) })
	for _, i := range []int{0, 2 << 16} {
		if err := unix.Mprotect(b[i:i+1<<16], unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	w := unsafe.Slice((*uintptr)(unsafe.Pointer(&b[1<<16])), 1<<16/8)
	return uintptr(unsafe.Pointer(&w[0])), w
}

// trace has collect go up from registers and returns what it wrote.
func trace(x *index, pc, sp, fp uintptr, max int) []uintptr {
	return traceLR(x, pc, sp, fp, 0x1110, max)
}

func traceLR(x *index, pc, sp, fp, lr uintptr, max int) []uintptr {
	context := new([1 << 10]byte)
	set := func(off int, v uintptr) { *(*uintptr)(unsafe.Pointer(&context[off])) = v }
	set(contextLR, lr)
	set(contextSP, sp)
	set(contextFP, fp)
	set(contextPC, pc)
	buf := make([]uintptr, max+1)
	for i := range buf {
		buf[i] = 0xaaaa
	}
	arg := tracebackArg{sigContext: uintptr(unsafe.Pointer(context)), buf: uintptr(unsafe.Pointer(&buf[0])), max: uintptr(max)}
	collect(&arg, x)
	if buf[max] != 0xaaaa {
		panic("collect wrote beyond its buffer")
	}
	for i, v := range buf[:max] {
		if v == 0 {
			return buf[:i]
		}
	}
	return buf[:max]
}

// TestWalk: frames of each kind are left as their rules say, and a stack that is broken, or
// that leads in circles, ends the list.
func TestWalk(t *testing.T) {
	base, words := stack(t)
	end := base + uintptr(len(words))*8
	at := func(a uintptr) *uintptr { return &words[(a-base)/8] }
	const code = 0x5000_0000
	x := indexOf(
		&table{start: code, end: code + 0x1000, rules: []rule{
			{off: 0x100, base: baseSP, ra: inMemory, cfa: 32, raAt: -8},                          // a frame of 32 bytes
			{off: 0x200, base: baseFP, ra: inMemory, fp: inMemory, cfa: 16, raAt: -8, fpAt: -16}, // with a frame pointer
			{off: 0x300},
			{off: 0x400, base: baseSP, ra: inMemory, cfa: 0, raAt: 0},
			{off: 0x500, base: baseSP, ra: inRegister, cfa: 16},
		}},
		&table{start: code + 0x2000, end: code + 0x3000, rules: []rule{{off: 0, base: baseSP, ra: inMemory, cfa: 16, raAt: -8}}},
	)
	check := func(what string, got []uintptr, want ...uintptr) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %#x, want %#x", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: %#x, want %#x", what, got, want)
			}
		}
	}
	sp := base + 0x1000
	*at(sp + 24) = code + 0x210   // of the first: a caller with a frame pointer
	fp := sp + 0x80               // which is
	*at(fp) = fp + 0x100          // its caller's
	*at(fp + 8) = code + 0x2010   // that one
	*at(fp + 16 + 8) = 0x12345678 // and Go's
	full := []uintptr{code + 0x110, code + 0x20f, code + 0x200f}
	check("three frames", trace(x, code+0x110, sp, fp, 32), full...)
	check("a short buffer", trace(x, code+0x110, sp, fp, 2), full[:2]...)
	check("no room", trace(x, code+0x110, sp, fp, 0))
	check("no code", trace(new(index), code+0x110, sp, fp, 32), code+0x110)
	check("nothing published", trace(nil, code+0x110, sp, fp, 32))
	check("outside", trace(x, 0x78, sp, fp, 32), 0x78)
	check("behind the code", trace(x, code+0x1000, sp, fp, 32), code+0x1000)
	check("before any rule", trace(x, code+0x10, sp, fp, 32), code+0x10)
	check("no rule", trace(x, code+0x310, sp, fp, 32), code+0x310)

	for _, bad := range []uintptr{0, 8, sp + 3, end, end + 0x100, base - 64, 1 << 62, 1<<63 + 8, ^uintptr(7)} {
		check("a frame pointer that is none", trace(x, code+0x110, sp, bad, 32), full[:2]...)
		got := trace(x, code+0x110, bad, fp, 32)
		check("a stack pointer that is none", got, code+0x110)
	}
	*at(fp + 8) = code + 0x210
	*at(fp) = fp
	check("a circle", trace(x, code+0x110, sp, fp, 32), code+0x110, code+0x20f, code+0x20f)
	*at(sp) = code + 0x410
	check("a frame of nothing", trace(x, code+0x410, sp, fp, 32), code+0x410, code+0x40f)
	lr := []uintptr{code + 0x510}
	if hasLR {
		lr = append(lr, code+0x510, 0)[:1]
	}
	check("a register", trace(x, code+0x510, sp, fp, 32), lr...)
	for i := range 1000 {
		*at(base + uintptr(i)*16 + 8) = code + 0x2010
	}
	if got := trace(x, code+0x2010, base, 0, 32); len(got) != 32 {
		t.Errorf("a deep stack: %d frames", len(got))
	}
}

// ask calls describe as the runtime does and returns the names.
func ask(x *index, pc uintptr) (names []string, arg symbolizerArg) {
	for n := 0; n < 100; n++ {
		arg.pc = pc
		describe(&arg, x)
		names = append(names, text(arg.funcName)+" "+text(arg.file))
		if arg.more == 0 {
			break
		}
	}
	return names, arg
}

func text(at uintptr) string {
	if at == 0 {
		return "-"
	}
	return unix.BytePtrToString((*byte)(foreign(at)))
}

// TestDescribe: each function at an address is told in turn, innermost first.
func TestDescribe(t *testing.T) {
	tab := &table{start: 0x1000, end: 0x2000, text: []byte("\x00outer\x00inner\x00a.c\x00"), places: []place{{off: 0x10, first: 0, n: 1}, {off: 0x20, first: 0, n: 2}, {off: 0x30}},
		frames: []frame{{fn: 7, file: 13, line: 5}, {fn: 1, file: 13, line: 9, entry: 0x10}}}
	x := indexOf(tab)
	for _, c := range []struct {
		pc   uintptr
		want string
		keep bool
	}{
		{0x1012, "inner a.c", true}, {0x1020, "inner a.c,outer a.c", true}, {0x1fff, "- -", false}, {0x1000, "- -", false}, {0x2000, "- -", false}, {1, "- -", false},
	} {
		names, arg := ask(x, c.pc)
		got := ""
		for i, n := range names {
			if i > 0 {
				got += ","
			}
			got += n
		}
		if got != c.want || (arg.data&held != 0) != c.keep {
			t.Errorf("%#x: %s, data %d", c.pc, got, arg.data)
		}
		if c.pc == 0x1020 && (arg.lineno != 9 || arg.entry != 0x1010) {
			t.Errorf("%+v", arg)
		}
	}
	// An object that goes between two answers ends them.
	arg := symbolizerArg{pc: 0x1020}
	if !describe(&arg, x) || arg.more == 0 || !describe(&arg, new(index)) || arg.more != 0 || arg.funcName != 0 || arg.data != held {
		t.Errorf("%+v", arg)
	}
}

// TestKept: what is replaced is kept while somebody reads, and let go after.
func TestKept(t *testing.T) {
	tb, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	kept := func() int {
		shared.Lock()
		defer shared.Unlock()
		return len(shared.old)
	}
	a, b := &table{start: 16, end: 32}, &table{start: 48, end: 64}
	o := new(rtdyld.Object)
	swap := func(add, gone []*table) {
		shared.Lock()
		defer shared.Unlock()
		change(add, gone)
	}
	swap([]*table{a}, nil)
	if n := kept(); n != 0 {
		t.Errorf("%d are kept for nobody", n)
	}
	readers++
	swap([]*table{b}, nil)
	swap(nil, []*table{a})
	if n := kept(); n != 2 {
		t.Errorf("%d are kept", n)
	}
	readers--
	swap(nil, []*table{b})
	if n := kept(); n != 0 || shared.live != 0 {
		t.Errorf("%d are kept", n)
	}
	tb.Unloading([]*rtdyld.Object{o}) // which nobody told of
}

// TestLeaf: from outside, the way goes on only to a place behind a call in loaded code.
func TestLeaf(t *testing.T) {
	base, words := stack(t)
	// The first words are code, the others the stack.
	x := indexOf(&table{start: base, end: base + 0x200, rules: []rule{{off: 0, base: baseSP, ra: inMemory, cfa: 16, raAt: -8}}})
	sp := base + 0x1000
	code := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 0x200)
	for _, c := range leafCode {
		for at := 0x40; at < 0x50; at += codeUnit {
			clear(code)
			copy(code[at-len(c.code):], c.code)
			words[(sp-base)/8] = base + uintptr(at)
			got := traceLR(x, 0x78, sp, 0, base+uintptr(at), 8)
			if c.call != (len(got) == 2 && got[1] == base+uintptr(at)-1) || !c.call && len(got) != 1 {
				t.Errorf("% x at %#x: %#x", c.code, at, got)
			}
		}
	}
	words[(sp-base)/8] = base + 0x8000 // no code
	if got := traceLR(x, 0x78, sp, 0, base+0x8000, 8); len(got) != 1 {
		t.Errorf("%#x", got)
	}
}

var leafCode, codeUnit = func() ([]struct {
	code []byte
	call bool
}, int) {
	type list = []struct {
		code []byte
		call bool
	}
	if runtime.GOARCH == "ppc64le" { // bl, bctrl, b, bctr
		return list{{[]byte{0x11, 0, 0, 0x48}, true}, {[]byte{0x21, 0x04, 0x80, 0x4e}, true}, {[]byte{0x10, 0, 0, 0x48}, false}, {[]byte{0x20, 0x04, 0x80, 0x4e}, false}, {[]byte{0, 0, 0, 0}, false}}, 4
	}
	if hasLR {
		return list{{[]byte{0x10, 0, 0, 0x94}, true}, {[]byte{0x20, 0x02, 0x3f, 0xd6}, true}, {[]byte{0x10, 0, 0, 0x14}, false}, {[]byte{0x20, 0x02, 0x1f, 0xd6}, false}, {[]byte{0, 0, 0, 0}, false}}, 4
	}
	return list{
		{[]byte{0xe8, 1, 2, 3, 4}, true},                    // call rel32
		{[]byte{0xff, 0xd0}, true},                          // call *%rax
		{[]byte{0x41, 0xff, 0xd3}, true},                    // call *%r11
		{[]byte{0xff, 0x50, 0x10}, true},                    // call *0x10(%rax)
		{[]byte{0xff, 0x15, 1, 2, 3, 4}, true},              // call *rel32(%rip)
		{[]byte{0xff, 0x94, 0xc3, 1, 2, 3, 4}, true},        // call *disp32(%rbx,%rax,8)
		{[]byte{0xe9, 1, 2, 3, 4}, false},                   // jmp
		{[]byte{0xff, 0xe0}, false},                         // jmp *%rax
		{[]byte{0, 0, 0, 0, 0, 0, 0, 0x90}, false},          // nop
		{[]byte{0xff, 0x35, 1, 2, 3, 4, 0, 0, 0, 0}, false}, // push
	}, 1
}()

// indexOf is an index of tables.
func indexOf(ts ...*table) *index {
	x, _ := new(index).with(ts)
	return x
}

// TestIndex: tables are found by their addresses, whatever the order in which they come and
// go, also where others have gone, and what all that moves grows with the logarithm of how
// many there are.
func TestIndex(t *testing.T) {
	if _, err := New(Config{}); err != nil {
		t.Fatal(err)
	}
	shared.Lock()
	defer shared.Unlock()
	const base, n = 0x7000_0000_0000, 1 << 13
	made := func(i int) *table {
		start := base + uintptr(i*37%n)*16
		return &table{start: start, end: start + 16}
	}
	all := make([]*table, n)
	check := func(what string) {
		t.Helper()
		for i, x := range all {
			if at := base + uintptr(i*37%n)*16; find(shared.index, at) != x || find(shared.index, at+15) != x {
				t.Fatalf("%s: %d: %p, want %p", what, i, find(shared.index, at), x)
			}
		}
		if got := shared.index.slots(); got > 2*shared.live+minSlots {
			t.Fatalf("%s: %d slots for %d tables", what, got, shared.live)
		}
	}
	before := shared.moved
	for i := range all {
		all[i] = made(i)
		change(all[i:i+1:i+1], nil)
	}
	check("all")
	// Each is moved when it comes and whenever its run is joined with one at least half as long.
	if moved := shared.moved - before; moved > n*15 {
		t.Errorf("%d slots were moved for %d tables", moved, n)
	}
	before = shared.moved
	for round := range 4 {
		for i := range all {
			if i%4 != round && i%3 != 0 {
				continue
			}
			gone := all[i]
			all[i] = made(i)
			change([]*table{all[i]}, []*table{gone})
		}
		check("others in their places")
	}
	for i := range all {
		if i%16 != 0 {
			change(nil, []*table{all[i]})
			all[i] = nil
		}
	}
	check("few")
	if moved := shared.moved - before; moved > 3*n*15 {
		t.Errorf("%d slots were moved", moved)
	}
	for i, x := range all {
		if x != nil {
			change(nil, []*table{x})
			all[i] = nil
		}
	}
	check("none")
}
