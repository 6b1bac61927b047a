package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// TestBombs: debug information that was made to grow is refused in words before it has taken memory.
func TestBombs(t *testing.T) {
	for _, c := range []struct {
		name, words string
		status      int
		file        []byte
		most        uint64 // bytes allocated
	}{
		{"64 MB", "not credible", 1, objgen.Bomb{Rows: 64 << 20}.Bytes(), 4 << 20},
		{"300 sections", "not credible for an object of", 1, objgen.Bomb{Rows: 1 << 20, Copies: 300}.Bytes(), 8 << 20},
		{"rows", "more than 4194304 rows", 0, objgen.Bomb{Rows: 1<<22 + 1, Plain: true}.Bytes(), 1 << 30},
		{"abbreviations", "tables of abbreviations overlap", 0, overlapping(4000), 8 << 20},
	} {
		path := filepath.Join(t.TempDir(), "bomb.o")
		if err := os.WriteFile(path, c.file, 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		status := Main([]string{"rtdyld-check", "-printline", path}, strings.NewReader(""), &out, &errs)
		runtime.ReadMemStats(&after)
		if status != c.status || !strings.Contains(errs.String(), c.words) {
			t.Errorf("%s: status %d, want %d and %q: %.1000s", c.name, status, c.status, c.words, &errs)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > c.most {
			t.Errorf("%s: %d bytes allocated for a file of %d, want at most %d", c.name, n, len(c.file), c.most)
		}
	}
	// What is within the limits is printed.
	path := filepath.Join(t.TempDir(), "small.o")
	if err := os.WriteFile(path, (objgen.Bomb{Rows: 100}).Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := Main([]string{"rtdyld-check", "-printline", path}, strings.NewReader(""), &out, &errs); status != 0 || errs.Len() > 0 || !strings.Contains(out.String(), "bomb.c, line:1") {
		t.Errorf("status %d: %s%s", status, &out, &errs)
	}
}

// overlapping is an object of n units, whose tables of abbreviations begin one behind the other and
// have one end.
func overlapping(n int) []byte {
	var abbrev, info []byte
	for i := range n {
		info = append(info, 8, 0, 0, 0, 4, 0)
		info = binary.LittleEndian.AppendUint32(info, uint32(len(abbrev)))
		info = append(info, 8, 1)
		abbrev = binary.AppendUvarint(abbrev, uint64(i+1))
		abbrev = append(abbrev, 0x11, 0, 0, 0)
	}
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte{0xc3}, Align: 16})
	f.Add(objgen.ELFSection{Name: ".debug_abbrev", Data: append(abbrev, 0)})
	f.Add(objgen.ELFSection{Name: ".debug_info", Data: info})
	f.AddSymbol(objgen.ELFSymbol{Name: "main", Bind: 1, Type: 2, Section: text, Size: 1})
	return f.Bytes()
}
