package triple

// String returns the triple in canonical order, ARCH-VENDOR-OS[-FORMAT][-ENVIRONMENT]. For a t that Parse
// returned without an error, Parse(t.String()) returns t.
func (t Triple) String() string {
	var buf [96]byte
	return string(t.append(buf[:0], true))
}

// LLVM returns the triple as LLVM's parser understands it, ARCH-VENDOR-OS[-ENVIRONMENT][-FORMAT]: it takes
// the format as the environment's suffix. This is the form to give to a compiler or an assembler.
func (t Triple) LLVM() string {
	var buf [96]byte
	return string(t.append(buf[:0], false))
}

// AppendText appends [Triple.String] to b. The error is always nil.
func (t Triple) AppendText(b []byte) ([]byte, error) { return t.append(b, true), nil }

// MarshalText returns [Triple.String]. The error is always nil.
func (t Triple) MarshalText() ([]byte, error) { return t.append(nil, true), nil }

// UnmarshalText parses text as [Parse] does; on an error t is not changed. It keeps no part of text.
func (t *Triple) UnmarshalText(text []byte) error {
	u, err := Parse(string(text))
	if err != nil {
		return err
	}
	*t = u
	return nil
}

func (t *Triple) append(b []byte, formatFirst bool) []byte {
	b = append(b, t.ArchName()...)
	b = append(b, '-')
	b = append(b, t.VendorName()...)
	b = append(b, '-')
	name, version := t.osParts()
	b = append(append(b, name...), version...)
	if formatFirst {
		b = t.appendFormat(b)
	}
	if name, version = t.envParts(); name != "" {
		b = append(b, '-')
		b = append(append(b, name...), version...)
	}
	if !formatFirst {
		b = t.appendFormat(b)
	}
	return b
}

func (t *Triple) appendFormat(b []byte) []byte {
	if w := t.ExplicitFormat.Word(); w != "" {
		b = append(append(b, '-'), w...)
	}
	return b
}

// ArchName returns the architecture's word: as it was written ("amd64", "armv7a"), else its own name.
func (t Triple) ArchName() string {
	if t.archName != "" {
		if a, s := parseArch(t.archName); a == t.Arch && s == t.SubArch {
			return t.archName
		}
	}
	if t.SubArch != "" {
		for i := range archWords {
			if archWords[i].arch == t.Arch && archWords[i].sub == t.SubArch {
				return archWords[i].word
			}
		}
		switch {
		case t.Arch.IsARM() || t.Arch.IsThumb():
			return t.Arch.String() + string(t.SubArch)
		case t.Arch == AMDGCN:
			return "amdgpu" + string(t.SubArch)
		}
	}
	return t.Arch.String()
}

// VendorName returns the vendor's word: as it was written, else its own name, "unknown" if there is none.
func (t Triple) VendorName() string {
	if t.vendorName != "" && parseVendor(t.vendorName) == t.Vendor {
		return t.vendorName
	}
	return t.Vendor.String()
}

// OSName returns the operating system's word with its version: "macosx10.15.2".
func (t Triple) OSName() string {
	name, version := t.osParts()
	return join(name, version)
}

// OSBaseName returns the operating system's word without its version: "macosx".
func (t Triple) OSBaseName() string {
	name, _ := t.osParts()
	return name
}

// OSVersionText returns the version in the operating system's word as it was written: "10.15.2", or "".
func (t Triple) OSVersionText() string {
	_, version := t.osParts()
	return version
}

// EnvironmentName returns the environment's word with its version, without a format: "android21", "msvc",
// or "".
func (t Triple) EnvironmentName() string {
	name, version := t.envParts()
	return join(name, version)
}

// EnvironmentVersionText returns the version in the environment's word as it was written: "21", or "".
func (t Triple) EnvironmentVersionText() string {
	_, version := t.envParts()
	return version
}

// osParts returns what to print for the system. A word of another system than t.OS, or a version of
// another, is stale: a program has set the field.
func (t *Triple) osParts() (name, version string) {
	name = t.OS.String()
	if t.osName != "" {
		if o, _ := parseOS(t.osName); o == t.OS {
			name = t.osName
		}
	}
	if t.OS == t.osOf {
		version = t.osVersion
	}
	return name, version
}

// envParts returns what to print for the environment, as osParts for the system.
func (t *Triple) envParts() (name, version string) {
	name = t.Environment.String()
	if t.envName != "" {
		if e, _ := parseEnv(t.envName); e == t.Environment {
			name = t.envName
		}
	}
	if t.Environment == t.envOf {
		version = t.envVersion
	}
	return name, version
}

// join is a + b without an allocation where one is empty.
func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + b
}
