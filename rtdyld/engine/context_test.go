package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestAddContext: Add ends soon after its context while it parses an object or the members of an archive and
// lists what they define, and nothing of the module is left.
func TestAddContext(t *testing.T) {
	const n = 4
	f := &objgen.ELF{Is64: true, Machine: 62}
	for i := range n * heed.Every {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1, Reserved: 0xfff1})
	}
	big := f.Bytes()
	parsing := heedtest.Endless()
	img, err := objfile.ParseContext(parsing, "big.o", big)
	if err != nil {
		t.Fatal(err)
	}
	img.Close()
	members := &objgen.Ar{}
	for i := range n * 100 {
		members.Members = append(members.Members, objgen.ArMember{Name: "a.o", Data: object(fmt.Sprint("def f", i))})
	}
	for _, tt := range []struct {
		in    engine.Input
		least int // looks
	}{
		{engine.Input{Name: "big", Object: big}, parsing.Seen() + n - 1 + n}, // its names are read, then entered
		{engine.Input{Name: "many", Archive: members.Bytes()}, n * 100},
	} {
		e := newRig(t, engine.Config{})
		all := heedtest.Endless()
		m, err := e.Add(all, tt.in)
		if err != nil || all.Seen() < tt.least {
			t.Fatalf("%s: %v, %d looks, want %d", tt.in.Name, err, all.Seen(), tt.least)
		}
		if err := e.Remove(t.Context(), m); err != nil {
			t.Error(err)
		}
		rnd := rand.New(rand.NewPCG(15, 12))
		for range 4 {
			c := heedtest.EndsAfter(rnd.IntN(all.Seen()))
			_, err := e.Add(c, tt.in)
			c.Ended(t, tt.in.Name, err, 4)
			for m := range e.Modules() {
				t.Errorf("%s is left", m.Name())
			}
		}
	}
}
