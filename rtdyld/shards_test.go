package rtdyld_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// What objects of such a batch have besides, bit by bit. The first of them are nobody's but an object's that goes by itself.
const (
	hasCommons = 1 << iota
	hasLinkOnce
	hasDuplicates
	hasPlain // a thread-local's name in a record that is about none
	hasAll   = 1<<iota - 1
)

// mixedObject is an object whose names, of a few hundred, are defined in all ways: by groups that a global or a local symbol names, of one
// section or two, one of which describes the other, weakly, as one of many, or not; some are thread-local, some hidden. Others have the same ones.
func mixedObject(t *testing.T, rnd *rand.Rand, i, names, has int) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	const text, writable, group, linkOrder, tls = 6, 3, 0x200, 0x80, 0x400
	name := func(kind string) string { return fmt.Sprint(kind, rnd.IntN(names)) }
	own := f.Add(objgen.ELFSection{Name: ".text", Flags: text, Data: make([]byte, 64)})
	threads := f.Add(objgen.ELFSection{Name: ".tdata", Flags: writable | tls, Data: make([]byte, 64)})
	type signed struct {
		local   bool
		text    string
		members []uint32
	}
	var groups []signed
	seen, thread := map[string]bool{}, ""
	var globals []objgen.ELFSymbol
	global := func(s objgen.ELFSymbol) {
		if !seen[s.Name] {
			seen[s.Name] = true
			globals = append(globals, s)
		}
	}
	for k := range 40 {
		id := f.Add(objgen.ELFSection{Name: ".text.f", Flags: text | group, Data: []byte{byte(i), byte(k)}})
		g := signed{members: []uint32{id}}
		if rnd.IntN(3) == 0 {
			g.members = append(g.members, f.Add(objgen.ELFSection{Name: ".rodata.f", Flags: 2 | group, Data: []byte{byte(i)}}))
		}
		if rnd.IntN(8) == 0 {
			f.Add(objgen.ELFSection{Name: "notes", Flags: 2 | linkOrder, Link: id, Data: []byte{byte(i)}})
		}
		hides := byte(rnd.IntN(4) / 3 * 2)
		switch g.text = name("inline"); rnd.IntN(4) {
		case 0: // constructors, as compilers make them
			g.local, g.text = true, name("C5")
			global(objgen.ELFSymbol{Name: g.text + "C1", Type: 2, Bind: 2, Section: id})
			global(objgen.ELFSymbol{Name: g.text + "C2", Type: 2, Bind: 2, Section: id, Other: hides})
		default:
			global(objgen.ELFSymbol{Name: g.text, Type: 2, Bind: 2, Section: id, Other: hides})
		}
		groups = append(groups, g)
		global(objgen.ELFSymbol{Name: name("inline"), Bind: 1 + byte(k&1)})
		global(objgen.ELFSymbol{Name: name("weak"), Type: 1, Bind: 2, Section: own, Value: uint64(k)})
		global(objgen.ELFSymbol{Name: name("unique"), Type: 1, Bind: 10, Section: own, Value: uint64(k)})
		global(objgen.ELFSymbol{Name: fmt.Sprint("strong", i, ".", k), Type: 2, Bind: 1, Section: own, Value: uint64(k)})
		if s := name("thread"); k%2 == 0 {
			global(objgen.ELFSymbol{Name: s, Type: 6, Bind: 2, Section: threads, Value: uint64(k)})
		} else {
			global(objgen.ELFSymbol{Name: s, Type: 6, Bind: 1})
			thread = s
		}
		if has&hasCommons != 0 && i%8 == 3 {
			global(objgen.ELFSymbol{Name: name("common"), Type: 1, Bind: 1, Reserved: 0xfff2, Value: 8, Size: uint64(1 + k)})
		}
		if has&hasLinkOnce != 0 && i%8 == 5 {
			f.Add(objgen.ELFSection{Name: ".gnu.linkonce.t." + name("once"), Flags: text, Data: []byte{byte(i)}})
		}
		if has&hasDuplicates != 0 && i%8 >= 6 {
			global(objgen.ELFSymbol{Name: name("weak"), Type: 1, Bind: 1, Section: own, Value: uint64(k)})
		}
	}
	locals := map[string]uint32{}
	for _, g := range groups {
		if g.local && locals[g.text] == 0 {
			locals[g.text] = f.AddSymbol(objgen.ELFSymbol{Name: g.text, Section: g.members[0]})
		}
	}
	numbers := map[string]uint32{}
	for _, s := range globals {
		numbers[s.Name] = f.AddSymbol(s)
	}
	named := map[string]bool{}
	for _, g := range groups {
		sym := numbers[g.text]
		if g.local {
			sym = locals[g.text]
		}
		if !named[g.text] {
			named[g.text] = true
			f.AddGroup(sym, 1, g.members...)
		}
	}
	if has&hasPlain != 0 && i%8 == 4 {
		f.AddRelocs(f.Add(objgen.ELFSection{Name: ".data", Flags: writable, Data: make([]byte, 8)}), true, []objgen.ELFReloc{{Sym: numbers[thread], Type: 1}})
	}
	return parse(t, fmt.Sprint("o", i), f.Bytes())
}

// TestShards: what several goroutines select of a large batch is what one does, whatever its objects have and whatever was
// loaded before: which definitions and groups count, who uses whom, and which errors there are, in which order.
func TestShards(t *testing.T) {
	const objects, before = 60, 8
	for has := range hasAll + 1 {
		for _, unit := range []bool{false, true} {
			rnd := rand.New(rand.NewPCG(uint64(has), 3))
			var imgs []*objfmt.ObjectImage
			symbols := 0
			for i := range objects {
				h := has
				if i < before {
					h = 0
				}
				img := mixedObject(t, rnd, i, 400, h)
				imgs, symbols = append(imgs, img), symbols+len(img.Hashes)
			}
			if symbols < rtdyld.ManyNames {
				t.Fatalf("%d names are not many", symbols)
			}
			var want []string
			for _, workers := range []int{1, 2, 7} {
				r := newRig(t, rtdyld.Config{Workers: workers, OneUnit: unit, TLS: &anyTLS{}, Memory: &memory{next: 0x7f0000000000}})
				got := []string{}
				add := func(err error) {
					got = append(got, fmt.Sprint(err)+"\n"+r.Dump())
				}
				if _, err := r.Load(t.Context(), imgs[:before]...); err != nil {
					t.Fatal(err)
				}
				old := r.Dump()
				objs, err := r.Load(t.Context(), imgs[before:]...)
				if (err != nil) != (has&(hasDuplicates|hasPlain) != 0) || errors.Is(err, rtdyld.ErrDuplicate) != (has&hasDuplicates != 0) || err != nil && r.Dump() != old {
					t.Fatalf("%d workers, %#b: %v", workers, has, err)
				}
				add(err)
				for _, o := range objs {
					got = append(got, fmt.Sprint(o.Name(), r.UsesOf(o)))
				}
				if err == nil {
					add(r.Unload(t.Context(), objs...))
				}
				if want == nil {
					want = got
				}
				for i := range want {
					if got[i] != want[i] {
						t.Fatalf("%d workers, %#b: %s", workers, has, firstDifference(got[i], want[i]))
					}
				}
			}
		}
	}
}

// firstDifference shows it.
func firstDifference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	at = max(0, at-200)
	return fmt.Sprintf("at %d:\n%.600s\nwant:\n%.600s", at, got[at:], want[at:])
}

// TestShardsEnd: whichever look at its context ends such a load, nothing is left of it.
func TestShardsEnd(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var imgs []*objfmt.ObjectImage
	for i := range 50 {
		imgs = append(imgs, mixedObject(t, rnd, i, 400, 0))
	}
	r := newRig(t, rtdyld.Config{Workers: 3, TLS: &anyTLS{}})
	if _, err := r.Load(t.Context(), imgs[:5]...); err != nil {
		t.Fatal(err)
	}
	before := r.Dump()
	for looks := 0; ; looks++ {
		if _, err := r.Load(heedtest.EndsAfter(looks), imgs[5:]...); err == nil {
			if looks == 0 {
				t.Error("the load does not look")
			}
			return
		}
		if after := r.Dump(); after != before {
			t.Fatalf("after %d looks: %s", looks, firstDifference(after, before))
		}
	}
}
