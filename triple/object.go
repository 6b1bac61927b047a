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

// CompatibleWith reports whether code for o can be linked with code for t, as LLVM's isCompatibleWith: as
// [Triple.Equal], but Arm and Thumb go together, versions do not count, MinGW's vendor does not, and
// of Apple's targets neither environment nor format does.
func (t Triple) CompatibleWith(o Triple) bool {
	if t.Arch.machine() != o.Arch.machine() || t.SubArch.Canonical() != o.SubArch.Canonical() || t.OS != o.OS {
		return false
	}
	if t.Arch == UnknownArch && t.ArchName() != o.ArchName() || t.OS == UnknownOS && t.OSName() != o.OSName() {
		return false
	}
	if t.Vendor != o.Vendor && !t.IsWindowsGNU() {
		return false
	}
	return t.Vendor == Apple || t.Environment == o.Environment && t.Format() == o.Format()
}

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
