package elfimage_test

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/elfimage"
)

// FuzzMake: whatever objects and their debug information are, nothing panics, and an
// image that is made can be read.
func FuzzMake(f *testing.F) {
	files, err := filepath.Glob("../../../testdata/*-*/*.o")
	if err != nil {
		f.Fatal(err)
	}
	more, _ := filepath.Glob("../symbolize/testdata/*.o")
	for i, file := range append(files, more...) {
		if b, err := os.ReadFile(file); err == nil && len(b) < 20_000 && (i%5 == 0 || i >= len(files)) {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var imgs []*objfmt.ObjectImage
		for _, name := range []string{"a.o", "b.o"} {
			img, err := objfile.Parse(name, data)
			if err != nil {
				return
			}
			imgs = append(imgs, img)
		}
		objs, err := load(t, imgs[0])
		if err != nil {
			return
		}
		check := func(img []byte, err error) {
			var partly *elfimage.DebugError
			switch {
			case img == nil && !errors.Is(err, elfimage.ErrTarget) && !errors.Is(err, elfimage.ErrAlone) && !errors.Is(err, elfimage.ErrSize):
				t.Fatal(err)
			case img == nil:
				return
			case err != nil && !errors.As(err, &partly):
				t.Fatal(err)
			}
			e, err := elf.NewFile(bytes.NewReader(img))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Symbols(); err != nil && !errors.Is(err, elf.ErrNoSymbols) {
				t.Fatal(err)
			}
			if len(img) > 200*len(data)+1<<16 {
				t.Fatalf("%d bytes of an object of %d", len(img), len(data))
			}
		}
		check(elfimage.Make(objs...))
		if other, err := load(t, imgs[1]); err == nil {
			check(elfimage.Make(objs[0], other[0]))
		}
	})
}
