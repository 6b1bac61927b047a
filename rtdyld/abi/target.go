package abi

// ConventionOf is the usual convention of C on a target that Go names so, nil for one that this package does not know.
// Its Entry is 0 unless it is this machine's.
func ConventionOf(goos, goarch string) *Convention {
	switch goarch {
	case "amd64":
		if goos == "windows" {
			return Win64()
		}
		return SystemV()
	case "386":
		return Cdecl386()
	case "arm64":
		if goos == "darwin" {
			return AppleARM64()
		}
		return AAPCS64()
	case "arm":
		return AAPCS32VFP()
	case "riscv64":
		return RISCV64()
	case "loong64":
		return Loong64()
	case "ppc64le":
		return ELFv2()
	case "s390x":
		return S390X()
	case "mips64le":
		return MIPS64()
	}
	return nil
}

// VariadicIsUsual reports whether functions with a variable number of arguments are called on a target by [ConventionOf], as others
// are. Elsewhere numbers of theirs go where others' do not.
func VariadicIsUsual(goos, goarch string) bool {
	switch goarch {
	case "amd64", "386":
		return goos != "windows"
	case "arm64":
		return goos == "linux"
	}
	return false
}
