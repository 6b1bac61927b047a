package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Linked images that say on purpose what no damage says. Whatever it is, the answer is an error, or an image of what the file has.

// imageBytes links a shared object of assembly and returns it beside what debug/elf reads of it.
func imageBytes(t *testing.T, source string, flags ...string) ([]byte, *elf.File) {
	t.Helper()
	data, err := os.ReadFile(makeImage(t, source, flags...))
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return data, f
}

// TestImageConstantZeros: constants that begin behind the end of the file, since all of the segment that they are a part of are zeros there.
func TestImageConstantZeros(t *testing.T) {
	data, f := imageBytes(t, imageSource)
	const headers, headerSize, more = 64, 56, 0x100000
	last := 0
	for i, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			last = i
		}
	}
	for i, p := range f.Progs {
		h := data[headers+i*headerSize:]
		switch {
		case i == last:
			binary.LittleEndian.PutUint64(h[40:], p.Memsz+more)
		case p.Type == elf.PT_GNU_RELRO:
			binary.LittleEndian.PutUint64(h[16:], f.Progs[last].Vaddr)
			binary.LittleEndian.PutUint64(h[40:], more/2)
		}
	}
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("zeros", data), rtdyld.ImageConfig{}.Foreign())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	all := img.Segments()
	for _, s := range all {
		if s.Off > uint64(len(data)) || s.FileSize > uint64(len(data))-s.Off {
			t.Errorf("segment %+v of a file of %#x bytes", s, len(data))
		}
	}
	if n := len(all); n < 2 || all[n-1].FileSize != 0 || all[n-2].Kind != objfmt.KindReadOnly || all[n-1].Kind != objfmt.KindWritable {
		t.Errorf("segments %+v", all)
	}
	r := newImageRig(t, nil)
	if _, err := r.MapImage(t.Context(), img, rtdyld.MapConfig{}); err != nil {
		t.Error(err)
	}
}

// TestImageOverlappingNames: many imports whose names are one long one.
func TestImageOverlappingNames(t *testing.T) {
	n := many(5000)
	var source strings.Builder
	source.WriteString(".data\n")
	for i := range n {
		fmt.Fprintf(&source, ".quad u%d\n", i)
	}
	long := strings.Repeat("n", 20*n)
	source.WriteString(".quad " + long + "\n")
	data, f := imageBytes(t, source.String())
	symbols, names := f.Section(".dynsym"), f.Section(".dynstr")
	at := bytes.Index(data, []byte(long)) - int(names.Offset)
	for i := range n {
		binary.LittleEndian.PutUint32(data[int(symbols.Offset)+24*(i+1):], uint32(at+i%8))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("names", data), rtdyld.ImageConfig{}.Foreign())
	if err == nil {
		defer img.Close()
		_, err = newImageRig(t, nil).MapImage(t.Context(), img, rtdyld.MapConfig{})
	}
	runtime.ReadMemStats(&after)
	var bad *objfmt.FormatError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "names overlap") {
		t.Errorf("%.100v", err)
	}
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(4*len(data)+1<<20); got > most {
		t.Errorf("it takes %d bytes, want at most %d", got, most)
	}
}
