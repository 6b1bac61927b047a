package rtdyld

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// UnwindFormat is a format of unwind information, or a set of formats.
type UnwindFormat uint8

const (
	// EHFrame is a .eh_frame section (LSB Core, "The .eh_frame section"), ended by a zero
	// word: of ELF, COFF and Mach-O.
	EHFrame UnwindFormat = 1 << iota
	// PData is a function table of COFF (PE/COFF, "The .pdata Section"): entries that
	// ascend, whose fields count from [UnwindTable.Base].
	PData
	// Exidx is an index table for 32-bit ARM (Exception Handling ABI for the Arm
	// Architecture, "Index table entries"): entries of 8 bytes, two words in the target's
	// byte order, sorted by the function's address. The linker makes it of the .ARM.exidx
	// sections of an object.
	Exidx
)

var unwindFormatNames = [...]string{".eh_frame", ".pdata", ".ARM.exidx"}

// String names the sections that the formats are known by.
func (f UnwindFormat) String() string {
	var names []string
	for i, name := range unwindFormatNames {
		if f>>i&1 != 0 {
			names = append(names, name)
		}
	}
	if names == nil || f>>len(unwindFormatNames) != 0 {
		return "invalid"
	}
	return strings.Join(names, "|")
}

// UnwindTable is a piece of unwind information in memory. Its Mem is not empty, is not to
// be written, and stays until the table is deregistered.
type UnwindTable struct {
	Format UnwindFormat // one
	Block
	// Whole says that an EHFrame is known to be sound, one record behind the other up to the zero word at the end of Mem, so that
	// they need not be read: that of a linked image.
	Whole bool
	// Base is what the fields of PData count from, a target address: [Linker.ImageBase].
	Base uint64
	// Lo and Hi are target addresses, of Exidx: the table is about the code from Lo up to,
	// not including, Hi. No two tables of a linker overlap there. Code before the first
	// entry's function, and code of an object in no table, cannot be unwound.
	Lo, Hi uint64
}

// Unwinder is told where the unwind information of objects is, so that exceptions pass
// through their code: an object at a time, after its memory is finalized, before listeners
// know of it and its constructors run; and again after its destructors ran, before
// listeners are told that it goes and before its memory does. Objects that have none in
// the unwinder's formats are not told of. Its methods may be called concurrently, for
// different objects.
type Unwinder interface {
	// Formats are the formats that the unwinder is told of, always the same. Of others the
	// linker makes and tells nothing.
	Formats() UnwindFormat
	// Register takes all tables of an object, those of one format in no order. On an error
	// it has taken none. tables is the linker's and must not be kept or changed.
	Register(ctx context.Context, tables []UnwindTable) error
	// Deregister is given what Register took. All tables go, whatever the error.
	Deregister(ctx context.Context, tables []UnwindTable) error
}

// Unwinders are told in order, each of the tables in its formats; they forget in the
// reverse order. If one refuses, those before it forget what they took.
type Unwinders []Unwinder

// Formats implements Unwinder.
func (us Unwinders) Formats() (f UnwindFormat) {
	for _, u := range us {
		f |= u.Formats()
	}
	return f
}

// Register implements Unwinder.
func (us Unwinders) Register(ctx context.Context, tables []UnwindTable) error {
	for i, u := range us {
		own := inFormats(tables, u.Formats())
		if len(own) == 0 {
			continue
		}
		if err := u.Register(ctx, own); err != nil {
			return errors.Join(err, us[:i].Deregister(context.WithoutCancel(ctx), tables))
		}
	}
	return nil
}

// Deregister implements Unwinder. The errors are joined.
func (us Unwinders) Deregister(ctx context.Context, tables []UnwindTable) error {
	var errs []error
	for _, u := range slices.Backward(us) {
		if own := inFormats(tables, u.Formats()); len(own) > 0 {
			errs = appendError(errs, u.Deregister(ctx, own))
		}
	}
	return texts.Join(errs...)
}

// inFormats are the tables in some formats: tables itself if all are.
func inFormats(tables []UnwindTable, f UnwindFormat) []UnwindTable {
	other := func(t UnwindTable) bool { return t.Format&f == 0 }
	if !slices.ContainsFunc(tables, other) {
		return tables
	}
	return slices.DeleteFunc(slices.Clone(tables), other)
}
