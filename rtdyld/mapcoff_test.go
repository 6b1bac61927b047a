package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// functionTables notes what it is told of functions.
type functionTables struct{ now []rtdyld.UnwindTable }

func (u *functionTables) Formats() rtdyld.UnwindFormat { return rtdyld.PData }
func (u *functionTables) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	u.now = append(u.now, tables...)
	return nil
}
func (u *functionTables) Deregister(context.Context, []rtdyld.UnwindTable) error {
	u.now = nil
	return nil
}

// allFunctions finds every name, as a function.
var allFunctions = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
	return rtdyld.Symbol{Addr: externAddr, Kind: rtdyld.Func, Found: true}, true
})

// TestMapCOFF: an image of COFF objects says that it is of such, and is for linkers of these alone. The unwinder is told of the functions that its .pdata has, by
// their distance from where the image is, until it is unloaded.
func TestMapCOFF(t *testing.T) {
	var imgs []*objfmt.ObjectImage
	for _, name := range []string{"cxx_gnu.o", "rel32.o"} {
		data, err := os.ReadFile("../testdata/coff-amd64/" + name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(name, data)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		imgs = append(imgs, img)
	}
	file, err := savedWith(t, allFunctions, rtdyld.SaveConfig{}, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	pdata, err := f.Section(".pdata").Data()
	if err != nil || len(pdata) == 0 || len(pdata)%12 != 0 {
		t.Fatalf("%d bytes of .pdata, %v", len(pdata), err)
	}
	x, err := rtdyld.ReadImage(objfmt.NewBuffer("coff.so", file), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.Triple() != triple.ForObject(triple.X86_64, triple.COFF) {
		t.Errorf("it is for %v", x.Triple())
	}
	linux := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Triple = mustTriple("x86_64-linux-gnu") })
	if _, err := linux.MapImage(t.Context(), x, rtdyld.MapConfig{}); !errors.Is(err, rtdyld.ErrTarget) {
		t.Errorf("for Linux: %v", err)
	}
	for _, away := range []bool{false, true} {
		var u functionTables
		r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) {
			cfg.Unwinder, cfg.Resolver, cfg.Triple = &u, allFunctions, mustTriple("x86_64-pc-windows-gnu")
		})
		o, err := r.MapImage(t.Context(), x, rtdyld.MapConfig{Elsewhere: away})
		if err != nil {
			t.Fatal(err)
		}
		base := x.Base()
		if away {
			base = elsewhere
		}
		if len(u.now) != 1 || u.now[0].Format != rtdyld.PData || u.now[0].Base != base || !bytes.Equal(u.now[0].Mem, pdata) {
			t.Fatalf("%+v", u.now)
		}
		s, err := o.Lookup("_Z3useP4Base")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for b := pdata; len(b) > 0; b = b[12:] {
			found = found || base+uint64(binary.LittleEndian.Uint32(b)) == s.Addr
		}
		if !found {
			t.Errorf("no entry begins at %#x", s.Addr)
		}
		if err := r.Unload(t.Context(), o); err != nil || u.now != nil {
			t.Errorf("%v, %+v", err, u.now)
		}
	}
}
