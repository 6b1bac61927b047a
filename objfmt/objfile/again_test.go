package objfile_test

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestAgain: an image's parser makes an image with the same records, of an edited one too; a copy, an image with all sections and an import
// record have none.
func TestAgain(t *testing.T) {
	n := 0
	for _, dir := range []string{"elf-amd64", "elf-riscv64", "coff-amd64", "macho-arm64", "macho-arm"} {
		files, err := filepath.Glob("../../testdata/" + dir + "/*.o")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			img, err := objfile.Open(file)
			if err != nil {
				continue
			}
			n++
			again(t, img)
			if len(img.Sections) > 0 && len(img.Sections[0].Data) > 4 {
				again(t, img.Edited(map[uint32]*objfmt.Edits{img.Sections[0].Number: {List: []objfmt.Edit{{Off: 0, N: 4, New: []byte{1, 2}}}}}))
			}
			own := *img
			if own.Parser() != nil {
				t.Errorf("%s: a copy of the image has a parser", file)
			}
			if full, err := img.Full(); err == nil {
				if full.Parser() != nil && len(full.Sections) != len(img.Sections) {
					t.Errorf("%s: the image with all sections has a parser", file)
				}
				full.Close()
			}
			img.Close()
			if img.Buffer.TryRetain() {
				t.Errorf("%s: the buffer has an owner left", file)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d files", n)
	}
}

// again compares an image with what its parser makes.
func again(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	p := img.Parser()
	if p == nil {
		if img.Import == nil {
			t.Errorf("%s: no parser", img.Name)
		}
		return
	}
	other, err := p.Parse(t.Context(), img.Buffer.Retain())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if !reflect.DeepEqual(img.Symbols, other.Symbols) || !reflect.DeepEqual(img.Sections, other.Sections) || !reflect.DeepEqual(img.Groups, other.Groups) ||
		!reflect.DeepEqual(img.Hashes, other.Hashes) || !reflect.DeepEqual(img.Members, other.Members) || img.FirstGlobal != other.FirstGlobal {
		t.Errorf("%s: other records", img.Name)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if other, err := p.Parse(ended, img.Buffer); err == nil {
		other.Buffer.Retain()
		other.Close()
		t.Errorf("%s: is parsed though the context has ended", img.Name)
	}
}
