// Package bpf has the relocations of eBPF.
//
// As a linker sees it: instructions have eight bytes, of which the last four are an immediate in the byte order of
// the object. LD_IMM64 has two of them, so that it makes any address; CALL of a function of the program has the
// distance in instructions from the one behind it. There is no code that a linker could put between a
// call and what is out of its reach, and no global offset table. Addends are in the fields.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: Linux, Documentation/bpf/llvm_reloc.rst; RFC 9669 (BPF Instruction Set Architecture).
package bpf

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF BPF, by number. LLVM's RuntimeDyld leaves instructions to
// who loads them into a kernel.
var ELF = NewTable(&arch, elfRows[:]).WithRuntimeDyld(RuntimeDyld{Leaves: func(typ uint32) bool { return typ == 1 || typ == 10 }})

var elfRows = [...]Howto{
	0:  Row("R_BPF_NONE", None, FieldNone, NeedNone),
	1:  Row("R_BPF_64_64", Abs, wide64, NeedNone),
	2:  Row("R_BPF_64_ABS64", Abs, Word64, NeedNone),
	3:  Row("R_BPF_64_ABS32", Abs, Any32, NeedNone),
	4:  Row("R_BPF_64_NODYLD32", None, FieldNone, NeedNone), // of .BTF and .BTF.ext, for linkers that join these
	10: Row("R_BPF_64_32", PC, call32, NeedNone),
}
