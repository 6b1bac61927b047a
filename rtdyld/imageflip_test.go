package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageErrors are what damage may be told as.
var imageErrors = []error{objfmt.ErrFormat, rtdyld.ErrNotImage, rtdyld.ErrImageVersion, rtdyld.ErrImageHash, rtdyld.ErrUnsupported, rtdyld.ErrTarget, rtdyld.ErrTLS, rtdyld.ErrUndefined, rtdyld.ErrImageLibrary, errNoMemory}

// TestImageFlips: an image with damage, whose hashes are not looked at, is a typed error or is mapped, without a panic and without a byte written outside
// of what may be.
func TestImageFlips(t *testing.T) {
	path := makeImage(t, imageSource)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rounds := 1000
	if !citest.Sample() {
		rounds = 50_000
	}
	r := newImageRig(t, nil)
	mapped := 0
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 20))
		data := append([]byte(nil), good...)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(data))
			if rng.IntN(2) == 0 { // headers, tables
				at = rng.IntN(0x700)
			}
			data[at] ^= 1 << rng.IntN(8)
			if rng.IntN(4) == 0 {
				data[at] = byte(rng.Uint32())
			}
		}
		if rng.IntN(20) == 0 {
			data = data[:rng.IntN(len(data))]
		}
		if ok, err := mapDamaged(r, data); err != nil {
			if !isOneOf(err, imageErrors) {
				t.Fatalf("seed %d: %v", seed, err)
			}
		} else if ok {
			mapped++
		}
	}
	if mapped == 0 || mapped == rounds {
		t.Errorf("%d of %d were mapped", mapped, rounds)
	}
}

// realImage is a linked image of Lua.
func realImage(t testing.TB) []byte {
	t.Helper()
	path := "/usr/lib/x86_64-linux-gnu/liblua5.4.a"
	citest.Need(t, path)
	data, err := savedWith(t, newOutsideNames(), rtdyld.SaveConfig{}, members(t, path)...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// damage changes some bytes, most of them of headers and tables, and maybe cuts the end off. The function puts them back.
func damage(rng *rand.Rand, data []byte, tables int) (damaged []byte, putBack func()) {
	type change struct {
		at  int
		was byte
	}
	var changes []change
	put := func(at int, b byte) {
		if at < len(data) {
			changes = append(changes, change{at, data[at]})
			data[at] = b
		}
	}
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(data))
		if rng.IntN(4) > 0 {
			at = rng.IntN(tables)
		}
		switch rng.IntN(4) {
		case 0: // a word of 8 bytes that is none that there was
			word := []uint64{0, 1, 7, 1 << 31, 1 << 40, 1<<63 - 1, 1 << 63, ^uint64(0), uint64(len(data)), uint64(len(data)) - 1}[rng.IntN(10)]
			for i := range 8 {
				put(at&^7+i, byte(word>>(8*i)))
			}
		case 1:
			put(at, byte(rng.Uint32()))
		case 2: // what is elsewhere in the file
			from := rng.IntN(len(data)) &^ 7
			for i, b := range slices.Clone(data[from:min(from+24, len(data))]) {
				put(at&^7+i, b)
			}
		default:
			put(at, data[at]^1<<rng.IntN(8))
		}
	}
	damaged = data
	if rng.IntN(20) == 0 {
		damaged = data[:rng.IntN(len(data))]
	}
	return damaged, func() {
		for _, c := range slices.Backward(changes) {
			data[c.at] = c.was
		}
	}
}

// readDamaged has an image with damage, which is to be a typed error, and reports whether hashes have told of it.
func readDamaged(t *testing.T, seed uint64, damaged []byte) bool {
	t.Helper()
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("damaged", damaged), rtdyld.ImageConfig{})
	if err == nil {
		img.Close()
		t.Fatalf("seed %d: it was taken", seed)
	}
	if !isOneOf(err, imageErrors) {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return errors.Is(err, rtdyld.ErrImageHash)
}

// TestRealFlips: a real image with damage is a typed error where its hashes are looked at; where they are not it is one, or is mapped without a byte written where
// none may be.
func TestRealFlips(t *testing.T) {
	good := realImage(t)
	f := readImage(t, good)
	tables := int(f.Progs[slices.IndexFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_LOAD })].Filesz)
	names := newOutsideNames()
	r := newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) {
		cfg.Resolver = names
		cfg.ReadMemory = func(context.Context, uint64, []byte) error { return nil }
	})
	step := 20
	if !citest.Sample() {
		step = 1
	} else if raceEnabled || testing.Short() {
		step = 100
	}
	const rounds = 10_000
	data, taken, mapped, hashes := slices.Clone(good), 0, 0, 0
	for seed := range citest.OneOf(rounds, step, 20) {
		damaged, putBack := damage(rand.New(rand.NewPCG(uint64(seed), 23)), data, tables)
		if bytes.Equal(damaged, good) {
			putBack()
			continue
		}
		taken++
		if readDamaged(t, uint64(seed), damaged) {
			hashes++
		}
		ok, err := mapDamaged(r, damaged, "lua_newstate", "luaL_openlibs")
		if err != nil && !isOneOf(err, imageErrors) {
			t.Fatalf("seed %d: mapped: %v", seed, err)
		}
		if ok {
			mapped++
		}
		putBack()
	}
	if !bytes.Equal(data, good) {
		t.Error("damage stays")
	}
	if ok, err := mapDamaged(r, good, "lua_newstate"); !ok {
		t.Errorf("the image itself: %v", err)
	}
	t.Logf("%d damaged, %d by their hashes, %d mapped", taken, hashes, mapped)
	if taken < rounds/step*9/10 || mapped < taken/10 || mapped > taken*9/10 || hashes < taken/4 {
		t.Errorf("%d damaged, %d by their hashes, %d mapped", taken, hashes, mapped)
	}
}

func isOneOf(err error, list []error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// mapDamaged maps an image, asks what it may be asked, and unloads it.
func mapDamaged(r *imageRig, data []byte, names ...string) (ok bool, err error) {
	buf := objfmt.NewBuffer("damaged", data)
	img, err := rtdyld.ReadImage(buf, rtdyld.ImageConfig{Trusted: true}.Foreign())
	if err != nil {
		return false, err
	}
	defer img.Close()
	img.Imports()
	ctx := context.Background()
	o, err := r.MapImage(ctx, img, rtdyld.MapConfig{Elsewhere: true})
	if err != nil {
		return false, err
	}
	for _, name := range append([]string{"f", "g", "data", "zeros", "tls", "absolute", "nothing"}, names...) {
		r.Lookup(name)
	}
	o.Sections()
	o.Symbols()
	o.Counts()
	return true, r.Unload(ctx, o)
}
