package rtdyld_test

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// parsedAgain counts images that are parsed again while f runs, between two collections.
func parsedAgain(f func()) uint64 {
	runtime.GC()
	before := tally.Now()
	f()
	return tally.Now().Since(before).Images
}

// saysOf is what an object's image is asked for.
func saysOf(t *testing.T, o *rtdyld.Object) string {
	img := o.Image()
	var b strings.Builder
	fmt.Fprintln(&b, o.Name(), o.Counts(), img.Name, img.Triple, img.User, img.Symbols, img.Sections, img.Groups)
	for _, list := range [][]rtdyld.LoadedSymbol{o.Symbols(), o.AppendSymbols(nil)} {
		fmt.Fprintln(&b, list)
	}
	fmt.Fprintln(&b, o.Sections(), o.AppendSections(nil), o.Made(), o.HasDWARF())
	for s := range o.SymbolSeq() {
		fmt.Fprintln(&b, s)
	}
	for s := range o.SectionSeq() {
		fmt.Fprintln(&b, s)
	}
	return b.String()
}

// finalizedApart loads and finalizes an object whose image is the linker's alone, and then another, so that the linker gives the image up.
func finalizedApart(t *testing.T, r *rig, data []byte) (o *rtdyld.Object, was string) {
	img, err := objfile.Parse("apart.o", data)
	if err != nil {
		t.Fatal(err)
	}
	img.User = "somebody's"
	objs := r.loadImages(img)
	r.finalize(objs...)
	img.Close()
	was = saysOf(t, objs[0])
	r.finalize(r.load("base")...)
	return objs[0], was
}

// TestImageAgain: an object whose image has been given up says the same of itself, by parsing the image again once for as long as somebody
// has it, and goes without that.
func TestImageAgain(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	o, was := finalizedApart(t, r, generated(20, 10, 0))
	if n := parsedAgain(func() {
		if now := saysOf(t, o); now != was {
			t.Errorf("before:\n%s\nafter:\n%s", was, now)
		}
	}); n == 0 {
		t.Error("no image is parsed again: it was not given up")
	}
	if n := parsedAgain(func() {
		img := o.Image()
		saysOf(t, o)
		runtime.KeepAlive(img)
	}); n != 1 {
		t.Errorf("%d images are parsed while somebody has one", n)
	}
	if n := parsedAgain(func() {
		if s, err := r.Lookup("own3"); err != nil || s.Object != o || s.Size != 0 {
			t.Errorf("own3 is %+v, %v", s, err)
		}
		img, err := objfile.Parse("user.o", generatedAs("user", "own", 20, 1, 10))
		if err != nil {
			t.Fatal(err)
		}
		users := r.loadImages(img)
		r.finalize(users...)
		img.Close()
		r.unload(append(users, o)...)
	}); n != 0 {
		t.Errorf("look-ups, users of it and Unload parse %d images", n)
	}
	if s := o.Image().Symbols; len(s) == 0 {
		t.Error("an unloaded object's image has no symbols")
	}
}

// TestImageHeld: as long as the caller has the image, it is the object's.
func TestImageHeld(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	img := images(t, "comdat_1")[0]
	objs := r.loadImages(img)
	r.finalize(objs...)
	r.finalize(r.load("base")...)
	if n := parsedAgain(func() {
		if objs[0].Image() != img {
			t.Error("it has another image")
		}
	}); n != 0 {
		t.Errorf("%d images are parsed", n)
	}
}

// TestImageChanged: an object whose file says something else by now has no symbols that are told of, and goes as it came.
func TestImageChanged(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"zeros":   func(b []byte) []byte { return make([]byte, len(b)) },
		"another": func([]byte) []byte { return generated(20, 11, 1) },
		"shorter": func([]byte) []byte { return generated(2, 1, 0) },
		"damaged": func(b []byte) []byte { b[len(b)-1]++; b[40]++; return b },
	} {
		t.Run(name, func(t *testing.T) {
			listener := &listed{}
			r := newRig(t, rtdyld.Config{Listeners: []rtdyld.Listener{listener}})
			data := generated(20, 10, 1)
			base := r.loadImages(parse(t, "undefined.o", generatedAs("undefined", "nothing", 1, 1, 0)))
			o, _ := finalizedApart(t, r, data)
			other := change(bytes.Clone(data))
			clear(data[copy(data, other):])
			runtime.GC()
			img := o.Image()
			if len(img.Symbols) != 12 || len(img.Sections) != len(o.Image().Sections) {
				t.Errorf("the image has %d symbols and %d sections", len(img.Symbols), len(img.Sections))
			}
			for id := range img.Sections {
				if _, err := img.Contents(objfmt.SectionID(id)); err == nil {
					t.Error("there are contents of a section")
				}
			}
			if _, err := img.Full(); err == nil {
				t.Error("there are all sections of the file")
			}
			if s := o.Symbols(); len(s) != 0 {
				t.Errorf("it has symbols %v", s)
			}
			if s := o.Sections(); len(s) == 0 || len(s[0].Mem) == 0 {
				t.Errorf("it has sections %v", s)
			}
			saysOf(t, o)
			if s, err := r.Lookup("own3"); err != nil || s.Object != o {
				t.Errorf("own3 is %+v, %v", s, err)
			}
			r.unload(append(base, o)...)
			if !reflect.DeepEqual(listener.gone, []string{"undefined.o", "apart.o"}) {
				t.Errorf("told of are %v", listener.gone)
			}
		})
	}
}

// listed is a listener that lists the objects that go.
type listed struct{ gone []string }

func (*listed) Finalized([]*rtdyld.Object) {}
func (l *listed) Unloading(objs []*rtdyld.Object) {
	for _, o := range objs {
		o.Symbols()
		l.gone = append(l.gone, o.Name())
	}
}

// TestImageBeside: objects are asked for what their images say while others are finalized, unloaded and collected.
func TestImageBeside(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	const n = 20
	var objs [n]*rtdyld.Object
	for i := range objs {
		img := parse(t, fmt.Sprintf("o%d", i), generatedAs(fmt.Sprintf("f%d_", i), fmt.Sprintf("f%d_", max(i-1, 0)), 10, 10, 10*min(i, 1)))
		objs[i] = r.loadImages(img)[0]
		img.Close()
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := range 3 * n {
				o := objs[i%n]
				if s := o.Symbols(); len(s) > 0 && (len(s) != 10 || !strings.HasPrefix(s[0].Name, "f")) {
					t.Errorf("%s has symbols %v", o.Name(), s)
				}
				if img := o.Image(); len(img.Symbols) < 11 {
					t.Errorf("%s has an image of %d symbols", o.Name(), len(img.Symbols))
				}
				o.Sections()
				o.Counts()
				r.Lookup(fmt.Sprintf("f%d_1", i%n))
				o.DebugSections(nil)
				o.Made()
				rtdyld.Destructors(o)
			}
		})
	}
	for _, o := range objs {
		r.finalize(o)
		runtime.GC()
	}
	for i := n - 1; i >= n/2; i-- {
		r.unload(objs[i])
	}
	wg.Wait()
}
