package rtdyld_test

import (
	"fmt"
	"testing"

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
			var imgs []*objfmt.ObjectImage
			symbols := 0
			for i := range c.objects {
				img, n := inlineObject(t, i, c.functions)
				imgs, symbols = append(imgs, img), symbols+n
			}
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
