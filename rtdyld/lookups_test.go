package rtdyld_test

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// inlineObject is what a compiler makes of a file of C++: functions of its own, inline ones in groups of their names that some
// other objects have as well, some of them hidden, and names of others. symbols is how many of them are global.
func inlineObject(t *testing.T, i, functions int) (img *objfmt.ObjectImage, symbols int) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	add := func(s objgen.ELFSymbol) uint32 {
		symbols++
		return f.AddSymbol(s)
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
	for k := range functions {
		add(objgen.ELFSymbol{Name: fmt.Sprint("own", i, "of", k), Bind: 1, Section: text})
		add(objgen.ELFSymbol{Name: fmt.Sprint("own", i-1, "of", k), Bind: 1})
		n := 3*i + k
		id := f.Add(objgen.ELFSection{Name: ".text.inline", Flags: 0x206, Data: []byte{byte(n)}})
		f.AddGroup(add(objgen.ELFSymbol{Name: fmt.Sprint("inline", n), Bind: 2, Other: byte(n & 2), Section: id}), 1, id)
	}
	return parse(t, fmt.Sprint("o", i), f.Bytes()), symbols
}

// TestLookUps: a name is looked for once for each symbol that has it, in a large batch as in small ones, though groups and hidden names
// ask for it as well. One in fifty may be taken for a name that is hidden.
func TestLookUps(t *testing.T) {
	for _, c := range []struct{ objects, functions, batch int }{{60, 20, 60}, {60, 20, 1}, {3, 400, 3}} {
		for _, unit := range []bool{false, true} {
			r := newRig(t, rtdyld.Config{OneUnit: unit})
			imgs, symbols := inlineObjects(t, c.objects, c.functions)
			for len(imgs) > 0 {
				if _, err := r.Load(t.Context(), imgs[:c.batch]...); err != nil {
					t.Fatal(err)
				}
				imgs = imgs[c.batch:]
			}
			if n := r.LookUps(); n < symbols || n > symbols+symbols/50 {
				t.Errorf("%d look-ups for %d symbols of %d objects, %d a batch, one unit %t", n, symbols, c.objects, c.batch, unit)
			}
		}
	}
}

// inlineObjects are many of them.
func inlineObjects(t *testing.T, objects, functions int) (imgs []*objfmt.ObjectImage, symbols int) {
	for i := range objects {
		img, n := inlineObject(t, i, functions)
		imgs, symbols = append(imgs, img), symbols+n
	}
	return imgs, symbols
}

// TestManyNames: a batch with so many names that several goroutines enter them comes to what one goroutine makes of it: which object
// has each definition, which sections are dropped, who uses whom, and which error is first.
func TestManyNames(t *testing.T) {
	imgs, symbols := inlineObjects(t, 60, 50)
	if symbols < rtdyld.ManyNames {
		t.Fatalf("%d names are not many", symbols)
	}
	load := func(workers int, imgs ...*objfmt.ObjectImage) (*rig, error) {
		r := newRig(t, rtdyld.Config{Workers: workers})
		r.load("x_weak", "y=x_common8")
		_, err := r.Load(t.Context(), imgs...)
		return r, err
	}
	describe := func(r *rig) string { return addresses.ReplaceAllString(r.Dump(), "") }
	one, err := load(1, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	want := describe(one)
	twice := append(imgs[:len(imgs):len(imgs)], imgs[3], imgs[1])
	_, wantErr := load(1, twice...)
	if !errors.Is(wantErr, rtdyld.ErrDuplicate) {
		t.Fatal(wantErr)
	}
	for _, workers := range []int{2, 5} {
		r, err := load(workers, imgs...)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(r); got != want {
			t.Errorf("%d workers:\n%.2000s\nwant:\n%.2000s", workers, got, want)
		}
		if got, want := r.LookUps(), one.LookUps(); got != want {
			t.Errorf("%d workers look %d times, want %d", workers, got, want)
		}
		before := r.Dump()
		if _, err := r.Load(t.Context(), twice...); !errors.Is(err, rtdyld.ErrDuplicate) || r.Dump() != before {
			t.Errorf("%d workers: %v; left:\n%.2000s\nwas:\n%.2000s", workers, err, r.Dump(), before)
		}
		if _, err := load(workers, twice...); err == nil || err.Error() != wantErr.Error() {
			t.Errorf("%d workers: %.200v, want %.200v", workers, err, wantErr)
		}
	}
}

// TestManyNamesEnd: whichever look at its context ends such a load, nothing is left of it.
func TestManyNamesEnd(t *testing.T) {
	imgs, _ := inlineObjects(t, 4, 2000)
	r := newRig(t, rtdyld.Config{Workers: 3})
	r.load("x_weak", "y=x_common8")
	before := r.Dump()
	step := 1
	if testing.Short() {
		step = 7
	}
	for looks := 0; ; looks += step {
		ctx := heedtest.EndsAfter(looks)
		if _, err := r.Load(ctx, imgs...); err == nil {
			if looks < 20 {
				t.Errorf("the load looks %d times only", looks)
			}
			return
		}
		if after := r.Dump(); after != before {
			t.Fatalf("after %d looks:\n%.2000s\nbefore:\n%.2000s", looks, after, before)
		}
	}
}

// addresses are what differs between linkers, whose memory is elsewhere.
var addresses = regexp.MustCompile(`0x[0-9a-f]+|place .*`)
