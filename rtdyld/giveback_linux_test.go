package rtdyld_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// mappedPages counts the pages of a mapping that this process has in its tables, by /proc/self/pagemap (proc(5)).
func mappedPages(t *testing.T, b []byte) (n int) {
	t.Helper()
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := uintptr(os.Getpagesize())
	first := uintptr(unsafe.Pointer(&b[0])) / page
	words := make([]byte, 8*((uintptr(len(b))+page-1)/page))
	if _, err := f.ReadAt(words, int64(first*8)); err != nil {
		t.Fatal(err)
	}
	for ; len(words) > 0; words = words[8:] {
		n += int(binary.NativeEndian.Uint64(words) >> 63)
	}
	return n
}

// TestGiveBack: with Config.GiveBack a file's pages are gone once their contents are copied, names and headers too, but for those of
// relocation records, and linking does not read them again, undefined names and instructions neither; without it they
// stay. The image is the same, also of an object that is relocated twice.
func TestGiveBack(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	const size = 1 << 20
	code := bytes.Repeat([]byte("contents"), size/8)
	f := objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	sym := f.AddSymbol(objgen.ELFSymbol{Name: "f", Section: text, Type: 2, Bind: 1})
	const names = 200
	undefined := make([]uint32, names)
	for i := range undefined {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("defined%0*d", size/8/names, i), Section: text, Type: 2, Bind: 1})
		undefined[i] = f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("undefined%0*d", size/8/names, i), Bind: 1})
	}
	copy(code[size/2:], "\xe8\x00\x00\x00\x00\x48\x8b\x05\x00\x00\x00\x00") // a call, and a load that becomes lea
	rs := []objgen.ELFReloc{{Offset: 8, Type: 1, Sym: sym}, {Offset: size/2 + 1, Type: 4, Sym: sym, Addend: -4},
		{Offset: size/2 + 8, Type: 42, Sym: sym, Addend: -4}, {Offset: size - 8, Type: 1, Sym: sym, Addend: 1}}
	for i, u := range undefined {
		rs = append(rs, objgen.ELFReloc{Offset: uint64(16 + 8*i), Type: 1, Sym: u})
	}
	f.AddRelocs(text, true, rs)
	for _, before := range []int{0, 5000} { // as a member of an archive lies
		path := filepath.Join(t.TempDir(), "a.o")
		if err := os.WriteFile(path, append(make([]byte, before), f.Bytes()...), 0o666); err != nil {
			t.Fatal(err)
		}
		var all [2][]byte
		for k, back := range []bool{false, true} {
			buf, err := objfmt.OpenBuffer(path)
			if err != nil {
				t.Fatal(err)
			}
			part, err := buf.Sub("a.o", uint64(before), uint64(len(f.Bytes())))
			if err != nil {
				t.Fatal(err)
			}
			img, err := objfile.ParseBuffer(part)
			if err != nil {
				t.Fatal(err)
			}
			buf.Prefault()
			r := newRig(t, rtdyld.Config{GiveBack: back, Resolver: near1{}})
			objs, err := r.Load(t.Context(), img)
			if err != nil {
				t.Fatal(err)
			}
			pages := len(buf.Bytes()) / os.Getpagesize()
			if n := mappedPages(t, buf.Bytes()); back && n > pages/16 || !back && n < pages/2 {
				t.Errorf("behind %d bytes, GiveBack %t: %d pages of %d are mapped", before, back, n, pages)
			}
			r.resolve(objs...)
			if n := mappedPages(t, buf.Bytes()); back && n > pages/16 {
				t.Errorf("behind %d bytes: %d pages of %d are mapped once relocations are applied", before, n, pages)
			}
			r.resolve(objs...)
			all[k] = sections(objs[0])
			r.unload(objs...)
			img.Close()
			buf.Close()
		}
		if !bytes.Equal(all[0], all[1]) || bytes.Equal(all[0], code) {
			t.Errorf("behind %d bytes: the images differ, or were not relocated", before)
		}
	}
}
