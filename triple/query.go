package triple

// IsOSDarwin reports whether the system is one of Apple's.
func (t Triple) IsOSDarwin() bool { return t.OS.IsDarwin() }

// IsMacOSX reports whether the system is macOS, also under the name darwin.
func (t Triple) IsMacOSX() bool { return t.OS == Darwin || t.OS == MacOSX }

// IsIOS reports whether the system is iOS or tvOS.
func (t Triple) IsIOS() bool { return t.OS == IOS || t.OS == TvOS }

// IsOSWindows reports whether the system is Windows, Cygwin's and MinGW's included.
func (t Triple) IsOSWindows() bool { return t.OS == Windows }

// IsWindowsMSVC reports whether the system is Windows with Microsoft's environment, which is also meant
// where none is named.
func (t Triple) IsWindowsMSVC() bool {
	return t.OS == Windows && (t.Environment == MSVC || t.EnvironmentName() == "")
}

// IsWindowsGNU reports whether the target is MinGW.
func (t Triple) IsWindowsGNU() bool { return t.OS == Windows && t.Environment == GNU }

// IsWindowsCygwin reports whether the target is Cygwin.
func (t Triple) IsWindowsCygwin() bool { return t.OS == Windows && t.Environment == Cygnus }

// IsWindowsItanium reports whether the target is Windows with the Itanium C++ ABI.
func (t Triple) IsWindowsItanium() bool { return t.OS == Windows && t.Environment == Itanium }

// IsWindowsARM64EC reports whether the target is Windows on Arm with the emulation compatible ABI.
func (t Triple) IsWindowsARM64EC() bool { return t.OS == Windows && t.SubArch == SubARM64EC }

// IsUEFI reports whether code runs under UEFI.
func (t Triple) IsUEFI() bool { return t.OS == UEFI }

// IsOSLinux reports whether the system is Linux, Android's included.
func (t Triple) IsOSLinux() bool { return t.OS == Linux }

// IsAndroid reports whether the environment is Android.
func (t Triple) IsAndroid() bool { return t.Environment == Android }

// IsMusl reports whether the C library is musl.
func (t Triple) IsMusl() bool { return t.Environment.IsMusl() }

// IsGNU reports whether the environment is one of GNU's.
func (t Triple) IsGNU() bool { return t.Environment.IsGNU() }

// IsX32 reports whether the target is x86-64 with 32-bit pointers.
func (t Triple) IsX32() bool { return t.Arch == X86_64 && t.PointerBits() == 32 }

// IsSimulator reports whether the environment is the simulator of one of Apple's devices.
func (t Triple) IsSimulator() bool { return t.Environment == Simulator }

// IsMacCatalyst reports whether the environment is Mac Catalyst.
func (t Triple) IsMacCatalyst() bool { return t.Environment == MacABI }

// IsOSAIX reports whether the system is AIX.
func (t Triple) IsOSAIX() bool { return t.OS == AIX }

// IsOSzOS reports whether the system is z/OS.
func (t Triple) IsOSzOS() bool { return t.OS == ZOS }

// IsBareMetal reports whether there is no operating system: "none".
func (t Triple) IsBareMetal() bool { return t.OS == NoOS }
