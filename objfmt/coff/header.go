package coff

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// machine is a number of the specification's machine types.
type machine struct {
	number uint16
	arch   triple.Arch // unknown if there is no support
	name   string      // for errors
}

var machines = [...]machine{
	{0x14c, triple.X86, "i386"},
	{0x8664, triple.X86_64, "x86-64"},
	{0x1c4, triple.Thumb, "ARM Thumb-2"},
	{0xaa64, triple.AArch64, "ARM64"},
	{0xa641, triple.UnknownArch, "ARM64EC"},
	{0xa64e, triple.UnknownArch, "ARM64X"},
	{0x1c0, triple.UnknownArch, "ARM"},
	{0x1c2, triple.UnknownArch, "Thumb"},
	{0x200, triple.UnknownArch, "Itanium"},
	{0xebc, triple.UnknownArch, "EFI byte code"},
	{0x1f0, triple.UnknownArch, "PowerPC"},
	{0x1f1, triple.UnknownArch, "PowerPC with floating point"},
	{0x166, triple.UnknownArch, "MIPS R4000"},
	{0x169, triple.UnknownArch, "MIPS WCE"},
	{0x266, triple.UnknownArch, "MIPS16"},
	{0x366, triple.UnknownArch, "MIPS with floating point"},
	{0x466, triple.UnknownArch, "MIPS16 with floating point"},
	{0x1a2, triple.UnknownArch, "SH3"},
	{0x1a6, triple.UnknownArch, "SH4"},
	{0x5032, triple.UnknownArch, "RISC-V 32"},
	{0x5064, triple.UnknownArch, "RISC-V 64"},
	{0x6232, triple.UnknownArch, "LoongArch 32"},
	{0x6264, triple.UnknownArch, "LoongArch 64"},
}

// machineOf finds a machine, nil for a number without a meaning.
func machineOf(number uint16) *machine {
	for i := range machines {
		if machines[i].number == number {
			return &machines[i]
		}
	}
	return nil
}

// describe tells an image what it is for.
func (m *machine) describe(img *objfmt.ObjectImage) {
	img.Machine = uint32(m.number)
	img.Triple = triple.ForObject(m.arch, triple.COFF)
	img.Is64 = m.arch.Is64Bit()
}

// fileHeader is what the four kinds of file header say.
type fileHeader struct {
	machine   *machine
	known     bool // it is COFF, whatever is wrong with it
	flags     uint32
	big       bool
	imports   bool // a short import record
	nsec      uint64
	sections  uint64 // file offset of the section table
	nsym      uint64
	symbolsAt uint64 // file offset of the symbol table, 0 for none
}

// classID is a GUID as files have it.
type classID [16]byte

var (
	classBigObj = classID{0xc7, 0xa1, 0xba, 0xd1, 0xee, 0xba, 0xa9, 0x4b, 0xaf, 0x20, 0xfa, 0xf6, 0x6a, 0xa4, 0xdc, 0xb8}
	classLTCG   = classID{0x38, 0xfe, 0xb3, 0x0c, 0xa5, 0xd9, 0xab, 0x4d, 0xac, 0x9b, 0xd6, 0xb6, 0x22, 0x26, 0x53, 0xc2}
)

// Sniff reports whether data looks like COFF: an object, an import record, or a
// file that Parse refuses with a better reason than that its format is unknown, a
// linked image for one. COFF has no magic: an object is a machine number that has
// a meaning, followed by tables that lie inside the file.
func Sniff(data []byte) bool {
	h, _ := readHeader(data)
	return h.known
}

// badHeader makes an error of a file header; the caller knows the file's name.
func badHeader(off uint64, format string, args ...any) *objfmt.FormatError {
	return &objfmt.FormatError{Offset: off, What: "file header", Msg: fmt.Sprintf(format, args...)}
}

func unsupportedHeader(off uint64, format string, args ...any) *objfmt.FormatError {
	e := badHeader(off, format, args...)
	e.Err = objfmt.ErrUnsupported
	return e
}

// readHeader reads the file header and checks where the tables are.
func readHeader(f []byte) (h fileHeader, bad *objfmt.FormatError) {
	if len(f) < headerSize {
		return h, badHeader(uint64(len(f)), "file ends inside the header")
	}
	if f[0] == 'M' && f[1] == 'Z' {
		return imageHeader(f)
	}
	if le.Uint32(f) == 0xffff_0000 { // IMAGE_FILE_MACHINE_UNKNOWN and 65,535 sections
		return anonymousHeader(f)
	}
	m := machineOf(le.Uint16(f))
	if m == nil {
		return h, unsupportedHeader(0, "unknown machine number %#x", le.Uint16(f))
	}
	h.nsec = uint64(le.Uint16(f[2:]))
	h.symbolsAt, h.nsym = uint64(le.Uint32(f[8:])), uint64(le.Uint32(f[12:]))
	h.sections = headerSize + uint64(le.Uint16(f[16:]))
	h.flags = uint32(le.Uint16(f[18:]))
	if bad = h.bounds(f); bad != nil {
		return h, bad
	}
	h.machine, h.known = m, true
	if h.flags&executableImage != 0 {
		return h, unsupportedHeader(18, "a linked image, not an object")
	}
	return h, m.check(0)
}

// check refuses machines without support.
func (m *machine) check(at uint64) *objfmt.FormatError {
	if m.arch == triple.UnknownArch {
		return unsupportedHeader(at, "objects for %s (machine %#x) are not supported", m.name, m.number)
	}
	return nil
}

// bounds checks that the section headers and the symbols lie inside the file.
func (h *fileHeader) bounds(f []byte) *objfmt.FormatError {
	size := uint64(symbolSize)
	if h.big {
		size = bigSymbolSize
	} else if h.nsec > maxPlainSections {
		return badHeader(2, "%d sections, more than symbols can name", h.nsec)
	}
	if _, ok := bin.Table(f, h.sections, h.nsec, sectionSize); !ok {
		return badHeader(h.sections, "%d section headers lie outside the file", h.nsec)
	}
	if h.symbolsAt == 0 {
		if h.nsym != 0 {
			return badHeader(0, "%d symbols without a symbol table", h.nsym)
		}
		return nil
	}
	if _, ok := bin.Table(f, h.symbolsAt, h.nsym, size); !ok || h.nsym > 1<<31 {
		return badHeader(h.symbolsAt, "%d symbols lie outside the file", h.nsym)
	}
	return nil
}

// imageHeader recognises what linkers make, to refuse it.
func imageHeader(f []byte) (h fileHeader, bad *objfmt.FormatError) {
	if b, ok := bin.Slice(f, 0x3c, 4); ok {
		if sig, ok := bin.Slice(f, uint64(le.Uint32(b)), 4); ok && string(sig) == "PE\x00\x00" {
			h.known = true
			return h, unsupportedHeader(0, "a linked image (PE), not an object")
		}
	}
	return h, badHeader(0, "no object")
}

// anonymousHeader reads an IMPORT_OBJECT_HEADER or one of the ANON_OBJECT_HEADERs,
// which begin alike.
func anonymousHeader(f []byte) (h fileHeader, bad *objfmt.FormatError) {
	version, m := le.Uint16(f[4:]), machineOf(le.Uint16(f[6:]))
	if version == 0 {
		if m == nil {
			return h, unsupportedHeader(6, "unknown machine number %#x", le.Uint16(f[6:]))
		}
		h.machine, h.known, h.imports = m, true, true
		return h, m.check(6)
	}
	b, ok := bin.Slice(f, 12, 16)
	if !ok {
		return h, badHeader(uint64(len(f)), "file ends inside the header")
	}
	switch id := classID(b); {
	case id == classLTCG:
		h.known = true
		return h, unsupportedHeader(12, "compiler's own code for whole program optimization (/GL), not machine code")
	case id != classBigObj:
		return h, unsupportedHeader(12, "anonymous object of class %x", b)
	case m == nil:
		return h, unsupportedHeader(6, "unknown machine number %#x", le.Uint16(f[6:]))
	}
	h.machine, h.known, h.big, h.sections = m, true, true, bigHeaderSize
	if version < 2 {
		return h, unsupportedHeader(4, "large object of version %d", version)
	}
	if len(f) < bigHeaderSize {
		return h, badHeader(uint64(len(f)), "file ends inside the header")
	}
	h.flags = le.Uint32(f[32:])
	h.nsec, h.symbolsAt, h.nsym = uint64(le.Uint32(f[44:])), uint64(le.Uint32(f[48:])), uint64(le.Uint32(f[52:]))
	if bad = h.bounds(f); bad != nil {
		return h, bad
	}
	return h, m.check(6)
}
