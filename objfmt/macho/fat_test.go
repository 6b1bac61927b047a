package macho_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/triple"
)

// marked is an object that tells by a symbol which one it is.
func marked(cpu, subtype uint32, is64 bool, name string) objgen.FatSlice {
	f := &objgen.MachO{Is64: is64, CPU: cpu, Subtype: subtype}
	f.AddSymbol(objgen.MachOSymbol{Name: name, Type: nAbs | nExt, Value: 1})
	return objgen.FatSlice{CPU: cpu, Subtype: subtype, Data: f.Bytes()}
}

const (
	cpuX86, cpuARM, cpuX8664, cpuARM64, cpuARM6432 = 7, 12, 0x01000007, 0x0100000c, 0x0200000c
)

func parseTriple(t *testing.T, s string) triple.Triple {
	t.Helper()
	tr, err := triple.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestSliceFor: the slice for a triple is the one for its variant, or the best of
// those that run there.
func TestSliceFor(t *testing.T) {
	all := []objgen.FatSlice{
		marked(cpuX8664, 8, true, "x86_64h"), marked(cpuX8664, 3, true, "x86_64"), marked(cpuX86, 3, false, "i386"),
		marked(cpuARM64, 0x80000002, true, "arm64e"), marked(cpuARM64, 0, true, "arm64"), marked(cpuARM6432, 1, false, "arm64_32"),
		marked(cpuARM, 11, false, "armv7s"), marked(cpuARM, 9, false, "armv7"), marked(cpuARM, 6, false, "armv6"), marked(cpuARM, 15, false, "armv7m"),
		marked(cpuARM, 12, false, "armv7k"),
	}
	only := func(names ...string) (some []objgen.FatSlice) {
		for _, s := range all {
			for _, n := range names {
				if img, err := own.Parse(objfmt.NewBuffer("x", s.Data)); err != nil {
					t.Fatal(err)
				} else if img.SymbolName(0) == n {
					some = append(some, s)
				}
			}
		}
		return some
	}
	for _, tt := range []struct {
		slices []objgen.FatSlice
		triple string
		want   string // "" for none
	}{
		{all, "x86_64-apple-macosx", "x86_64"}, {all, "x86_64h-apple-macosx", "x86_64h"}, {all, "i386-apple-macosx", "i386"}, {all, "i686-apple-darwin", "i386"},
		{all, "arm64-apple-ios", "arm64"}, {all, "arm64e-apple-ios", "arm64e"}, {all, "arm64_32-apple-watchos", "arm64_32"},
		{all, "armv7-apple-ios", "armv7"}, {all, "armv7s-apple-ios", "armv7s"}, {all, "armv7k-apple-watchos", "armv7k"}, {all, "armv8-apple-ios", "armv7s"}, {all, "armv6-apple-ios", "armv6"},
		{all, "thumbv7-apple-ios", "armv7"}, {all, "arm-apple-ios", "armv6"}, {all, "armv7a-apple-ios", "armv7"}, {all, "thumbv7m-apple-none-macho", "armv7m"},
		{all, "x86_64-unknown-linux-macho", "x86_64"}, {all, "x86_64-unknown-linux-gnu", ""}, {all, "powerpc-apple-macosx", ""},
		{only("x86_64h", "i386"), "x86_64-apple-macosx", "x86_64h"}, {only("arm64e", "i386"), "arm64-apple-ios", "arm64e"},
		{only("armv7s", "armv7"), "armv6-apple-ios", "armv7s"}, {only("armv6", "i386"), "armv7-apple-ios", "armv6"}, {only("arm64_32"), "arm64-apple-ios", ""},
		{only("x86_64", "i386"), "arm64-apple-macosx", ""},
	} {
		for _, wide := range []bool{false, true} {
			data := objgen.Fat(wide, tt.slices...)
			buf := objfmt.NewBuffer("fat.o", data)
			slice, err := own.SliceFor(parseTriple(t, tt.triple), buf)
			if tt.want == "" {
				if err == nil || !errors.Is(err, triple.ErrMismatch) || !strings.Contains(err.Error(), "no slice for") {
					t.Errorf("%s: %v", tt.triple, err)
				}
				buf.Close()
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", tt.triple, err)
				continue
			}
			if err := buf.Close(); err != nil {
				t.Error(err)
			}
			img, err := own.Parse(slice)
			if err != nil {
				t.Errorf("%s: %v", tt.triple, err)
				continue
			}
			if got := img.SymbolName(0); got != tt.want || !strings.HasPrefix(img.Name, "fat.o(") {
				t.Errorf("%s: %s in %s, want %s", tt.triple, got, img.Name, tt.want)
			}
			all, err := img.Full()
			if err != nil {
				t.Error(err)
			}
			all.Close()
			if err := img.Close(); err != nil {
				t.Error(err)
			}
			if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
				t.Errorf("the file has another owner: %v", err)
			}
		}
	}
}

// TestOneSlice: a universal file with one slice is that object.
func TestOneSlice(t *testing.T) {
	for _, wide := range []bool{false, true} {
		buf := objfmt.NewBuffer("one.o", objgen.Fat(wide, marked(cpuARM64, 0, true, "here")))
		img, err := own.Parse(buf)
		if err != nil {
			t.Fatal(err)
		}
		if img.SymbolName(0) != "here" || img.Name != "one.o(aarch64)" {
			t.Errorf("%s in %s", img.SymbolName(0), img.Name)
		}
		all, err := img.Full()
		if err != nil {
			t.Fatal(err)
		}
		if err := img.Close(); err != nil {
			t.Error(err)
		}
		if all.SymbolName(0) != "here" {
			t.Error(all.SymbolName(0))
		}
		if err := all.Close(); err != nil {
			t.Error(err)
		}
		if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("the file has another owner: %v", err)
		}
	}
}

// TestSeveralSlices: without a target there is no choice; the error names them.
func TestSeveralSlices(t *testing.T) {
	data, err := os.ReadFile("../../testdata/macho-parser/universal.o")
	if err != nil {
		t.Fatal(err)
	}
	list, err := own.Slices("universal.o", data)
	if fmt.Sprint(err) != "<nil>" || len(list) != 4 {
		t.Fatalf("%v, %v", list, err)
	}
	err = refused(t, data)
	if !errors.Is(err, objfmt.ErrUnsupported) {
		t.Error(err)
	}
	for _, name := range []string{"x86_64", "aarch64", "armv7,", "armv7k"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not say %s", err, name)
		}
	}
	for i := range list {
		slice, err := own.SliceFor(list[i].Triple(), objfmt.NewBuffer("universal.o", data))
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, slice.Name(), slice.Bytes())
	}
}

// TestBadUniversal: what is wrong is said, and a buffer stays its owner's.
func TestBadUniversal(t *testing.T) {
	one := func() []byte { return objgen.Fat(false, marked(cpuARM64, 0, true, "x")) }
	put := func(b []byte, at int, v uint32) []byte { binary.BigEndian.PutUint32(b[at:], v); return b }
	for _, tt := range []struct {
		name     string
		data     []byte
		sentinel error
		msg      string
	}{
		{"no slices", objgen.Fat(false), objfmt.ErrFormat, "no slices"},
		{"table outside", one()[:20], objfmt.ErrFormat, "table of slices lies outside"},
		{"slice outside", put(one(), 16, 1<<31), objfmt.ErrFormat, "lies outside the file"},
		{"slice ends outside", put(one(), 20, 0xfffffff0), objfmt.ErrFormat, "lies outside the file"},
		{"slice of all", put(put(one(), 16, 0), 20, uint32(len(one()))), objfmt.ErrFormat, "no Mach-O magic"},
		{"empty slice", put(one(), 20, 0), objfmt.ErrFormat, "no Mach-O magic"},
		{"archive", objgen.Fat(false, objgen.FatSlice{CPU: cpuARM64, Data: []byte("!<arch>\n")}), objfmt.ErrArchive, "is an archive"},
		{"other machine", objgen.Fat(true, objgen.FatSlice{CPU: 18, Data: marked(18, 0, false, "x").Data}), objfmt.ErrUnsupported, "PowerPC"},
		{"too many", put(one(), 4, 43), objfmt.ErrFormat, "no Mach-O magic"},
	} {
		buf := objfmt.NewBuffer("bad.o", tt.data)
		_, err := own.Parse(buf)
		var fe *objfmt.FormatError
		if !errors.As(err, &fe) || !errors.Is(err, tt.sentinel) || !strings.Contains(err.Error(), tt.msg) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := buf.Close(); err != nil {
			t.Errorf("%s: the failed parse closed the buffer: %v", tt.name, err)
		}
		if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("%s: the failed parse left an owner: %v", tt.name, err)
		}
	}
	if _, err := own.Slices("x", nil); !errors.Is(err, objfmt.ErrFormat) {
		t.Error(err)
	}
	if _, err := own.SliceFor(parseTriple(t, "arm64-apple-ios"), objfmt.NewBuffer("x", one()[:20])); !errors.Is(err, objfmt.ErrFormat) {
		t.Error(err)
	}
}

// TestIsMachO: the first bytes decide; a Java class is something else.
func TestIsMachO(t *testing.T) {
	for data, want := range map[string][2]bool{
		"\xfe\xed\xfa\xce": {true, false}, "\xce\xfa\xed\xfe": {true, false}, "\xfe\xed\xfa\xcf": {true, false}, "\xcf\xfa\xed\xfe": {true, false},
		"\xca\xfe\xba\xbe\x00\x00\x00\x02": {true, true}, "\xca\xfe\xba\xbf\x00\x00\x00\x2a": {true, true}, "\xca\xfe\xba\xbe\x00\x00\x00\x2b": {},
		"\xca\xfe\xba\xbe\x00\x00\x00\x34": {}, "\xca\xfe\xba\xbe\x00\x00": {}, "\xbe\xba\xfe\xca\x02\x00\x00\x00": {}, "": {}, "\xfe\xed\xfa": {}, "\x7fELF": {},
	} {
		if own.IsMachO([]byte(data)) != want[0] || own.IsUniversal([]byte(data)) != want[1] {
			t.Errorf("%q", data)
		}
	}
}
