package abi

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// TestLayout has the classification examples of the psABI, on any host.
func TestLayout(t *testing.T) {
	const n = NumReg
	i, d := Int64, Float64
	for _, test := range []struct {
		name          string
		params        []Kind
		at            []uint16
		floats, stack int
	}{
		{"none", nil, []uint16{}, 0, 0},
		{"integers", []Kind{i, i, i, i, i, i, i, i}, []uint16{0, 1, 2, 3, 4, 5, n, n + 1}, 0, 2},
		{"floats", slices.Repeat([]Kind{d}, 10), []uint16{6, 7, 8, 9, 10, 11, 12, 13, n, n + 1}, 8, 2},
		{"mixed", []Kind{Pointer, d, Bool, Float32, Int8}, []uint16{0, 6, 1, 7, 2}, 2, 0},
		// psABI, figure 3.5 and 3.6 without the structure: func(e, f, g, h, ld, m, y, z, k, i, j)
		{"spilled", []Kind{i, i, i, i, i, d, i, i, i, d}, []uint16{0, 1, 2, 3, 4, 6, 5, n, n + 1, 7}, 2, 2},
		{"stack in order", append(slices.Repeat([]Kind{i, d}, 9), Int8, Float32),
			[]uint16{0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, n, 12, n + 1, 13, n + 2, n + 3, n + 4, n + 5}, 8, 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan, floats, stack, err := SystemV().layout(Signature{Params: test.params})
			if err != nil {
				t.Fatal(err)
			}
			at := []uint16{}
			for m, p := range plan {
				at = append(at, p.at)
				if p.kind != test.params[m] {
					t.Errorf("parameter %d is %s", m, p.kind)
				}
			}
			if diff := cmp.Diff(test.at, at); diff != "" || floats != test.floats || stack != test.stack {
				t.Errorf("%d floats, %d words, want %d, %d; places %s", floats, stack, test.floats, test.stack, diff)
			}
		})
	}
}

func TestLayoutLimits(t *testing.T) {
	conv := *SystemV()
	conv.MaxStack = 3
	full := slices.Repeat([]Kind{Int64}, 9)
	if _, _, n, err := conv.layout(Signature{Params: full}); err != nil || n != 3 {
		t.Errorf("3 words: %d, %v", n, err)
	}
	for _, sig := range []Signature{
		{Params: append(full, Int8)},
		{Params: []Kind{Int8, None}},
		{Params: []Kind{numKinds}},
		{Result: numKinds},
	} {
		_, _, _, err := conv.layout(sig)
		var se *SignatureError
		if !errors.As(err, &se) || !errors.Is(err, ErrSignature) {
			t.Errorf("%s: %v", sig, err)
		}
	}
	// A table cannot ask for more than frames can have.
	conv.MaxStack = math.MaxInt
	if _, _, _, err := conv.layout(Signature{Params: slices.Repeat([]Kind{Int8}, 6+maxStack+1)}); !errors.Is(err, ErrSignature) {
		t.Errorf("too many parameters: %v", err)
	}
}

func TestSignatureOf(t *testing.T) {
	type word uint16
	type ptr *int
	for _, test := range []struct {
		fn   any
		want string
	}{
		{func() {}, "void()"},
		{func(bool, int8, int16, int32, int64) float32 { return 0 }, "float32(bool, int8, int16, int32, int64)"},
		{func(uint8, word, uint32, uint64) float64 { return 0 }, "float64(uint8, uint16, uint32, uint64)"},
		{func(uintptr, *int, unsafe.Pointer) ptr { return nil }, "pointer(pointer, pointer, pointer)"},
	} {
		sig, err := SignatureOf(reflect.TypeOf(test.fn))
		if err != nil || sig.String() != test.want {
			t.Errorf("%T: %s, %v, want %s", test.fn, sig, err, test.want)
		}
	}
	sig, err := SignatureOf(reflect.TypeFor[func(int, uint)]())
	want := "void(int64, uint64)"
	if unsafe.Sizeof(0) == 4 {
		want = "void(int32, uint32)"
	}
	if err != nil || sig.String() != want {
		t.Errorf("int, uint: %s, %v, want %s", sig, err, want)
	}
	for _, bad := range []any{
		nil, 1, func(...int) {}, func(string) {}, func() (int, int) { return 0, 0 }, func() error { return nil },
		func([]int) {}, func(struct{}) {}, func(complex64) {}, func(map[int]int) {}, func(chan int) {}, func(func()) {},
		func(any) {}, func([2]int) {},
	} {
		_, err := SignatureOf(reflect.TypeOf(bad))
		var se *SignatureError
		if !errors.As(err, &se) || se.Msg == "" {
			t.Errorf("%T: %v", bad, err)
		}
	}
}

// recorder implements Caller without calling: it works on any host.
type recorder struct {
	conv Convention
	last Frame
	ret  uint64
}

func (r *recorder) Convention() *Convention { return &r.conv }

func (r *recorder) Call(f *Frame) {
	r.last = *f
	r.last.Stack = slices.Clone(f.Stack)
	f.Ret[0], f.FloatRet[0] = r.ret, r.ret
}

// TestFrame looks at what a caller is given.
func TestFrame(t *testing.T) {
	r := &recorder{conv: *SystemV(), ret: 0x1ff}
	f, err := Func8[int8, float32, uint16, bool, int32, float64, int64, uint8, int8](r, 0x1000)
	if err != nil {
		t.Fatal(err)
	}
	if got := f(-1, 1, 0xffff, true, -2, 1, -3, 0xff); got != -1 {
		t.Errorf("result %d", got)
	}
	var reg [NumReg]uint64
	copy(reg[:], r.last.Reg[:8])
	want := [NumReg]uint64{1<<64 - 1, 0xffff, 1, 1<<64 - 2, 1<<64 - 3, 0xff, 0x3f800000, 0x3ff0000000000000}
	if reg != want || r.last.Addr != 0x1000 || r.last.Floats != 2 || r.last.FloatResult || len(r.last.Stack) != 0 {
		t.Errorf("frame %+v", r.last)
	}
	b, err := Bind(r, Signature{Params: slices.Repeat([]Kind{Int8}, 40), Result: Float32}, 0x2000)
	if err != nil {
		t.Fatal(err)
	}
	args := make([]uint64, 40)
	for i := range args {
		args[i] = uint64(i) + 0x5500
	}
	if got, err := b.Call(args); got != 0x1ff || err != nil {
		t.Errorf("result %#x, %v", got, err)
	}
	if len(r.last.Stack) != 34 || r.last.Stack[33] != 39 || r.last.Stack[0] != 6 || !r.last.FloatResult {
		t.Errorf("frame %+v", r.last)
	}
}

// TestSingleForm: what a floating point register has for a float32, whichever way it is
// bound, and what an integer register or the stack has for one.
func TestSingleForm(t *testing.T) {
	for _, conv := range []struct {
		*Convention
		form uint64
	}{{RISCV64(), 0xffffffff_3fc00000}, {ELFv2(), 0x3ff80000_00000000}, {S390X(), 0x3fc00000_00000000}, {Loong64(), 0x3fc00000}} {
		t.Run(conv.Name, func(t *testing.T) { testSingleForm(t, *conv.Convention, conv.form) })
	}
}

func testSingleForm(t *testing.T, conv Convention, form uint64) {
	r := &recorder{conv: conv}
	r.conv.Float, r.conv.Int, r.conv.Shadow = r.conv.Float[:1], nil, false
	const low = 0x3fc00000
	look := func(how string) {
		t.Helper()
		if a, b := r.last.Reg[conv.Float[0]], r.last.Stack[0]; a != form || b != low {
			t.Errorf("%s: %#x in a floating point register, %#x on the stack", how, a, b)
		}
		r.last = Frame{}
	}
	f, err := Func2[float32, float32, Void](r, 1)
	if err != nil {
		t.Fatal(err)
	}
	f(1.5, 1.5)
	look("Func2")
	m, err := MakeFunc[func(float32, float32, int8)](r, 1)
	if err != nil {
		t.Fatal(err)
	}
	m(1.5, 1.5, 1)
	look("MakeFunc")
	b, err := Bind(r, Signature{Params: []Kind{Float32, Float32}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Call([]uint64{low, low | 1<<40}); err != nil {
		t.Fatal(err)
	}
	look("Bind")
}

func TestMakeFuncErrors(t *testing.T) {
	r := &recorder{conv: *SystemV()}
	if _, err := SignatureOf(reflect.TypeFor[func(string)]()); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	if _, err := SignatureOf(reflect.TypeFor[func() string]()); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	if _, err := MakeFunc[int](r, 1); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	if _, err := MakeFunc[any](r, 1); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	if _, err := MakeFunc[func()](r, 0); !errors.Is(err, ErrNil) {
		t.Error(err)
	}
	if _, err := MakeFunc[func()](nil, 1); !errors.Is(err, ErrNil) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	for _, err := range []error{
		&UnsupportedError{What: "x"}, &SignatureError{Type: "x", Param: 2, Msg: "y"}, &SignatureError{Type: "x", Param: -1, Msg: "y"},
		&ArgsError{1, 2}, &StackError{1, ErrNil},
	} {
		if err.Error() == "" {
			t.Errorf("%T says nothing", err)
		}
	}
	if err := error(&UnsupportedError{}); !errors.Is(err, errors.ErrUnsupported) || !errors.Is(err, ErrUnsupported) {
		t.Error("UnsupportedError does not match")
	}
}

func BenchmarkBind(b *testing.B) {
	r := &recorder{conv: *SystemV()}
	sig := Signature{Params: []Kind{Int64, Float64, Pointer}, Result: Int32}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Bind(r, sig, 1); err != nil {
			b.Fatal(err)
		}
	}
}
