package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// savedImage is an image of some C, as a linker saves it.
func savedImage(t testing.TB) []byte {
	t.Helper()
	data, err := saved(t, rtdyld.SaveConfig{Base: savedBase}, compileSave(t, saveSources, "--target=x86_64-linux-gnu", "-fPIC")...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// anyNames finds every name, each at an address of its own.
type anyNames struct{ names map[string]uint64 }

func (a *anyNames) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i, r := range refs {
		if a.names[r.Name] == 0 {
			a.names[r.Name] = externAddr + uint64(len(a.names))<<12
		}
		out[i] = rtdyld.Symbol{Addr: a.names[r.Name], Found: true}
		if r.TLS {
			out[i] = rtdyld.Symbol{Addr: 0x40, Module: 9, Kind: rtdyld.TLS, Found: true}
		}
	}
	return nil
}

// TestMapSaved: what a linker saves another one maps, with the hashes looked at: the words of imports hold what the Resolver says, those of the image's
// own are its addresses wherever it is, and all definitions are found.
func TestMapSaved(t *testing.T) {
	data := savedImage(t)
	f := readImage(t, data)
	for _, away := range []bool{false, true} {
		names := &anyNames{map[string]uint64{}}
		r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Resolver = names })
		img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{Elsewhere: away})
		if err != nil {
			t.Fatal(err)
		}
		bias := o.Blocks()[0].Addr - img.Base()
		if inputs, err := img.Inputs(); err != nil || len(inputs) != len(saveSources) || inputs[0].Name != "a.o" {
			t.Errorf("inputs %v, %v", inputs, err)
		}
		found := 0
		for _, s := range f.syms {
			got, err := r.Lookup(s.Name)
			switch {
			case s.Section == elf.SHN_UNDEF:
			case err != nil:
				t.Errorf("%s: %v", s.Name, err)
			case elf.ST_TYPE(s.Info) != elf.STT_TLS && got.Addr != s.Value+bias:
				t.Errorf("%s is at %#x, not %#x", s.Name, got.Addr, s.Value+bias)
			default:
				found++
			}
		}
		word := func(name string, i uint64) uint64 {
			s, err := r.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range o.Blocks() {
				if at := s.Addr + 8*i; at >= b.Addr && at+8 <= b.Addr+uint64(len(b.Mem)) {
					return binary.LittleEndian.Uint64(b.Mem[at-b.Addr:])
				}
			}
			t.Fatalf("%s is nowhere", name)
			return 0
		}
		twice, _ := r.Lookup("twice")
		list, _ := r.Lookup("data")
		for _, c := range []struct {
			name    string
			i, want uint64
		}{
			{"table", 1, twice.Addr}, {"table", 2, 0},
			{"outside", 0, names.names["puts"]}, {"outside", 2, names.names["environ_like"] + 40},
			{"data", 7, list.Addr}, {"data", 70, list.Addr + 71*8},
		} {
			if got := word(c.name, c.i); got != c.want || c.want == 0 && c.i != 2 {
				t.Errorf("away %v: %s[%d] is %#x, want %#x", away, c.name, c.i, got, c.want)
			}
		}
		if found < 10 || len(r.ran) != 2 {
			t.Errorf("%d names, constructors %#x", found, r.ran)
		}
		if err := errors.Join(r.Unload(t.Context(), o), img.Close()); err != nil || len(r.ran) != 3 {
			t.Errorf("%v, %d functions ran", err, len(r.ran))
		}
	}
}

// TestMapThreads: pairs of a module and an offset, by which code finds an image's thread-locals, have the offset in the module that they are in.
func TestMapThreads(t *testing.T) {
	const source = "__thread int a = 1; static __thread int b = 2, c = 3; int *f(int i) { return i ? i == 1 ? &b : &c : &a; }"
	data, err := saved(t, rtdyld.SaveConfig{Base: savedBase}, compileSave(t, []string{source}, "--target=x86_64-linux-gnu", "-fPIC")...)
	if err != nil {
		t.Fatal(err)
	}
	f := readImage(t, data)
	r := newImageRig(t, nil)
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	o, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{})
	if err != nil {
		t.Fatal(err)
	}
	want := anyBlock{&r.tls}
	pairs := 0
	for b := f.table(t, elf.DT_RELA, elf.DT_RELASZ); len(b) > 0; b = b[24:] {
		at := f.ByteOrder.Uint64(b)
		if f.ByteOrder.Uint64(b[8:]) != uint64(elf.R_X86_64_DTPMOD64) {
			continue
		}
		pairs++
		off := f.ByteOrder.Uint64(f.at(t, at+8))
		for _, s := range o.Blocks() {
			if at-s.Addr >= uint64(len(s.Mem)) {
				continue
			}
			got := s.Mem[at-s.Addr:]
			if module, offset := f.ByteOrder.Uint64(got), f.ByteOrder.Uint64(got[8:]); module != want.Module() || offset != want.DTPOffset()+off {
				t.Errorf("module %d, offset %#x; want %d, %#x", module, offset, want.Module(), want.DTPOffset()+off)
			}
		}
	}
	if pairs == 0 {
		t.Error("there are no pairs")
	}
}

// TestSavedFlips: no damage to a saved image is taken for an image, whatever byte it is in.
func TestSavedFlips(t *testing.T) {
	good := savedImage(t)
	rounds := 500
	if !citest.Sample() {
		rounds = 10_000
	}
	hashes := 0
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 21))
		data := append([]byte(nil), good...)
		switch rng.IntN(10) {
		case 0:
			data = data[:rng.IntN(len(data))]
		case 1:
			data = append(data, byte(rng.Uint32()))
		default:
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		if readDamaged(t, seed, data) {
			hashes++
		}
	}
	if hashes < rounds/4 {
		t.Errorf("hashes told of %d of %d", hashes, rounds)
	}
}

// TestTrustedFlips: damage to an image that is trusted is a typed error or is mapped.
func TestTrustedFlips(t *testing.T) {
	good := savedImage(t)
	rounds := 300
	if !citest.Sample() {
		rounds = 10_000
	}
	names := &anyNames{map[string]uint64{}}
	r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Resolver = names })
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 22))
		data := append([]byte(nil), good...)
		for range 1 + rng.IntN(3) {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
			data[rng.IntN(0xa00)] ^= 1 << rng.IntN(8)
		}
		if _, err := mapDamaged(r, data); err != nil && !isOneOf(err, imageErrors) {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestMapCopies: data of a library that code refers to directly is copied into the image when that is mapped.
func TestMapCopies(t *testing.T) {
	imgs := compileSave(t, []string{"extern char table[40]; int get(int i) { return table[i]; }"}, "--target=x86_64-linux-gnu", "-fPIE", "-fdirect-access-external-data")
	size := uint64(40)
	known := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x2000, Size: size, Kind: rtdyld.Data}, true
	})
	data, err := savedWith(t, known, rtdyld.SaveConfig{Base: savedBase}, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) {
		cfg.Resolver = known
		cfg.ReadMemory = func(_ context.Context, addr uint64, dst []byte) error {
			for i := range dst {
				dst[i] = byte(addr>>8) + byte(i)
			}
			return nil
		}
	})
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	o, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{Elsewhere: true})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, b := range o.Blocks() {
		for i := 0; i+40 <= len(b.Mem); i++ {
			found = found || b.Mem[i] == 0x20 && b.Mem[i+1] == 0x21 && b.Mem[i+39] == 0x20+39
		}
	}
	if !found {
		t.Error("there is no copy")
	}
	if size = 48; r.Unload(t.Context(), o) != nil {
		t.Error("it stays")
	}
	if _, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{}); !errors.Is(err, rtdyld.ErrImageLibrary) {
		t.Errorf("data of another size: %v", err)
	}
}

// TestMapLibraries: an import from another library than the one that the image was bound to is an error, before anything is left mapped; from the same one, from one that is not known,
// or where any will do, it is none.
func TestMapLibraries(t *testing.T) {
	imgs := compileSave(t, []string{"int theirs(void), others(void); int get(void) { return theirs() + others(); }"}, "--target=x86_64-linux-gnu", "-fPIC")
	long := bytes.Repeat([]byte{5}, 40)
	hashed := rtdyld.ImageLibrary{Name: "lib.so.1", SHA256: [32]byte{1}, Size: 100}
	type want bool
	const same, other want = true, false
	for _, c := range []struct {
		name         string
		saved, found rtdyld.ImageLibrary
		want         want
	}{
		{"build id", rtdyld.ImageLibrary{BuildID: []byte{1, 2}}, rtdyld.ImageLibrary{BuildID: []byte{1, 2}}, same},
		{"other build id", rtdyld.ImageLibrary{BuildID: []byte{1, 2}}, rtdyld.ImageLibrary{BuildID: []byte{1, 3}}, other},
		{"no build id now", rtdyld.ImageLibrary{BuildID: []byte{1, 2}}, rtdyld.ImageLibrary{}, other},
		{"a long build id", rtdyld.ImageLibrary{BuildID: long}, rtdyld.ImageLibrary{BuildID: long}, same},
		{"nothing known", rtdyld.ImageLibrary{Size: 7}, rtdyld.ImageLibrary{BuildID: []byte{1}}, same},
		{"hash", hashed, rtdyld.ImageLibrary{SHA256: [32]byte{1}}, same},
		{"other hash", hashed, rtdyld.ImageLibrary{SHA256: [32]byte{2}, Size: 100}, other},
		{"a build id now", hashed, rtdyld.ImageLibrary{BuildID: []byte{1}}, other},
		{"size", hashed, rtdyld.ImageLibrary{Size: 100}, same},
		{"other size", hashed, rtdyld.ImageLibrary{Size: 101}, other},
		{"nothing found", hashed, rtdyld.ImageLibrary{}, same},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.saved.Name = "lib.so.1"
			unused := rtdyld.ImageLibrary{Name: "unused.so", BuildID: []byte{9}}
			data, err := savedWith(t, &anyNames{map[string]uint64{}}, rtdyld.SaveConfig{
				Base: savedBase, Libraries: []rtdyld.ImageLibrary{unused, c.saved}, Imports: map[string]rtdyld.ImageImport{"theirs": {Library: 1}},
			}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{})
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			told := c.saved
			told.BuildID = told.BuildID[:min(len(told.BuildID), 32)]
			if diff := cmp.Diff([]rtdyld.ImageLibrary{told}, img.Libraries()); diff != "" {
				t.Errorf("libraries (-saved +read):\n%s", diff)
			}
			var asked []string
			r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) {
				cfg.Resolver = &anyNames{map[string]uint64{}}
				cfg.Library = func(name string) (rtdyld.ImageLibrary, bool) {
					asked = append(asked, name)
					return c.found, true
				}
			})
			_, err = r.MapImage(t.Context(), img, rtdyld.MapConfig{})
			e, typed := errors.AsType[*rtdyld.ImageLibraryError](err)
			if typed != (c.want == other) || errors.Is(err, rtdyld.ErrImageLibrary) != typed || !typed && err != nil {
				t.Errorf("%v", err)
			}
			if typed && (e.Image != "saved" || !cmp.Equal(e.Saved, told) || !cmp.Equal(e.Found, c.found) || r.mapper.live != 0) {
				t.Errorf("%+v; %d are mapped", e, r.mapper.live)
			}
			if !slices.Equal(asked, []string{"lib.so.1"}) {
				t.Errorf("asked for %q", asked)
			}
			if _, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{AnyLibrary: true}); err != nil {
				t.Errorf("any library: %v", err)
			}
		})
	}
}
