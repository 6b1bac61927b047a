package macho_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// lie is a fault put into the sample.
type lie struct {
	name    string
	tell    func(s *sample)
	what    string // the record that the error must name
	msg     string // part of the error
	support bool   // the error matches ErrUnsupported
}

// head lies in the file header.
func head(f func(h *objgen.MachOHeader)) func(*sample) {
	return func(s *sample) { s.EditHeader = f }
}

// section lies in a section header.
func section(which func(s *sample) uint32, f func(h *objgen.MachOSectionHeader)) func(*sample) {
	return func(s *sample) {
		n := which(s)
		s.EditSection = func(i uint32, h *objgen.MachOSectionHeader) {
			if i == n {
				f(h)
			}
		}
	}
}

// entry lies in a symbol.
func entry(n uint32, f func(r *objgen.MachOSymbolRecord)) func(*sample) {
	return func(s *sample) {
		s.EditSymbol = func(i uint32, r *objgen.MachOSymbolRecord) {
			if i == n {
				f(r)
			}
		}
	}
}

// command lies in the load commands of a kind.
func command(kind uint32, f func(b []byte) []byte) func(*sample) {
	return func(s *sample) {
		s.EditCommand = func(b []byte) []byte {
			if k := binary.LittleEndian.Uint32(b); k == kind || kind == segment && k == 0x19 {
				return f(b)
			}
			return b
		}
	}
}

// put writes a word in a command.
func put(at int, v uint32) func(b []byte) []byte {
	return func(b []byte) []byte { binary.LittleEndian.PutUint32(b[at:], v); return b }
}

const (
	segment, symtab, dysymtab, buildVersion = 1, 2, 0xb, 0x32
)

func text(s *sample) uint32     { return s.text }
func data(s *sample) uint32     { return s.data }
func pointers(s *sample) uint32 { return s.pointers }

var lies = []lie{
	// The file header.
	{"magic", head(func(h *objgen.MachOHeader) { h.Magic++ }), "Mach-O header", "no Mach-O magic|byte order or class", false},
	{"executable", head(func(h *objgen.MachOHeader) { h.FileType = 2 }), "Mach-O header", "an executable (MH_EXECUTE)", true},
	{"library", head(func(h *objgen.MachOHeader) { h.FileType = 6 }), "Mach-O header", "a dynamic library (MH_DYLIB)", true},
	{"unknown file type", head(func(h *objgen.MachOHeader) { h.FileType = 0xffffffff }), "Mach-O header", "file type 4294967295", true},
	{"no file type", head(func(h *objgen.MachOHeader) { h.FileType = 0xfffffff0 }), "Mach-O header", "file type", true},
	{"PowerPC", head(func(h *objgen.MachOHeader) { h.CPU = 18 }), "Mach-O header", "PowerPC is not supported", true},
	{"unknown machine", head(func(h *objgen.MachOHeader) { h.CPU = 4711 }), "Mach-O header", "CPU type 4711 is not supported", true},
	{"commands outside", head(func(h *objgen.MachOHeader) { h.SizeOfCmds = 1 << 20 }), "Mach-O header", "load commands lie outside the file", false},
	{"commands far outside", head(func(h *objgen.MachOHeader) { h.SizeOfCmds = 0xffffffff }), "Mach-O header", "load commands lie outside the file", false},
	{"too many commands", head(func(h *objgen.MachOHeader) { h.NCmds = 0xffffffff }), "Mach-O header", "more load commands than", false},
	{"one command too many", head(func(h *objgen.MachOHeader) { h.NCmds++ }), "load command", "lies outside the load commands", false},
	{"commands cut", head(func(h *objgen.MachOHeader) { h.SizeOfCmds -= 4 }), "LC_DYSYMTAB", "lies outside the load commands", false},

	// Load commands.
	{"command of no size", command(0x29, put(4, 0)), "load command 0x29", "size is no multiple", false},
	{"small command", command(0x29, put(4, 4)), "load command 0x29", "size is no multiple", false},
	{"odd command", command(0x29, put(4, 13)), "load command 0x29", "size is no multiple", false},
	{"long command", command(0x29, put(4, 0xfffffffc)), "load command 0x29", "lies outside", false},
	{"short segment", command(segment, func(b []byte) []byte { return put(4, 48)(b[:48]) }), "LC_SEGMENT|LC_SEGMENT_64", "too short", false},
	{"too many sections", command(segment, func(b []byte) []byte {
		at := 48
		if b[0] == 0x19 {
			at = 64
		}
		return put(at, 8)(b)
	}), "LC_SEGMENT|LC_SEGMENT_64", "more sections than the command has room for", false},
	{"sections without end", command(segment, func(b []byte) []byte {
		at := 48
		if b[0] == 0x19 {
			at = 64
		}
		return put(at, 0xffffffff)(b)
	}), "LC_SEGMENT|LC_SEGMENT_64", "more sections than the command has room for", false},
	{"segment of another class", command(segment, func(b []byte) []byte { return put(0, 0x1a-uint32(b[0]))(b) }), "LC_SEGMENT|LC_SEGMENT_64", "segment of another class", false},
	{"short version", command(buildVersion, func(b []byte) []byte { return put(4, 12)(b[:12]) }), "LC_BUILD_VERSION", "too short", false},
	{"two symbol tables", func(s *sample) { s.Commands = append(s.Commands, s.Command(symtab, make([]uint32, 4), "")) }, "LC_SYMTAB", "a second one", false},
	{"short symbol table", command(symtab, func(b []byte) []byte { return put(4, 16)(b[:16]) }), "LC_SYMTAB", "too short", false},
	{"two indirect tables", func(s *sample) { s.Commands = append(s.Commands, s.Command(dysymtab, make([]uint32, 18), "")) }, "LC_DYSYMTAB", "a second one", false},
	{"short indirect table", command(dysymtab, func(b []byte) []byte { return put(4, 72)(b[:72]) }), "LC_DYSYMTAB", "too short", false},
	{"relocations outside sections", command(dysymtab, put(68, 1)), "LC_DYSYMTAB", "which linked images have", true},
	{"local relocations outside sections", command(dysymtab, put(76, 1)), "LC_DYSYMTAB", "which linked images have", true},
	{"indirect table outside", command(dysymtab, put(56, 1<<20)), "LC_DYSYMTAB", "lies outside the file", false},
	{"indirect table too long", command(dysymtab, put(60, 0xffffffff)), "LC_DYSYMTAB", "lies outside the file", false},
	{"symbol table outside", command(symtab, put(8, 1<<20)), "LC_SYMTAB", "symbol table lies outside the file", false},
	{"symbol table too long", command(symtab, put(12, 0xffffffff)), "LC_SYMTAB", "symbol table lies outside the file", false},
	{"names outside", command(symtab, put(16, 1<<20)), "LC_SYMTAB", "symbol names lie outside the file", false},
	{"names too long", command(symtab, put(20, 0xffffffff)), "LC_SYMTAB", "symbol names lie outside the file", false},
	{"names without NUL", func(s *sample) { s.EditNames = func(b []byte) []byte { return b[:len(b)-1] } }, "LC_SYMTAB", "do not end with a NUL", false},
	{"no name to see", entry(2, func(r *objgen.MachOSymbolRecord) { r.Name, r.Type = 0, r.Type|nExt }), "symbol 2", "has no name (string table index 0), but N_EXT bit", false},
	{"no names", func(s *sample) { s.EditNames = func([]byte) []byte { return nil } }, "symbol 0", "name is outside the symbol names", false},

	// Section headers.
	{"section outside", section(text, func(h *objgen.MachOSectionHeader) { h.Offset = 1 << 30 }), "section 1", "contents lie outside the file", false},
	{"section too long", section(text, func(h *objgen.MachOSectionHeader) { h.Size = 0xfffffff0 }), "section 1", "contents lie outside the file|addresses overflow", false},
	{"section address overflows", section(data, func(h *objgen.MachOSectionHeader) { h.Addr = 1<<64 - 8 }), "section 2|section 7, call frame record", "addresses overflow|no section has the address", false},
	{"sections overlap", func(s *sample) {
		size := uint64(len(s.Bytes()))
		s.EditSection = func(n uint32, h *objgen.MachOSectionHeader) {
			if n <= 2 {
				h.Offset, h.Size, h.NReloc = 0, size-100, 0
			}
		}
	}, "section 2", "contents overlap", false},
	{"alignment", section(text, func(h *objgen.MachOSectionHeader) { h.Align = 32 }), "section 1", "alignment is above 2^31", false},
	{"alignment all ones", section(text, func(h *objgen.MachOSectionHeader) { h.Align = 0xffffffff }), "section 1", "alignment is above 2^31", false},
	{"relocations outside", section(text, func(h *objgen.MachOSectionHeader) { h.RelOff = 1 << 30 }), "section 1", "relocations lie outside the file", false},
	{"too many relocations", section(text, func(h *objgen.MachOSectionHeader) { h.NReloc = 0xffffffff }), "section 1", "relocations lie outside the file", false},
	{"relocations overlap", func(s *sample) {
		size := uint32(len(s.Bytes()))
		s.EditSection = func(n uint32, h *objgen.MachOSectionHeader) {
			if n <= 2 {
				h.RelOff, h.NReloc = 0, size/8-9
			}
		}
	}, "section 2", "relocations overlap", false},
	{"pointers without symbols", section(pointers, func(h *objgen.MachOSectionHeader) { h.Reserved1 = 99 }), "section 4", "lies outside that", false},

	// Symbols.
	{"name outside", entry(3, func(r *objgen.MachOSymbolRecord) { r.Name = 0x7fffffff }), "symbol 3", "name is outside", false},
	{"section 0", entry(2, func(r *objgen.MachOSymbolRecord) { r.Sect = 0 }), "symbol 2", "section number is past the sections", false},
	{"section past the last", entry(2, func(r *objgen.MachOSymbolRecord) { r.Sect = 8 }), "symbol 2", "section number is past the sections", false},
	{"type 4", entry(4, func(r *objgen.MachOSymbolRecord) { r.Type = 4 | nExt }), "symbol 4", "unknown symbol type", false},
	{"type 6", entry(4, func(r *objgen.MachOSymbolRecord) { r.Type = 6 | nExt }), "symbol 4", "unknown symbol type", false},
	{"type 8", entry(4, func(r *objgen.MachOSymbolRecord) { r.Type = 8 }), "symbol 4", "unknown symbol type", false},
	{"undefined local", entry(4, func(r *objgen.MachOSymbolRecord) { r.Type = 0 }), "symbol 4", "undefined symbol is not external", false},
	{"alias of nothing", entry(3, func(r *objgen.MachOSymbolRecord) { r.Value = 0 }), "symbol 3", "name of what it is an alias of is outside", false},
	{"alias of a name outside", entry(3, func(r *objgen.MachOSymbolRecord) { r.Value = 1 << 30 }), "symbol 3", "name of what it is an alias of is outside", false},
	{"names overlap", func(s *sample) {
		for range 200 {
			s.AddSymbol(objgen.MachOSymbol{Name: "x", Type: nExt})
		}
		s.EditNames = func(b []byte) []byte { return append(slices.Repeat([]byte("long"), 4000), 0) }
		s.EditSymbol = func(n uint32, r *objgen.MachOSymbolRecord) { r.Name = n + 1 }
	}, "symbol", "names overlap", false},
}

// TestLies: each fault is found, by its own words, on every machine.
func TestLies(t *testing.T) {
	for _, l := range lies {
		t.Run(l.name, func(t *testing.T) {
			for _, m := range machines {
				s := newSample(m)
				l.tell(s)
				err := refused(t, s.Bytes())
				var fe *objfmt.FormatError
				if !errors.As(err, &fe) {
					t.Fatalf("%v: %v", m, err)
				}
				if !slices.ContainsFunc(strings.Split(l.msg, "|"), func(w string) bool { return strings.Contains(fe.Msg, w) }) ||
					!slices.ContainsFunc(strings.Split(l.what, "|"), func(w string) bool { return strings.HasPrefix(fe.What, w) }) ||
					errors.Is(err, objfmt.ErrUnsupported) != l.support || errors.Is(err, objfmt.ErrFormat) == l.support || fe.File != "bad.o" {
					t.Errorf("%v: %v, want %s: %s", m, err, l.what, l.msg)
				}
				if fe.Offset > uint64(len(s.Bytes())) && !strings.Contains(fe.Msg, "outside") {
					t.Errorf("%v: %v: the offset is past the file", m, err)
				}
			}
		})
	}
}

// TestByteOrder: big-endian files are told by their machine, and those of machines
// that have none are wrong.
func TestByteOrder(t *testing.T) {
	for cpu, want := range map[uint32]string{18: "machine PowerPC is not supported", 18 | 1<<24: "machine PowerPC 64 is not supported", 7: "byte order or class is not that of i386", 0x0100000c: "byte order or class is not that of aarch64"} {
		f := &objgen.MachO{Is64: cpu>>24 != 0, Big: true, CPU: cpu}
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Data: []byte{1}})
		err := refused(t, f.Bytes())
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, objfmt.ErrUnsupported) != strings.Contains(want, "not supported") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for cpu, is64 := range map[uint32]bool{cpuX8664: false, cpuARM64: false, cpuX86: true, cpuARM: true, cpuARM6432: true} {
		f := &objgen.MachO{Is64: is64, CPU: cpu}
		if err := refused(t, f.Bytes()); err == nil || !strings.Contains(err.Error(), "byte order or class") {
			t.Errorf("%v", err)
		}
	}
}

// TestTargets: what header and load commands say of the target.
func TestTargets(t *testing.T) {
	for _, tt := range []struct {
		cpu, subtype uint32
		is64         bool
		command      uint32
		platform     uint32
		want         string
	}{
		{cpuX8664, 3, true, 0, 0, "x86_64-unknown-unknown-macho"},
		{cpuX8664, 8, true, 0x32, 1, "x86_64h-apple-macosx-macho"},
		{cpuX8664, 0x80000003, true, 0x24, 0, "x86_64-apple-macosx-macho"},
		{cpuX8664, 3, true, 0x25, 0, "x86_64-apple-ios-macho-simulator"},
		{cpuX86, 3, false, 0x30, 0, "i386-apple-watchos-macho-simulator"},
		{cpuX86, 0x84, false, 0x24, 0, "i386-apple-macosx-macho"},
		{cpuARM64, 0, true, 0x32, 2, "aarch64-apple-ios-macho"},
		{cpuARM64, 1, true, 0x2f, 0, "aarch64-apple-tvos-macho"},
		{cpuARM64, 0x80000002, true, 0x32, 7, "arm64e-apple-ios-macho-simulator"},
		{cpuARM64, 0, true, 0x32, 3, "aarch64-apple-tvos-macho"},
		{cpuARM64, 0, true, 0x32, 5, "aarch64-apple-bridgeos-macho"},
		{cpuARM64, 0, true, 0x32, 6, "aarch64-apple-ios-macho-macabi"},
		{cpuARM64, 0, true, 0x32, 8, "aarch64-apple-tvos-macho-simulator"},
		{cpuARM64, 0, true, 0x32, 9, "aarch64-apple-watchos-macho-simulator"},
		{cpuARM64, 0, true, 0x32, 10, "aarch64-apple-driverkit-macho"},
		{cpuARM64, 0, true, 0x32, 11, "aarch64-apple-xros-macho"},
		{cpuARM64, 0, true, 0x32, 12, "aarch64-apple-xros-macho-simulator"},
		{cpuARM64, 0, true, 0x32, 0, "aarch64-unknown-unknown-macho"},
		{cpuARM64, 0, true, 0x32, 0xffffffff, "aarch64-unknown-unknown-macho"},
		{cpuARM6432, 1, false, 0x32, 4, "aarch64_32-apple-watchos-macho"},
		{cpuARM, 0, false, 0x25, 0, "arm-apple-ios-macho"}, {cpuARM, 5, false, 0x25, 0, "armv4t-apple-ios-macho"},
		{cpuARM, 6, false, 0x25, 0, "armv6-apple-ios-macho"}, {cpuARM, 9, false, 0x25, 0, "armv7-apple-ios-macho"},
		{cpuARM, 11, false, 0x25, 0, "armv7s-apple-ios-macho"}, {cpuARM, 12, false, 0x30, 0, "armv7k-apple-watchos-macho"},
		{cpuARM, 14, false, 0, 0, "thumbv6m-unknown-unknown-macho"}, {cpuARM, 15, false, 0, 0, "thumbv7m-unknown-unknown-macho"},
		{cpuARM, 16, false, 0, 0, "thumbv7em-unknown-unknown-macho"}, {cpuARM, 99, false, 0, 0, "arm-unknown-unknown-macho"},
	} {
		f := &objgen.MachO{Is64: tt.is64, CPU: tt.cpu, Subtype: tt.subtype, Flags: 0x20000}
		if tt.command != 0 {
			f.Commands = [][]byte{f.Command(tt.command, []uint32{tt.platform, 0x000a0000, 0, 0}, ""), f.Command(0x24, []uint32{0, 0}, "")}
		}
		if tt.command == 0x32 && tt.platform == 0 || tt.platform > 99 {
			f.Commands = f.Commands[:1]
		}
		img := parse(t, "target.o", f.Bytes())
		if got := fmt.Sprint(img.Triple); got != tt.want || img.Machine != tt.cpu || img.Is64 != tt.is64 || img.Big || !img.NeedsExec || img.Flags != 0x20000 {
			t.Errorf("%s, want %s", got, tt.want)
		}
		if back := parseTriple(t, fmt.Sprint(img.Triple)); !back.Equal(img.Triple) {
			t.Errorf("%v is read as %v", img.Triple, back)
		}
		if err := img.Triple.CheckObject(img.Triple); err != nil {
			t.Error(err)
		}
	}
}
