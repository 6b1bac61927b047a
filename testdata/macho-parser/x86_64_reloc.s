# Every type of relocation record of x86-64, to symbols: displacements that end their instruction or do not, calls, slots, thread-locals, pointers, differences.
# TRIPLE: x86_64-apple-macosx11
.globl _f
_f:
 callq _ext
 movl _ext(%rip), %eax
 movl _ext+8(%rip), %eax
 movb $1, _ext(%rip)
 movw $1, _ext(%rip)
 movl $1, _ext(%rip)
 movq _ext@GOTPCREL(%rip), %rax
 pushq _ext@GOTPCREL(%rip)
 movq _tv@TLVP(%rip), %rdi
 jmp _f
.data
.globl _d
_d:
 .quad _ext
 .quad _ext+0x123
 .long _ext@GOTPCREL+4
 .quad _f-_d
 .long _d-_f+2
 .subsections_via_symbols
# want: triple x86_64-apple-macosx-macho
# want: flags 0x2000
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: reloc __text+0x3b X86_64_RELOC_TLV pcrel 4: _tv, field-4
# want: reloc __text+0x34 X86_64_RELOC_GOT pcrel 4: _ext, field-4
# want: reloc __text+0x2e X86_64_RELOC_GOT_LOAD pcrel 4: _ext, field-4
# want: reloc __text+0x23 X86_64_RELOC_SIGNED_4 pcrel 4: _ext, field-4
# want: reloc __text+0x1b X86_64_RELOC_SIGNED_2 pcrel 4: _ext, field-4
# want: reloc __text+0x13 X86_64_RELOC_SIGNED_1 pcrel 4: _ext, field-4
# want: reloc __text+0xd X86_64_RELOC_SIGNED pcrel 4: _ext, field-4
# want: reloc __text+0x7 X86_64_RELOC_SIGNED pcrel 4: _ext, field-4
# want: reloc __text+0x1 X86_64_RELOC_BRANCH pcrel 4: _ext, field-4
# want: reloc __data+0x1c X86_64_RELOC_SUBTRACTOR 4: _d - _f, field
# want: reloc __data+0x14 X86_64_RELOC_SUBTRACTOR 8: _f - _d, field
# want: reloc __data+0x10 X86_64_RELOC_GOT pcrel 4: _ext, field-4
# want: reloc __data+0x8 X86_64_RELOC_UNSIGNED 8: _ext, field
# want: reloc __data+0x0 X86_64_RELOC_UNSIGNED 8: _ext, field
# want: symbol _d data global default __data+0x0
# want: symbol _f func global default __text+0x0
# want: symbol _ext notype global default undefined
# want: symbol _tv notype global default undefined
