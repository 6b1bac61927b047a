//go:build amd64 || arm64

package traceback

import (
	"slices"
	"testing"
	"unsafe"
)

// TestStack: where a stopped thread is, is told with the functions that tables know, from what was inlined to the function itself.
func TestStack(t *testing.T) {
	base, words := stack(t)
	const code = 0x5000_0000
	up := rule{base: baseSP, ra: inMemory, cfa: 32, raAt: -8}
	tab := &table{start: code, end: code + 0x1000, text: []byte("\x00outer\x00inner\x00caller\x00"), rules: []rule{up},
		places: []place{{off: 0x100, first: 0, n: 2}, {off: 0x200, first: 2, n: 1}, {off: 0x300}},
		frames: []frame{{fn: 7, line: 5}, {fn: 1, line: 9, entry: 0x100}, {fn: 13, line: 1, entry: 0x200}}}
	shared.Lock()
	begin()
	change([]*table{tab}, nil)
	shared.Unlock()
	defer func() {
		shared.Lock()
		defer shared.Unlock()
		change(nil, []*table{tab})
	}()
	context := new([1 << 10]byte)
	set := func(off int, v uintptr) { *(*uintptr)(unsafe.Pointer(&context[off])) = v }
	set(contextSP, base+0x1000)
	set(contextPC, code+0x110)
	words[0x1000/8+3] = code + 0x210 // the return address
	words[0x1000/8+7] = 0x1234       // which is no code that is known
	want := []Frame{{PC: code + 0x110, Func: "outer", Offset: 0x10}, {PC: code + 0x20f, Func: "caller", Offset: 0xf}}
	if got := Stack(unsafe.Pointer(context)); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if readers != 0 {
		t.Errorf("%d readers are left", readers)
	}
}
