# Records of x86-64 that name a section and not a symbol: what lies in no symbol's piece of its section, and debug information.
# TRIPLE: x86_64-apple-macosx11
.text
 movl Ldata+4(%rip), %eax
 movb $1, Ldata(%rip)
 callq Ltext
Ltext:
 ret
.data
Ldata:
 .quad Ltext
 .quad Ldata+5
.quad Ldata-Ltext
 .section __DWARF,__debug_info,regular,debug
 .quad Ltext
 .subsections_via_symbols
# want: triple x86_64-apple-macosx-macho
# want: flags 0x2000
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: section __DWARF,__debug_info none debug align 1
# want: reloc __text+0x8 X86_64_RELOC_SIGNED_1 pcrel 4: __data, field-11
# want: reloc __text+0x2 X86_64_RELOC_SIGNED pcrel 4: __data, field-17
# want: reloc __data+0x10 X86_64_RELOC_SUBTRACTOR 8: __data - __text, field-19
# want: reloc __data+0x8 X86_64_RELOC_UNSIGNED 8: __data, field-19
# want: reloc __data+0x0 X86_64_RELOC_UNSIGNED 8: __text, field
# want: reloc __debug_info+0x0 X86_64_RELOC_UNSIGNED 8: __text, field
