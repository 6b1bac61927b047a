package triple

import "fmt"

// goSystem is what a GOOS stands for.
type goSystem struct {
	goos   string
	vendor Vendor
	os     OS
	env    Environment
}

// goSystems has a row for each GOOS. The first row of a system is what GOOS returns for it.
var goSystems = [...]goSystem{
	{"linux", UnknownVendor, Linux, GNU},
	{"android", UnknownVendor, Linux, Android},
	{"darwin", Apple, MacOSX, UnknownEnvironment},
	{"darwin", Apple, Darwin, UnknownEnvironment},
	{"ios", Apple, IOS, UnknownEnvironment},
	{"windows", PC, Windows, MSVC},
	{"freebsd", UnknownVendor, FreeBSD, UnknownEnvironment},
	{"netbsd", UnknownVendor, NetBSD, UnknownEnvironment},
	{"openbsd", UnknownVendor, OpenBSD, UnknownEnvironment},
	{"dragonfly", UnknownVendor, DragonFly, UnknownEnvironment},
	{"solaris", UnknownVendor, Solaris, UnknownEnvironment},
	{"illumos", UnknownVendor, Solaris, UnknownEnvironment},
	{"plan9", UnknownVendor, UnknownOS, UnknownEnvironment},
	{"aix", IBM, AIX, UnknownEnvironment},
	{"zos", IBM, ZOS, UnknownEnvironment},
	{"nacl", UnknownVendor, NaCl, UnknownEnvironment},
	{"hurd", UnknownVendor, Hurd, UnknownEnvironment},
	{"wasip1", UnknownVendor, WASIp1, UnknownEnvironment},
	{"js", UnknownVendor, UnknownOS, UnknownEnvironment},
}

// goMachine is what a GOARCH stands for. env replaces the system's environment on Linux where C programs of
// the port usually have another.
type goMachine struct {
	goarch string
	arch   Arch
	env    Environment
}

// goMachines has a row for each GOARCH. The first row of a machine is what GOARCH returns for it.
var goMachines = [...]goMachine{
	{"amd64", X86_64, UnknownEnvironment},
	{"386", X86, UnknownEnvironment},
	{"arm64", AArch64, UnknownEnvironment},
	{"arm64be", AArch64BE, UnknownEnvironment},
	{"arm", ARM, GNUEABIHF},
	{"arm", Thumb, UnknownEnvironment},
	{"armbe", ARMEB, GNUEABIHF},
	{"riscv64", RISCV64, UnknownEnvironment},
	{"riscv", RISCV32, UnknownEnvironment},
	{"loong64", LoongArch64, UnknownEnvironment},
	{"ppc64le", PPC64LE, UnknownEnvironment},
	{"ppc64", PPC64, UnknownEnvironment},
	{"ppc", PPC, UnknownEnvironment},
	{"s390x", SystemZ, UnknownEnvironment},
	{"mips", MIPS, UnknownEnvironment},
	{"mipsle", MIPSEL, UnknownEnvironment},
	{"mips64", MIPS64, GNUABI64},
	{"mips64le", MIPS64EL, GNUABI64},
	{"sparc", SPARC, UnknownEnvironment},
	{"sparc64", SPARCV9, UnknownEnvironment},
	{"wasm", Wasm32, UnknownEnvironment},
}

// environment is what C programs for the machine usually have on a system.
func (m *goMachine) environment(s *goSystem) Environment {
	if s.env == GNU && m.env != UnknownEnvironment {
		return m.env
	}
	return s.env
}

// usualEnvironment is what C programs usually have on a system, UnknownEnvironment where Go has no port.
func usualEnvironment(os OS, arch Arch) Environment {
	for i := range goSystems {
		s := &goSystems[i]
		if s.os != os || os == UnknownOS {
			continue
		}
		for j := range goMachines {
			if m := &goMachines[j]; m.arch == arch.machine() {
				return m.environment(s)
			}
		}
		return s.env
	}
	return UnknownEnvironment
}

// FromGo returns the target of a Go port: x86_64-unknown-linux-gnu for linux and amd64. Vendor and
// environment, of which Go says nothing, are what C programs of the port usually have: gnu on Linux
// (gnueabihf on arm, gnuabi64 on mips64), msvc on Windows, macosx for darwin. A program that knows better,
// for instance that the C library is musl, sets the field. [ErrNoGoTarget] for names that the tables lack.
func FromGo(goos, goarch string) (Triple, error) {
	for i := range goSystems {
		s := &goSystems[i]
		if s.goos != goos {
			continue
		}
		for j := range goMachines {
			m := &goMachines[j]
			if m.goarch != goarch {
				continue
			}
			t := Triple{Arch: m.arch, Vendor: s.vendor, OS: s.os, Environment: m.environment(s)}
			if s.goos == "plan9" {
				t.osName = s.goos // LLVM has no word for it
			}
			return t, nil
		}
	}
	return Triple{}, fmt.Errorf("%w: %s/%s", ErrNoGoTarget, goos, goarch)
}

// GOOS returns Go's name for the operating system, "" if Go has none. Linux with Android's environment is
// android, illumos is solaris.
func (t Triple) GOOS() string {
	if t.OS == Linux && t.Environment == Android {
		return "android"
	}
	if t.OS == UnknownOS {
		if t.osName == "plan9" {
			return t.osName
		}
		return ""
	}
	for i := range goSystems {
		if goSystems[i].os == t.OS {
			return goSystems[i].goos
		}
	}
	return ""
}

// GOARCH returns Go's name for the architecture, "" if Go has none.
func (t Triple) GOARCH() string {
	if t.Arch == UnknownArch || t.PointerBits() != t.Arch.PointerBits() {
		return ""
	}
	for i := range goMachines {
		if goMachines[i].arch == t.Arch {
			return goMachines[i].goarch
		}
	}
	return ""
}
