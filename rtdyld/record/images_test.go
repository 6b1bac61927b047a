package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// goImages copies images to memory of Go's, at addresses in a row.
type goImages struct {
	mu     sync.Mutex
	next   uint64
	refuse error
	before func() // Finalize; nil: nothing
}

func (m *goImages) MapImage(_ context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.refuse; err != nil {
		m.refuse = nil
		return nil, err
	}
	a := &goImage{m: m}
	base := req.Base
	if req.Elsewhere {
		m.next += 1 << 20
		base = m.next
	}
	for _, s := range req.Segments {
		b := rtdyld.Block{Mem: make([]byte, s.Size), Addr: s.Addr - req.Base + base}
		copy(b.Mem, req.Data[s.Off:][:s.FileSize])
		a.list = append(a.list, b)
	}
	return a, nil
}

type goImage struct {
	m    *goImages
	list []rtdyld.Block
}

func (a *goImage) Blocks() []rtdyld.Block { return a.list }
func (a *goImage) Finalize(context.Context) error {
	if f := a.m.before; f != nil {
		a.m.before = nil
		f()
	}
	return nil
}
func (a *goImage) Release(context.Context) error { return nil }

// imageOf is an image of one object of words.
func imageOf(t testing.TB, base uint64, cfg rtdyld.SaveConfig, name string, refs ...string) *rtdyld.LinkedImage {
	t.Helper()
	var out bytes.Buffer
	l, err := rtdyld.New(rtdyld.Config{Memory: &goMemory{next: 0x10000}, Image: true, Resolver: from(0x100000)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), words(t, name, refs...))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Base = base
	if err := l.Save(t.Context(), &out, cfg, objs...); err != nil {
		t.Fatal(err)
	}
	x, err := rtdyld.ReadImage(objfmt.NewBuffer(name+".so", out.Bytes()), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// has ends a test unless an error says something; none: "".
func has(t testing.TB, err error, want string) {
	t.Helper()
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Fatalf("%v, not %q", err, want)
	}
}

// imagesRecorded is a session with linked images.
func imagesRecorded(t testing.TB) []byte {
	one := imageOf(t, 0x7000000, rtdyld.SaveConfig{}, "one", "ext1", "?weak")
	two := imageOf(t, 0x8000000, rtdyld.SaveConfig{}, "two", "one", "two", "ext2")
	lacks := imageOf(t, 0x9000000, rtdyld.SaveConfig{}, "lacks", "nobody")
	bound := imageOf(t, 0xa000000, rtdyld.SaveConfig{
		Libraries: []rtdyld.ImageLibrary{{Name: "libext.so", BuildID: []byte{1, 2}}},
		Imports:   map[string]rtdyld.ImageImport{"ext3": {Library: 0}},
	}, "bound", "ext3")
	m := &goImages{next: 0x20000000}
	cfg := rtdyld.Config{
		Memory: &goMemory{next: 0x10000}, Images: m, Resolver: from(0x100000), Initializer: slow{},
		Library: func(name string) (rtdyld.ImageLibrary, bool) {
			return rtdyld.ImageLibrary{Name: name, BuildID: []byte{1, 3}}, name == "libext.so"
		},
	}
	return recording(t, cfg, func(l *rtdyld.Linker) {
		ctx := t.Context()
		_, err := l.MapImage(ctx, lacks, rtdyld.MapConfig{})
		has(t, err, "undefined: nobody")
		m.refuse = errHere
		_, err = l.MapImage(ctx, one, rtdyld.MapConfig{})
		has(t, err, errHere.Error())
		first, err := l.MapImage(ctx, one, rtdyld.MapConfig{})
		has(t, err, "")
		second, err := l.MapImage(ctx, two, rtdyld.MapConfig{Elsewhere: true})
		has(t, err, "")
		_, err = l.MapImage(ctx, bound, rtdyld.MapConfig{})
		has(t, err, "linked image was bound to another library")
		_, err = l.MapImage(ctx, bound, rtdyld.MapConfig{AnyLibrary: true})
		has(t, err, "")
		objs, err := l.Load(ctx, words(t, "user", "two", "one"))
		has(t, err, "")
		has(t, l.Finalize(ctx, objs...), "")
		_, err = l.Lookup("two")
		has(t, err, "")
		_, err = first.Lookup("one")
		has(t, err, "")
		has(t, l.Unload(ctx, first), "in use")
		has(t, l.Unload(ctx, objs[0], second), "")
		has(t, l.Unload(ctx, first), "")
		ended, cancel := context.WithCancel(ctx)
		cancel()
		_, err = l.MapImage(ended, one, rtdyld.MapConfig{})
		has(t, err, "context canceled")
	})
}

// TestImages: linked images that were mapped are mapped again where they were, with their errors, and what was bound to them is bound to them.
func TestImages(t *testing.T) {
	data := imagesRecorded(t)
	want := []string{
		"map image lacks.so: undefined: nobody, referenced by lacks.so", "map image one.so: one.so: map: no more of that", "map image one.so: ", "map image two.so: ",
		"map image bound.so: bound.so: linked image was bound to another library: libext.so has build id 0103, not build id 0102", "map image bound.so: ",
		"load user.o: ", "finalize user.o: ", "lookup two: ", "lookup one in one.so: ", "unload one.so: one.so: in use by two.so, user.o",
		"unload user.o, two.so: ", "unload one.so: ", "map image one.so: one.so: map: context canceled",
	}
	expect(t, data, want...)
	// What is in memory, and where, comes from the record.
	for _, tt := range []struct{ old, new, want string }{
		{`"name":"ext2","found":true,"addr":`, `"name":"ext2","found":true,"addr":1`, "two.so has other contents in memory than it had"},
		{`"image":true,`, ``, errOther.Error()},
		{`"libraries":[{"name":"libext.so","known":true`, `"libraries":[{"name":"libext.so"`, "map image bound.so: "},
		{`,"map":{"Elsewhere":true`, `,"map":{"Elsewhere":false`, ""},
	} {
		other := bytes.ReplaceAll(data, []byte(tt.old), []byte(tt.new))
		if bytes.Equal(other, data) {
			t.Fatalf("the record has no %s:\n%.3000s", tt.old, data)
		}
		steps, same, err := replayed(t, other)
		if err != nil || same != (tt.want == "") || !strings.Contains(steps[len(steps)-1], tt.want) {
			t.Errorf("%s: %q, %v, %v", tt.new, steps, same, err)
		}
	}
	// Damage is an error, or a link that is another one.
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		b := bytes.Clone(data)
		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = data[random.IntN(len(data))]
		}
		replayed(t, b)
	}
}

// during is a Resolver that does something when it is asked for the first time.
type during struct {
	from
	do func()
}

func (d *during) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if f := d.do; f != nil {
		d.do = nil
		f()
	}
	return d.from.Resolve(ctx, refs, out)
}

// TestImagesMeanwhile: an image that is mapped while another one is, and has one of its imports, is what that is bound to; one that is unloaded then is an error, which a
// replay does not look for again.
func TestImagesMeanwhile(t *testing.T) {
	one, two := imageOf(t, 0x7000000, rtdyld.SaveConfig{}, "ext1", "ext5"), imageOf(t, 0x8000000, rtdyld.SaveConfig{}, "two", "ext1", "ext2")
	for _, recorded := range []bool{true, false} {
		t.Run(fmt.Sprint(recorded), func(t *testing.T) {
			names, m := &during{from: 0x100000}, &goImages{next: 0x20000000}
			cfg := rtdyld.Config{Memory: &goMemory{next: 0x10000}, Images: m, Resolver: names}
			session := func(l *rtdyld.Linker) {
				ctx := t.Context()
				var first *rtdyld.Object
				names.do = func() {
					var err error
					first, err = l.MapImage(ctx, one, rtdyld.MapConfig{})
					has(t, err, "")
				}
				second, err := l.MapImage(ctx, two, rtdyld.MapConfig{})
				has(t, err, "")
				has(t, l.Unload(ctx, first), "in use")
				has(t, l.Unload(ctx, second), "")
				m.before = func() { has(t, l.Unload(ctx, first), "") }
				_, err = l.MapImage(ctx, two, rtdyld.MapConfig{})
				if !errors.Is(err, rtdyld.ErrUnloaded) {
					t.Fatal(err)
				}
			}
			if recorded {
				const again = "images that have its names came or went meanwhile"
				expect(t, recording(t, cfg, session), "map image ext1.so: ", "map image two.so: "+again, "map image two.so: ", "unload ext1.so: ext1.so: in use by two.so", "unload two.so: ", "unload ext1.so: ",
					"map image two.so: two.so: map: ext1.so, which it is bound to: ")
				return
			}
			l, err := rtdyld.New(cfg)
			has(t, err, "")
			session(l)
			has(t, l.Close(), "")
		})
	}
}

// starting is an Initializer that refuses objects whose names it does not like.
type starting struct{}

func (starting) Init(_ context.Context, objs []*rtdyld.Object, _ []uint64) error {
	if objs[0].Name() == "bad.so" {
		return errHere
	}
	return nil
}
func (starting) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }

// TestImagesFail: an image whose constructors fail is gone in the replay, too; one that the process died in is mapped again.
func TestImagesFail(t *testing.T) {
	bad := imageOf(t, 0x7000000, rtdyld.SaveConfig{}, "bad", "ext1")
	good := imageOf(t, 0x7000000, rtdyld.SaveConfig{}, "good", "ext1")
	data := recording(t, rtdyld.Config{Memory: &goMemory{next: 0x10000}, Images: &goImages{}, Resolver: from(0x100000), Initializer: starting{}}, func(l *rtdyld.Linker) {
		_, err := l.MapImage(t.Context(), bad, rtdyld.MapConfig{})
		has(t, err, errHere.Error())
		_, err = l.Lookup("bad")
		has(t, err, "undefined")
		_, err = l.MapImage(t.Context(), good, rtdyld.MapConfig{})
		has(t, err, "")
	})
	expect(t, data, "map image bad.so: bad.so: run constructors: no more of that", "lookup bad: undefined: bad", "map image good.so: ")
	cut := bytes.LastIndex(data, []byte(`{"end":`))
	expect(t, data[:cut], "map image bad.so: bad.so: run constructors: no more of that", "lookup bad: undefined: bad", "map image good.so: ")
	if _, _, err := replayed(t, bytes.Replace(data, []byte(`"hasImages":true`), []byte(`"hasImages":false`), 1)); err != nil {
		t.Error(err)
	}
}
