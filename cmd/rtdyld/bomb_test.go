package main

import (
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestZstdBombs: a section that zstd makes 30,000 times as large, or that says it needs a large window, costs
// no more than the file may have when decompressed.
func TestZstdBombs(t *testing.T) {
	window := objgen.Bomb{Rows: 100, Zstd: true}.Bytes()
	at := slices.Index(window, 0xe0)
	for string(window[at-4:at]) != "\x28\xb5\x2f\xfd" {
		at += 1 + slices.Index(window[at+1:], 0xe0)
	}
	// No single segment, and no size of the contents: a window of 2 TiB.
	window[at], window[at+1] = 0, 0xf8
	lie := objgen.Bomb{Rows: 200 << 20, Zstd: true, Size: 4 << 20}.Bytes()
	at = strings.Index(string(lie), "\x28\xb5\x2f\xfd\xe0") + 5
	honest := slices.Clone(lie)
	binary.LittleEndian.PutUint64(lie[at:], 4<<20)
	for name, c := range map[string]struct {
		file  []byte
		most  uint64
		words string // "": it is sound
	}{
		"1 GB":               {objgen.Bomb{Rows: 1 << 30, Zstd: true}.Bytes(), 1 << 18, "not credible"},
		"a size that lies":   {lie, 16 << 20, "decompress: "},
		"two sizes":          {honest, 16 << 20, "decompress: "},
		"a window":           {window, 1 << 20, "decompress: "},
		"what it may be":     {objgen.Bomb{Rows: 4 << 20, Zstd: true}.Bytes(), 32 << 20, ""},
		"a thousand at once": {objgen.Bomb{Rows: 1 << 20, Zstd: true, Copies: 1000}.Bytes(), 1 << 20, "more than"},
	} {
		img, err := objfile.Parse("bomb.o", c.file)
		if err != nil {
			t.Fatal(err)
		}
		full, err := img.Full()
		if err != nil {
			t.Fatal(err)
		}
		id := slices.IndexFunc(full.Sections, func(s objfmt.Section) bool { return s.Flags&objfmt.SecCompressed != 0 })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err = full.CheckContents(func(objfmt.SectionID) bool { return true }); err == nil {
			_, err = full.Contents(objfmt.SectionID(id))
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > c.most {
			t.Errorf("%s: %d bytes allocated for a file of %d", name, n, len(c.file))
		}
		if (err == nil) != (c.words == "") || err != nil && (!errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %v, want %q", name, err, c.words)
		}
		full.Close()
		img.Close()
	}
}
