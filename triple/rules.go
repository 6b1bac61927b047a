package triple

import "strings"

// Validate reports whether the components of t go together, for a t that was built and not parsed. The
// explicit format is what decides:
//
//   - The architecture must have it (ErrUnsupportedFormat): see [Arch.Supports].
//   - ELF fits every environment, and every system but Apple's own.
//   - COFF fits Windows and UEFI alone, and none of the ABIs that are ELF's (gnueabihf, eabi, musl, ...).
//   - Mach-O fits every system, and every environment but msvc, itanium, cygnus, android and musl.
//   - XCOFF fits AIX and GOFF z/OS, or a triple that names no system.
//
// A derived format is never wrong. A contradiction matches [ErrIncompatible].
func (t Triple) Validate() error {
	if err := t.conflict(); err != nil {
		err.Triple = t.String()
		if i := strings.LastIndex(err.Triple, "-"+err.Word); i >= 0 {
			err.Offset = i + 1
		}
		return err
	}
	return nil
}

// conflict is Validate without the whole triple in the error.
func (t *Triple) conflict() *Error {
	if t.OS == Firmware && t.Vendor != Apple {
		return &Error{Component: "operating system", Word: t.OSName(), Offset: -1, WithOffset: -1,
			With: "vendor " + quote(t.VendorName()), place: vendorAt, Err: ErrIncompatible}
	}
	f := t.ExplicitFormat
	if f == UnknownFormat {
		return nil
	}
	switch {
	case !t.Arch.Supports(f):
		return formatError(f, ErrUnsupportedFormat, archAt, t.ArchName())
	case t.OS.row().refuses.has(f):
		return formatError(f, ErrIncompatible, osAt, t.OSName())
	case t.Environment.row().refuses.has(f):
		return formatError(f, ErrIncompatible, envAt, t.EnvironmentName())
	}
	return nil
}

func formatError(f Format, err error, place int, word string) *Error {
	return &Error{Component: "format", Word: f.Word(), Offset: -1, WithOffset: -1,
		With: placeNames[place] + " " + quote(word), place: place, Err: err}
}

// placeNames are the components as errors call them.
var placeNames = [places]string{"architecture", "vendor", "operating system", "environment"}

// locate completes an error of conflict with where its words were written.
func (p *parser) locate(err *Error) error {
	err.Triple = p.in
	err.Offset = p.format.at
	if err.Component != "format" {
		err.Offset = p.words[osAt].at
	}
	if w := p.words[err.place]; w.text != "" {
		err.WithOffset = w.at
	}
	return err
}

func quote(s string) string { return `"` + s + `"` }
