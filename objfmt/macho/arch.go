package macho

import (
	"strconv"

	"github.com/go-rtdyld/rtdyld/triple"
)

// CPU types (<mach/machine.h>), as ObjectImage.Machine has them.
const (
	cpuI386    = 7
	cpuARM     = 12
	cpuABI64   = 0x01000000
	cpuABI6432 = 0x02000000
	cpuX8664   = cpuI386 | cpuABI64
	cpuARM64   = cpuARM | cpuABI64
	cpuARM6432 = cpuARM | cpuABI6432
)

// capsMask covers the capability bits in a CPU subtype (CPU_SUBTYPE_MASK), among
// them the version of arm64e's calling convention.
const capsMask = 0xff000000

// grammar says how a machine's relocation records are read.
type grammar uint8

const (
	grammarX8664 grammar = iota
	grammarARM64
	grammarI386
	grammarARM
	numGrammars
)

// machine is a CPU type that objects may be for.
type machine struct {
	cpu      uint32
	arch     triple.Arch
	is64     bool
	grammar  grammar
	variants []variant
}

type variant struct {
	subtype uint32
	sub     triple.SubArch
	thumb   bool // has no A32 state
}

// machines has the CPU types in use. Subtypes without a row are the machine's
// common ground, or a processor model that no compiler tells apart.
var machines = [...]machine{
	{cpuX8664, triple.X86_64, true, grammarX8664, []variant{{8, triple.SubX86_64H, false}}},
	{cpuARM64, triple.AArch64, true, grammarARM64, []variant{{2, triple.SubARM64E, false}}},
	{cpuARM6432, triple.AArch64_32, false, grammarARM64, nil},
	{cpuI386, triple.X86, false, grammarI386, nil},
	{cpuARM, triple.ARM, false, grammarARM, []variant{
		{5, "v4t", false}, {6, "v6", false}, {7, "v5e", false}, {8, "xscale", false}, {9, "v7", false}, {10, "v7", false},
		{11, "v7s", false}, {12, "v7k", false}, {13, "v8", false}, {14, "v6m", true}, {15, "v7m", true}, {16, "v7em", true},
		{17, "v8m.main", true}, {18, "v8m.base", true}, {19, "v8.1m.main", true},
	}},
}

func machineOf(cpu uint32) *machine {
	for i := range machines {
		if machines[i].cpu == cpu {
			return &machines[i]
		}
	}
	return nil
}

// target is the triple that CPU type and subtype state.
func (m *machine) target(subtype uint32) triple.Triple {
	t := triple.ForObject(m.arch, triple.MachO)
	for i := range m.variants {
		if v := &m.variants[i]; v.subtype == subtype&^capsMask {
			t.SubArch = v.sub
			if v.thumb {
				t.Arch = triple.Thumb
			}
		}
	}
	return t
}

// otherCPUs names machines that Mach-O has been used for besides those above.
var otherCPUs = [...]struct {
	cpu  uint32
	name string
}{{6, "m68k"}, {11, "PA-RISC"}, {14, "SPARC"}, {18, "PowerPC"}, {18 | cpuABI64, "PowerPC 64"}, {24, "RISC-V"}}

func cpuName(cpu uint32) string {
	for i := range otherCPUs {
		if otherCPUs[i].cpu == cpu {
			return otherCPUs[i].name
		}
	}
	return "with CPU type " + strconv.FormatUint(uint64(cpu), 10)
}

// platforms are the systems that LC_BUILD_VERSION names, by number.
var platforms = [...]struct {
	os  triple.OS
	env triple.Environment
}{
	1:  {triple.MacOSX, 0},
	2:  {triple.IOS, 0},
	3:  {triple.TvOS, 0},
	4:  {triple.WatchOS, 0},
	5:  {triple.BridgeOS, 0},
	6:  {triple.IOS, triple.MacABI},
	7:  {triple.IOS, triple.Simulator},
	8:  {triple.TvOS, triple.Simulator},
	9:  {triple.WatchOS, triple.Simulator},
	10: {triple.DriverKit, 0},
	11: {triple.XROS, 0},
	12: {triple.XROS, triple.Simulator},
	13: {triple.Firmware, 0},
}

// setPlatform notes the first system that the object says it is for. The older
// commands name one by their kind and leave it to the processor whether it is
// simulated.
func setPlatform(t *triple.Triple, kind, platform uint32) {
	if t.OS != triple.UnknownOS {
		return
	}
	switch kind {
	case lcBuildVersion:
		if uint64(platform) < uint64(len(platforms)) {
			t.OS, t.Environment = platforms[platform].os, platforms[platform].env
		}
	case lcVersionMinMacOS:
		t.OS = triple.MacOSX
	case lcVersionMinIOS:
		t.OS = triple.IOS
	case lcVersionMinTvOS:
		t.OS = triple.TvOS
	case lcVersionMinWatch:
		t.OS = triple.WatchOS
	}
	if t.OS == triple.UnknownOS {
		return
	}
	t.Vendor = triple.Apple
	if kind != lcBuildVersion && t.OS != triple.MacOSX && t.Arch.IsX86() {
		t.Environment = triple.Simulator
	}
}
