// Package check evaluates the rules that stand in the comments of a source file
// against memory that a linker has made: the rtdyld-check language of LLVM's
// llvm-rtdyld and, with another prefix, the jitlink-check language of llvm-jitlink.
//
//	# rtdyld-check: decode_operand(insn, 4) = data - next_pc(insn)
//	# rtdyld-check: *{8}(stub_addr(a.o/.text, puts) + 8) = puts
//
// A rule is EXPR = EXPR, on unsigned 64-bit values that wrap:
//
//	expr    = simple { ("+" | "-" | "&" | "|" | "<<" | ">>") simple }     from left to right, no precedence
//	simple  = primary [ "[" number ":" number "]" ]                       bits high to low, both included
//	primary = "(" expr ")" | "*{" number "}" expr | symbol | builtin | number
//	builtin = "decode_operand(" symbol [ "+" number ] "," number ")"      operand of an instruction, see [Decoder]
//	        | "next_pc(" symbol [ "+" number ] ")"                        address after an instruction
//	        | "stub_addr(" container "," symbol [ "," kind ] ")"
//	        | "got_addr(" container "," symbol [ "," kind ] ")"
//	        | "section_addr(" file "," section ")"
//
// A load *{N} takes all that follows as its address, so (*{4}x) + 4 needs its
// parentheses; it reads N bytes, 1 to 8, in the target's byte order. Inside the
// address, names mean where the linker wrote the bytes; elsewhere they mean where
// the bytes will run. Numbers are decimal, 0x and octal with a leading 0.
//
// Where LLVM's evaluator refuses or crashes, this one goes on: blanks may follow a
// number, a slice may be [63:0], a load may have any size from 1 to 8, next_pc takes
// an offset as decode_operand does. Where LLVM's computes something without meaning,
// this one is an error: digits 8 and 9 in an octal number, a number above 64 bits, a
// slice whose bits are out of order or above 63, a rule whose last line ends in \.
// Shifts by 64 and more give 0.
//
// next_pc of an instruction in ARM state is 4 more than the address of the next
// instruction, as in LLVM since it has JITLink for ARM; in Thumb state it is not.
//
// Law: this package knows no linker, no object file and no operating system. It sees
// the linked memory through [Memory] and instructions through [Decoder]. Rules are
// untrusted input: nothing here panics on any text, and work and memory are a small multiple
// of its size.
package check
