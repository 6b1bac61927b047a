package macho_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// cfi is an __eh_frame section to write. Pointers are given by what they point to.
type cfi struct {
	m    machine
	b    []byte
	addr uint64 // of the section
}

func (c *cfi) u32(v uint32) { c.b = binary.LittleEndian.AppendUint32(c.b, v) }

// record writes a length around what f writes.
func (c *cfi) record(f func()) (at uint64) {
	at = uint64(len(c.b))
	c.u32(0)
	f()
	for len(c.b)%4 != 0 {
		c.b = append(c.b, 0)
	}
	binary.LittleEndian.PutUint32(c.b[at:], uint32(uint64(len(c.b))-at-4))
	return at
}

// pointer writes a pointer to an address in an encoding.
func (c *cfi) pointer(enc byte, to uint64) (at uint64) {
	at = uint64(len(c.b))
	if enc&0x70 == 0x10 {
		to -= c.addr + at
	}
	switch enc & 7 {
	case 0:
		if c.m.is64 {
			c.b = binary.LittleEndian.AppendUint64(c.b, to)
		} else {
			c.u32(uint32(to))
		}
	case 2:
		c.b = binary.LittleEndian.AppendUint16(c.b, uint16(to))
	case 3:
		c.u32(uint32(to))
	case 4:
		c.b = binary.LittleEndian.AppendUint64(c.b, to)
	}
	return at
}

func (c *cfi) cie(version byte, augmentation string, data ...byte) (at uint64) {
	return c.record(func() {
		c.u32(0)
		c.b = append(append(c.b, version), augmentation...)
		c.b = append(c.b, 0, 0x81, 0, 0x78, 16)
		c.b = append(c.b, data...)
	})
}

func (c *cfi) fde(cie uint64, f func()) {
	c.record(func() {
		c.u32(uint32(uint64(len(c.b)) - cie))
		f()
	})
}

// Where the sections of an object for frames are, each of 0x100 bytes.
const (
	frameText, frameTable, frameData = 0x1000, 0x2000, 0x3000
	frameAddr                        = 0x4000
)

func frameObject(m machine, eh []byte, relocs ...objgen.MachOReloc) []byte {
	f := m.file()
	f.Split = len(eh)%8 == 0
	f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 0x100)})
	f.Add(objgen.MachOSection{Name: "__gcc_except_tab", Segment: "__TEXT", Data: make([]byte, 0x100)})
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 0x100)})
	f.Add(objgen.MachOSection{Name: "__eh_frame", Segment: "__TEXT", Flags: 0xb, Data: eh, Relocs: relocs})
	f.AddSymbol(objgen.MachOSymbol{Name: "ext", Type: nExt})
	f.EditSection = func(n uint32, h *objgen.MachOSectionHeader) { h.Addr = uint64(n) * 0x1000 }
	return f.Bytes()
}

// TestFrames: every pointer in __eh_frame has a record, in each encoding.
func TestFrames(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		difference := map[string]uint8{"x86_64": own.X8664Subtractor, "arm64": own.ARM64Subtractor, "arm64_32": own.ARM64Subtractor, "i386": own.I386LocalSectDiff, "arm": own.ARMLocalSectDiff}[m.name]
		const symText, symTable, symData, symFrame = 1, 2, 3, 4
		log, _ := m.word()
		for _, enc := range []struct {
			enc byte
			log uint8
		}{{0x10, log}, {0x1b, 2}, {0x13, 2}, {0x1a, 1}, {0x1c, 3}, {0x00, log}, {0x03, 2}} {
			c := &cfi{m: m, addr: frameAddr}
			var want []objfmt.Reloc
			add := func(at uint64, sym objfmt.SymbolID, base int64) {
				r := objfmt.Reloc{Offset: at, Sym: sym, Sub: symFrame, Type: own.RelocType(difference, false, enc.log), Addend: frameAddr - base}
				if enc.enc&0x70 == 0 {
					r.Sub, r.Type, r.Addend = none, own.RelocType(0, false, enc.log), -base
				}
				want = append(want, r)
			}
			plain := c.cie(1, "zR", 1, enc.enc)
			c.fde(plain, func() {
				add(c.pointer(enc.enc, frameText), symText, frameText)
				c.pointer(enc.enc&0x8f, 0x20)
				c.b = append(c.b, 0, 0x0c, 7)
			})
			full := c.record(func() {
				c.u32(0)
				c.b = append(c.b, "\x03zPLR\x00\x01\x78\x90\x00\x0b"...) // in version 3 the return column is a longer number
				c.b = append(c.b, enc.enc|0x80)
				add(c.pointer(enc.enc, frameData+8), symData, frameData)
				c.b = append(c.b, enc.enc, enc.enc)
			})
			c.fde(full, func() {
				add(c.pointer(enc.enc, frameText+0x20), symText, frameText)
				c.pointer(enc.enc&0x8f, 0x20)
				c.b = append(c.b, 8)
				add(c.pointer(enc.enc, frameTable+4), symTable, frameTable)
			})
			c.fde(full, func() { // no table
				add(c.pointer(enc.enc, frameText+0xff), symText, frameText)
				c.pointer(enc.enc&0x8f, 1)
				c.b = append(c.b, 8, 0, 0, 0, 0, 0, 0, 0, 0)
			})
			c.fde(plain, func() { // again the first, backwards over others
				add(c.pointer(enc.enc, frameText+0x40), symText, frameText)
				c.pointer(enc.enc&0x8f, 0x20)
				c.b = append(c.b, 0)
			})
			c.u32(0) // the end
			c.b = append(c.b, "nonsense"...)
			img := parse(t, "frames.o", frameObject(m, c.b))
			if got := relocs(t, img, 3); !slices.Equal(got, want) {
				t.Errorf("encoding %#x:\n%+v\nwant\n%+v", enc.enc, got, want)
			}
			fuzz.MachO.Image(t, img)
		}
	})
}

// TestFramesWithRecords: pointers that have relocation records, as ld -r and some
// compilers write them, get no second one.
func TestFramesWithRecords(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		log, _ := m.word()
		var at, at2 uint64
		c := &cfi{m: m, addr: frameAddr}
		cie := c.cie(1, "zR", 1, 0x10)
		c.fde(cie, func() {
			at = c.pointer(0x10, frameText)
			c.pointer(0, 0x20)
			c.b = append(c.b, 0)
		})
		c.fde(cie, func() {
			at2 = c.pointer(0x10, frameText)
			c.pointer(0, 0x20)
			c.b = append(c.b, 0)
		})
		covering := objgen.MachOReloc{Address: uint32(at), Symbol: 0, Type: m.unsigned, Length: log, Extern: true}
		img := parse(t, "given.o", frameObject(m, c.b, covering))
		if rs := relocs(t, img, 3); len(rs) != 2 || rs[0].Offset != at || rs[0].Sym != 0 || rs[1].Offset != at2 || rs[1].Sub != 4 {
			t.Errorf("%+v", rs)
		}
		covering.Address = uint32(at) - 4 // the pointer to the CIE
		binary.LittleEndian.PutUint32(c.b[at-4:], 77)
		img = parse(t, "given.o", frameObject(m, c.b, covering))
		if rs := relocs(t, img, 3); len(rs) != 2 || rs[0].Offset != at-4 || rs[1].Offset != at2 {
			t.Errorf("%+v", rs)
		}
		fuzz.MachO.Image(t, img)
	})
}

// TestFrameErrors: records that cannot be followed.
func TestFrameErrors(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		fde := func(c *cfi, cie uint64, to uint64) {
			c.fde(cie, func() {
				c.pointer(0x10, to)
				c.pointer(0, 0x20)
				c.b = append(c.b, 0)
			})
		}
		for _, tt := range []struct {
			name, msg string
			support   bool
			write     func(c *cfi)
		}{
			{"length cut", "length is cut", false, func(c *cfi) { c.b = []byte{1, 2} }},
			{"long length cut", "length is cut", false, func(c *cfi) { c.u32(0xffffffff) }},
			{"too long", "lies outside the section", false, func(c *cfi) { c.u32(5) }},
			{"far too long", "lies outside the section", false, func(c *cfi) { c.u32(0xffffffff); c.u32(0xffffffff); c.u32(0xffffffff); c.u32(0) }},
			{"no id", "lies outside the section", false, func(c *cfi) { c.u32(2); c.u32(0) }},
			{"CIE outside", "its CIE is outside", false, func(c *cfi) { c.record(func() { c.u32(99); c.u32(0) }) }},
			{"CIE is an FDE", "refers to no CIE", false, func(c *cfi) {
				cie := c.cie(1, "zR", 1, 0x10)
				at := uint64(len(c.b))
				fde(c, cie, frameText)
				fde(c, at, frameText)
			}},
			{"CIE is itself", "refers to no CIE", false, func(c *cfi) { fde(c, uint64(len(c.b)), frameText) }},
			{"CIE is no record", "lies outside the section", false, func(c *cfi) { cie := c.cie(1, "zR", 1, 0x10); fde(c, cie+8, frameText) }},
			{"version", "version 4", true, func(c *cfi) { c.cie(4, "zR", 1, 0x10) }},
			{"augmentation", "augmentation 'X'", true, func(c *cfi) { c.cie(1, "zX", 1, 0x10) }},
			{"augmentation of gcc 2", `augmentation "eh"`, true, func(c *cfi) { c.cie(1, "eh", 1, 0x10) }},
			{"long augmentation", "too long", true, func(c *cfi) { c.cie(1, "zSSSSSSSSSSS", 1, 0x10) }},
			{"CIE cut", "ends before its fields do", false, func(c *cfi) { c.record(func() { c.u32(0); c.b = append(c.b, "\x01zR\x00"...) }) }},
			{"CIE cut in a number", "ends before its fields do", false, func(c *cfi) { c.record(func() { c.u32(0); c.b = append(c.b, "\x01zR\x00\xff\xff\xff\xff"...) }) }},
			{"CIE cut in its augmentation", "ends before its fields do", false, func(c *cfi) { c.record(func() { c.u32(0); c.b = append(c.b, "\x01zRR"...) }) }},
			{"CIE cut in its personality", "ends before its fields do", false, func(c *cfi) {
				c.record(func() { c.u32(0); c.b = append(c.b, "\x01zP\x00\x01\x78\x10\x09\x10\x00"...) })
			}},
			{"encoding", "pointer encoding 0x9", true, func(c *cfi) { fde(c, c.cie(1, "zR", 1, 9), frameText) }},
			{"relative to data", "pointer encoding 0x30", true, func(c *cfi) { fde(c, c.cie(1, "zR", 1, 0x30), frameText) }},
			{"FDE cut", "ends before its fields do", false, func(c *cfi) { cie := c.cie(1, "zR", 1, 0x10); c.fde(cie, func() { c.u32(1) }) }},
			{"table cut", "ends before its fields do", false, func(c *cfi) {
				cie := c.cie(1, "zLR", 2, 0x10, 0x1c)
				c.fde(cie, func() { c.pointer(0x1c, frameText); c.pointer(4, 1); c.b = append(c.b, 8) })
			}},
			{"code nowhere", "no section has the address", false, func(c *cfi) { fde(c, c.cie(1, "zR", 1, 0x10), 0x1101) }},
		} {
			t.Run(tt.name, func(t *testing.T) {
				c := &cfi{m: m, addr: frameAddr}
				tt.write(c)
				object := frameObject(m, c.b)
				err := refused(t, object)
				var fe *objfmt.FormatError
				if !errors.As(err, &fe) || !strings.Contains(fe.Msg, tt.msg) || !strings.HasPrefix(fe.What, "section 4, call frame record") || errors.Is(err, objfmt.ErrUnsupported) != tt.support {
					t.Fatalf("%v, want %s", err, tt.msg)
				}
				if at := uint64(bytes.LastIndex(object, c.b)); fe.Offset < at || fe.Offset > at+uint64(len(c.b)) {
					t.Errorf("%v: the section is at %#x", err, at)
				}
			})
		}
	})
}
