package triple

import "strings"

// OS is an operating system or whatever runs the code. The zero value is one that the table does not know,
// "unknown" included.
type OS uint8

// Operating systems, as LLVM's OSType, and NoOS.
const (
	UnknownOS OS = iota
	NoOS         // none: bare metal
	Linux
	Windows
	Darwin
	MacOSX
	IOS
	TvOS
	WatchOS
	XROS // visionOS
	BridgeOS
	DriverKit
	Firmware // Apple's
	UEFI
	AIX
	ZOS
	DragonFly
	FreeBSD
	KFreeBSD
	NetBSD
	OpenBSD
	Solaris
	Fuchsia
	Haiku
	Hurd
	Serenity
	Managarm
	RTEMS
	NaCl
	Lv2 // PlayStation 3
	PS4
	PS5
	ELFIAMCU // Intel MCU
	LiteOS
	HermitCore
	CheriotRTOS
	QURT
	H2
	WASI
	WASIp1
	WASIp2
	WASIp3
	Emscripten
	CUDA
	NVCL
	AMDHSA
	AMDPAL
	Mesa3D
	ShaderModel
	Vulkan
	OpenCL
	ChipStar

	osEnd // one past the last
)

// osRow states what an operating system fixes about the container.
type osRow struct {
	name    string
	format  Format    // implied where the machine has it; UnknownFormat: the machine's own
	refuses formatSet // formats that contradict the system
}

// What each kind of system refuses. ELF fits all but Apple's, Mach-O all of them; COFF fits Windows and
// UEFI alone, XCOFF AIX, GOFF z/OS. A system that is not named contradicts COFF only.
const (
	anySys   = 1<<COFF | 1<<XCOFF | 1<<GOFF
	appleSys = 1<<ELF | anySys
	winSys   = 1<<XCOFF | 1<<GOFF
)

// osTable has a row for each OS.
var osTable = [osEnd]osRow{
	UnknownOS:   {"unknown", 0, 1 << COFF},
	NoOS:        {"none", 0, anySys},
	Linux:       {"linux", 0, anySys},
	Windows:     {"windows", COFF, winSys},
	Darwin:      {"darwin", MachO, appleSys},
	MacOSX:      {"macosx", MachO, appleSys},
	IOS:         {"ios", MachO, appleSys},
	TvOS:        {"tvos", MachO, appleSys},
	WatchOS:     {"watchos", MachO, appleSys},
	XROS:        {"xros", MachO, appleSys},
	BridgeOS:    {"bridgeos", MachO, appleSys},
	DriverKit:   {"driverkit", MachO, appleSys},
	Firmware:    {"firmware", MachO, appleSys},
	UEFI:        {"uefi", COFF, winSys},
	AIX:         {"aix", XCOFF, 1<<COFF | 1<<GOFF},
	ZOS:         {"zos", GOFF, 1<<COFF | 1<<XCOFF},
	DragonFly:   {"dragonfly", 0, anySys},
	FreeBSD:     {"freebsd", 0, anySys},
	KFreeBSD:    {"kfreebsd", 0, anySys},
	NetBSD:      {"netbsd", 0, anySys},
	OpenBSD:     {"openbsd", 0, anySys},
	Solaris:     {"solaris", 0, anySys},
	Fuchsia:     {"fuchsia", 0, anySys},
	Haiku:       {"haiku", 0, anySys},
	Hurd:        {"hurd", 0, anySys},
	Serenity:    {"serenity", 0, anySys},
	Managarm:    {"managarm", 0, anySys},
	RTEMS:       {"rtems", 0, anySys},
	NaCl:        {"nacl", 0, anySys},
	Lv2:         {"lv2", 0, anySys},
	PS4:         {"ps4", 0, anySys},
	PS5:         {"ps5", 0, anySys},
	ELFIAMCU:    {"elfiamcu", 0, anySys},
	LiteOS:      {"liteos", 0, anySys},
	HermitCore:  {"hermit", 0, anySys},
	CheriotRTOS: {"cheriotrtos", 0, anySys},
	QURT:        {"qurt", 0, anySys},
	H2:          {"h2", 0, anySys},
	WASI:        {"wasi", 0, anySys},
	WASIp1:      {"wasip1", 0, anySys},
	WASIp2:      {"wasip2", 0, anySys},
	WASIp3:      {"wasip3", 0, anySys},
	Emscripten:  {"emscripten", 0, anySys},
	CUDA:        {"cuda", 0, anySys},
	NVCL:        {"nvcl", 0, anySys},
	AMDHSA:      {"amdhsa", 0, anySys},
	AMDPAL:      {"amdpal", 0, anySys},
	Mesa3D:      {"mesa3d", 0, anySys},
	ShaderModel: {"shadermodel", 0, anySys},
	Vulkan:      {"vulkan", 0, anySys},
	OpenCL:      {"opencl", 0, anySys},
	ChipStar:    {"chipstar", 0, anySys},
}

// osAliases are further spellings of a system. The last three also say which environment.
var osAliases = [...]struct {
	word string
	os   OS
}{
	{"macos", MacOSX}, {"visionos", XROS}, {"win32", Windows},
	{"mingw", Windows}, {"cygwin", Windows}, {"msys", Windows},
}

// row returns o's row; a value outside the table gets the unknown one.
func (o OS) row() *osRow {
	if o >= osEnd {
		o = UnknownOS
	}
	return &osTable[o]
}

// String returns the system's word in a triple, without a version: "linux", "macosx", "unknown".
func (o OS) String() string { return o.row().name }

// IsDarwin reports whether o is one of Apple's systems.
func (o OS) IsDarwin() bool { return o >= Darwin && o <= Firmware }

// osByLetter finds the systems by the first letter of their names.
var osByLetter = chain(len(osTable), func(i int) string { return osTable[i].name })

// parseOS returns the system that begins w and how long the longest such word is. As in LLVM what follows
// may be anything: a version, or letters (netbsdelf). "none" is not looked up: it is a vendor, too.
func parseOS(w string) (OS, int) {
	if w == "" {
		return UnknownOS, 0
	}
	found, n := UnknownOS, 0
	for i := osByLetter.first(w[0]); i != 0; i = osByLetter.next[i] {
		if name := osTable[i].name; len(name) > n && strings.HasPrefix(w, name) && OS(i) != NoOS {
			found, n = OS(i), len(name)
		}
	}
	for i := range osAliases {
		if name := osAliases[i].word; name[0] == w[0] && len(name) > n && strings.HasPrefix(w, name) {
			found, n = osAliases[i].os, len(name)
		}
	}
	return found, n
}
