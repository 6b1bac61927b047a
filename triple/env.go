package triple

import "strings"

// Environment is a C library, an ABI, a runtime or a shader stage: what the fourth component says. The zero
// value is none, or one that the table does not know.
type Environment uint8

// Environments, as LLVM's EnvironmentType.
const (
	UnknownEnvironment Environment = iota
	GNU
	GNUT64
	GNUABIN32
	GNUABI64
	GNUEABI
	GNUEABIT64
	GNUEABIHF
	GNUEABIHFT64
	GNUF32
	GNUF64
	GNUSF
	GNUX32
	GNUILP32
	CODE16
	EABI
	EABIHF
	Android
	Musl
	MuslABIN32
	MuslABI64
	MuslEABI
	MuslEABIHF
	MuslF32
	MuslSF
	MuslX32
	MuslWALI
	LLVMLibc
	MSVC
	Itanium
	Cygnus
	CoreCLR
	Simulator
	MacABI // Mac Catalyst
	OpenHOS
	Mlibc
	PAuthTest
	MTIA
	OpenCLEnv
	Pixel
	Vertex
	Geometry
	Hull
	Domain
	Compute
	Library
	RayGeneration
	Intersection
	AnyHit
	ClosestHit
	Miss
	Callable
	Mesh
	Amplification
	RootSignature

	envEnd // one past the last
)

// envRow states what an environment fixes about the container.
type envRow struct {
	name    string
	refuses formatSet // formats that contradict the environment; never ELF
}

// What each kind of environment refuses.
const (
	elfABI  = 1 << COFF          // ABIs that the ELF world defines
	elfLibc = 1<<COFF | 1<<MachO // C libraries whose loaders know ELF alone
	winABI  = 1 << MachO         // Windows ABIs: COFF's, or ELF with COFF's calling convention
	noCOFF  = 1 << COFF          // no system with COFF has it
	fitsAll = formatSet(0)       // GNU is on Linux, Windows (MinGW) and others
)

// envTable has a row for each Environment.
var envTable = [envEnd]envRow{
	UnknownEnvironment: {"", fitsAll},
	GNU:                {"gnu", fitsAll},
	GNUT64:             {"gnut64", elfABI},
	GNUABIN32:          {"gnuabin32", elfABI},
	GNUABI64:           {"gnuabi64", elfABI},
	GNUEABI:            {"gnueabi", elfABI},
	GNUEABIT64:         {"gnueabit64", elfABI},
	GNUEABIHF:          {"gnueabihf", elfABI},
	GNUEABIHFT64:       {"gnueabihft64", elfABI},
	GNUF32:             {"gnuf32", elfABI},
	GNUF64:             {"gnuf64", elfABI},
	GNUSF:              {"gnusf", elfABI},
	GNUX32:             {"gnux32", elfABI},
	GNUILP32:           {"gnu_ilp32", elfABI},
	CODE16:             {"code16", fitsAll},
	EABI:               {"eabi", elfABI},
	EABIHF:             {"eabihf", elfABI},
	Android:            {"android", elfLibc},
	Musl:               {"musl", elfLibc},
	MuslABIN32:         {"muslabin32", elfLibc},
	MuslABI64:          {"muslabi64", elfLibc},
	MuslEABI:           {"musleabi", elfLibc},
	MuslEABIHF:         {"musleabihf", elfLibc},
	MuslF32:            {"muslf32", elfLibc},
	MuslSF:             {"muslsf", elfLibc},
	MuslX32:            {"muslx32", elfLibc},
	MuslWALI:           {"muslwali", elfLibc},
	LLVMLibc:           {"llvm", fitsAll},
	MSVC:               {"msvc", winABI},
	Itanium:            {"itanium", winABI},
	Cygnus:             {"cygnus", winABI},
	CoreCLR:            {"coreclr", fitsAll},
	Simulator:          {"simulator", noCOFF},
	MacABI:             {"macabi", noCOFF},
	OpenHOS:            {"ohos", noCOFF},
	Mlibc:              {"mlibc", noCOFF},
	PAuthTest:          {"pauthtest", noCOFF},
	MTIA:               {"mtia", noCOFF},
	OpenCLEnv:          {"opencl", fitsAll},
	Pixel:              {"pixel", noCOFF},
	Vertex:             {"vertex", noCOFF},
	Geometry:           {"geometry", noCOFF},
	Hull:               {"hull", noCOFF},
	Domain:             {"domain", noCOFF},
	Compute:            {"compute", noCOFF},
	Library:            {"library", noCOFF},
	RayGeneration:      {"raygeneration", noCOFF},
	Intersection:       {"intersection", noCOFF},
	AnyHit:             {"anyhit", noCOFF},
	ClosestHit:         {"closesthit", noCOFF},
	Miss:               {"miss", noCOFF},
	Callable:           {"callable", noCOFF},
	Mesh:               {"mesh", noCOFF},
	Amplification:      {"amplification", noCOFF},
	RootSignature:      {"rootsignature", noCOFF},
}

// row returns e's row; a value outside the table gets the unknown one.
func (e Environment) row() *envRow {
	if e >= envEnd {
		e = UnknownEnvironment
	}
	return &envTable[e]
}

// String returns the environment's word in a triple, without a version: "gnu", "msvc"; "" for
// [UnknownEnvironment].
func (e Environment) String() string { return e.row().name }

// IsGNU reports whether e is one of glibc's and MinGW's environments.
func (e Environment) IsGNU() bool { return e >= GNU && e <= GNUILP32 }

// IsMusl reports whether e is one of musl's environments, or OpenHarmony's, whose C library is musl.
func (e Environment) IsMusl() bool { return e >= Musl && e <= MuslWALI || e == OpenHOS }

// IsHardFloat reports whether e is one of the Arm environments that pass floats in registers.
func (e Environment) IsHardFloat() bool {
	return e == GNUEABIHF || e == GNUEABIHFT64 || e == MuslEABIHF || e == EABIHF
}

// IsShaderStage reports whether e is a stage of a shader pipeline.
func (e Environment) IsShaderStage() bool { return e >= Pixel && e <= RootSignature }

// envByLetter finds the environments by the first letter of their names.
var envByLetter = chain(len(envTable), func(i int) string { return envTable[i].name })

// parseEnv returns the environment that begins w and how long the longest such word is. As in LLVM what
// follows may be anything: a version (android21) or letters (gnuspe). "androideabi" is Android in full.
func parseEnv(w string) (Environment, int) {
	if w == "" {
		return UnknownEnvironment, 0
	}
	found, n := UnknownEnvironment, 0
	for i := envByLetter.first(w[0]); i != 0; i = envByLetter.next[i] {
		if name := envTable[i].name; len(name) > n && strings.HasPrefix(w, name) {
			found, n = Environment(i), len(name)
		}
	}
	if found == Android && strings.HasPrefix(w, "androideabi") {
		n = len("androideabi")
	}
	return found, n
}
