package traceback

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// loaded is what is to be known of an ELF object to read its call frame information and its
// symbols as they lie in memory, in a signal handler, when something has crashed: so that an
// object costs next to nothing before.
type loaded struct {
	object  string
	symbols []objfmt.Symbol
	image   rtdyld.ImageTables // of a linked image: its symbols, and in the place of fdes a sorted table, if it has one
	text    []byte             // where the symbols' names are
	code    []codeSection
	stubs   codeSection          // which the linker has made; empty if there are none
	fdes    []fde                // by start
	buffer  *objfmt.ObjectBuffer // has text
	tables  int                  // that are in use, or were and may be read
	room    struct {
		code [2]codeSection
		fdes [4]fde
	} // memory for code and fdes of a small object
}

// codeSection is a section of code in memory.
type codeSection struct {
	start, end uintptr
	id         objfmt.SectionID
	number     uint16 // in the file
	name       string
}

// fde says where the frame description entry for the code at start is.
type fde struct{ start, at uintptr }

// release is told that one of the tables is read no more.
func (l *loaded) release() {
	if l.tables--; l.tables == 0 {
		l.buffer.Close() // of a mapping that nobody else has; there is nobody to tell
	}
}
