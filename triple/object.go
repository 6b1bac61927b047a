package triple

// CheckObject reports whether an object whose own header states obj (see [ForObject]) is one of target t:
// the same machine, container, pointer width and byte order. Arm and Thumb code share a machine number
// and are one machine here, and so are variants. A zero t asks for nothing.
//
// The error is a [*MismatchError], matches [ErrMismatch] and names both targets.
func (t Triple) CheckObject(obj Triple) error {
	if t == (Triple{}) {
		return nil
	}
	what := ""
	switch {
	case t.Arch != UnknownArch && t.IsBigEndian() != obj.IsBigEndian() && t.Arch.family() == obj.Arch.family():
		what = "byte order"
	case t.Arch != UnknownArch && t.Arch.machine() != obj.Arch.machine():
		what = "architecture"
	case t.Format() != obj.Format():
		what = "object format"
	case t.Arch != UnknownArch && t.PointerBits() != obj.PointerBits():
		what = "pointer width"
	default:
		return nil
	}
	return &MismatchError{Want: t, Got: obj, What: what}
}

// Equal reports whether t and o are the same target, however it is spelled: amd64 is x86_64, armv7a is
// armv7, no format is the derived one. Versions and unknown words count.
func (t Triple) Equal(o Triple) bool {
	if t.Arch != o.Arch || t.SubArch.Canonical() != o.SubArch.Canonical() || t.Vendor != o.Vendor ||
		t.OS != o.OS || t.Environment != o.Environment || t.Format() != o.Format() ||
		t.OSVersion() != o.OSVersion() || t.EnvironmentVersion() != o.EnvironmentVersion() {
		return false
	}
	return (t.Arch != UnknownArch || t.ArchName() == o.ArchName()) &&
		(t.Vendor != UnknownVendor || t.VendorName() == o.VendorName()) &&
		(t.OS != UnknownOS || t.OSName() == o.OSName()) &&
		(t.Environment != UnknownEnvironment || t.EnvironmentName() == o.EnvironmentName())
}

// CompatibleWith reports whether code for o can be linked with code for t: they have machine, variant, system,
// environment and format in common. Vendor and versions do not count, and neither does what only one of
// them says: code for no named system goes with any, Arm of no named version with all. No environment is the
// one that C programs of the system usually have ([FromGo]), so that x86_64-pc-linux-gnu,
// x86_64-unknown-linux-gnu and x86_64-linux are one target, and musl's another. Arm and Thumb go together, as do
// darwin and macosx, and of Apple's systems neither environment nor format counts, as in LLVM.
//
// It is the same with t and o exchanged.
func (t Triple) CompatibleWith(o Triple) bool {
	if t.Arch.machine() != o.Arch.machine() || t.Arch == UnknownArch && t.ArchName() != o.ArchName() {
		return false
	}
	if s, r := t.SubArch.Canonical(), o.SubArch.Canonical(); s != r && !(t.Arch.isARMFamily() && (s.isOpen(r) || r.isOpen(s))) {
		return false
	}
	named := t.namesOS() && o.namesOS()
	switch {
	case !named:
	case t.IsMacOSX() && o.IsMacOSX():
	case t.OS != o.OS || t.OS == UnknownOS && t.OSName() != o.OSName():
		return false
	}
	if named && t.OS.IsDarwin() {
		return true
	}
	return t.Format() == o.Format() && (t.sameEnvironment(o) || !named && (t.EnvironmentName() == "" || o.EnvironmentName() == ""))
}

// namesOS reports whether the triple says for which system it is, or for none.
func (t *Triple) namesOS() bool { return t.OS != UnknownOS || t.OSName() != UnknownOS.String() }

// sameEnvironment compares environments, that of the system where none is named.
func (t *Triple) sameEnvironment(o Triple) bool {
	e, f := t.effectiveEnvironment(), o.effectiveEnvironment()
	return e == f && (e != UnknownEnvironment || t.EnvironmentName() == o.EnvironmentName())
}

// effectiveEnvironment is the environment, or where none is named the system's own.
func (t *Triple) effectiveEnvironment() Environment {
	if t.EnvironmentName() == "" {
		return usualEnvironment(t.OS, t.Arch)
	}
	return t.Environment
}

// isARMFamily reports whether variants are mostly versions of the Arm architecture.
func (a Arch) isARMFamily() bool { return a.IsARM() || a.IsThumb() || a.IsAArch64() }

// isOpen reports whether s says nothing where o says a version.
func (s SubArch) isOpen(o SubArch) bool { return s == "" && o != "" && o[0] == 'v' }

// machine folds the two states of 32-bit Arm into one.
func (a Arch) machine() Arch {
	switch a {
	case Thumb:
		return ARM
	case ThumbEB:
		return ARMEB
	}
	return a
}

// family folds the byte orders of an instruction set into one.
func (a Arch) family() Arch {
	a = a.machine()
	if other := a.otherOrder(); other != UnknownArch && a.IsBigEndian() {
		return other
	}
	if a == ARMEB {
		return ARM
	}
	return a
}
