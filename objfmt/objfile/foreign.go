package objfile

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"path"
	"unicode/utf8"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Foreign is a kind of file that is no object to load but that may be taken for one.
type Foreign uint8

// Kinds of files that are no objects to load.
const (
	NotForeign     Foreign = iota // not known to be anything else
	LLVMBitcode                   // as clang -flto and -emit-llvm -c make it
	LLVMText                      // LLVM's IR as text, by name or first words
	GCCSlim                       // an object of gcc -flto: GCC's own code, and no machine code
	MSVCSlim                      // an object of cl /GL
	Executable                    // a linked program: ELF, PE, Mach-O
	SharedLibrary                 // a shared object, DLL or dylib
	CoreDump                      // memory of a program that has crashed
	GoObject                      // of the Go compiler, in an archive as a rule
	GoArchive                     // of the Go compiler, with what it exports
	CSource                       // by name
	CXXSource                     // by name
	AssemblySource                // by name
	LinkerScript                  // text that names files: GNU ld's libm.so
	WebAssembly                   // a module or an object of WebAssembly
	XCOFF                         // an object for AIX
	GOFF                          // an object for z/OS
	SPIRV                         // code for graphics processors
	numForeign
)

// foreigners says what each kind is and what to do instead.
var foreigners = [numForeign]struct{ what, advice string }{
	LLVMBitcode:    {"LLVM bitcode, as clang -flto makes it", "compile without -flto, or make an object of it with llc -filetype=obj"},
	LLVMText:       {"LLVM IR", "make an object of it with llc -filetype=obj"},
	GCCSlim:        {"a GCC LTO object without machine code", "compile without -flto, or with -ffat-lto-objects"},
	MSVCSlim:       {"an object of link-time code generation without machine code", "compile without /GL"},
	Executable:     {"an executable", "what can be loaded are the objects it was linked from: compile with -c"},
	SharedLibrary:  {"a shared library", "it is opened as a library, not linked"},
	CoreDump:       {"a core dump", "gdb reads those"},
	GoObject:       {"an object of the Go compiler", "Go alone links those: import the package instead"},
	GoArchive:      {"an archive of the Go compiler", "Go alone links those: import the package instead"},
	CSource:        {"C source", "compile it with gcc -c or clang -c"},
	CXXSource:      {"C++ source", "compile it with g++ -c or clang++ -c"},
	AssemblySource: {"assembly source", "assemble it with gcc -c or clang -c"},
	LinkerScript:   {"a linker script", "what can be loaded are the files that it names"},
	WebAssembly:    {"WebAssembly", "compile for the processor that the code is to run on"},
	XCOFF:          {"XCOFF, for AIX", "compile for a system with ELF, COFF or Mach-O"},
	GOFF:           {"GOFF, for z/OS", "compile for a system with ELF, COFF or Mach-O"},
	SPIRV:          {"SPIR-V", "compile for the processor that the code is to run on"},
}

// String says what the kind is: "C source", "a shared library"; "" for NotForeign and what is
// no kind.
func (k Foreign) String() string {
	if k < numForeign {
		return foreigners[k].what
	}
	return ""
}

// Advice says what to do with such a file, in a few words; "" for NotForeign and what is no
// kind.
func (k Foreign) Advice() string {
	if k < numForeign {
		return foreigners[k].advice
	}
	return ""
}

// ForeignError says that a file is no object to load but something else that is known.
type ForeignError struct {
	File string
	Kind Foreign
	Err  error // an *objfmt.FormatError that matches objfmt.ErrUnknownFormat or objfmt.ErrUnsupported
}

// Error gives "hello.c: C source, not an object: compile it with gcc -c or clang -c".
func (e *ForeignError) Error() string {
	return texts.Name(e.File) + ": " + e.Kind.String() + ", not an object: " + e.Kind.Advice()
}

// Unwrap returns the parser's error.
func (e *ForeignError) Unwrap() error { return e.Err }

// magics are the first bytes of kinds that have them; the first that matches counts.
var magics = []struct {
	magic string
	kind  Foreign
}{
	{"BC\xc0\xde", LLVMBitcode},
	{"\xde\xc0\x17\x0b", LLVMBitcode}, // Darwin's wrapper
	{"go object ", GoObject},
	{"!<arch>\n__.PKGDEF", GoArchive},
	{"\x00asm", WebAssembly},
	{"\x01\xdf\x00", XCOFF}, {"\x01\xf7\x00", XCOFF}, // 32 and 64 bits, and the upper byte of a number of sections
	{"\x03\xf0\x00", GOFF}, // a header record
	{"\x03\x02\x23\x07", SPIRV}, {"\x07\x23\x02\x03", SPIRV},
	{"; ModuleID = ", LLVMText},
	{"source_filename = \"", LLVMText},
	{"target datalayout = \"", LLVMText},
	{"/* GNU ld script", LinkerScript},
	{"OUTPUT_FORMAT", LinkerScript},
}

// suffixes are the ends of names of sources.
var suffixes = map[string]Foreign{
	".c": CSource, ".h": CSource, ".i": CSource,
	".cc": CXXSource, ".cpp": CXXSource, ".cxx": CXXSource, ".c++": CXXSource, ".C": CXXSource, ".ii": CXXSource,
	".s": AssemblySource, ".S": AssemblySource, ".asm": AssemblySource,
	".ll": LLVMText,
}

// Recognize says what kind of file has this name and these first bytes, a kilobyte or more,
// if it is no object to load: by its bytes or, if they are text, by its name. It is NotForeign
// for objects, also those of GCC without machine code, and for what it does not know.
func Recognize(name string, data []byte) Foreign {
	for _, m := range magics {
		if bytes.HasPrefix(data, []byte(m.magic)) {
			return m.kind
		}
	}
	switch {
	case bytes.HasPrefix(data, []byte("\x7fELF")):
		return linkedELF(data)
	case bytes.HasPrefix(data, []byte("MZ")):
		return linkedPE(data)
	case bytes.HasPrefix(data, []byte("\x00\x00\xff\xff")) && len(data) >= 28 && string(data[12:28]) == ltcg:
		return MSVCSlim
	case len(data) >= 16 && (binary.LittleEndian.Uint32(data)&^1 == 0xfeedface):
		return linkedMachO(binary.LittleEndian.Uint32(data[12:]))
	}
	if kind, ok := suffixes[path.Ext(name)]; ok && isText(data) {
		return kind
	}
	return NotForeign
}

// ltcg is the class of an object of cl /GL: {0cb3fe38-d9a5-4dab-ac9b-d6b6222653c2}.
const ltcg = "\x38\xfe\xb3\x0c\xa5\xd9\xab\x4d\xac\x9b\xd6\xb6\x22\x26\x53\xc2"

// isText reports bytes that text may begin with.
func isText(data []byte) bool {
	data = data[:min(len(data), 1024)]
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == 0 || r == utf8.RuneError && n == 1 && len(data) > utf8.UTFMax { // a rune may be cut at the end
			return false
		}
		data = data[n:]
	}
	return true
}

// linkedELF tells files that are no objects apart. A position-independent executable is a shared object that names an interpreter; so does a
// library that can be run to say what it is, such as glibc's: it has a name of its own and does not say that it is an executable (DF_1_PIE).
func linkedELF(data []byte) Foreign {
	if len(data) < 64 {
		return NotForeign
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[5] == 2 {
		order = binary.BigEndian
	}
	switch order.Uint16(data[16:]) {
	case 2:
		return Executable
	case 4:
		return CoreDump
	case 3:
	default:
		return NotForeign
	}
	is64 := data[4] == 2
	at, size, num := uint64(order.Uint32(data[28:])), uint64(order.Uint16(data[42:])), uint64(order.Uint16(data[44:]))
	if is64 {
		at, size, num = order.Uint64(data[32:]), uint64(order.Uint16(data[54:])), uint64(order.Uint16(data[56:]))
	}
	kind := SharedLibrary
	for i := range num {
		header, ok := bin.Slice(data, at+i*size, size)
		if !ok || size < 32 || is64 && size < 56 {
			break
		}
		switch elf.ProgType(order.Uint32(header)) {
		case elf.PT_INTERP:
			kind = Executable
		case elf.PT_DYNAMIC:
			off, n := uint64(order.Uint32(header[4:])), uint64(order.Uint32(header[16:]))
			if is64 {
				off, n = order.Uint64(header[8:]), order.Uint64(header[32:])
			}
			if table, ok := bin.Slice(data, off, n); ok && isNamed(table, order, is64) {
				return SharedLibrary
			}
		}
	}
	return kind
}

// isNamed reports whether a dynamic section is that of a library with a name, and not of an executable.
func isNamed(table []byte, order binary.ByteOrder, is64 bool) (named bool) {
	word := 4
	if is64 {
		word = 8
	}
	for ; len(table) >= 2*word; table = table[2*word:] {
		tag, value := elf.DynTag(order.Uint32(table)), order.Uint32(table[word:])
		if is64 {
			tag, value = elf.DynTag(order.Uint64(table)), uint32(order.Uint64(table[word:]))
		}
		switch {
		case tag == elf.DT_NULL:
			return named
		case tag == elf.DT_SONAME:
			named = true
		case tag == elf.DT_FLAGS_1 && value&uint32(elf.DF_1_PIE) != 0:
			return false
		}
	}
	return named
}

// linkedPE tells programs and libraries of Windows apart.
func linkedPE(data []byte) Foreign {
	if len(data) < 0x40 {
		return NotForeign
	}
	at := uint64(binary.LittleEndian.Uint32(data[0x3c:]))
	if at+24 > uint64(len(data)) || string(data[at:at+4]) != "PE\x00\x00" {
		return NotForeign
	}
	if binary.LittleEndian.Uint16(data[at+22:])&0x2000 != 0 { // IMAGE_FILE_DLL
		return SharedLibrary
	}
	return Executable
}

// linkedMachO is the kind of a file type of Mach-O.
func linkedMachO(filetype uint32) Foreign {
	switch filetype {
	case 2:
		return Executable
	case 4:
		return CoreDump
	case 6, 8, 9:
		return SharedLibrary
	}
	return NotForeign
}

// slim reports an object that GCC makes for itself alone: it has a common symbol of this name
// and no code (GCC, lto-streamer-out.cc).
func slim(ctx context.Context, img *objfmt.ObjectImage) (bool, error) {
	var done heed.Count
	for i := range img.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return false, err
		}
		if s := &img.Sections[i]; s.Kind == objfmt.KindCode && s.Size > 0 {
			return false, nil
		}
	}
	for i := len(img.Symbols) - 1; i >= int(img.FirstGlobal); i-- {
		if err := done.Items(ctx, 1); err != nil {
			return false, err
		}
		if s := &img.Symbols[i]; s.Section == objfmt.SecCommon && s.Size == 1 {
			if name := img.SymbolName(objfmt.SymbolID(i)); name == "__gnu_lto_slim" || name == "___gnu_lto_slim" {
				return true, nil
			}
		}
	}
	return false, nil
}
