package rtdyld_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// member is a committed object as a member of an archive, with what its index says.
func member(t testing.TB, name string, symbols ...string) objgen.ArMember {
	return objgen.ArMember{Name: name + ".o", Data: file(t, name), Symbols: symbols}
}

func archive(t testing.TB, name string, noIndex bool, members ...objgen.ArMember) *ar.Archive {
	t.Helper()
	a, err := ar.Parse(name, (&objgen.Ar{NoIndex: noIndex, Members: members}).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// collected names what Collect takes besides its first images.
func collected(t testing.TB, defined func(string) bool, archives []*ar.Archive, names ...string) string {
	t.Helper()
	imgs := images(t, names...)
	all, err := rtdyld.Collect(t.Context(), imgs, archives, defined)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, img := range all {
		if i < len(imgs) {
			if img != imgs[i] {
				t.Errorf("image %d is another", i)
			}
			continue
		}
		out = append(out, img.Name)
		t.Cleanup(func() { img.Close() })
	}
	return strings.Join(out, " ")
}

func TestCollect(t *testing.T) {
	for _, noIndex := range []bool{false, true} {
		// one has what two needs and the other way round.
		one := archive(t, "one.a", noIndex, member(t, "mutual_a", "mutual_a"), member(t, "call", "call", "call2", "pointer"), member(t, "x_strong", "x"))
		two := archive(t, "two.a", noIndex, member(t, "mutual_b", "mutual_b"), member(t, "call_ext", "ext"), member(t, "x_weak", "x"))
		both := []*ar.Archive{one, two}
		for _, c := range []struct {
			from []*ar.Archive
			objs string
			want string
		}{
			{both, "base", ""}, // nothing is undefined
			{both, "mutual_b=mutual_b", "one.a(mutual_a.o)"},
			{both, "relax", "two.a(call_ext.o)"},
			{both, "x_use", "one.a(x_strong.o)"}, // the first archive's
			{[]*ar.Archive{two, one}, "x_use", "two.a(x_weak.o)"},
			{both, "x_weakuse", ""}, // a weak reference pulls nothing
			{both, "x_weakuse x_use", "one.a(x_strong.o)"},
			{both, "x_common8", ""}, // a common symbol is a definition
			{both, "user base", ""},
			{both, "undef", ""}, // nobody has it: not Collect's business
		} {
			if got := collected(t, nil, c.from, strings.Fields(c.objs)...); got != c.want {
				t.Errorf("index %v: %s needs %q, want %q", !noIndex, c.objs, got, c.want)
			}
		}
		if got := collected(t, func(n string) bool { return n == "ext" }, both, "relax"); got != "" {
			t.Errorf("%q though it is defined", got)
		}
	}
}

// TestCollectRoots: names that no image refers to are needed all the same.
func TestCollectRoots(t *testing.T) {
	a := archive(t, "a.a", true, member(t, "base", "base", "basedata"), member(t, "user", "user"))
	all, err := rtdyld.Collect(t.Context(), nil, []*ar.Archive{a}, nil, "user", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, img := range all {
		names = append(names, img.Name)
		defer img.Close()
	}
	if got := strings.Join(names, " "); got != "a.a(user.o) a.a(base.o)" { // user refers to base
		t.Errorf("took %q", got)
	}
	if got := collected(t, nil, []*ar.Archive{a}, "base"); got != "" {
		t.Errorf("%q without roots", got)
	}
}

// TestCollectChain: an archive behind needs a member of one in front, again and
// again.
// TestCollector: steps give together what one Collect gives, and nothing twice.
func TestCollector(t *testing.T) {
	a := archive(t, "one.a", false, member(t, "mutual_a", "mutual_a"), member(t, "mutual_b", "mutual_b"), member(t, "x_strong", "x"), member(t, "call_ext", "ext"))
	c := rtdyld.NewCollector([]*ar.Archive{a}, func(n string) bool { return n == "given" })
	var keep []*objfmt.ObjectImage
	defer func() {
		for _, img := range keep {
			img.Close()
		}
	}()
	for _, step := range []struct {
		objs, names, want string
	}{
		{"base", "", ""},
		{"", "mutual_b", "one.a(mutual_b.o) one.a(mutual_a.o)"},
		{"", "mutual_a mutual_b given", ""},
		{"x_weakuse", "nobody", ""},
		{"x_use", "", "one.a(x_strong.o)"},
		{"relax", "x ext", "one.a(call_ext.o)"},
	} {
		imgs, err := c.Collect(t.Context(), images(t, strings.Fields(step.objs)...), strings.Fields(step.names)...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, img := range imgs {
			got = append(got, img.Name)
		}
		keep = append(keep, imgs...)
		if s := strings.Join(got, " "); s != step.want {
			t.Errorf("%+v: %q", step, s)
		}
	}
}

func TestCollectChain(t *testing.T) {
	front := archive(t, "front.a", false, member(t, "mutual_a", "mutual_a"), member(t, "base", "base", "basedata"))
	back := archive(t, "back.a", false, member(t, "mutual_b", "mutual_b"), member(t, "user", "user"))
	if got := collected(t, nil, []*ar.Archive{front, back}, "wants"); got != "front.a(mutual_a.o) back.a(user.o) back.a(mutual_b.o) front.a(base.o)" {
		t.Errorf("took %q", got)
	}
	// A second link unit of the same archives takes them again.
	if got := collected(t, nil, []*ar.Archive{back, front}, "wants"); got != "back.a(user.o) front.a(mutual_a.o) front.a(base.o) back.a(mutual_b.o)" {
		t.Errorf("took %q", got)
	}
}

// TestCollectBad: a member that is needed and broken is an error that says for what;
// one that is not needed is not looked at.
func TestCollectBad(t *testing.T) {
	bad := archive(t, "bad.a", false, objgen.ArMember{Name: "bad.o", Data: file(t, "base")[:100], Symbols: []string{"ext"}}, member(t, "base", "base", "basedata"))
	if got := collected(t, nil, []*ar.Archive{bad}, "user"); got != "bad.a(base.o)" {
		t.Errorf("took %q", got)
	}
	_, err := rtdyld.Collect(t.Context(), images(t, "call"), []*ar.Archive{bad}, nil)
	if !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "needed for ext") || !strings.Contains(err.Error(), "bad.a(bad.o)") {
		t.Errorf("error is %v", err)
	}
	// An index that lies about a member leads nowhere, and not for ever.
	lies := archive(t, "lies.a", false, member(t, "base", "ext", "base"))
	if got := collected(t, nil, []*ar.Archive{lies}, "call"); got != "lies.a(base.o)" {
		t.Errorf("took %q", got)
	}
}

func TestCollectAll(t *testing.T) {
	a := archive(t, "all.a", false, member(t, "base", "base"), objgen.ArMember{Name: "README", Data: []byte("no object")}, member(t, "user", "user"))
	all, err := rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a})
	if err != nil || len(all) != 2 {
		t.Fatalf("%d images, %v", len(all), err)
	}
	for _, img := range all {
		img.Close()
	}
}

// TestCollectImports: import records of GNU tools get the library that other members of
// their archive name, with an index and without; where none does they stay nameless.
func TestCollectImports(t *testing.T) {
	const path = "/usr/x86_64-w64-mingw32/lib/libws2_32.a"
	citest.Need(t, path)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := ar.Parse("ws2_32.a", data)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	var all, records []objgen.ArMember // records: without those that have the name
	for m, err := range whole.Members() {
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		member := objgen.ArMember{Name: m.Name, Data: b}
		all = append(all, member)
		if img := parse(t, "m", b); img.Import != nil {
			records = append(records, member)
		}
	}
	for _, c := range []struct {
		name    string
		members []objgen.ArMember
		library string
	}{{"index", nil, "WS2_32.dll"}, {"no index", all, "WS2_32.dll"}, {"no name", records, ""}} {
		a := whole
		if c.members != nil {
			if a, err = ar.Parse("lib.a", (&objgen.Ar{Flavour: objgen.ArGNU, NoIndex: true, Members: c.members}).Bytes()); err != nil {
				t.Fatal(err)
			}
			defer a.Close()
		}
		f := &objgen.COFF{Machine: 0x8664}
		f.AddSymbol(objgen.COFFSymbol{Name: "__imp_socket", Class: 2})
		f.AddSymbol(objgen.COFFSymbol{Name: "closesocket", Class: 2})
		img := parse(t, "a.o", f.Bytes())
		some, err := rtdyld.Collect(t.Context(), []*objfmt.ObjectImage{img}, []*ar.Archive{a}, nil)
		if err != nil {
			t.Fatal(err)
		}
		every, err := rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a})
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]*objfmt.ObjectImage{some[1:], every} {
			n := 0
			for _, img := range list {
				if im := img.Import; im != nil {
					n++
					if im.Library != c.library {
						t.Errorf("%s: %s is of %q, want %q", c.name, im.Symbol, im.Library, c.library)
					}
				}
				img.Close()
			}
			if n != 2 && n != len(records) {
				t.Errorf("%s: %d records", c.name, n)
			}
		}
	}
}
