package abitest

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Need loads the test functions that a caller calls, or skips the test where they
// cannot run.
func Need(t testing.TB, by abi.Caller) *Code {
	t.Helper()
	c, err := Load(by.Convention())
	if errors.Is(err, abi.ErrUnsupported) {
		Skip(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Skip skips a test for a reason, or fails it where RTDYLD_CI says that the machine
// has everything.
func Skip(t testing.TB, reason any) {
	t.Helper()
	if os.Getenv("RTDYLD_CI") != "" {
		t.Fatalf("RTDYLD_CI is set: %v", reason)
	}
	t.Skip(reason)
}

// Run tests a caller of code of this machine.
func Run(t *testing.T, c abi.Caller) {
	code := Need(t, c)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *Code, abi.Caller)
	}{
		{"Functions", functions},
		{"Words", words},
		{"Extend", extendArgs},
		{"Results", results},
		{"Largest", largest},
		{"Entry", entry},
		{"Frame", ownFrame},
		{"Arity", arity},
		{"MakeFunc", makeFunc},
		{"Errors", bindErrors},
		{"Deep", deep},
		{"Collect", collect},
		{"Sleep", sleep},
		{"Parallel", parallel},
		{"KeepAlive", keepAlive},
		{"Observe", observe},
		{"Borrow", borrow},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, code, c) })
	}
}

// must fails the test on an error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func functions(t *testing.T, code *Code, c abi.Caller) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range code.Funcs {
		f := &code.Funcs[i]
		b, err := abi.Bind(c, f.Sig, f.Addr)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		for range 8 {
			args := f.Args(rng)
			got, err := b.Call(args)
			if want := f.Want(args); got != want || err != nil {
				t.Errorf("%s %s(%#x) = %#x, %v, want %#x", f.Name, f.Sig, args, got, err, want)
				break
			}
		}
	}
}

// extendArgs looks at whole registers and stack words.
func extendArgs(t *testing.T, code *Code, c abi.Caller) {
	for _, k := range Kinds {
		if k == abi.Float32 || k == abi.Float64 {
			continue
		}
		in := abi.Signature{Params: []abi.Kind{k}, Result: abi.Uint64}
		on := abi.Signature{Params: append(slices.Repeat([]abi.Kind{abi.Pointer}, 6), k), Result: abi.Uint64}
		word := must[*abi.Bound](t)(abi.Bind(c, in, code.Addr("word")))
		word7 := must[*abi.Bound](t)(abi.Bind(c, on, code.Addr("word7")))
		for _, w := range []uint64{0, 1, 0x80, 0x7f, 0xff80, 0x8000, 0x80000000, 0xffffffff, 0xdeadbeefcafebabe, math.MaxUint64} {
			want := uint64(uintptr(Value(k, w))) // one word of the machine
			if k == abi.Uint32 && c.Convention().Signed32 {
				want = uint64(int32(w))
			}
			if got, err := word.Call([]uint64{w}); got != want || err != nil {
				t.Errorf("%s %#x in a register: %#x, %v, want %#x", k, w, got, err, want)
			}
			if got, err := word7.Call([]uint64{1, 2, 3, 4, 5, 6, w}); got != want || err != nil {
				t.Errorf("%s %#x on the stack: %#x, %v, want %#x", k, w, got, err, want)
			}
		}
	}
}

// largest has compiled code compare an unsigned integer of 32 bits with a constant.
func largest(t *testing.T, code *Code, c abi.Caller) {
	f := must[func(uint32) int32](t)(abi.Func1[uint32, int32](c, code.Addr("largest")))
	g := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Uint32}, Result: abi.Int32}, code.Addr("largest")))
	for w, want := range map[uint32]int32{math.MaxUint32: 1, 1<<31 - 1: 0, 1 << 31: 0} {
		if got := f(w); got != want {
			t.Errorf("%#x is the largest number: %d", w, got)
		}
		if got, err := g.Call([]uint64{uint64(w) | 1<<40}); got != uint64(want) || err != nil {
			t.Errorf("%#x is the largest number: %d, %v", w, got, err)
		}
	}
}

// results calls functions that leave garbage above a narrow result.
func results(t *testing.T, code *Code, c abi.Caller) {
	const w = 0xdeadbeefcafe8081
	rounds := c.Convention().SingleRet != 0 // a float32 result is made of what the register has
	for _, k := range Kinds {
		param, name := abi.Uint64, "garbage"
		if k == abi.Float32 && rounds {
			continue
		}
		if k == abi.Float32 || k == abi.Float64 {
			param, name = abi.Float64, "fgarbage"
		}
		b := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: []abi.Kind{param}, Result: k}, code.Addr(name)))
		for _, w := range []uint64{w, w &^ 0xff, 0, 1} {
			want := Value(k, w)
			if k == abi.Bool {
				want = min(w&0xff, 1)
			}
			if got, err := b.Call([]uint64{w}); got != want || err != nil {
				t.Errorf("%#x as %s: %#x, %v, want %#x", w, k, got, err, want)
			}
		}
	}
	none := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{}, code.Addr("nothing")))
	if got, err := none.Call(nil); got != 0 || err != nil {
		t.Errorf("nothing: %#x, %v", got, err)
	}
	checkResult(t, code, c, int8(-127))
	checkResult(t, code, c, int16(-32639))
	checkResult[int32](t, code, c, -0x35017f7f)
	checkResult(t, code, c, uint8(0x81))
	checkResult(t, code, c, uint16(0x8081))
	checkResult[uint32](t, code, c, 0xcafe8081)
	checkResult[uint64](t, code, c, w)
	checkResult(t, code, c, true)
	for _, x := range []float32{0, 1.5, -0x1p-149, 0x1.fffffep127, float32(math.Inf(-1))} {
		b := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Float32}, Result: abi.Float32}, code.Addr("fsame")))
		f := must[func(float32) float32](t)(abi.Func1[float32, float32](c, code.Addr("fsame")))
		if got, err := b.Call([]uint64{uint64(math.Float32bits(x))}); got != uint64(math.Float32bits(x)) || err != nil || f(x) != x {
			t.Errorf("%v: %#x, %v, %v", x, got, err, f(x))
		}
	}
}

func checkResult[R abi.Result](t *testing.T, code *Code, c abi.Caller, want R) {
	t.Helper()
	f := must[func(uint64) R](t)(abi.Func1[uint64, R](c, code.Addr("garbage")))
	if got := f(0xdeadbeefcafe8081); any(got) != any(want) {
		t.Errorf("result as %T: %v, want %v", got, got, want)
	}
}

// entry looks at what a function finds when it begins.
func entry(t *testing.T, code *Code, c abi.Caller) {
	if code.Has("al") {
		for _, want := range []uint64{0, 1, 2, 7, 8, 9} {
			sig := abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Float64}, int(want)), Result: abi.Uint64}
			b := must[*abi.Bound](t)(abi.Bind(c, sig, code.Addr("al")))
			got, _ := b.Call(make([]uint64, want))
			if got < min(want, 8) || got > 8 {
				t.Errorf("al is %d for %d floating point arguments", got, want)
			}
		}
	}
	for n := range 30 {
		sig := abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Pointer}, n), Result: abi.Uint64}
		b := must[*abi.Bound](t)(abi.Bind(c, sig, code.Addr("misaligned")))
		got, _ := b.Call(make([]uint64, n))
		if got |= b.Words(make([]uint64, n)...); got != 0 {
			t.Errorf("stack is misaligned by %d with %d arguments", got, n)
		}
	}
	// As many arguments as there can be.
	n := len(c.Convention().Int) + c.Convention().MaxStack
	sig := abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Int16}, n), Result: abi.Int16}
	word7 := must[*abi.Bound](t)(abi.Bind(c, sig, code.Addr("word7")))
	args := make([]uint64, n)
	args[6] = 0x8001
	if got, err := word7.Call(args); int64(got) != -0x7fff || err != nil {
		t.Errorf("argument 7 of %d: %#x, %v", n, got, err)
	}
	clobber := must[func() uint64](t)(abi.Func0[uint64](c, code.Addr("clobber")))
	var x [4]float64
	if got := clobber(); got != math.MaxUint64 || x != [4]float64{} {
		t.Errorf("clobber: %#x, %v", got, x)
	}
}

// ownFrame fills frames without binding.
func ownFrame(t *testing.T, code *Code, c abi.Caller) {
	for i := range uint64(5) {
		conv := c.Convention()
		f := abi.Frame{Addr: code.Addr("word7"), Stack: make([]uint64, 7)}
		seventh(conv, &f, 100+i)
		c.Call(&f)
		if f.Ret[0] != 100+i {
			t.Errorf("%d: %d", i, f.Ret[0])
		}
		if conv.SoftFloat {
			continue
		}
		g := abi.Frame{Addr: code.Addr("fma3"), Floats: 3, FloatResult: true, Stack: make([]uint64, 3)}
		for j, v := range []float64{2, 3, float64(i)} {
			switch {
			case len(conv.Float) == 0:
				g.Stack[j] = math.Float64bits(v)
			case conv.Word == 4 && 2*j >= len(conv.Float):
				g.Stack[j-len(conv.Float)/2] = math.Float64bits(v)
			case conv.Word == 4: // a double takes two
				g.Reg[conv.Float[2*j]/2] = math.Float64bits(v)
			default:
				g.Reg[conv.Float[j]] = math.Float64bits(v)
			}
		}
		c.Call(&g)
		if g.FloatRet[0] != math.Float64bits(6+float64(i)) {
			t.Errorf("%d: %v", i, math.Float64frombits(g.FloatRet[0]))
		}
	}
}

// seventh sets the seventh of seven arguments of a word each.
func seventh(conv *abi.Convention, f *abi.Frame, w uint64) {
	switch n := 6 - len(conv.Int); {
	case n < 0:
		f.Reg[conv.Int[6]] = w
	case conv.Word == 4:
		f.Stack[n/2] = w << (n % 2 * 32)
	default:
		f.Stack[n] = w
	}
}

// arity calls functions of 0 to 8 arguments of one word each through the generic
// helpers, and a few mixed ones.
func arity(t *testing.T, code *Code, c abi.Caller) {
	type u = uintptr
	ones := ^u(0)
	word := code.Addr("word")
	add := must[func(int64, int64) int64](t)(abi.Func2[int64, int64, int64](c, code.Addr("add")))
	if got := add(-5, 3); got != -2 {
		t.Errorf("add(-5, 3) = %d", got)
	}
	type cents int64
	named := must[func(cents, cents) cents](t)(abi.Func2[cents, cents, cents](c, code.Addr("add")))
	if got := named(-5, 3); got != -2 {
		t.Errorf("add of a named type: %d", got)
	}
	fma3 := must[func(a, b, c float64) float64](t)(abi.Func3[float64, float64, float64, float64](c, code.Addr("fma3")))
	if got := fma3(2, 3, 0.5); got != 6.5 {
		t.Errorf("fma3(2, 3, 0.5) = %v", got)
	}
	sum4 := must[func(float64, int64, float32, int32) float64](t)(abi.Func4[float64, int64, float32, int32, float64](c, code.Addr("sum4")))
	if got := sum4(0.25, -100, 0.5, -7); got != -106.25 {
		t.Errorf("sum4 = %v", got)
	}
	must[func() abi.Void](t)(abi.Func0[abi.Void](c, code.Addr("nothing")))()
	f1 := must[func(int8) u](t)(abi.Func1[int8, u](c, word))
	if got := f1(-3); got != ones-2 {
		t.Errorf("Func1 of int8: %#x", got)
	}
	if got := must[func(int16) u](t)(abi.Func1[int16, u](c, word))(-3); got != ones-2 {
		t.Errorf("Func1 of int16: %#x", got)
	}
	if got := must[func(int32) u](t)(abi.Func1[int32, u](c, word))(-3); got != ones-2 {
		t.Errorf("Func1 of int32: %#x", got)
	}
	if got := must[func(uint32) u](t)(abi.Func1[uint32, u](c, word))(0xfffffffd); uint32(got) != 0xfffffffd || (got>>16>>16 != 0) != c.Convention().Signed32 {
		t.Errorf("Func1 of uint32: %#x", got)
	}
	if got := must[func(bool) u](t)(abi.Func1[bool, u](c, word))(true); got != 1 {
		t.Errorf("Func1 of bool: %#x", got)
	}
	w7 := code.Addr("word7")
	f7 := must[func(a, b, c, d, e, f, g u) u](t)(abi.Func7[u, u, u, u, u, u, u, u](c, w7))
	if got := f7(1, 2, 3, 4, 5, 6, 7); got != 7 {
		t.Errorf("Func7: %d", got)
	}
	f8 := must[func(a, b, c, d, e, f u, g int8, h u) u](t)(abi.Func8[u, u, u, u, u, u, int8, u, u](c, w7))
	if got := f8(1, 2, 3, 4, 5, 6, -7, 8); got != ones-6 {
		t.Errorf("Func8: %#x", got)
	}
	if got := must[func(a, b, c, d, e u) u](t)(abi.Func5[u, u, u, u, u, u](c, word))(5, 0, 0, 0, 0); got != 5 {
		t.Errorf("Func5: %d", got)
	}
	if got := must[func(a, b, c, d, e, f u) u](t)(abi.Func6[u, u, u, u, u, u, u](c, word))(6, 0, 0, 0, 0, 0); got != 6 {
		t.Errorf("Func6: %d", got)
	}
}

func makeFunc(t *testing.T, code *Code, c abi.Caller) {
	sum4 := must[func(float64, int64, float32, int32) float64](t)(abi.MakeFunc[func(float64, int64, float32, int32) float64](c, code.Addr("sum4")))
	if got := sum4(0.25, -100, 0.5, -7); got != -106.25 {
		t.Errorf("sum4 = %v", got)
	}
	type point struct{ x, y int }
	same := must[func(*point) *point](t)(abi.MakeFunc[func(*point) *point](c, code.Addr("same")))
	p := &point{1, 2}
	if got := same(p); got != p || *got != (point{1, 2}) {
		t.Errorf("same(%p) = %p", p, got)
	}
	if got := same(nil); got != nil {
		t.Errorf("same(nil) = %p", got)
	}
	must[func()](t)(abi.MakeFunc[func()](c, code.Addr("nothing")))()
	narrow := must[func(int8) int8](t)(abi.MakeFunc[func(int8) int8](c, code.Addr("garbage")))
	if got := narrow(-3); got != -3 {
		t.Errorf("int8: %d", got)
	}
	type flag bool
	if got := must[func(flag) uint64](t)(abi.MakeFunc[func(flag) uint64](c, code.Addr("word")))(true); got != 1 {
		t.Errorf("bool: %d", got)
	}
	if got := must[func(float32) float32](t)(abi.MakeFunc[func(float32) float32](c, code.Addr("fsame")))(1.5); got != 1.5 {
		t.Errorf("float32: %v", got)
	}
}

func bindErrors(t *testing.T, code *Code, c abi.Caller) {
	word := code.Addr("word")
	if _, err := abi.Bind(nil, abi.Signature{}, word); !errors.Is(err, abi.ErrNil) {
		t.Errorf("no caller: %v", err)
	}
	if _, err := abi.Func0[abi.Void](c, 0); !errors.Is(err, abi.ErrNil) {
		t.Errorf("no address: %v", err)
	}
	for _, sig := range []abi.Signature{
		{Params: []abi.Kind{abi.None}},
		{Params: []abi.Kind{99}},
		{Result: 99},
		{Params: slices.Repeat([]abi.Kind{abi.Int8}, len(c.Convention().Int)+c.Convention().MaxStack+1)},
		{Params: slices.Repeat([]abi.Kind{abi.Float32}, len(c.Convention().Int)+len(c.Convention().Float)+c.Convention().MaxStack+1)},
	} {
		if _, err := abi.Bind(c, sig, word); !errors.Is(err, abi.ErrSignature) {
			t.Errorf("%d parameters: %v", len(sig.Params), err)
		}
	}
	b := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Int32}}, word))
	for _, n := range []int{0, 2} {
		_, err := b.Call(make([]uint64, n))
		var ae *abi.ArgsError
		if !errors.As(err, &ae) || ae.Want != 1 || ae.Got != n {
			t.Errorf("%d words: %v", n, err)
		}
	}
}

// NoAlloc checks that calls do not allocate.
func NoAlloc(t *testing.T, c abi.Caller) {
	code := Need(t, c)
	check := func(name string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s: %v allocations a call", name, n)
		}
	}
	rng := rand.New(rand.NewPCG(6, 7))
	for i := range code.Funcs {
		f := &code.Funcs[i]
		b := must[*abi.Bound](t)(abi.Bind(c, f.Sig, f.Addr))
		args := f.Args(rng)
		check(f.Name+" "+f.Sig.String(), func() { b.Call(args) })
		check("words of "+f.Name+" "+f.Sig.String(), func() { b.Words(args...) })
	}
	f0 := must[func() abi.Void](t)(abi.Func0[abi.Void](c, code.Addr("nothing")))
	check("Func0", func() { f0() })
	add := must[func(int64, int64) int64](t)(abi.Func2[int64, int64, int64](c, code.Addr("add")))
	check("Func2", func() { add(1, 2) })
	sum4 := must[func(float64, int64, float32, int32) float64](t)(abi.Func4[float64, int64, float32, int32, float64](c, code.Addr("sum4")))
	check("Func4", func() { sum4(1, 2, 3, 4) })
	type u = uintptr
	f8 := must[func(a, b, c, d, e, f u, g int8, h u) u](t)(abi.Func8[u, u, u, u, u, u, int8, u, u](c, code.Addr("word7")))
	check("Func8", func() { f8(1, 2, 3, 4, 5, 6, -7, 8) })
}

// Benchmark measures calls: of nothing, of two integers, three doubles, nine mixed
// and twelve integer arguments, by each way of binding.
func Benchmark(b *testing.B, c abi.Caller) {
	code := Need(b, c)
	add := code.Addr("add")
	b.Run("Func0", func(b *testing.B) {
		f := must[func() abi.Void](b)(abi.Func0[abi.Void](c, code.Addr("nothing")))
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
	b.Run("Func2", func(b *testing.B) {
		f := must[func(int64, int64) int64](b)(abi.Func2[int64, int64, int64](c, add))
		b.ReportAllocs()
		for b.Loop() {
			f(1, 2)
		}
	})
	b.Run("Func3/floats", func(b *testing.B) {
		f := must[func(x, y, z float64) float64](b)(abi.Func3[float64, float64, float64, float64](c, code.Addr("fma3")))
		b.ReportAllocs()
		for b.Loop() {
			f(1, 2, 3)
		}
	})
	b.Run("Bind/2", func(b *testing.B) {
		f := must[*abi.Bound](b)(abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Int64, abi.Int64}, Result: abi.Int64}, add))
		args := []uint64{1, 2}
		b.ReportAllocs()
		for b.Loop() {
			f.Call(args)
		}
	})
	b.Run("Bind/12", func(b *testing.B) {
		f := must[*abi.Bound](b)(abi.Bind(c, abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Int64}, 12), Result: abi.Int64}, add))
		args := make([]uint64, 12)
		b.ReportAllocs()
		for b.Loop() {
			f.Call(args)
		}
	})
	b.Run("MakeFunc/2", func(b *testing.B) {
		f := must[func(int64, int64) int64](b)(abi.MakeFunc[func(int64, int64) int64](c, add))
		b.ReportAllocs()
		for b.Loop() {
			f(1, 2)
		}
	})
	b.Run("Parallel/Func2", func(b *testing.B) {
		f := must[func(int64, int64) int64](b)(abi.Func2[int64, int64, int64](c, add))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				f(1, 2)
			}
		})
	})
}
