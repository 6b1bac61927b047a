//go:build amd64 || arm64

package perf

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// savedImage links objects to an image.
func savedImage(t *testing.T, objects ...[]byte) []byte {
	t.Helper()
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{0x10000}, Image: true})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i, data := range objects {
		img, err := objfile.Parse(fmt.Sprint(i, ".o"), data)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		if _, err := l.Load(t.Context(), img); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := l.Save(t.Context(), &b, rtdyld.SaveConfig{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestImage: functions of a linked image are in the map and in the dump, at the image's base and where else it is mapped.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	m, d := newMap(t, dir, nil), newDump(t, Config{Dir: dir})
	maps, err := mem.NewImages(mem.ImagesConfig{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{0x10000}, Images: maps, Listeners: []rtdyld.Listener{m, d}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("image.so", savedImage(t, object("one", "two words"), object("three"))), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	var want []row
	for _, away := range []bool{false, true} {
		o, err := l.MapImage(t.Context(), img, rtdyld.MapConfig{Elsewhere: away})
		if err != nil {
			t.Fatal(err)
		}
		if at := o.Blocks()[0].Addr; (at == img.Base()) == away {
			t.Errorf("away %v: it is at %#x", away, at)
		}
		functions := 0
		for _, s := range o.Symbols() {
			if s.Type == objfmt.SymFunc {
				want = append(want, row{s.Addr, 16, s.Name})
				functions++
			}
		}
		if functions != 3 {
			t.Errorf("%d functions", functions)
		}
		if err := l.Unload(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	if rows, _ := readMap(t, m.Path()); !slices.Equal(rows, want) {
		t.Errorf("map %x, want %x", rows, want)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var dump []row
	code := map[string]byte{}
	for _, r := range readDump(t, d.Path()).records {
		if r.id == 0 {
			dump = append(dump, row{r.addr, uint64(len(r.code)), r.name})
		}
		if len(r.code) > 0 {
			code[r.name] = r.code[0]
		}
	}
	if !slices.Equal(dump, want) || code["one"] != 1 || code["two words"] != 2^112 || code["three"] != 1 {
		t.Errorf("dump %x, want %x; code begins with %x", dump, want, code)
	}
}
