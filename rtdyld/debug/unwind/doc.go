// Package unwind reads what loaded objects say about their stack frames, whatever
// their format, and makes one thing of it: call frame programs in the sense of DWARF
// (DWARF 5, section 6.4) for ranges of target addresses.
//
//	.eh_frame, __eh_frame      ELF, Mach-O, COFF of GNU's tools: as they are
//	__compact_unwind           Mach-O for x86-64, i386, arm64: what the encodings stand for
//	.pdata, .xdata             COFF for x86-64 and arm64: what the unwind codes stand for
//	.ARM.exidx, .ARM.extab     ELF for 32-bit ARM: what the unwinding instructions do
//
// [Read] makes the [Table] of an object. [Table.Step] goes one frame up by it,
// [Table.AppendDebugFrame] and [Table.AppendEHFrame] write it for debuggers and
// profilers. [Tables] is a set of tables that any goroutine may search while others
// change it.
//
// # What a table has beyond the records
//
// The linker's stubs have entries, too: they leave the stack alone. So have, in COFF
// objects for x86-64 and arm64, stretches of code without an entry in .pdata, which by
// the rules of that format are functions that leave the stack alone.
//
// Records of __compact_unwind and .ARM.exidx hold at calls, .pdata of x86-64 says nothing
// of epilogs, and __eh_frame of LLVM for Apple's x86 systems neither. So the code itself is
// looked at: a prolog of the usual form, and an epilog that undoes exactly what
// the record has, get rules for each instruction. Where a prolog is not of that form the
// record's rules begin behind its first instruction, true or not.
//
// # Law
//
// Bytes in, bytes and addresses out: no system, no memory but that of the object, which
// is read by Read alone. Whatever a record says, nothing panics, loops, or takes more
// memory than a small multiple of the tables' size.
package unwind
