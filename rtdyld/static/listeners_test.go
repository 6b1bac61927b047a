//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// listener notes what it is told.
type listener struct {
	told   []string
	counts map[*rtdyld.Object][2]int // how often it was told of each, of both kinds
}

func (l *listener) note(what string, objs []*rtdyld.Object) {
	for _, o := range objs {
		l.told = append(l.told, what+" "+o.Name())
		if l.counts == nil {
			l.counts = map[*rtdyld.Object][2]int{}
		}
		n := l.counts[o]
		if what == "finalized" {
			n[0]++
		} else {
			n[1]++
		}
		l.counts[o] = n
	}
}
func (l *listener) Finalized(objs []*rtdyld.Object) { l.note("finalized", objs) }
func (l *listener) Unloading(objs []*rtdyld.Object) { l.note("unloading", objs) }

// about is what it was told of the program's objects, and how often of an object of libc's.
func (l *listener) about(member string) (program, libc string) {
	of := func(keep func(string) bool) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(l.told), func(s string) bool { return !keep(s) }), ", ")
	}
	return of(func(s string) bool { return strings.HasSuffix(s, " scene.o") }), of(func(s string) bool { return strings.HasSuffix(s, member) })
}

// TestListeners: listeners are told of a program's objects, and once of each of libc's, whether that is linked already or comes later,
// as long as a program has them.
func TestListeners(t *testing.T) {
	var l, first listener
	open := func(in ...Input) func() {
		p, err := Load(t.Context(), append(muslFiles(t), in...)...)
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	with := With(Config{Listeners: []rtdyld.Listener{&l}})
	object := Bytes("scene.o", compiled(t, "scene.c"))
	one := open(With(Config{Listeners: []rtdyld.Listener{&first, &l}}), object)
	two := open(with)
	one()
	if program, _ := l.about("(stdout.lo)"); program != "finalized scene.o, unloading scene.o" {
		t.Errorf("told of %s", program)
	}
	if _, libc := l.about("(malloc.lo)"); !strings.HasPrefix(libc, "finalized ") || strings.Contains(libc, "unloading") {
		t.Errorf("told of libc: %s", libc)
	}
	if _, libc := first.about("(stdout.lo)"); !strings.HasPrefix(libc, "finalized ") || strings.Count(libc, "finalized") != 1 || strings.Count(libc, "unloading") != 1 {
		t.Errorf("whose only program is closed was told: %s", libc)
	}
	// A member that nothing has needed yet.
	p := load(t, Bytes("later.o", source(t, "double cbrt(double); double later(double x) { return cbrt(x); }")))
	if n := bind[func(float64) float64](t, p, "later")(8); n != 2 {
		t.Errorf("%v", n)
	}
	if _, libc := l.about("(cbrt.lo)"); strings.Count(libc, "finalized") != 1 {
		t.Errorf("of what came later it was told: %s", libc)
	}
	two()
	for o, n := range l.counts {
		if n != [2]int{1, 1} {
			t.Errorf("%s: finalized and unloaded %d times", o.Name(), n)
		}
	}
}
