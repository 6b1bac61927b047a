package macho_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// refuses checks that an object is refused with msg.
func refuses(t *testing.T, f *objgen.MachO, msg string) {
	t.Helper()
	if _, err := own.Parse(objfmt.NewBuffer("hostile.o", f.Bytes())); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), msg) {
		t.Errorf("%v, want %q", err, msg)
	}
}

// cieAndFDEs is an __eh_frame section of a CIE, in which number is between its fields, and
// n FDEs for the section at address 0.
func cieAndFDEs(m machine, at uint64, number []byte, n int) []byte {
	c := &cfi{m: m, addr: at}
	cie := c.record(func() { c.b = append(append(append(c.b, 0, 0, 0, 0, 1, 0), number...), 0x78, 16) })
	for range n {
		c.record(func() {
			c.u32(uint32(len(c.b)) - uint32(cie))
			c.b = append(c.b, make([]byte, 16)...)
			c.b[len(c.b)-16] = 4 // of a function at address 4
		})
	}
	return append(c.b, 0, 0, 0, 0)
}

// TestFramesOfPointers: a section is call frame information or a table of what the
// indirect symbol table names, not both.
func TestFramesOfPointers(t *testing.T) {
	m := machine{cpu: 0x1000007, is64: true}
	for _, typ := range []uint32{6, 7, 0x10, 0x14, 8} {
		f := &objgen.MachO{Is64: true, CPU: m.cpu}
		f.AddSymbol(objgen.MachOSymbol{Name: "_x", Type: 1})
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Data: make([]byte, 16)})
		data := cieAndFDEs(m, 16, []byte{1}, 3)
		for len(data)%16 != 8 { // an odd number of pointers
			data = append(data, 0)
		}
		f.Indirect = make([]uint32, len(data)/8)
		f.Add(objgen.MachOSection{Name: "__eh_frame", Segment: "__TEXT", Flags: typ, Data: data})
		refuses(t, f, "call frame information in a section of pointers or stubs")
	}
}

// TestLongNumber: a CIE that takes long to read is not read for each of its FDEs.
func TestLongNumber(t *testing.T) {
	m := machine{cpu: 0x1000007, is64: true}
	for _, n := range []int{1, 9, 12, 40, 1 << 20} {
		f := &objgen.MachO{Is64: true, CPU: m.cpu}
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Data: make([]byte, 16)})
		f.Add(objgen.MachOSection{Name: "__eh_frame", Segment: "__TEXT", Data: cieAndFDEs(m, 16, append(bytes.Repeat([]byte{0x80}, n-1), 1), 100)})
		if n > 20 {
			refuses(t, f, "ends before its fields do")
			continue
		}
		img, err := own.Parse(objfmt.NewBuffer("frames.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		img.Close()
	}
}

// TestSharedNames: names of symbols that others do not see may share their bytes, but not
// so often that all who read them in turn are at work for long.
func TestSharedNames(t *testing.T) {
	long := strings.Repeat("n", 1<<16)
	for _, typ := range []uint8{0xe, 0x64, 0xa} {
		f := &objgen.MachO{Is64: true, CPU: 0x1000007}
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Data: make([]byte, 16)})
		add := func(n int) {
			for range n {
				f.AddSymbol(objgen.MachOSymbol{Name: "x", Type: typ, Section: 1})
			}
		}
		add(10)
		f.EditNames = func([]byte) []byte { return []byte("\x00" + long + "\x00") }
		f.EditSymbol = func(_ uint32, r *objgen.MachOSymbolRecord) { r.Name, r.Value = 1, 1<<16-2 }
		img, err := own.Parse(objfmt.NewBuffer("few.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if got := img.SymbolName(3); got != long {
			t.Errorf("a name has %d bytes, want %d", len(got), len(long))
		}
		img.Close()
		add(500)
		refuses(t, f, "names overlap")
	}
}

// TestAliasOfItself: what its own name is is found out without reading all of that.
func TestAliasOfItself(t *testing.T) {
	for target, itself := range map[string]bool{"_a": true, "_": false, "_ab": false, "a": false} {
		f := &objgen.MachO{Is64: true, CPU: 0x1000007}
		f.AddSymbol(objgen.MachOSymbol{Name: "_a", Type: 0xb, Target: target})
		if itself {
			refuses(t, f, "is an alias of itself")
			continue
		}
		img, err := own.Parse(objfmt.NewBuffer("alias.o", f.Bytes()))
		if err != nil {
			t.Errorf("_a for %s: %v", target, err)
			continue
		}
		img.Close()
	}
}
