// Package triple names a target: which instruction set, whose system, which operating system, which
// environment, and in which container its objects come.
//
// A triple is written
//
//	ARCH-VENDOR-OS[-FORMAT][-ENVIRONMENT]
//
// and [Parse] also takes the order that toolchains use, ARCH-VENDOR-OS-ENVIRONMENT-FORMAT, a format glued to
// the environment (gnueabihf-macho, msvcelf), and forms with components left out or out of place. The
// format is what the triple says, else what operating system and architecture imply. So ELF on Windows or
// Mach-O on Linux is a plain request (x86_64-pc-windows-elf, x86_64-unknown-linux-macho), and a format that
// the architecture has not, or the system or the environment excludes, is an error.
//
// The vocabulary is LLVM's; a word that the tables do not have is kept, printed back and marked unknown.
//
// The law: this package knows names. It knows no file, no instruction and nothing of the linker, and
// imports nothing of this module.
package triple

import "runtime"

// Triple is a target. It is a value: copy it, compare it with == (which also tells spellings of one target
// apart; [Triple.Equal] does not), use it as a map key. The zero value says nothing.
//
// A Triple may be built by its fields, or by [New] of components' words. Words and versions that Parse found are kept beside them and
// printed as long as they agree with the fields. They share the memory of the string that was parsed.
type Triple struct {
	Arch           Arch
	Vendor         Vendor
	OS             OS
	Environment    Environment
	ExplicitFormat Format  // UnknownFormat: derived, see Format
	SubArch        SubArch // variant of Arch, as spelled

	archName   string // the word, where it is not Arch's own name
	vendorName string
	osName     string // without the version
	osVersion  string
	envName    string
	envVersion string
	osOf       OS // what osVersion is the version of, where there is one
	envOf      Environment
}

// IsZero reports whether t is the zero Triple, which many settings take for none.
func (t *Triple) IsZero() bool {
	return t.Arch == 0 && t.OS == 0 && t.Vendor == 0 && t.Environment == 0 && t.ExplicitFormat == 0 && t.SubArch == "" &&
		t.archName == "" && t.vendorName == "" && t.osName == "" && t.osVersion == "" && t.envName == "" && t.envVersion == "" && t.osOf == 0 && t.envOf == 0
}

// Host returns the target that this program runs on, as [FromGo] names it.
func Host() Triple {
	t, _ := FromGo(runtime.GOOS, runtime.GOARCH) // zero where Go has a port that the table lacks
	return t
}

// ForObject returns what the header of an object file states: its machine and its container. Vendor,
// system and environment are unknown. It checks nothing: a COFF header fits a triple that says no system.
func ForObject(arch Arch, format Format) Triple {
	return Triple{Arch: arch, ExplicitFormat: format}
}

// HasExplicitFormat reports whether the triple itself names a format.
func (t Triple) HasExplicitFormat() bool { return t.ExplicitFormat != UnknownFormat }

// Format returns the container of the target's objects: the explicit one, else what system and
// architecture imply. Apple's systems imply Mach-O, Windows and UEFI COFF, AIX XCOFF, z/OS GOFF, each where
// the architecture has it; otherwise it is the architecture's own: Wasm, SPIRV, DXContainer, for all
// others ELF.
func (t Triple) Format() Format {
	if t.ExplicitFormat != UnknownFormat {
		return t.ExplicitFormat
	}
	arch := t.Arch.row()
	if f := t.OS.row().format; f != UnknownFormat && arch.implied.has(f) {
		return f
	}
	return arch.natural
}

// WithFormat returns t with the explicit format f, or with the derived one if f is [UnknownFormat]. The
// error is as of [Triple.Validate], and t is then returned as it was.
func (t Triple) WithFormat(f Format) (Triple, error) {
	u := t
	u.ExplicitFormat = f
	u.windowsDefault()
	if err := u.Validate(); err != nil {
		return t, err
	}
	return u, nil
}

// SymbolPrefix is what the names of C begin with in symbol tables: "_" in Mach-O and in
// COFF for IA-32, else nothing.
func (t Triple) SymbolPrefix() string {
	if t.IsMachO() || t.IsCOFF() && t.Arch == X86 {
		return "_"
	}
	return ""
}

// IsELF reports whether the target's objects are ELF.
func (t Triple) IsELF() bool { return t.Format() == ELF }

// IsCOFF reports whether the target's objects are COFF.
func (t Triple) IsCOFF() bool { return t.Format() == COFF }

// IsMachO reports whether the target's objects are Mach-O.
func (t Triple) IsMachO() bool { return t.Format() == MachO }

// IsWasm reports whether the target's objects are WebAssembly.
func (t Triple) IsWasm() bool { return t.Format() == Wasm }

// IsXCOFF reports whether the target's objects are XCOFF.
func (t Triple) IsXCOFF() bool { return t.Format() == XCOFF }

// IsGOFF reports whether the target's objects are GOFF.
func (t Triple) IsGOFF() bool { return t.Format() == GOFF }

// PointerBits returns the width of a pointer, which is the environment's where that says so: 32 for x32, n32
// and ILP32, which are ABIs of ELF alone. 0 where the architecture is unknown. An ELF file's class follows
// it, with 32 for 16.
func (t Triple) PointerBits() int {
	narrow := false
	switch t.Environment {
	case GNUX32, MuslX32:
		narrow = t.Arch == X86_64
	case GNUABIN32, MuslABIN32:
		narrow = t.Arch == MIPS64 || t.Arch == MIPS64EL
	case GNUILP32:
		narrow = t.Arch.IsAArch64()
	}
	if narrow && t.IsELF() {
		return 32
	}
	return t.Arch.PointerBits()
}

// IsBigEndian reports whether data has its most significant byte first.
func (t Triple) IsBigEndian() bool { return t.Arch.IsBigEndian() }

// IsLittleEndian reports whether data has its least significant byte first; false if not known.
func (t Triple) IsLittleEndian() bool { return t.Arch != UnknownArch && !t.Arch.IsBigEndian() }

// IsArch64Bit reports whether the architecture has 64-bit addresses, whatever the environment makes of them.
func (t Triple) IsArch64Bit() bool { return t.Arch.Is64Bit() }

// IsArch32Bit reports whether the architecture has 32-bit addresses.
func (t Triple) IsArch32Bit() bool { return t.Arch.Is32Bit() }

// IsArch16Bit reports whether the architecture has 16-bit addresses.
func (t Triple) IsArch16Bit() bool { return t.Arch.Is16Bit() }
