package rtdyld_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageErrors are what damage may be told as.
var imageErrors = []error{objfmt.ErrFormat, rtdyld.ErrNotImage, rtdyld.ErrImageVersion, rtdyld.ErrImageHash, rtdyld.ErrUnsupported, rtdyld.ErrTarget, rtdyld.ErrTLS, rtdyld.ErrUndefined, errNoMemory}

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

func isOneOf(err error, list []error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// mapDamaged maps an image, asks what it may be asked, and unloads it.
func mapDamaged(r *imageRig, data []byte) (ok bool, err error) {
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
	for _, name := range []string{"f", "g", "data", "zeros", "tls", "absolute", "nothing"} {
		r.Lookup(name)
	}
	o.Sections()
	o.Symbols()
	o.Counts()
	return true, r.Unload(ctx, o)
}
