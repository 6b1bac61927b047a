// Package coff has what COFF adds to a link.
//
// Law: data and pure functions, see package quirk.
package coff

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
)

// Steps is what COFF adds; Steps386 is what it adds for i386, where the names of C have an
// underscore in front; StepsThumb for ARM, where linkers know no code but Thumb (lld-link and
// Microsoft's set bit 0 of all addresses in sections that are executable).
var (
	Steps      = quirk.Steps{Undefined: undefined, ImageBase: imageBase, BaseNames: baseNames, InitOrder: initOrder, Grouped: grouped, SharedTables: true, LaterGroups: true, Holes: true}
	Steps386   = quirk.Steps{Undefined: undefined386, Constant: tlsArray, ImageBase: imageBase, BaseNames: baseNames, InitOrder: initOrder, Grouped: grouped, SharedTables: true, LaterGroups: true, Holes: true}
	StepsThumb = marksCode(Steps)
)

func marksCode(s quirk.Steps) quirk.Steps {
	s.MarksCode = true
	return s
}

// Code gets at a thread-local by way of an array that each thread has, with the
// block of each module: it takes the entry whose number is in the variable _tls_index
// and adds the offset of the thread-local in the block (SECREL). Compilers for i386
// have the place of the array in the thread's own block as a constant, __tls_array.
// Where nobody defines these names, the objects that mention them have their own.

// tlsArray is where i386 has the array (TEB.ThreadLocalStoragePointer).
const tlsArray = 0x2c

// undefined is Steps.Undefined.
func undefined(text string) (quirk.Meaning, string) {
	if text == "_tls_index" {
		return quirk.Module, ""
	}
	return imported(text)
}

func undefined386(text string) (quirk.Meaning, string) {
	switch text {
	case "__tls_array":
		return quirk.Constant, ""
	case "__tls_index":
		return quirk.Module, ""
	}
	return imported(text)
}

// imported cuts "__imp_" off a name, by which code for Windows calls the pointer to the
// rest in a table of imports.
func imported(text string) (quirk.Meaning, string) {
	if name, ok := strings.CutPrefix(text, "__imp_"); ok && name != "" {
		return quirk.Pointer, name
	}
	return quirk.Nothing, ""
}

// below is how far B is below the first object: the reservation of a memory manager may
// begin below it, and what is in it should be less than 2 GiB above B, for code that adds
// such offsets as signed ones.
const below = 1 << 29

// baseNames is Steps.BaseNames: the second is that of i386.
var baseNames = []string{"__ImageBase", "___ImageBase"}

// imageBase is Steps.ImageBase: so far below that whatever a memory manager gives later is
// above it, a multiple of 64 KiB as images of Windows have it.
func imageBase(low uint64) uint64 { return (low - min(low, below)) &^ 0xffff }

// initOrder is Steps.InitOrder, for .CRT$X* sections: C initializers (XI) before those of
// C++ (XC), terminators XP before XT; among them the rest of the name decides.
func initOrder(name string) (priority int, letters string) {
	rest, ok := strings.CutPrefix(name, ".CRT$X")
	if !ok || rest == "" {
		return 0, ""
	}
	if rest[0] == 'C' || rest[0] == 'T' {
		return 2, rest
	}
	return 1, rest
}

// grouped is Steps.Grouped (PE/COFF, "Grouped Sections"): foo, foo$a and foo$z are one section of an image. Names that begin with a dot are those of
// compilers and of the C runtime, whose sections others look for by themselves.
func grouped(name string) (group, rest string, ok bool) {
	group, rest, _ = strings.Cut(name, "$")
	return group, rest, group != "" && group[0] != '.'
}
