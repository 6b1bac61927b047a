package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// open is openJIT for a test.
func open(t testing.TB, display *instances.Display) *jit {
	t.Helper()
	j, err := openJIT(t.Context(), display)
	if errors.Is(err, host.ErrSystem) || errors.Is(err, ErrStencils) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// TestRandom: copied stencils and the interpreter count what a walk of the tree does.
func TestRandom(t *testing.T) {
	j := open(t, nil)
	tab := filter.Odd(5003)
	r := rand.New(rand.NewPCG(3, 4))
	times := 200
	if citest.Sample() {
		times = 20
	}
	var all []*query
	for range times {
		text := filter.Random(r, filter.Boolean, 4)
		n, err := filter.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		q, err := j.compile(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := q.run(tab), filter.Walk(n, tab); got != want {
			t.Errorf("%s: stencils count %d rows, the tree %d\n%v", text, got, want, j.code)
		}
		all = append(all, q) // to the end: an emulator does not see that there is other code where it has seen some
		code := j.code
		if got, want := interpret(code, tab), filter.Walk(n, tab); got != want {
			t.Errorf("%s: the interpreter counts %d rows, the tree %d\n%v", text, got, want, code)
		}
	}
	for _, q := range all {
		if err := q.close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestRegisters: a filter of more values that wait for each other than there are registers is refused.
func TestRegisters(t *testing.T) {
	tree := func(depth int) string {
		text := "(qty+region)"
		for range depth {
			text = "(" + text + "*" + text + ")"
		}
		return text + ">0"
	}
	for depth, need := range map[int]int{0: 1, 5: 6, 6: 7} {
		n, err := filter.Parse(tree(depth))
		if err != nil {
			t.Fatal(err)
		}
		_, err = compile(nil, n)
		var few *RegistersError
		if is := errors.As(err, &few); is != (need > registers) || is && few.Need != need {
			t.Errorf("%d registers: %v", need, err)
		}
	}
	n, err := filter.Parse("qty" + strings.Repeat("+(1", 100) + strings.Repeat(")", 100) + ">0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compile(nil, n); err != nil {
		t.Errorf("many, but one after the other: %v", err)
	}
}

// TestRun: the command counts alike in all ways, and says so where there is no compiler.
func TestRun(t *testing.T) {
	open(t, nil)
	for _, compiler := range []string{"", "no such library"} {
		_, err := irc.Open(t.Context(), irc.Config{Compiler: compiler})
		var out bytes.Buffer
		if err := run(t.Context(), []string{"-code", "-rows", "20000", "-compiler", compiler, filter.Default}, &out); err != nil {
			t.Fatal(err)
		}
		ways := 5
		if err != nil {
			ways = 3
		}
		if n := len(regexp.MustCompile(`(?m)^(stencils|interpreter|Go closures|LLVM -O0|LLVM -O3) .* 1[67]\d\d$`).FindAllString(out.String(), -1)); n != ways || !strings.Contains(out.String(), "fmul_c_0 0x0\n") {
			t.Errorf("%d ways, not %d:\n%s", n, ways, &out)
		}
		if n := strings.Count(out.String(), "apt-get install libllvm14"); n != 5-ways {
			t.Errorf("%d of %d times it is said what lacks:\n%s", n, 5-ways, &out)
		}
	}
}

// TestStencils: a filter's code is that of its stencils, without the jumps at the end of those that others follow.
func TestStencils(t *testing.T) {
	j := open(t, nil)
	n, err := filter.Parse("qty == 3")
	if err != nil {
		t.Fatal(err)
	}
	q, err := j.compile(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	defer q.close(t.Context())
	jump := map[string]int{"amd64": 5, "arm64": 4}[runtime.GOARCH]
	size := -2 * jump // at the end of two of them
	for _, name := range []string{"enter", "iload_c_1", "ieq_l_0", "next"} {
		operation, _, _ := strings.Cut(name, "_")
		img, err := object(t.Context(), operation)
		if err != nil {
			t.Fatal(err)
		}
		id, _ := section(img, name)
		size += int(img.Sections[id].Size)
	}
	if got := len(q.made.Code()); got != size {
		t.Errorf("%d bytes of code, not %d", got, size)
	}
}

// TestShown: a filter is a function with a name, and one goes from its stencils by their call frames through the one that is called to who called that.
func TestShown(t *testing.T) {
	cfg, err := host.LinkerConfig()
	if err != nil {
		t.Skip(err)
	}
	sym := symbolize.New()
	cfg.Listeners = []rtdyld.Listener{sym}
	j := open(t, instances.New(cfg))
	n, err := filter.Parse(filter.Default)
	if err != nil {
		t.Fatal(err)
	}
	q, err := j.compile(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	at := q.made.Addr()
	for _, off := range []uint64{0, 1, uint64(len(q.made.Code())) - 1} {
		if loc, ok := sym.Symbolize(at + off); !ok || loc.Symbol != "filter" || loc.Offset != off {
			t.Errorf("filter+%d is %s+%d", off, loc.Symbol, loc.Offset)
		}
	}
	if runtime.GOARCH == "amd64" {
		stepOut(t, j, q)
	}
	if got := q.run(filter.Rows(100)); got != filter.ByHand(filter.Rows(100)) {
		t.Errorf("%d rows", got)
	}
	if err := q.close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, ok := sym.Symbolize(at); ok {
		t.Error("the code has a name when it is gone")
	}
}

// stepOut goes from each stencil but the first to the first, and from there to its caller.
func stepOut(t *testing.T, j *jit, q *query) {
	t.Helper()
	table, err := unwind.Read(q.shown.Object())
	if err != nil {
		t.Fatal(err)
	}
	const behindCall = 0x1e // in enter, which has saved five registers
	stack := map[uint64]uint64{0x8000: q.made.Addr() + behindCall, 0x8030: 0x1234}
	read := func(addr uint64, dst []byte) error {
		binary.LittleEndian.PutUint64(dst, stack[addr])
		return nil
	}
	for part := 1; part < len(j.parts); part++ {
		r := unwind.Regs{Arch: table.Arch()}
		r.SetPC(q.made.Addr() + uint64(j.sequence.Offset(part)))
		r.SetSP(0x8000)
		if err := table.Step(&r, read); err != nil || r.PC() != stack[0x8000] {
			t.Fatalf("part %d: at %#x: %v", part, r.PC(), err)
		}
		if err := table.Step(&r, read); err != nil || r.PC() != 0x1234 || r.SP() != 0x8038 {
			t.Fatalf("part %d: caller at %#x, stack %#x: %v", part, r.PC(), r.SP(), err)
		}
	}
}
