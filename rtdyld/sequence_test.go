package rtdyld_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// stencilParts are stencils of a compiler: one that goes on, one that goes on in two ways, and one that ends.
var stencilParts = []struct {
	source        string
	holes         []string
	continuations []string
}{
	{`
extern char HOLE_a;
extern long CONTINUE(long *sp, long x);
extern long helper(long);
static const double half[2] = {0.5, 0.25};
double sink;
long stencil(long *sp, long x) {
	sp[0] = helper(x) + (long)&HOLE_a;
	sink += half[x & 1];
	return CONTINUE(sp + 1, x);
}
`, []string{"HOLE_a", "helper"}, []string{"CONTINUE"}},
	{`
extern char HOLE_a, HOLE_b;
extern long CONTINUE(long *sp, long x);
extern long OTHER(long *sp, long x);
double sink;
long stencil(long *sp, long x) {
	if (x > (long)&HOLE_b)
		return OTHER(sp, x - (long)&HOLE_a);
	return CONTINUE(sp - 1, x);
}
`, []string{"HOLE_a", "HOLE_b"}, []string{"CONTINUE", "OTHER"}},
	{`
extern char HOLE_a;
double sink;
long stencil(long *sp, long x) { return *sp + (long)&HOLE_a; }
`, []string{"HOLE_a"}, nil},
}

// jumpSize is how long a jump is that is left out, by what names of targets begin with. Position-independent code for i386 has no jumps to functions, and that for arm
// ends with words.
var jumpSize = []struct {
	target string
	size   int
}{
	{"elf-i386-pic", 0}, {"elf-arm-pic", 0}, {"elf-amd64", 5}, {"elf-i386", 5}, {"elf-arm64", 4}, {"elf-arm", 4}, {"elf-riscv64", 8}, {"elf-s390x", 6},
	{"coff-amd64", 5}, {"coff-arm64", 4}, {"coff-i386", 5}, {"macho-amd64", 5}, {"macho-arm64", 4},
}

// stencils compiles the parts for a target and makes a set of them.
func stencils(t testing.TB, m rtdyld.MemoryManager, args []string, name func(string) string) (*rtdyld.Stencils, []*objfmt.ObjectImage) {
	t.Helper()
	var all []*rtdyld.Template
	var imgs []*objfmt.ObjectImage
	for _, p := range stencilParts {
		img := parse(t, "stencil.o", compileStencil(t, p.source, args...))
		tmpl, err := rtdyld.NewTemplate(t.Context(), img, rtdyld.TemplateConfig{Holes: each(p.holes, name), Continuations: each(p.continuations, name)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { tmpl.Close() })
		all, imgs = append(all, tmpl), append(imgs, img)
	}
	set, err := rtdyld.NewStencils(rtdyld.StencilsConfig{Memory: m, Open: true}, all...)
	if err != nil {
		t.Fatal(err)
	}
	return set, imgs
}

func each(names []string, name func(string) string) (out []string) {
	for _, n := range names {
		out = append(out, name(n))
	}
	return out
}

// TestSequenceLikeLink: each part of a function has the bytes of a link of its object at the same address with the same values and its
// continuations where the parts are, but for the jump to the next part.
func TestSequenceLikeLink(t *testing.T) {
	step, seed := 1, rand.Uint64()
	if citest.Sample() {
		step = 4
		t.Logf("seed %d", seed)
	}
	for i := range citest.OneOf(len(stencilTargets), step, seed) {
		target := stencilTargets[i]
		t.Run(target.name, func(t *testing.T) {
			name := func(s string) string {
				if target.dash {
					return "_" + s
				}
				return s
			}
			m := &openMemory{}
			args := target.args
			if strings.Contains(target.name, "i386") {
				args = append(slices.Clone(args), "-mregparm=3") // with arguments on the stack nothing is a jump
			}
			set, imgs := stencils(t, m, args, name)
			rnd := rand.New(rand.NewPCG(3, 4))
			q := set.NewSequence()
			var made []rtdyld.Function
			for range 20 {
				made = append(made, randomFunction(t, rnd, q, m, imgs, name, target.name))
			}
			if err := set.Close(); !errors.Is(err, rtdyld.ErrInUse) {
				t.Errorf("close with functions: %v", err)
			}
			for _, f := range made {
				if err := f.Release(t.Context()); err != nil {
					t.Fatal(err)
				}
				if err := f.Release(t.Context()); !errors.Is(err, rtdyld.ErrUnloaded) {
					t.Errorf("released twice: %v", err)
				}
			}
			if err := set.Close(); err != nil {
				t.Error(err)
			}
			m.check(t)
		})
	}
}

// randomFunction makes a function and compares its parts with links.
func randomFunction(t *testing.T, rnd *rand.Rand, q *rtdyld.Sequence, m *openMemory, imgs []*objfmt.ObjectImage, name func(string) string, target string) rtdyld.Function {
	t.Helper()
	const n = 12
	q.Reset()
	var which, other [n]int
	var values [n][]uint64
	for i := range n {
		which[i] = rnd.IntN(2)
		if i == n-1 {
			which[i] = 2
		}
		for range stencilParts[which[i]].holes {
			values[i] = append(values[i], rnd.Uint64N(1<<18)*4)
		}
		if part := q.Append(which[i], values[i]...); part != i {
			t.Fatalf("part %d is called %d", i, part)
		}
		if which[i] == 1 {
			other[i] = rnd.IntN(n)
			q.Link(i, 1, other[i])
		}
	}
	f, err := q.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dropped := 0
	for i := range n {
		p := &stencilParts[which[i]]
		values := slices.Clone(values[i])
		for _, to := range []int{i + 1, other[i]}[:len(p.continuations)] {
			at, _ := q.PartAt(to, objfmt.KindCode)
			values = append(values, at)
		}
		names := slices.Concat(each(p.holes, name), each(p.continuations, name))
		dropped += partLikeLink(t, imgs[which[i]], q, i, m, names, values)
	}
	for _, j := range jumpSize {
		if rest, ok := strings.CutPrefix(target, j.target); ok && (rest == "" || rest[0] == '-') {
			if j.size == 0 && dropped != 0 || j.size != 0 && (dropped == 0 || dropped%j.size != 0 || dropped > (n-1)*j.size) {
				t.Errorf("%d bytes of jumps are left out, not some of %d each", dropped, j.size)
			}
			break
		}
	}
	if !bytes.Equal(f.Code(), m.at(t, f.Addr()&^1, len(f.Code()))) {
		t.Error("Code is not at Addr")
	}
	return f
}

// partLikeLink compares a part with a link of its object, and returns how many bytes at its end are left out.
func partLikeLink(t *testing.T, img *objfmt.ObjectImage, q *rtdyld.Sequence, part int, m *openMemory, names []string, values []uint64) (dropped int) {
	t.Helper()
	// Parts are aligned less than sections ask for.
	own := *img
	own.Sections = slices.Clone(img.Sections)
	for i := range own.Sections {
		if s := &own.Sections[i]; s.Kind == objfmt.KindCode {
			s.Align = 0
		}
	}
	fresh := &memory{place: func(_ int, r rtdyld.Request) uint64 {
		at, _ := q.PartAt(part, r.Kind)
		return at
	}}
	l, err := rtdyld.New(rtdyld.Config{Memory: fresh, Stubs: rtdyld.NoStubs, Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		i := slices.Index(names, name)
		if i < 0 {
			return rtdyld.Symbol{}, false
		}
		return rtdyld.Symbol{Addr: values[i], Found: true}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), &own)
	if err == nil {
		err = l.Resolve(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	at, size := q.PartAt(part, objfmt.KindCode)
	for _, s := range objs[0].Sections() {
		n := len(s.Mem)
		if n == 0 || s.Name == "<stubs>" { // nothing needs one
			continue
		}
		if s.Addr >= at && s.Addr <= at+uint64(size) && int(s.Addr-at)+n > size {
			dropped = int(s.Addr-at) + n - size
			n -= dropped
		}
		if got := m.at(t, s.Addr, n); !bytes.Equal(got, s.Mem[:n]) {
			t.Fatalf("part %d: %s at %#x:\n%x, linked\n%x", part, s.Name, s.Addr, got, s.Mem)
		}
	}
	return dropped
}

// TestSequenceErrors: what is refused, and how.
func TestSequenceErrors(t *testing.T) {
	m := &openMemory{}
	ctx := t.Context()
	set, _ := stencils(t, m, []string{"-target", "x86_64-linux-gnu", "-fno-pic"}, func(s string) string { return s })
	q := set.NewSequence()
	for what, add := range map[string]func(){
		"no part":            func() {},
		"template":           func() { q.Append(3) },
		"values":             func() { q.Append(0) },
		"continuation":       func() { q.Append(0, 1, 2); q.Append(2, 1); q.Link(0, 1, 1) },
		"part":               func() { q.Append(0, 1, 2); q.Append(2, 1); q.Link(2, 0, 1) },
		"part less than 0":   func() { q.Append(0, 1, 2); q.Append(2, 1); q.Link(-1, 0, 1) },
		"after that no more": func() { q.Append(-1); q.Append(2, 1) },
	} {
		q.Reset()
		add()
		if f, err := q.Make(ctx); err == nil {
			t.Errorf("%s: no error, a function at %#x", what, f.Addr())
		}
	}
	for what, c := range map[string]struct {
		add  func()
		want rtdyld.UnlinkedError
	}{
		"the last one":         {func() { q.Append(0, 1, 2) }, rtdyld.UnlinkedError{Part: 0, Continuation: 0, To: 1, Symbol: "CONTINUE"}},
		"the other way":        {func() { q.Append(1, 1, 2); q.Append(2, 1) }, rtdyld.UnlinkedError{Part: 0, Continuation: 1, To: -1, Symbol: "OTHER"}},
		"a part that is not":   {func() { q.Append(2, 1); q.Append(0, 1, 2); q.Link(1, 0, 7) }, rtdyld.UnlinkedError{Part: 1, Continuation: 0, To: 7, Symbol: "CONTINUE"}},
		"a number less than 0": {func() { q.Append(0, 1, 2); q.Append(2, 1); q.Link(0, 0, -5) }, rtdyld.UnlinkedError{Part: 0, Continuation: 0, To: -1, Symbol: "CONTINUE"}},
	} {
		q.Reset()
		c.add()
		_, err := q.Make(ctx)
		var e *rtdyld.UnlinkedError
		if !errors.As(err, &e) || e.Object != "stencil.o" || e.Section != ".text" || e.Offset == 0 || e.Type != "R_X86_64_PLT32" {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := (rtdyld.UnlinkedError{Part: e.Part, Continuation: e.Continuation, To: e.To, Symbol: e.Symbol}); got != c.want {
			t.Errorf("%s: %+v", what, got)
		}
	}
	for what, add := range map[string]func(){
		"HOLE_a":   func() { q.Append(2, 1); q.Append(0, 1<<40, 2); q.Append(2, 1) },
		"CONTINUE": func() { q.Append(2, 1); q.Append(0, 1, 2); q.LinkAddr(1, 0, 1<<40) },
	} {
		q.Reset()
		add()
		_, err := q.Make(ctx)
		var e *reloc.RangeError
		if !errors.As(err, &e) || e.Symbol != what || e.Object != "stencil.o" || e.Offset == 0 || !strings.HasPrefix(err.Error(), "part 1: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := set.Close(); err != nil { // nothing lives
		t.Error(err)
	}
	q.Reset()
	q.Append(2, 1)
	if _, err := q.Make(ctx); !errors.Is(err, rtdyld.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	m.check(t)
}
