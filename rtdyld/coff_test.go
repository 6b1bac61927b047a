package rtdyld_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// coff names committed COFF objects for rig.load.
func coff(names ...string) []string {
	var out []string
	for _, n := range names {
		out = append(out, n+"=../coff-link/"+n)
	}
	return out
}

// TestCOFFSelect: what becomes of COMDAT groups of one name, by selection. Objects a
// and b have the same four bytes, c four others, d eight.
func TestCOFFSelect(t *testing.T) {
	for _, c := range []struct {
		selection, objects string
		first, size        string // whose copy counts and how long it is; or the error
	}{
		{"discard", "ab", "a", "4"}, {"discard", "ad", "a", "4"}, {"discard", "da", "d", "8"},
		{"one_only", "a", "a", "4"}, {"one_only", "ab", "", "there may be one only"},
		{"same_size", "ac", "a", "4"}, {"same_size", "ad", "", "sizes 4 and 8 differ"},
		{"same_contents", "ab", "a", "4"}, {"same_contents", "ac", "", "contents differ"}, {"same_contents", "ad", "", "contents differ"},
		{"largest", "ad", "d", "8"}, {"largest", "da", "d", "8"}, {"largest", "abdc", "d", "8"}, {"largest", "ac", "a", "4"},
	} {
		t.Run(c.selection+"_"+c.objects, func(t *testing.T) {
			r := newRig(t, rtdyld.Config{})
			var names []string
			for _, o := range c.objects {
				names = append(names, c.selection+"_"+string(o))
			}
			objs, err := r.Load(t.Context(), images(t, coff(names...)...)...)
			if c.first == "" {
				e := wantErr[*rtdyld.DuplicateError](t, err, rtdyld.ErrDuplicate)
				if e.Symbol != "v" || e.Why != c.size {
					t.Errorf("error is %v", e)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			v, owners := r.addr("v"), ""
			for i, o := range objs {
				for _, s := range o.Sections() {
					if s.Name == ".rdata$v" {
						owners += string(c.objects[i])
						if s.Addr != v || len(s.Mem) != int(c.size[0]-'0') {
							t.Errorf("v is at %#x, the section of %d bytes that counts at %#x", v, len(s.Mem), s.Addr)
						}
					}
				}
				if got := r.target(r.addr("use_"+string(c.objects[i])) + 3); got != v {
					t.Errorf("%s refers to %#x, v is at %#x", o.Name(), got, v)
				}
			}
			if owners != c.first {
				t.Errorf("copies are in %q, want %q", owners, c.first)
			}
			if c.first != c.objects[:1] { // who was pushed aside needs the winner
				err := r.Unload(t.Context(), objs[strings.Index(c.objects, c.first)])
				wantErr[*rtdyld.InUseError](t, err, rtdyld.ErrInUse)
			}
		})
	}
	t.Run("largest, too late", func(t *testing.T) {
		r := newRig(t, rtdyld.Config{})
		r.load(coff("largest_a")...)
		_, err := r.Load(t.Context(), images(t, coff("largest_d")...)...)
		wantErr[*rtdyld.DuplicateError](t, err, rtdyld.ErrDuplicate)
		r.load(coff("largest_b")...)
		r.finalize()
	})
}

// TestCOFFWeak: a weak external gives way to a definition in any object of the
// linker, one for a name outside to a definition outside as well.
func TestCOFFWeak(t *testing.T) {
	const impl, ext = 0x7000, 0x7100
	for _, c := range []struct {
		objects              []string
		outside              outside
		here, there, nothing string // a name, or an address in hexadecimal digits
	}{
		{[]string{"weak", "weakuse"}, outside{"there_impl": {Addr: impl}}, "here_impl", "7000", "0"},
		{[]string{"weakuse", "weak"}, outside{"there_impl": {Addr: impl}}, "here_impl", "7000", "0"},
		{[]string{"weak", "weakuse"}, outside{"there_impl": {Addr: impl}, "there": {Addr: ext}, "here": {Addr: ext}, "nothing": {Addr: ext}}, "here_impl", "7100", "7100"},
		{[]string{"weak", "weakuse", "strong"}, outside{"there_impl": {Addr: impl}}, "here", "there", "nothing"},
		{[]string{"strong", "weakuse", "weak"}, outside{"there_impl": {Addr: impl}}, "here", "there", "nothing"},
	} {
		r := newRig(t, rtdyld.Config{Resolver: c.outside})
		objs := r.load(coff(c.objects...)...)
		r.finalize()
		for i, want := range []string{c.here, c.there, c.nothing} {
			addr := uint64(0)
			if want[0] <= '9' {
				for _, d := range want {
					addr = addr<<4 | uint64(d-'0')
				}
			} else {
				addr = r.addr(want)
			}
			if got := r.word("use", uint64(8*i)); got != addr {
				t.Errorf("%v with %v: word %d is %#x, want %s (%#x)", c.objects, c.outside, i, got, want, addr)
			}
		}
		r.unload(objs...)
	}
	r := newRig(t, rtdyld.Config{})
	r.load(coff("weak", "weakuse")...)
	e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
	if len(e.Symbols) == 0 || e.Symbols[0].Name != "there_impl" && e.Symbols[0].Name != "there" {
		t.Errorf("undefined: %v", e)
	}
}

// TestCOFFImport: a "__imp_" name that nobody defines is a slot of the object with
// the address behind it.
func TestCOFFImport(t *testing.T) {
	const f, own, imp = 0x7000, 0x7200, 0x7300
	r := newRig(t, rtdyld.Config{Resolver: outside{"f": {Addr: f, Kind: rtdyld.Func}, "own": {Addr: own}}})
	objs := r.load(coff("import", "impdef")...)
	r.finalize()
	use := r.addr("use")
	slot := r.target(use + 2)
	if got := r.bytes(slot, 8); hex(got) != "00 70 00 00 00 00 00 00" {
		t.Errorf("__imp_f leads to % x", got)
	}
	if got := r.target(use + 9); got != slot {
		t.Errorf("the second use has its pointer at %#x, the first at %#x", got, slot)
	}
	if got, want := r.target(use+15), r.addr("__imp_own"); got != want {
		t.Errorf("__imp_own is at %#x, not where an object defines it, %#x", got, want)
	}
	if got := r.target(use + 20); got != f {
		t.Errorf("f is called at %#x", got)
	}
	if got := r.word("table", 0); got != slot {
		t.Errorf("the address of __imp_f is %#x, want %#x", got, slot)
	}
	base := r.word("table", 8)
	if base != r.ImageBase() || base == 0 && use >= 1<<31 {
		t.Errorf("__ImageBase is %#x, the linker's %#x", base, r.ImageBase())
	}
	rva := r.bytes(r.addr("table")+16, 4)
	if got := base + uint64(rva[0]) + uint64(rva[1])<<8 + uint64(rva[2])<<16 + uint64(rva[3])<<24; got != use {
		t.Errorf("the image-relative address leads to %#x, want %#x", got, use)
	}
	var slots []string
	for _, m := range objs[0].Made() {
		slots = append(slots, m.Symbol)
	}
	if want := []string{"__imp_f", "__imp_own"}; !slices.Equal(slots, want) {
		t.Errorf("slots for %v, want %v", slots, want)
	}

	// The name itself comes first, if the resolver has it.
	r = newRig(t, rtdyld.Config{Resolver: outside{"f": {Addr: f, Kind: rtdyld.Func}, "__imp_f": {Addr: imp}, "own": {Addr: own}}})
	r.load(coff("import")...)
	r.finalize()
	if got := r.target(r.addr("use") + 2); got != imp {
		t.Errorf("__imp_f is at %#x, the resolver said %#x", got, imp)
	}

	r = newRig(t, rtdyld.Config{Resolver: outside{"f": {Addr: f}}})
	r.load(coff("import")...)
	e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
	if len(e.Symbols) != 1 || e.Symbols[0].Name != "__imp_own" {
		t.Errorf("undefined: %v", e)
	}
}

// TestCOFFDirectives: an alternate name counts where nobody defines the name.
func TestCOFFDirectives(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load(coff("directive")...)
	r.finalize()
	if got, want := r.word("use", 0), r.addr("present"); got != want {
		t.Errorf("missing is %#x, want present, %#x", got, want)
	}
	if s, err := r.Lookup("missing"); err != nil || s.Addr != r.addr("present") {
		t.Errorf("Lookup of missing: %+v, %v", s, err)
	}
	r.unload(objs...)
	if _, err := r.Lookup("missing"); err == nil {
		t.Error("missing is there after all are unloaded")
	}
	r.load(coff("directive", "missing")...)
	r.finalize()
	if got, want := r.word("use", 0), r.addr("missing"); got != want {
		t.Errorf("missing is %#x, want the definition at %#x", got, want)
	}

	lib := archive(t, "lib.a", false, member(t, "../coff-link/strong", "needed"), member(t, "../coff-link/missing", "missing"))
	if got := collected(t, nil, []*ar.Archive{lib}, coff("directive")...); got != "lib.a(../coff-link/strong.o) lib.a(../coff-link/missing.o)" && got != "lib.a(../coff-link/missing.o) lib.a(../coff-link/strong.o)" {
		t.Errorf("collected %s", got)
	}
}

// TestCOFFInit: sections of .CRT in the order of their letters.
func TestCOFFInit(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load(coff("crt")...)
	r.finalize()
	if got := rtdyld.InitFuncs(objs...); !slices.Equal(got, []uint64{0x1001, 0x1002, 0x1003}) {
		t.Errorf("initializers %#x", got)
	}
	if got := rtdyld.FiniFuncs(objs...); !slices.Equal(got, []uint64{0x2001, 0x2002, 0x2003, 0x2004}) {
		t.Errorf("terminators %#x", got)
	}
}

// TestCOFFImportLayout: in Layout RuntimeDyld each section has pointers to imports of its own, behind its contents.
func TestCOFFImportLayout(t *testing.T) {
	const f, own = 0x7000, 0x7200
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld, Resolver: outside{"f": {Addr: f, Kind: rtdyld.Func}, "own": {Addr: own}}})
	objs := r.load(coff("import", "impdef")...)
	r.finalize()
	use := r.addr("use")
	code, data := r.target(use+2), r.word("table", 0)
	for _, at := range []struct {
		section string
		slot    uint64
	}{{".text", code}, {".rdata", data}} {
		i := slices.IndexFunc(objs[0].Sections(), func(s rtdyld.LoadedSection) bool { return s.Name == at.section })
		if s := objs[0].Sections()[i]; at.slot < s.Addr || at.slot-s.Addr > uint64(len(s.Mem))+64 || at.slot%8 != 0 {
			t.Errorf("the pointer of %s is at %#x, the section at %#x", at.section, at.slot, s.Addr)
		}
		if got := hex(r.bytes(at.slot, 8)); got != "00 70 00 00 00 00 00 00" {
			t.Errorf("the pointer of %s is %s", at.section, got)
		}
	}
	if got := r.target(use + 9); got != code {
		t.Errorf("the second use has its pointer at %#x, the first at %#x", got, code)
	}
	if got, want := r.target(use+15), r.addr("__imp_own"); got != want {
		t.Errorf("__imp_own is at %#x, not where an object defines it, %#x", got, want)
	}
}

// TestCOFFImportRecord: what an import library says of a name goes to the Resolver
// with the name, and only names that are used are asked for.
func TestCOFFImportRecord(t *testing.T) {
	record := func(name string) objgen.ArMember {
		im := objgen.COFFImport{Machine: 0x8664, Symbol: name, Library: "some.dll", Type: 0 | 1<<2, Ordinal: 7}
		return objgen.ArMember{Name: "some.dll", Data: im.Bytes(), Symbols: []string{name, "__imp_" + name}}
	}
	lib := archive(t, "some.lib", false, record("f"), record("own"), record("unused"))
	imgs, err := rtdyld.Collect(t.Context(), images(t, coff("import")...), []*ar.Archive{lib}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range imgs[1:] {
		t.Cleanup(func() { img.Close() })
	}
	if len(imgs) != 3 {
		t.Fatalf("%d images, want the object and two records", len(imgs))
	}
	for _, whole := range []bool{false, true} {
		if whole {
			all, err := rtdyld.CollectAll(t.Context(), imgs[:1], []*ar.Archive{lib})
			if err != nil {
				t.Fatal(err)
			}
			for _, img := range all[1:] {
				t.Cleanup(func() { img.Close() })
			}
			imgs = all
		}
		asked := map[string]bool{}
		r := newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
			for i, ref := range refs {
				asked[ref.Name] = true
				if im := ref.Import; im != nil && im.Symbol == ref.Name && im.Library == "some.dll" && im.Name == ref.Name && im.Ordinal == 7 {
					out[i] = rtdyld.Symbol{Addr: 0x7000, Kind: rtdyld.Func, Found: true}
				}
			}
			return nil
		})})
		objs, err := r.Load(t.Context(), imgs...)
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		if got := r.target(r.addr("use") + 20); got != 0x7000 {
			t.Errorf("f is called at %#x", got)
		}
		if asked["unused"] || !asked["f"] || !asked["own"] {
			t.Errorf("asked for %v", asked)
		}
		if _, err := r.Lookup("f"); err == nil {
			t.Error("an import is found as a definition")
		}
		r.unload(objs...)
	}
}
