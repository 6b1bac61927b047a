package triple_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/triple"
)

// mustParse is Parse for triples that are right.
func mustParse(s string) triple.Triple {
	t, err := triple.Parse(s)
	if err != nil {
		panic(err)
	}
	return t
}

// parseTests are triples as people write them, with what they mean: canonical form, LLVM's order where it
// differs, and the format.
var parseTests = []struct {
	in, canonical, llvm string
	format              triple.Format
	explicit            bool
	bits                int
}{
	// The five orders.
	{"x86_64-unknown-linux", "x86_64-unknown-linux", "", triple.ELF, false, 64},
	{"x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu", "", triple.ELF, false, 64},
	{"x86_64-pc-windows-elf", "x86_64-pc-windows-elf", "", triple.ELF, true, 64},
	{"x86_64-pc-windows-elf-msvc", "x86_64-pc-windows-elf-msvc", "x86_64-pc-windows-msvc-elf", triple.ELF, true, 64},
	{"x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-elf-msvc", "x86_64-pc-windows-msvc-elf", triple.ELF, true, 64},
	// A format glued to the environment.
	{"arm-linux-gnueabihf-macho", "arm-unknown-linux-macho-gnueabihf", "arm-unknown-linux-gnueabihf-macho", triple.MachO, true, 32},
	{"x86_64-unknown-linux-gnuelf", "x86_64-unknown-linux-elf-gnu", "x86_64-unknown-linux-gnu-elf", triple.ELF, true, 64},
	{"x86_64-pc-windows-msvcelf", "x86_64-pc-windows-elf-msvc", "x86_64-pc-windows-msvc-elf", triple.ELF, true, 64},
	{"x86_64-pc-windows-msvc19.29elf", "x86_64-pc-windows-elf-msvc19.29", "x86_64-pc-windows-msvc19.29-elf", triple.ELF, true, 64},
	{"powerpc-unknown-aix-gnuxcoff", "powerpc-unknown-aix-xcoff-gnu", "powerpc-unknown-aix-gnu-xcoff", triple.XCOFF, true, 32},
	// Formats on systems that are not their own.
	{"x86_64-unknown-linux-macho", "x86_64-unknown-linux-macho", "", triple.MachO, true, 64},
	{"x86_64-unknown-uefi-coff", "x86_64-unknown-uefi-coff", "", triple.COFF, true, 64},
	{"x86_64-unknown-uefi", "x86_64-unknown-uefi", "", triple.COFF, false, 64},
	{"x86_64-pc-windows-macho", "x86_64-pc-windows-macho", "", triple.MachO, true, 64},
	{"arm-apple-ios-eabi-macho", "arm-apple-ios-macho-eabi", "arm-apple-ios-eabi-macho", triple.MachO, true, 32},
	{"powerpc64-ibm-aix-elf", "powerpc64-ibm-aix-elf", "", triple.ELF, true, 64},
	{"s390x-ibm-zos-elf", "s390x-ibm-zos-elf", "", triple.ELF, true, 64},
	{"x86_64-pc-windows-coff-gnu", "x86_64-pc-windows-coff-gnu", "x86_64-pc-windows-gnu-coff", triple.COFF, true, 64},
	// Sloppy ones.
	{"x86_64-linux-gnu", "x86_64-unknown-linux-gnu", "", triple.ELF, false, 64},
	{"x86_64-linux", "x86_64-unknown-linux", "", triple.ELF, false, 64},
	{"x86_64", "x86_64-unknown-unknown", "", triple.ELF, false, 64},
	{"wasm32", "wasm32-unknown-unknown", "", triple.Wasm, false, 32},
	{"wasm32-wasi", "wasm32-unknown-wasi", "", triple.Wasm, false, 32},
	{"i686-w64-mingw32", "i686-w64-windows-gnu", "", triple.COFF, false, 32},
	{"x86_64-w64-mingw32-elf", "x86_64-w64-windows-elf-gnu", "x86_64-w64-windows-gnu-elf", triple.ELF, true, 64},
	{"x86_64-pc-cygwin", "x86_64-pc-windows-cygnus", "", triple.COFF, false, 64},
	{"x86_64-pc-msys", "x86_64-pc-windows-cygnus", "", triple.COFF, false, 64},
	{"x86_64-pc-win32", "x86_64-pc-windows-msvc", "", triple.COFF, false, 64},
	{"x86_64-pc-windows", "x86_64-pc-windows-msvc", "", triple.COFF, false, 64},
	{"aarch64-none-elf", "aarch64-unknown-none-elf", "", triple.ELF, true, 64},
	{"thumbv7m-none-eabi", "thumbv7m-unknown-none-eabi", "", triple.ELF, false, 32},
	{"arm-none-none-eabi", "arm-none-none-eabi", "", triple.ELF, false, 32},
	{"arm-none-linux-gnueabi", "arm-none-linux-gnueabi", "", triple.ELF, false, 32},
	{"arm-linux-androideabi21", "arm-unknown-linux-android21", "", triple.ELF, false, 32},
	{"armv7-suse-linux-gnueabi", "armv7-suse-linux-gnueabihf", "", triple.ELF, false, 32},
	{"gnu-linux-x86_64-pc", "x86_64-pc-linux-gnu", "", triple.ELF, false, 64},
	{"linux-gnu", "unknown-unknown-linux-gnu", "", triple.ELF, false, 0},
	{"x86_64--linux", "x86_64-unknown-linux", "", triple.ELF, false, 64},
	{"arm--netbsdelf-eabi", "arm-unknown-netbsdelf-eabi", "", triple.ELF, false, 32},
	{"dxil-pc-shadermodel6.3-hull", "dxilv1.3-pc-shadermodel6.3-hull", "", triple.DXContainer, false, 32},
	{"dxil-pc-shadermodel6.x-hull", "dxilv1.9-pc-shadermodel6.x-hull", "", triple.DXContainer, false, 32},
	// Versions.
	{"arm64-apple-macosx13.0", "arm64-apple-macosx13.0", "", triple.MachO, false, 64},
	{"arm64-apple-macos11", "arm64-apple-macos11", "", triple.MachO, false, 64},
	{"x86_64-apple-macosx10.15.2", "x86_64-apple-macosx10.15.2", "", triple.MachO, false, 64},
	{"arm64-apple-ios14-simulator", "arm64-apple-ios14-simulator", "", triple.MachO, false, 64},
	{"aarch64-linux-android21", "aarch64-unknown-linux-android21", "", triple.ELF, false, 64},
	{"x86_64-pc-windows10.0", "x86_64-pc-windows10.0-msvc", "", triple.COFF, false, 64},
	{"powerpc64-ibm-aix7.2.0.0", "powerpc64-ibm-aix7.2.0.0", "", triple.XCOFF, false, 64},
	// Pointers narrower than the machine.
	{"x86_64-linux-gnux32", "x86_64-unknown-linux-gnux32", "", triple.ELF, false, 32},
	{"aarch64-linux-gnu_ilp32", "aarch64-unknown-linux-gnu_ilp32", "", triple.ELF, false, 32},
	{"mips64el-linux-gnuabin32", "mips64el-unknown-linux-gnuabin32", "", triple.ELF, false, 32},
	{"mipsn32-linux", "mipsn32-unknown-linux-gnuabin32", "", triple.ELF, false, 32},
	{"arm64_32-apple-watchos", "arm64_32-apple-watchos", "", triple.MachO, false, 32},
	{"avr", "avr-unknown-unknown", "", triple.ELF, false, 16},
	// Own formats of machines, and systems whose format the machine has not.
	{"s390x-ibm-zos", "s390x-ibm-zos", "", triple.GOFF, false, 64},
	{"spirv64-unknown-unknown", "spirv64-unknown-unknown", "", triple.SPIRV, false, 64},
	{"spirv1.5-unknown-vulkan1.2-compute", "spirv1.5-unknown-vulkan1.2-compute", "", triple.SPIRV, false, 64},
	{"sparc-unknown-windows", "sparc-unknown-windows-msvc", "", triple.ELF, false, 32},
	{"x86_64-ibm-aix", "x86_64-ibm-aix", "", triple.ELF, false, 64},
	{"armeb-apple-darwin", "armeb-apple-darwin", "", triple.ELF, false, 32},
	{"powerpc-apple-darwin9", "powerpc-apple-darwin9", "", triple.MachO, false, 32},
	// A contradiction that no explicit format makes is none: the derived one holds.
	{"arm-pc-windows-gnueabihf", "arm-pc-windows-gnueabihf", "", triple.COFF, false, 32},
	// Unknown words are kept.
	{"foo-bar-baz", "foo-bar-baz", "", triple.ELF, false, 0},
	{"foo-bar-baz-qux", "foo-bar-baz-qux", "", triple.ELF, false, 0},
	{"x86_64-pc-linux-shelf", "x86_64-pc-linux-shelf", "", triple.ELF, false, 64},
	{"x86_64-pc-windows-foo", "x86_64-pc-windows-foo", "", triple.COFF, false, 64},
}

func TestParse(t *testing.T) {
	for _, tt := range parseTests {
		t.Run(tt.in, func(t *testing.T) {
			tr, err := triple.Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			llvm := tt.llvm
			if llvm == "" {
				llvm = tt.canonical
			}
			if tr.String() != tt.canonical || tr.LLVM() != llvm {
				t.Errorf("prints %q and %q, want %q and %q", tr, tr.LLVM(), tt.canonical, llvm)
			}
			if tr.Format() != tt.format || tr.HasExplicitFormat() != tt.explicit || tr.PointerBits() != tt.bits {
				t.Errorf("format %v explicit %v, %d bits; want %v %v %d",
					tr.Format(), tr.HasExplicitFormat(), tr.PointerBits(), tt.format, tt.explicit, tt.bits)
			}
			for _, form := range []string{tr.String(), tr.LLVM()} {
				if again, err := triple.Parse(form); err != nil || again != tr {
					t.Errorf("Parse(%q) = %#v, %v, want %#v", form, again, err, tr)
				}
			}
		})
	}
}

// errorTests are triples that are refused: the sentinel, the component, its byte and what it contradicts.
var errorTests = []struct {
	in   string
	err  error
	at   int
	with int // byte, -1 for none
}{
	{"", triple.ErrSyntax, 0, -1},
	{"x86_64 -pc-linux", triple.ErrSyntax, 6, -1},
	{"x86_64-pc-linux\x00", triple.ErrSyntax, 15, -1},
	{"x86_64-pc-lin\u00fcx", triple.ErrSyntax, 13, -1},
	{"a-b-c-d-e", triple.ErrSyntax, 8, -1},
	{"x86_64-pc-linux-gnu-efl", triple.ErrSyntax, 20, -1},
	{"a-b-c-d-e-f-g-h-i-j", triple.ErrSyntax, 12, -1},
	{"x86_64-pc-linux-elf-elf", triple.ErrTwoFormats, 20, 16},
	{"x86_64-pc-linux-elf-gnu-macho", triple.ErrTwoFormats, 24, 16},
	{"x86_64-linux-gnuelf-macho", triple.ErrTwoFormats, 20, 16},
	{"x86_64-linux-gnuelfelf", triple.ErrTwoFormats, 19, 16},
	{"wasm32-unknown-unknown-elf", triple.ErrUnsupportedFormat, 23, 0},
	{"s390x-unknown-linux-macho", triple.ErrUnsupportedFormat, 20, 0},
	{"sparc-pc-windows-coff", triple.ErrUnsupportedFormat, 17, 0},
	{"x86_64-unknown-linux-wasm", triple.ErrUnsupportedFormat, 21, 0},
	{"x86_64-ibm-aix-xcoff", triple.ErrUnsupportedFormat, 15, 0},
	{"x86_64-ibm-zos-goff", triple.ErrUnsupportedFormat, 15, 0},
	{"x86_64-pc-linux-dxcontainer", triple.ErrUnsupportedFormat, 16, 0},
	{"x86_64-pc-linux-spirv", triple.ErrUnsupportedFormat, 16, 0},
	{"armeb-unknown-linux-macho", triple.ErrUnsupportedFormat, 20, 0},
	{"x86_64-apple-darwin-elf", triple.ErrIncompatible, 20, 13},
	{"arm64-apple-ios14-simulator-elf", triple.ErrIncompatible, 28, 12},
	{"arm64-apple-xros-elf", triple.ErrIncompatible, 17, 12},
	{"x86_64-unknown-linux-coff", triple.ErrIncompatible, 21, 15},
	{"x86_64-apple-macosx-coff", triple.ErrIncompatible, 20, 13},
	{"x86_64-unknown-unknown-coff", triple.ErrIncompatible, 23, 15},
	{"arm-pc-windows-gnueabihf-coff", triple.ErrIncompatible, 25, 15},
	{"arm-pc-windows-coff-gnueabihf", triple.ErrIncompatible, 15, 20},
	{"arm-pc-windows-coff-musleabi", triple.ErrIncompatible, 15, 20},
	{"x86_64-pc-windows-macho-msvc", triple.ErrIncompatible, 18, 24},
	{"x86_64-pc-windows-msvcmacho", triple.ErrIncompatible, 22, 18},
	{"x86_64-pc-windows-itanium-macho", triple.ErrIncompatible, 26, 18},
	{"x86_64-pc-windows-cygnus-macho", triple.ErrIncompatible, 25, 18},
	{"aarch64-linux-android21-macho", triple.ErrIncompatible, 24, 14},
	{"x86_64-linux-musl-macho", triple.ErrIncompatible, 18, 13},
	{"powerpc-unknown-linux-xcoff", triple.ErrIncompatible, 22, 16},
	{"s390x-unknown-linux-goff", triple.ErrIncompatible, 20, 14},
	{"i686-pc-mingw32-msvc", triple.ErrIncompatible, 16, 8},
	{"arm64-pc-firmware", triple.ErrIncompatible, 9, 6},
}

func TestParseErrors(t *testing.T) {
	for _, tt := range errorTests {
		t.Run(tt.in, func(t *testing.T) {
			tr, err := triple.Parse(tt.in)
			var e *triple.Error
			if !errors.Is(err, tt.err) || !errors.As(err, &e) {
				t.Fatalf("Parse = %v, %v; want %v", tr, err, tt.err)
			}
			if e.Offset != tt.at || e.WithOffset != tt.with || e.Triple != tt.in {
				t.Errorf("%v\nat byte %d with byte %d, want %d and %d", e, e.Offset, e.WithOffset, tt.at, tt.with)
			}
			if (tr == triple.Triple{}) != errors.Is(err, triple.ErrSyntax) {
				t.Errorf("Triple with the error: %#v", tr)
			}
		})
	}
	_, err := triple.Parse("x86_64-pc-windows-macho-msvc")
	const want = `triple "x86_64-pc-windows-macho-msvc": format "macho" at byte 18 with environment "msvc" at byte 24: incompatible components`
	if err.Error() != want {
		t.Errorf("error:\n got %s\nwant %s", err, want)
	}
}

func TestELFFitsEveryEnvironment(t *testing.T) {
	for e := triple.UnknownEnvironment; e.String() != "" || e == triple.UnknownEnvironment; e++ {
		for o := triple.UnknownOS; o.String() != "unknown" || o == triple.UnknownOS; o++ {
			tr := triple.Triple{Arch: triple.X86_64, Vendor: triple.Apple, OS: o, Environment: e}
			_, err := tr.WithFormat(triple.ELF)
			if o.IsDarwin() != errors.Is(err, triple.ErrIncompatible) || !o.IsDarwin() && err != nil {
				t.Errorf("%v with ELF: %v", tr, err)
			}
			_, err = tr.WithFormat(triple.COFF)
			if (err == nil) && o != triple.Windows && o != triple.UEFI {
				t.Errorf("%v with COFF is accepted", tr)
			}
		}
	}
}

// TestWords reads every architecture, vendor, system and environment back from its own name.
func TestWords(t *testing.T) {
	count := 0
	check := func(want triple.Triple) {
		t.Helper()
		count++
		if got, err := triple.Parse(want.String()); err != nil || got != want {
			t.Errorf("Parse(%q) = %#v, %v, want %#v", want, got, err, want)
		}
	}
	for a := triple.X86_64; a.String() != "unknown"; a++ {
		check(triple.Triple{Arch: a})
	}
	for v := triple.Apple; v.String() != "unknown"; v++ {
		check(triple.Triple{Arch: triple.AArch64, Vendor: v})
	}
	for o := triple.NoOS; o.String() != "unknown"; o++ {
		if o != triple.Windows && o != triple.Firmware {
			check(triple.Triple{Arch: triple.AArch64, OS: o})
		}
	}
	for e := triple.GNU; e.String() != ""; e++ {
		check(triple.Triple{Arch: triple.AArch64, OS: triple.Linux, Environment: e})
	}
	check(triple.Triple{Arch: triple.AArch64, Vendor: triple.Apple, OS: triple.Firmware})
	check(triple.Triple{Arch: triple.AArch64, OS: triple.Windows, Environment: triple.MSVC})
	if count < 150 {
		t.Errorf("only %d words", count)
	}
}

func TestSubArch(t *testing.T) {
	tests := []struct {
		in        string
		arch      triple.Arch
		sub       triple.SubArch
		canonical triple.SubArch
	}{
		{"i386", triple.X86, "", ""}, {"i686", triple.X86, "i686", ""}, {"amd64", triple.X86_64, "", ""},
		{"x86_64h", triple.X86_64, "x86_64h", ""},
		{"armv4t", triple.ARM, "v4t", "v4t"}, {"armv5te", triple.ARM, "v5te", "v5te"},
		{"armv6hl", triple.ARM, "v6hl", "v6k"}, {"armv6m", triple.Thumb, "v6m", "v6m"},
		{"armebv6m", triple.ThumbEB, "v6m", "v6m"}, {"armv7", triple.ARM, "v7", "v7"},
		{"armv7a", triple.ARM, "v7a", "v7"}, {"armv7l", triple.ARM, "v7l", "v7"}, {"armv7k", triple.ARM, "v7k", "v7k"},
		{"armebv7r", triple.ARMEB, "v7r", "v7"}, {"armv7eb", triple.ARMEB, "v7", "v7"},
		{"thumbv7em", triple.Thumb, "v7em", "v7em"}, {"thumbebv8m.main", triple.ThumbEB, "v8m.main", "v8m.main"},
		{"armv8.1m.main", triple.ARM, "v8.1m.main", "v8.1m.main"}, {"armv9a", triple.ARM, "v9a", "v9"},
		{"armv9.7a", triple.ARM, "v9.7a", "v9.7a"}, {"xscale", triple.ARM, "xscale", "v5te"},
		{"thumbv3", triple.UnknownArch, "", ""}, {"armebv7eb", triple.UnknownArch, "", ""},
		{"armfoo", triple.UnknownArch, "", ""}, {"arm64v8a", triple.AArch64, "v8a", "v8"},
		{"arm64e", triple.AArch64, "arm64e", "arm64e"}, {"arm64ec", triple.AArch64, "arm64ec", "arm64ec"},
		{"mipsisa32r6el", triple.MIPSEL, "r6", "r6"}, {"mips64r6", triple.MIPS64, "r6", "r6"},
		{"powerpcspe", triple.PPC, "spe", "spe"}, {"ppu", triple.PPC64, "", ""},
		{"amdgpu9.0a", triple.AMDGCN, "9.0a", "9.0a"}, {"kalimba4", triple.Kalimba, "v4", "v4"},
		{"spirv64v1.3", triple.SPIRV64, "v1.3", "v1.3"}, {"bpf_be", triple.BPFEB, "", ""},
		{"systemz", triple.SystemZ, "", ""}, {"sparc64", triple.SPARCV9, "", ""},
	}
	for _, tt := range tests {
		tr, err := triple.Parse(tt.in)
		if err != nil || tr.Arch != tt.arch || tr.SubArch != tt.sub || tr.SubArch.Canonical() != tt.canonical ||
			tr.ArchName() != tt.in {
			t.Errorf("Parse(%q) = %v %q (%q) %q, %v; want %v %q (%q)", tt.in, tr.Arch, tr.SubArch,
				tr.SubArch.Canonical(), tr.ArchName(), err, tt.arch, tt.sub, tt.canonical)
		}
	}
}

func TestBuilt(t *testing.T) {
	tr := mustParse("x86_64-apple-macosx10.15-macabi")
	tr.Arch, tr.OS, tr.Environment = triple.ARM, triple.Linux, triple.GNUEABI
	tr.Vendor, tr.SubArch = triple.UnknownVendor, "v7a"
	if got := tr.String(); got != "armv7a-unknown-linux-gnueabi" {
		t.Errorf("changed by its fields it prints %q", got)
	}
	tr = triple.Triple{Arch: triple.MIPS64EL, SubArch: triple.SubN32, OS: triple.Linux}
	if got := tr.ArchName(); got != "mipsn32el" {
		t.Errorf("n32 prints %q", got)
	}
	if got := (triple.Triple{}).String(); got != "unknown-unknown-unknown" || mustParse(got) != (triple.Triple{}) {
		t.Errorf("zero Triple: %q", got)
	}
	bad := triple.Triple{Arch: triple.ARM, OS: triple.Linux, Environment: triple.Musl, ExplicitFormat: triple.MachO}
	var e *triple.Error
	if err := bad.Validate(); !errors.Is(err, triple.ErrIncompatible) || !errors.As(err, &e) || e.Offset != 18 {
		t.Errorf("Validate(%v) = %v", bad, err)
	}
}

// TestNew: components stay where they are put, and are otherwise what Parse makes of them.
func TestNew(t *testing.T) {
	tests := []struct {
		in   []string
		want string // "": Parse of the components joined, and the same value
	}{
		{[]string{"x86_64", "pc", "linux"}, ""},
		{[]string{"x86_64", "pc", "linux", "gnu"}, ""},
		{[]string{"x86_64", "pc", "windows", "msvc", "elf"}, ""},
		{[]string{"x86_64", "pc", "windows", "elf", "msvc"}, ""},
		{[]string{"x86_64", "pc", "windows", "elf"}, ""},
		{[]string{"armv7a", "", "linux", "androideabi21"}, ""},
		{[]string{"i686", "w64", "mingw32"}, ""},
		{[]string{"arm64", "apple", "macosx13.1", "", "macho"}, "arm64-apple-macosx13.1-macho"},
		{[]string{"spirv", "unknown", "vulkan1.3"}, ""},
		{[]string{"", "", ""}, "unknown-unknown-unknown"},
		{[]string{"linux", "x86_64", "pc"}, "linux-x86_64-pc"}, // nothing is moved
		{[]string{"x86_64", "none", "", "eabi"}, "x86_64-none-unknown-eabi"},
	}
	for _, tt := range tests {
		got, err := triple.New(tt.in[0], tt.in[1], tt.in[2], tt.in[3:]...)
		if err != nil {
			t.Errorf("New(%q): %v", tt.in, err)
			continue
		}
		if want := strings.Join(tt.in, "-"); tt.want == "" && got != mustParse(want) {
			t.Errorf("New(%q) = %#v, Parse(%q) is %#v", tt.in, got, want, mustParse(want))
		}
		if tt.want != "" && got.String() != tt.want {
			t.Errorf("New(%q) = %v, want %s", tt.in, got, tt.want)
		}
	}
	if got, _ := triple.New("linux", "x86_64", "pc"); got.Arch != triple.UnknownArch || got.Vendor != triple.UnknownVendor || got.OS != triple.UnknownOS {
		t.Errorf("words out of place are known: %#v", got)
	}
	for _, tt := range []struct {
		in     []string
		err    error
		offset int
		word   string
	}{
		{[]string{"x86_64", "pc-linux", "gnu"}, triple.ErrSyntax, 7, "pc-linux"},
		{[]string{"x86_64", "pc", "li nux"}, triple.ErrSyntax, 10, "li nux"},
		{[]string{"x86_64", "pc", "elf"}, triple.ErrSyntax, 10, "elf"},
		{[]string{"x86_64", "pc", "linux", "gnu", "musl"}, triple.ErrSyntax, 20, "musl"},
		{[]string{"x86_64", "pc", "linux", "gnu", "elf", ""}, triple.ErrSyntax, 24, ""},
		{[]string{"x86_64", "pc", "linux", "elf", "elf"}, triple.ErrTwoFormats, 20, "elf"},
		{[]string{"x86_64", "pc", "linux", "gnu", "wasm"}, triple.ErrUnsupportedFormat, 20, "wasm"},
		{[]string{"x86_64", "pc", "windows", "macho", "msvc"}, triple.ErrIncompatible, 18, "macho"},
	} {
		_, err := triple.New(tt.in[0], tt.in[1], tt.in[2], tt.in[3:]...)
		var e *triple.Error
		if !errors.Is(err, tt.err) || !errors.As(err, &e) || e.Offset != tt.offset || e.Word != tt.word || e.Triple != strings.Join(tt.in, "-") {
			t.Errorf("New(%q): %v", tt.in, err)
		}
	}
}

func TestWithFormat(t *testing.T) {
	tr := mustParse("x86_64-pc-windows-msvc")
	elf, err := tr.WithFormat(triple.ELF)
	if err != nil || elf.String() != "x86_64-pc-windows-elf-msvc" || !elf.IsELF() || elf.IsCOFF() {
		t.Errorf("WithFormat(ELF) = %v, %v", elf, err)
	}
	if back, err := elf.WithFormat(triple.UnknownFormat); err != nil || back != tr || !back.IsCOFF() {
		t.Errorf("WithFormat(UnknownFormat) = %v, %v", back, err)
	}
	if same, err := tr.WithFormat(triple.MachO); !errors.Is(err, triple.ErrIncompatible) || same != tr {
		t.Errorf("WithFormat(MachO) = %v, %v", same, err)
	}
	if _, err := tr.WithFormat(triple.Wasm); !errors.Is(err, triple.ErrUnsupportedFormat) {
		t.Errorf("WithFormat(Wasm): %v", err)
	}
	bare := mustParse("x86_64-pc-windows-elf")
	if tr, err := bare.WithFormat(triple.UnknownFormat); err != nil || mustParse(tr.String()) != tr {
		t.Errorf("%v without its format is %v, %v", bare, tr, err)
	}
}

func TestCheckObject(t *testing.T) {
	x32 := triple.ForObject(triple.X86_64, triple.ELF)
	x32.Environment = triple.GNUX32
	tests := []struct {
		want string
		obj  triple.Triple
		what string
	}{
		{"x86_64-linux-gnu", triple.ForObject(triple.X86_64, triple.ELF), ""},
		{"x86_64-pc-windows-elf", triple.ForObject(triple.X86_64, triple.ELF), ""},
		{"thumbv7m-none-eabi", triple.ForObject(triple.ARM, triple.ELF), ""},
		{"x86_64-linux-gnux32", x32, ""},
		{"x86_64-pc-windows", triple.ForObject(triple.X86_64, triple.ELF), "object format"},
		{"x86_64-pc-windows-elf", triple.ForObject(triple.X86_64, triple.COFF), "object format"},
		{"x86_64-linux-gnu", triple.ForObject(triple.AArch64, triple.ELF), "architecture"},
		{"x86_64-linux-gnu", triple.ForObject(triple.X86, triple.ELF), "architecture"},
		{"x86_64-linux-gnu", triple.ForObject(triple.UnknownArch, triple.ELF), "architecture"},
		{"aarch64-linux-gnu", triple.ForObject(triple.AArch64BE, triple.ELF), "byte order"},
		{"armeb-linux-gnueabi", triple.ForObject(triple.ARM, triple.ELF), "byte order"},
		{"mipsel-linux-gnu", triple.ForObject(triple.MIPS, triple.ELF), "byte order"},
		{"x86_64-linux-gnu", x32, "pointer width"},
		{"x86_64-linux-gnux32", triple.ForObject(triple.X86_64, triple.ELF), "pointer width"},
		{"unknown-unknown-linux", triple.ForObject(triple.X86_64, triple.ELF), ""},
		{"unknown-unknown-linux", triple.ForObject(triple.X86_64, triple.COFF), "object format"},
	}
	for _, tt := range tests {
		err := mustParse(tt.want).CheckObject(tt.obj)
		if tt.what == "" {
			if err != nil {
				t.Errorf("%s, %v: %v", tt.want, tt.obj, err)
			}
			continue
		}
		var m *triple.MismatchError
		if !errors.Is(err, triple.ErrMismatch) || !errors.As(err, &m) || m.What != tt.what || m.Got != tt.obj {
			t.Errorf("%s, %v: %v, want another %s", tt.want, tt.obj, err, tt.what)
		}
	}
	if err := (triple.Triple{}).CheckObject(triple.ForObject(triple.ARM, triple.MachO)); err != nil {
		t.Errorf("a zero request: %v", err)
	}
	err := mustParse("x86_64-pc-windows-elf").CheckObject(triple.ForObject(triple.X86_64, triple.COFF))
	const want = "object is for x86_64-unknown-unknown-coff (x86_64 COFF) but x86_64-pc-windows-elf (x86_64 ELF) was asked for: another object format"
	if err.Error() != want {
		t.Errorf("error:\n got %s\nwant %s", err, want)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b              string
		equal, compatible bool
	}{
		{"amd64-pc-linux-gnu", "x86_64-pc-linux-gnu", true, true},
		{"x86_64-pc-linux-gnu", "x86_64-pc-linux-elf-gnu", true, true},
		{"armv7a-linux-gnueabihf", "armv7-linux-gnueabihf", true, true},
		{"x86_64-pc-windows-elf-msvc", "x86_64-pc-windows-msvc", false, false},
		{"armv7-linux-gnueabihf", "thumbv7-linux-gnueabihf", false, true},
		{"arm64-apple-macosx13", "arm64-apple-macosx14", false, true},
		{"arm64-apple-macosx13", "arm64-apple-macosx13.0", true, true},
		{"x86_64-w64-mingw32", "x86_64-pc-windows-gnu", false, true},
		{"foo-pc-linux", "bar-pc-linux", false, false},
		{"x86_64-pc-linux-gnu", "x86_64-pc-linux-musl", false, false},
		{"x86_64-pc-linux", "aarch64-pc-linux", false, false},
		{"x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu", false, true},
		{"x86_64-pc-linux-gnu", "x86_64-linux-gnu", false, true},
		{"x86_64-redhat-linux", "x86_64-suse-linux-gnu", false, true},
		{"x86_64-linux", "x86_64-linux-musl", false, false},
		{"x86_64-linux", "x86_64-linux-gnux32", false, false},
		{"x86_64-linux-gnu", "x86_64-linux-android", false, false},
		{"x86_64-linux-gnu2.36", "x86_64-linux5.10-gnu", false, true},
		{"arm-linux", "armv7-linux-gnueabihf", false, true},
		{"arm-linux", "arm-linux-gnueabi", false, false},
		{"thumbv7-linux-gnueabihf", "arm-pc-linux-gnueabihf", false, true},
		{"armv6-linux-gnueabihf", "armv7-linux-gnueabihf", false, false},
		{"arm64-apple-macosx", "arm64e-apple-macosx", false, false},
		{"mips64-linux", "mips64-linux-gnuabi64", false, true},
		{"mips64-linux", "mips64r6-linux", false, false},
		{"x86_64-apple-macosx11", "x86_64-apple-darwin20", false, true},
		{"x86_64-pc-windows", "x86_64-unknown-windows-msvc19.29", false, true},
		{"x86_64-pc-windows-msvc", "x86_64-w64-windows-gnu", false, false},
		{"x86_64-freebsd13", "x86_64-pc-freebsd14.1", false, true},
		{"x86_64-freebsd", "x86_64-linux", false, false},
		{"x86_64-pc-linux-foo", "x86_64-linux-foo", false, true},
		{"x86_64-pc-linux-foo", "x86_64-linux-bar", false, false},
		{"x86_64-foo", "x86_64-bar", false, true}, // vendors
		{"x86_64-pc-foo", "x86_64-pc-bar", false, false},
		{"x86_64-unknown-unknown-elf", "x86_64-pc-linux-gnu", false, true},
		{"x86_64-unknown-unknown-elf", "x86_64-pc-linux-musl", false, true},
		{"x86_64-unknown-unknown-elf", "x86_64-pc-windows-msvc", false, false},
		{"x86_64-unknown-none-elf", "x86_64-pc-linux-gnu", false, false},
		{"x86_64-unknown-unknown-gnux32", "x86_64-pc-linux-gnu", false, false},
	}
	for _, tt := range tests {
		a, b := mustParse(tt.a), mustParse(tt.b)
		if a.Equal(b) != tt.equal || b.Equal(a) != tt.equal || a.CompatibleWith(b) != tt.compatible ||
			b.CompatibleWith(a) != tt.compatible {
			t.Errorf("%s and %s: equal %v, compatible %v", tt.a, tt.b, a.Equal(b), a.CompatibleWith(b))
		}
	}
}

func TestArchVariant(t *testing.T) {
	const none = "unknown-unknown-linux-gnu"
	tests := []struct{ in, v32, v64, big, little string }{
		{"x86_64-linux-gnu", "i386-unknown-linux-gnu", "", none, ""},
		{"i686-linux-gnu", "", "x86_64-unknown-linux-gnu", none, ""},
		{"aarch64-linux-gnu", "arm-unknown-linux-gnu", "", "aarch64_be-unknown-linux-gnu", ""},
		{"thumbv7m-linux-gnu", "", "aarch64-unknown-linux-gnu", none, ""},
		{"mipsisa32r6-linux-gnu", "", "mips64r6-unknown-linux-gnu", "", "mipsisa32r6el-unknown-linux-gnu"},
		{"powerpc64-linux-gnu", "powerpc-unknown-linux-gnu", "", "", "powerpc64le-unknown-linux-gnu"},
		{"s390x-linux-gnu", none, "", "", none},
		{"avr-linux-gnu", none, none, none, ""},
		{"spirv64v1.3-linux-gnu", "spirv32v1.3-unknown-linux-gnu", "", none, ""},
	}
	for _, tt := range tests {
		tr := mustParse(tt.in)
		for i, pair := range [][2]string{{tr.ArchVariant32().String(), tt.v32}, {tr.ArchVariant64().String(), tt.v64},
			{tr.ArchVariantBig().String(), tt.big}, {tr.ArchVariantLittle().String(), tt.little}} {
			if pair[1] == "" {
				pair[1] = tr.String()
			}
			if pair[0] != pair[1] {
				t.Errorf("%s: variant %d is %s, want %s", tt.in, i, pair[0], pair[1])
			}
		}
	}
}

func TestVersions(t *testing.T) {
	tests := []struct {
		in, os, env, mac string
	}{
		{"x86_64-apple-macosx10.15.2", "10.15.2", "0", "10.15.2"},
		{"x86_64-apple-macosx", "0", "0", "10.4"},
		{"x86_64-apple-darwin19.6.0", "19.6", "0", "10.15"},
		{"x86_64-apple-darwin20", "20", "0", "11"},
		{"x86_64-apple-darwin25", "25", "0", "26"},
		{"x86_64-apple-darwin27", "27", "0", "27"},
		{"x86_64-apple-darwin3", "3", "0", ""},
		{"arm64-apple-ios14.2-simulator", "14.2", "0", ""},
		{"x86_64-pc-windows10.0-msvc19.29.30133", "10", "19.29.30133", ""},
		{"aarch64-linux-android21", "0", "21", ""},
		{"x86_64-linux99999999999.7-gnu2.36", "4294967295.7", "2.36", ""},
	}
	for _, tt := range tests {
		tr := mustParse(tt.in)
		mac := ""
		if v, ok := tr.MacOSXVersion(); ok {
			mac = v.String()
		}
		if tr.OSVersion().String() != tt.os || tr.EnvironmentVersion().String() != tt.env || mac != tt.mac {
			t.Errorf("%s: OS %v, environment %v, macOS %q", tt.in, tr.OSVersion(), tr.EnvironmentVersion(), mac)
		}
	}
	tr := mustParse("arm64-apple-macosx13.3")
	if !tr.OSVersionAtLeast(triple.Version{Major: 13}) || tr.OSVersionAtLeast(triple.Version{Major: 13, Minor: 4}) {
		t.Error("OSVersionAtLeast")
	}
}

func TestGo(t *testing.T) {
	for _, tt := range []struct{ goos, goarch, want string }{
		{"linux", "amd64", "x86_64-unknown-linux-gnu"},
		{"linux", "arm", "arm-unknown-linux-gnueabihf"},
		{"linux", "mips64le", "mips64el-unknown-linux-gnuabi64"},
		{"android", "arm64", "aarch64-unknown-linux-android"},
		{"windows", "386", "i386-pc-windows-msvc"},
		{"darwin", "arm64", "aarch64-apple-macosx"},
		{"aix", "ppc64", "powerpc64-ibm-aix"},
		{"plan9", "amd64", "x86_64-unknown-plan9"},
		{"wasip1", "wasm", "wasm32-unknown-wasip1"},
	} {
		tr, err := triple.FromGo(tt.goos, tt.goarch)
		if err != nil || tr.String() != tt.want || tr.GOOS() != tt.goos || tr.GOARCH() != tt.goarch {
			t.Errorf("FromGo(%s, %s) = %v, %v, back %s/%s; want %s", tt.goos, tt.goarch, tr, err, tr.GOOS(), tr.GOARCH(), tt.want)
		}
		if again, err := triple.Parse(tr.String()); err != nil || again != tr {
			t.Errorf("Parse(%q) = %#v, %v", tr, again, err)
		}
	}
	if _, err := triple.FromGo("linux", "vax"); !errors.Is(err, triple.ErrNoGoTarget) {
		t.Errorf("linux/vax: %v", err)
	}
	if h := triple.Host(); h.GOOS() != runtime.GOOS || h.GOARCH() != runtime.GOARCH || h.Validate() != nil {
		t.Errorf("Host() = %v", h)
	}
	if tr := mustParse("x86_64-linux-gnux32"); tr.GOARCH() != "" {
		t.Errorf("x32 is GOARCH %s", tr.GOARCH())
	}
}

func TestText(t *testing.T) {
	type config struct{ Target triple.Triple }
	b, err := json.Marshal(config{mustParse("x86_64-pc-windows-msvc-elf")})
	if err != nil || string(b) != `{"Target":"x86_64-pc-windows-elf-msvc"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var c config
	if err := json.Unmarshal(b, &c); err != nil || !c.Target.IsELF() || c.Target.OS != triple.Windows {
		t.Errorf("%v, %v", c, err)
	}
	if err := json.Unmarshal([]byte(`{"Target":"wasm32-elf"}`), &c); !errors.Is(err, triple.ErrUnsupportedFormat) || !c.Target.IsELF() {
		t.Errorf("%v, %v", c, err)
	}
}

func TestParseAllocatesNothing(t *testing.T) {
	for _, tt := range parseTests {
		if n := testing.AllocsPerRun(100, func() { sink, _ = triple.Parse(tt.in) }); n != 0 {
			t.Errorf("Parse(%q) allocates %v times", tt.in, n)
		}
	}
	tr := mustParse("armv7a-unknown-linux-gnueabihf-macho")
	buf := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() { buf, _ = tr.AppendText(buf[:0]) }); n != 0 {
		t.Errorf("AppendText allocates %v times", n)
	}
}

var sink triple.Triple

func BenchmarkParse(b *testing.B) {
	for _, in := range []string{"x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "i686-w64-mingw32",
		"arm64-apple-macosx13.0", "armv7a-pc-windows-gnueabihf-elf", "gnu-linux-x86_64-pc", "foo-bar-baz-qux"} {
		b.Run(in, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = triple.Parse(in)
			}
		})
	}
}

func BenchmarkString(b *testing.B) {
	tr := mustParse("armv7a-unknown-linux-gnueabihf-elf")
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = tr.AppendText(buf[:0])
	}
}

func ExampleParse() {
	for _, s := range []string{"x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-msvc-macho"} {
		t, err := triple.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(t, t.Format(), t.HasExplicitFormat())
	}
	// Output:
	// x86_64-pc-windows-msvc COFF false
	// x86_64-pc-windows-elf-msvc ELF true
	// triple "x86_64-pc-windows-msvc-macho": format "macho" at byte 23 with environment "msvc" at byte 18: incompatible components
}

func ExampleTriple_WithFormat() {
	t, err := triple.Parse("x86_64-unknown-linux-gnu")
	if err == nil {
		t, err = t.WithFormat(triple.MachO)
	}
	fmt.Println(t, err)
	fmt.Println(t.LLVM())
	// Output:
	// x86_64-unknown-linux-macho-gnu <nil>
	// x86_64-unknown-linux-gnu-macho
}

func ExampleNew() {
	t, err := triple.New("aarch64", "unknown", "linux", "musl")
	fmt.Println(t, err)
	t, err = triple.New("x86_64", "pc", "windows", "msvc", "elf")
	fmt.Println(t, err)
	// Output:
	// aarch64-unknown-linux-musl <nil>
	// x86_64-pc-windows-elf-msvc <nil>
}

// TestMarks: what symbol tables put before the names of C, and into the values of
// functions.
func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		triple, prefix string
		bit            uint64
	}{
		{"x86_64-linux-gnu", "", 0}, {"i686-linux-gnu", "", 0}, {"i686-pc-windows-msvc", "_", 0}, {"x86_64-pc-windows-msvc", "", 0},
		{"arm64-apple-macosx", "_", 0}, {"thumbv7-apple-ios", "_", 1}, {"armv7-linux-gnueabihf", "", 1}, {"armeb-linux-gnueabi", "", 1},
		{"thumbv7-pc-windows-msvc", "", 1}, {"aarch64-linux-gnu", "", 0}, {"riscv64-linux-gnu", "", 0},
	} {
		tr, err := triple.Parse(tt.triple)
		if err != nil {
			t.Fatal(err)
		}
		if prefix, bit := tr.SymbolPrefix(), tr.Arch.CodeBit(); prefix != tt.prefix || bit != tt.bit {
			t.Errorf("%s: prefix %q, bit %d, want %q, %d", tt.triple, prefix, bit, tt.prefix, tt.bit)
		}
	}
}
