package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestDefinitions is the whole table of two definitions of x: in one batch, in two
// before anything is bound, and in two with code bound to the first.
func TestDefinitions(t *testing.T) {
	const (
		first  = "first"
		second = "second"
		dup    = "duplicate"
		size   = "common size"
	)
	cases := []struct{ a, b, batch, unbound, bound string }{
		{"x_strong", "x_strong", dup, dup, dup},
		{"x_strong", "x_weak", first, first, first},
		{"x_strong", "x_unique", first, first, first},
		{"x_strong", "x_common8", first, first, first},
		{"x_strong", "x_abs", dup, dup, dup},
		{"x_weak", "x_strong", second, second, dup},
		{"x_weak", "x_weak", first, first, first},
		{"x_weak", "x_unique", second, second, first},
		{"x_weak", "x_common8", second, second, first},
		{"x_weak", "x_abs", second, second, dup},
		{"x_unique", "x_strong", first, first, first},
		{"x_unique", "x_weak", first, first, first},
		{"x_unique", "x_unique", first, first, first},
		{"x_unique", "x_common8", first, first, first},
		{"x_common8", "x_strong", second, second, dup},
		{"x_common8", "x_weak", first, first, first},
		{"x_common8", "x_unique", second, second, first},
		{"x_common8", "x_common8", first, first, first},
		{"x_common8", "x_common64", second, second, size},
		{"x_common64", "x_common8", first, first, first},
		{"x_common8", "x_common4", first, second, size}, // only better aligned
		{"x_abs", "x_weak", first, first, first},
	}
	for _, c := range cases {
		for when, want := range map[string]string{"batch": c.batch, "unbound": c.unbound, "bound": c.bound} {
			t.Run(fmt.Sprintf("%s then %s %s", c.a, c.b, when), func(t *testing.T) {
				r := newRig(t, rtdyld.Config{})
				var objs []*rtdyld.Object
				var err error
				if when == "batch" {
					objs, err = r.Load(t.Context(), images(t, "a="+c.a, "b="+c.b, "x_use")...)
				} else {
					objs = r.load("a="+c.a, "x_use")
					if when == "bound" {
						r.resolve()
					}
					before := r.Dump()
					var more []*rtdyld.Object
					more, err = r.Load(t.Context(), images(t, "b="+c.b)...)
					if err != nil && r.Dump() != before {
						t.Errorf("the load that failed left:\n%s\nwas:\n%s", r.Dump(), before)
					}
					if err == nil {
						objs = []*rtdyld.Object{objs[0], more[0], objs[1]}
					}
				}
				switch want {
				case dup:
					e := wantErr[*rtdyld.DuplicateError](t, err, rtdyld.ErrDuplicate)
					if e.Symbol != "x" || e.First != "a.o" || e.Second != "b.o" {
						t.Errorf("error is %+v", e)
					}
					if weak := c.a == "x_weak" || c.a == "x_common8"; e.Bound != (weak && when == "bound") {
						t.Errorf("error says bound: %v", e.Bound)
					}
					return
				case size:
					e := wantErr[*rtdyld.CommonSizeError](t, err, rtdyld.ErrCommonSize)
					if e.Symbol != "x" || e.First != "a.o" || e.Second != "b.o" || e.Size != 8 {
						t.Errorf("error is %+v", e)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				r.finalize()
				winner := objs[0]
				if want == second {
					winner = objs[1]
				}
				s, _ := r.Lookup("x")
				if s.Kind == rtdyld.Abs {
					if s.Addr != 0x1234 {
						t.Errorf("x is %#x", s.Addr)
					}
				} else if !winner.Contains(s.Addr) {
					t.Errorf("x at %#x is not in %s", s.Addr, winner.Name())
				}
				if got := r.word("usex", 0); got != s.Addr {
					t.Errorf("code refers to %#x, Lookup says %#x", got, s.Addr)
				}
				if strings.Contains(c.a, "common") && strings.Contains(c.b, "common") {
					checkCommon(t, r, c.a, c.b, s)
				}
				// Whichever counts, the other cannot be left alone with it.
				if err := r.Unload(t.Context(), winner); !errors.Is(err, rtdyld.ErrInUse) {
					t.Errorf("unloading the one that counts: %v", err)
				}
			})
		}
	}
}

func checkCommon(t *testing.T, r *rig, a, b string, s rtdyld.Symbol) {
	align, size := uint64(8), 8
	if strings.Contains(a+b, "64") {
		align, size = 32, 64
	}
	if strings.Contains(a+b, "common4") {
		align = 64
	}
	if strings.Contains(a+b, "64") {
		align = 32
	}
	if s.Addr%align != 0 {
		t.Errorf("x at %#x is not aligned to %d", s.Addr, align)
	}
	if b := r.bytes(s.Addr, size); slices.ContainsFunc(b, func(b byte) bool { return b != 0 }) {
		t.Errorf("x holds % x", b)
	}
}

// TestDuplicates: all duplicates of a batch are reported together.
func TestDuplicates(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	before := r.Dump()
	_, err := r.Load(t.Context(), images(t, "a=base", "b=base", "x_strong", "y=x_strong")...)
	wantErr[*rtdyld.DuplicateError](t, err, rtdyld.ErrDuplicate)
	for _, s := range []string{"base", "basedata", "x"} {
		if !strings.Contains(err.Error(), "duplicate definition of "+s) {
			t.Errorf("error does not name %s:\n%v", s, err)
		}
	}
	if got := r.Dump(); got != before {
		t.Errorf("left:\n%s", got)
	}
}

// TestBoundIsForgotten: a name that was bound to nothing, or whose definition went
// away, is free for any definition.
func TestBoundIsForgotten(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	w := r.load("x_weakuse") // bound to 0
	r.finalize()
	r.load("x_weak")
	r.load("x_strong") // nobody uses the weak one yet
	if s, _ := r.Lookup("x"); r.bytes(s.Addr, 1)[0] != 0x57 {
		t.Error("the weak definition counts")
	}
	if got := r.word("weakusex", 0); got != 0 {
		t.Errorf("finalized code was bound again, to %#x", got)
	}
	r.unload(w...)
}

// TestComdat: the first copy of a group counts, the other's sections are not
// there, and everything that referred to them has what is right for it.
func TestComdat(t *testing.T) {
	for _, together := range []bool{true, false} {
		r := newRig(t, rtdyld.Config{})
		var objs []*rtdyld.Object
		if together {
			objs = r.load("comdat_1", "comdat_2")
		} else {
			objs = r.load("comdat_1")
			objs = append(objs, r.load("comdat_2")...)
		}
		r.finalize()
		for _, s := range objs[1].Sections() {
			if strings.HasSuffix(s.Name, ".f") {
				t.Errorf("%s is in memory", s.Name)
			}
		}
		one, two := objs[0].Counts(), objs[1].Counts()
		// The losing group's one relocation, that of its frame and that in the note are gone.
		if one.Relocs != two.Relocs+1 {
			t.Errorf("relocations: %d and %d", one.Relocs, two.Relocs)
		}
		f := r.addr("f")
		if !objs[0].Contains(f) || f != section(t, objs[0], ".text.f").Addr {
			t.Errorf("f is at %#x", f)
		}
		if got := r.word("byname2", 0); got != f {
			t.Errorf("reference by name leads to %#x, want %#x", got, f)
		}
		if got, want := r.word("bysection2", 0), section(t, objs[0], ".rodata.f").Addr+8; got != want {
			t.Errorf("reference by section leads to %#x, want %#x", got, want)
		}
		if got := r.target(r.addr("user2") + 1); got != f {
			t.Errorf("call leads to %#x, want %#x", got, f)
		}
		if got := section(t, objs[1], ".note.test").Mem; hex(got) != "00 00 00 00 00 00 00 00" {
			t.Errorf("the note holds % x", got)
		}
		if got := binary.LittleEndian.Uint64(section(t, objs[0], ".note.test").Mem); got != section(t, objs[0], ".rodata.f").Addr+8 {
			t.Errorf("the winner's note holds %#x", got)
		}
		wantFrames(t, objs[0], f, r.addr("user1"))
		wantFrames(t, objs[1], r.addr("user2"))
		err := r.Unload(t.Context(), objs[0])
		e := wantErr[*rtdyld.InUseError](t, err, rtdyld.ErrInUse)
		if !slices.Equal(e.Users, []string{"comdat_2.o"}) {
			t.Errorf("users are %v", e.Users)
		}
		r.unload(objs...)
		if n := r.Sizes(); n.Names != 0 {
			t.Errorf("%d names are left", n.Names)
		}
	}
}

// TestLinkOrder: what describes a dropped section goes with it.
func TestLinkOrder(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load("a=comdat_order", "b=comdat_order")
	r.finalize()
	if got := binary.LittleEndian.Uint64(section(t, objs[0], ".meta").Mem); got != r.addr("f") {
		t.Errorf(".meta holds %#x", got)
	}
	for _, s := range objs[1].Sections() {
		if s.Name == ".meta" {
			t.Error("what describes the dropped copy is in memory")
		}
	}
}

// TestComdatWinnerUnloaded: once all users of a copy are gone the next one counts.
func TestComdatWinnerUnloaded(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load("comdat_1")
	r.finalize()
	r.unload(objs...)
	objs = r.load("comdat_2")
	r.finalize()
	if got := r.word("byname2", 0); got != section(t, objs[0], ".text.f").Addr {
		t.Errorf("f is at %#x", got)
	}
}

// TestDropped: a reference into a dropped section without a counterpart is an
// error that names group and both objects; without a reference it is none.
func TestDropped(t *testing.T) {
	check := func(err error, symbol, object string) {
		t.Helper()
		e := wantErr[*rtdyld.DroppedError](t, err, nil)
		if e.Group != "f" || e.Winner != "comdat_other.o" && e.Winner != "comdat_1.o" || e.Object != object || e.Symbol != symbol {
			t.Errorf("error is %+v", e)
		}
	}
	r := newRig(t, rtdyld.Config{})
	r.load("comdat_other")
	before := r.Dump()
	_, err := r.Load(t.Context(), images(t, "comdat_1")...)
	check(err, ".rodata.f", "comdat_1.o")
	if r.Dump() != before {
		t.Errorf("left:\n%s", r.Dump())
	}
	// By name: f2 is weak, but dropped and referred to is not undefined and weak.
	r.load("comdat_two_use")
	err = r.Resolve(t.Context())
	check(err, "f2", "comdat_two_use.o")
	if errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("also undefined: %v", err)
	}
	r = newRig(t, rtdyld.Config{})
	r.load("comdat_1", "comdat_two")
	r.finalize()
	if _, err := r.Lookup("f2"); err == nil {
		t.Error("f2 is defined")
	}
	r = newRig(t, rtdyld.Config{})
	r.load("comdat_1", "comdat_two_note") // only a note refers to it
	r.finalize()
	// Somebody else may define it.
	r = newRig(t, rtdyld.Config{Resolver: outside{"f2": {Addr: 0x4242}}})
	r.load("comdat_1", "comdat_two_use")
	r.finalize()
	if got := r.word("usef2", 0); got != 0x4242 {
		t.Errorf("f2 is %#x", got)
	}
}

func TestLinkOnce(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load("linkonce_1", "linkonce_2")
	r.finalize()
	want := section(t, objs[0], ".gnu.linkonce.t.lo").Addr
	if a, b := r.word("lo1", 0), r.word("lo2", 0); a != want || b != want {
		t.Errorf("lo is %#x and %#x, want %#x", a, b, want)
	}
	if got := r.word("lo2", 8); got != want+1 {
		t.Errorf("reference by section leads to %#x, want %#x", got, want+1)
	}
	for _, s := range objs[1].Sections() {
		if strings.HasPrefix(s.Name, ".gnu.linkonce") {
			t.Error("the second copy is in memory")
		}
	}
	if err := r.Unload(t.Context(), objs[0]); !errors.Is(err, rtdyld.ErrInUse) {
		t.Errorf("unloading the first: %v", err)
	}
}

// frame is an FDE: the address that it describes.
type frame struct{ pc, size uint64 }

// frames reads a loaded .eh_frame as an unwinder does: records to the zero word,
// addresses as the CIE's R says. It shares nothing with the linker's reader.
func frames(t *testing.T, s rtdyld.LoadedSection) (out []frame) {
	t.Helper()
	mem := s.Mem
	encoding := map[int]byte{}
	for at := 0; at+4 <= len(mem); {
		n := int(int32(binary.LittleEndian.Uint32(mem[at:])))
		if n == 0 {
			return out
		}
		if n < 4 || at+4+n > len(mem) {
			t.Fatalf("record at %#x has length %#x", at, n)
		}
		body := mem[at+4 : at+4+n]
		if id := int(binary.LittleEndian.Uint32(body)); id == 0 {
			encoding[at] = cieEncoding(t, body[4:])
		} else {
			enc, ok := encoding[at+4-id]
			if !ok || enc != 0x1b { // DW_EH_PE_pcrel | DW_EH_PE_sdata4
				t.Fatalf("record at %#x: CIE at %#x, encoding %#x", at, at+4-id, enc)
			}
			pc := s.Addr + uint64(at) + 8 + uint64(int64(int32(binary.LittleEndian.Uint32(body[4:]))))
			out = append(out, frame{pc, uint64(binary.LittleEndian.Uint32(body[8:]))})
		}
		at += 4 + n
	}
	return out
}

// cieEncoding finds the R in a CIE's augmentation.
func cieEncoding(t *testing.T, b []byte) byte {
	aug, rest, _ := strings.Cut(string(b[1:]), "\x00")
	b = []byte(rest)[3:] // code and data alignment, return register: one byte each here
	if aug == "" || aug[0] != 'z' {
		t.Fatalf("augmentation %q", aug)
	}
	b = b[1:]
	for _, c := range aug[1:] {
		switch c {
		case 'R':
			return b[0]
		case 'P':
			b = b[5:]
		case 'L':
			b = b[1:]
		}
	}
	return 0
}

func wantFrames(t *testing.T, o *rtdyld.Object, pcs ...uint64) {
	t.Helper()
	var got []uint64
	for _, f := range frames(t, section(t, o, ".eh_frame")) {
		got = append(got, f.pc)
	}
	slices.Sort(got)
	slices.Sort(pcs)
	if !slices.Equal(got, pcs) {
		t.Errorf("%s: frames describe %#x, want %#x", o.Name(), got, pcs)
	}
}

// TestFramesCXX: of two C++ objects with the same inline functions, each function
// in memory has exactly one FDE, and no FDE describes anything else.
func TestFramesCXX(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(0x20000000)})
	objs := r.load("cxx_1", "cxx_2")
	r.finalize()
	for _, o := range objs {
		want := map[uint64]uint64{}
		for _, s := range o.Symbols() {
			if s.Type.String() == "func" {
				want[s.Addr] = s.Size
			}
		}
		fs := frames(t, section(t, o, ".eh_frame"))
		for _, f := range fs {
			if size, ok := want[f.pc]; ok && size != f.size {
				t.Errorf("%s: frame at %#x has %d bytes, the function %d", o.Name(), f.pc, f.size, size)
			} else if !ok && !inColdPart(o, f) {
				t.Errorf("%s: frame at %#x describes no function", o.Name(), f.pc)
			}
			delete(want, f.pc)
		}
		if len(want) != 0 {
			t.Errorf("%s: no frame for %#x", o.Name(), want)
		}
	}
	a, b := frames(t, section(t, objs[0], ".eh_frame")), frames(t, section(t, objs[1], ".eh_frame"))
	if len(b) >= len(a) || len(b) == 0 {
		t.Errorf("the second object has %d frames, the first %d", len(b), len(a))
	}
	dwarfdump(t, objs[1], len(b))
}

// inColdPart reports whether a frame lies in a section of cold parts, whose symbols
// are local and may have no type.
func inColdPart(o *rtdyld.Object, f frame) bool {
	for _, s := range o.Sections() {
		if strings.Contains(s.Name, ".unlikely") && f.pc-s.Addr < uint64(len(s.Mem)) {
			return true
		}
	}
	return false
}

// dwarfdump has LLVM's reader decode the section too and count its FDEs.
func dwarfdump(t *testing.T, o *rtdyld.Object, want int) {
	citest.Need(t, "llvm-dwarfdump-14", "objcopy")
	dir := t.TempDir()
	raw, out := filepath.Join(dir, "eh"), filepath.Join(dir, "eh.o")
	src := filepath.Join(testdata, "base.o")
	if err := os.WriteFile(raw, append(section(t, o, ".eh_frame").Mem, 0, 0, 0, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	if b, err := exec.Command("objcopy", "--remove-relocations=.eh_frame", "--update-section", ".eh_frame="+raw, src, out).CombinedOutput(); err != nil {
		t.Fatalf("objcopy: %v\n%s", err, b)
	}
	b, err := exec.Command("llvm-dwarfdump-14", "--eh-frame", out).CombinedOutput()
	if err != nil {
		t.Fatalf("llvm-dwarfdump: %v\n%s", err, b)
	}
	n := len(regexp.MustCompile(`(?m)^[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ FDE`).FindAll(b, -1))
	if n != want || strings.Contains(string(b), "error") {
		t.Errorf("llvm-dwarfdump finds %d FDEs, want %d:\n%s", n, want, b)
	}
}

// TestHidden: a hidden name is seen by its batch, whatever the other mentions say.
func TestHidden(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	r.load("hidden_1", "hidden_use")
	objs := r.load("hidden_2")
	r.finalize()
	if _, err := r.Lookup("h"); err == nil {
		t.Error("Lookup finds a hidden name")
	}
	for i := range uint64(2) {
		n := strconv.Itoa(int(i + 1))
		if got := r.bytes(r.word("useh"+n, 0), 8)[0]; got != byte(i+1) {
			t.Errorf("batch %s is bound to h of batch %d", n, got)
		}
		if got := r.bytes(r.word("usel"+n, 0), 8)[0]; got != byte(0x11+i) {
			t.Errorf("object %s is bound to l of another: %#x", n, got)
		}
	}
	if got := r.bytes(r.word("mention", 0), 8)[0]; got != 1 {
		t.Errorf("a mention with default visibility is bound to h of batch %d", got)
	}
	// Two in one batch are a duplicate.
	if _, err := r.Load(t.Context(), images(t, "a=hidden_1", "b=hidden_2")...); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("two in a batch: %v", err)
	}
	// A mention in a batch without a definition is undefined, for the Resolver or nobody.
	r.load("hidden_use2=hidden_ref")
	e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
	if len(e.Symbols) != 1 || e.Symbols[0].Name != "h" {
		t.Errorf("undefined: %+v", e.Symbols)
	}
	r.unload(objs...)
}

// TestOneUnit: with OneUnit a later batch sees the hidden names of an earlier one, the other
// way round too, and may not define them again.
func TestOneUnit(t *testing.T) {
	for _, first := range []string{"hidden_1", "hidden_ref"} {
		r := newRig(t, rtdyld.Config{OneUnit: true})
		var objs []*rtdyld.Object
		objs = append(objs, r.load(first)...)
		objs = append(objs, r.load(map[string]string{"hidden_1": "hidden_ref", "hidden_ref": "hidden_1"}[first])...)
		objs = append(objs, r.load("hidden_use")...) // mentions it with default visibility
		r.finalize()
		for _, name := range []string{"refh", "useh1", "mention"} {
			if got := r.bytes(r.word(name, 0), 8)[0]; got != 1 {
				t.Errorf("%s first: %s is bound to %#x", first, name, got)
			}
		}
		if _, err := r.Lookup("h"); err == nil {
			t.Error("Lookup finds a hidden name")
		}
		if _, err := r.Load(t.Context(), images(t, "hidden_2")...); !errors.Is(err, rtdyld.ErrDuplicate) {
			t.Errorf("a second definition: %v", err)
		}
		r.unload(objs...)
		more := r.load("hidden_2") // the first is gone
		r.finalize()
		r.unload(more...)
	}
}

// TestHiddenAdopts: a hidden reference that its batch leaves undefined is bound to the
// name that all see.
func TestHiddenAdopts(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"h": {Addr: 0x7700}}})
	objs := r.load("hidden_ref")
	r.finalize()
	if got := r.word("refh", 0); got != 0x7700 {
		t.Errorf("h is %#x", got)
	}
	r.unload(objs...)
}

// TestAbsolute: an absolute symbol's value is its address, moved by nothing.
func TestAbsolute(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	r.load("x_abs", "x_use")
	r.finalize()
	if s, err := r.Lookup("x"); err != nil || s.Addr != 0x1234 || s.Kind != rtdyld.Abs {
		t.Errorf("x is %+v", s)
	}
	if got := r.word("usex", 0); got != 0x1234 {
		t.Errorf("x is bound to %#x", got)
	}
}

// TestAbsoluteTwice: two definitions of one absolute value are one, which is in use by the object with the second; of two values they are refused.
func TestAbsoluteTwice(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	first := r.load("x_abs")
	second := r.load("x_abs", "x_use")
	r.finalize()
	if got := r.word("usex", 0); got != 0x1234 {
		t.Errorf("x is bound to %#x", got)
	}
	if err := r.Unload(t.Context(), first...); !errors.Is(err, rtdyld.ErrInUse) {
		t.Errorf("the first one is unloaded before the second: %v", err)
	}
	imgs := images(t, "x_abs")
	for i := range imgs[0].Symbols {
		if imgs[0].SymbolName(objfmt.SymbolID(i)) == "x" {
			imgs[0].Symbols[i].Value++
		}
	}
	if _, err := r.Load(t.Context(), imgs...); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("another value: %v", err)
	}
	r.unload(second...)
	r.unload(first...)
}

// TestTooMany: a linker with as many objects as it can number refuses more, whole batches of them, and takes others once some have gone.
func TestTooMany(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	defer rtdyld.SetMost(3)()
	base := r.load("base")
	before := r.Dump()
	if _, err := r.Load(t.Context(), images(t, "x_weak", "comdat_1", "comdat_2")...); !errors.Is(err, rtdyld.ErrTooMany) || !strings.HasPrefix(err.Error(), "comdat_2") {
		t.Errorf("three more than one of three: %v", err)
	}
	if now := r.Dump(); now != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, now)
	}
	r.load("x_weak", "comdat_1")
	if _, err := r.Load(t.Context(), images(t, "comdat_2")...); !errors.Is(err, rtdyld.ErrTooMany) {
		t.Errorf("one more than three: %v", err)
	}
	r.unload(base...)
	r.load("comdat_2")
}
