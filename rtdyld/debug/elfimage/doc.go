// Package elfimage makes of loaded objects the ELF file that a debugger would like to
// have had from a linker: names, line tables and call frames of code where it lies.
//
// An image has no code. It has a section header for each stretch of the objects' memory,
// their symbols (static ones, too), their DWARF, joined and relocated, and their call
// frame information as .debug_frame. Objects may come from ELF, COFF or Mach-O files: what
// they say in their own ways reads as ELF, names as the source has them.
//
// Law: pure; reads objects that others loaded, writes bytes, knows no debugger's
// interface and no operating system. The same objects at the same addresses make the
// same bytes.
package elfimage
