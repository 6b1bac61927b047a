package rtdyld_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// decodes is a Format that counts the records that are decoded; without layouts all are.
type decodes struct {
	objfmt.Format
	layouts bool
	n       *int
}

func (d decodes) Layout(img *objfmt.ObjectImage, sec *objfmt.Section) (*objfmt.Layout, uint64) {
	if !d.layouts {
		return nil, 0
	}
	return d.Format.Layout(img, sec)
}

func (d decodes) Decode(img *objfmt.ObjectImage, sec *objfmt.Section, dst []objfmt.Reloc, raw []byte) (int, []byte, error) {
	n, rest, err := d.Format.Decode(img, sec, dst, raw)
	*d.n += n
	return n, rest, err
}

// linkedByRow links an object by itself and says what came of it, and how many records were decoded for that.
func linkedByRow(t *testing.T, name string, file []byte, layouts bool) (mem map[uint64][]byte, text string, decoded int) {
	t.Helper()
	img, err := objfile.Parse(name, file)
	if err != nil {
		return nil, err.Error(), 0
	}
	defer img.Close()
	img.Format = decodes{img.Format, layouts, &decoded}
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &anyTLS{}, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x11000000, Kind: rtdyld.Func}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Resolve(t.Context())
	}
	if err != nil {
		return nil, err.Error(), decoded
	}
	mem = map[uint64][]byte{}
	for _, s := range objs[0].Sections() {
		mem[s.Addr] = s.Mem
	}
	return mem, "", decoded
}

// TestByRow: the linker reads most records of each format as they lie in the file, with the bytes and the errors that it has
// where all are decoded.
func TestByRow(t *testing.T) {
	for _, c := range []struct {
		folder string
		most   int // of a hundred records that are decoded where there are layouts: of some sections, and where rows have entries of their own
	}{
		{"elf-amd64", 2}, {"elf-arm64", 5}, {"elf-arm64be", 0}, {"elf-i386", 0}, {"elf-arm", 0}, {"elf-ppc64", 100}, {"elf-s390x", 2},
		{"coff-amd64", 30}, {"coff-i386", 30}, {"coff-arm64", 30}, {"macho-amd64", 60}, {"macho-arm64", 60}, {"macho-i386", 90},
	} {
		t.Run(c.folder, func(t *testing.T) {
			files, err := filepath.Glob("../testdata/" + c.folder + "/*.o")
			if err != nil || len(files) == 0 {
				t.Fatalf("no objects: %v", err)
			}
			decoded, all := 0, 0
			for _, name := range files {
				file, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				got, text, n := linkedByRow(t, name, file, true)
				want, wantText, records := linkedByRow(t, name, file, false)
				if text != wantText {
					t.Errorf("%s: %s\nwant %s", name, text, wantText)
				}
				if !maps.EqualFunc(want, got, bytes.Equal) {
					t.Errorf("%s: other bytes", name)
				}
				if text == "" { // an error looks for the record that it is about
					decoded, all = decoded+n, all+records
				}
			}
			if all == 0 || 100*decoded > c.most*all {
				t.Errorf("%d of %d records are decoded, %d in a hundred at most are to be", decoded, all, c.most)
			}
		})
	}
}
