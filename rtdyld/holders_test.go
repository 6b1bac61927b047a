package rtdyld_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// namesOf is an object by its names.
type namesOf struct{ defines, needs []string }

func (n namesOf) object() []byte {
	f := objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8), Align: 8})
	for _, name := range n.defines {
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1, Section: data})
	}
	for _, name := range n.needs {
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})
	}
	return f.Bytes()
}

// TestCollectMany: from many archives those members are taken, in that order, that are if each archive is asked for each name.
func TestCollectMany(t *testing.T) {
	taken := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		name := func() string { return fmt.Sprintf("name%d", r.IntN(80)) }
		some := func(n int) (list []string) {
			for range r.IntN(n) {
				list = append(list, name())
			}
			slices.Sort(list)
			return slices.Compact(list)
		}
		var files [][]namesOf
		var archives []*ar.Archive
		for i := range 1 + r.IntN(12) {
			var members []objgen.ArMember
			var file []namesOf
			for k := range 1 + r.IntN(4) {
				m := namesOf{some(5), some(6)}
				m.needs = slices.DeleteFunc(m.needs, func(s string) bool { return slices.Contains(m.defines, s) })
				file = append(file, m)
				members = append(members, objgen.ArMember{Name: fmt.Sprintf("m%d.o", k), Data: m.object(), Symbols: m.defines})
			}
			files = append(files, file)
			archives = append(archives, archive(t, fmt.Sprintf("a%d.a", i), r.IntN(8) == 0, members...))
		}
		c, e := rtdyld.NewCollector(archives, func(name string) bool { return name == "name7" }), asking{files: files, known: map[string]bool{}}
		for step := range 3 {
			roots := some(8)
			imgs, err := c.Collect(t.Context(), nil, roots...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, img := range imgs {
				got = append(got, img.Name)
				defer img.Close()
			}
			want := e.collect(roots)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d of %d archives: %v, want %v", seed, step, len(archives), got, want)
			}
			taken += len(got)
		}
	}
	if taken < 300 {
		t.Errorf("only %d members were taken", taken)
	}
}

// asking asks each archive for each name.
type asking struct {
	files [][]namesOf
	known map[string]bool // names, and whether they are defined
	list  []string        // those that were not
	asked []int
}

func (e *asking) need(names []string) {
	for _, n := range names {
		if _, is := e.known[n]; !is {
			e.known[n] = n == "name7"
			e.list = append(e.list, n)
		}
	}
}

func (e *asking) collect(roots []string) (took []string) {
	if e.asked == nil {
		e.asked = make([]int, len(e.files))
	}
	e.need(roots)
	for again := true; again; {
		again = false
		for i, file := range e.files {
			for ; e.asked[i] < len(e.list); e.asked[i]++ {
				name := e.list[e.asked[i]]
				k := slices.IndexFunc(file, func(m namesOf) bool { return slices.Contains(m.defines, name) })
				if e.known[name] || k < 0 {
					continue
				}
				took, again = append(took, fmt.Sprintf("a%d.a(m%d.o)", i, k)), true
				for _, n := range file[k].defines {
					e.known[n] = true
				}
				e.need(file[k].needs)
			}
		}
	}
	return took
}

// TestCollectManyBad: a malformed index among many is an error where a name is looked for in it, and none where all names are found before.
func TestCollectManyBad(t *testing.T) {
	var archives []*ar.Archive
	for i := range 6 {
		m := namesOf{defines: []string{fmt.Sprintf("own%d", i)}}
		archives = append(archives, archive(t, fmt.Sprintf("a%d.a", i), false, objgen.ArMember{Name: "m.o", Data: m.object(), Symbols: m.defines}))
	}
	data := (&objgen.Ar{Members: []objgen.ArMember{{Name: "m.o", Data: namesOf{defines: []string{"last"}}.object(), Symbols: []string{"last"}}}}).Bytes()
	at := len("!<arch>\n") + 60 // of the index: how many symbols it has
	data[at] = 0x7f
	bad, err := ar.Parse("bad.a", data)
	if err != nil {
		t.Fatal(err)
	}
	defer bad.Close()
	archives = append(archives, bad)
	imgs, err := rtdyld.Collect(t.Context(), nil, archives, nil, "own3")
	if err != nil || len(imgs) != 1 {
		t.Errorf("%d members, %v, where another archive has the name", len(imgs), err)
	}
	for _, img := range imgs {
		img.Close()
	}
	imgs, err = rtdyld.Collect(t.Context(), nil, archives, nil, "own3", "nobody")
	if malformed, ok := err.(*objfmt.FormatError); !ok || malformed.File != "bad.a" {
		t.Errorf("%v, want what is wrong with bad.a", err)
	}
	for _, img := range imgs {
		img.Close()
	}
}
