# Every type of relocation record of i386 that an assembler makes: to symbols, to sections, scattered ones for addends beside a section, differences.
# TRIPLE: i386-apple-macosx10.6
.globl _f
_f:
 call _ext
 call _f
 call Lx
Lx: popl %eax
 movl _d-Lx(%eax), %ecx
 movl _g+8-Lx(%eax), %ecx
 movl _ext+5, %ecx
 movl $_d-100, %ecx
 movl $_d, %ecx
 movl _tv@TLVP, %eax
 movl _tv@TLVP-Lx(%eax), %eax
 ret
.data
 .long 0
_d: .long _d+64000
.globl _g
_g: .long _g-_f
 .long _d-_f
 .short _g-_f
 .weak_definition _w
 .globl _w
_w: .long _w
 .long _w-4
.subsections_via_symbols
# want: triple i386-apple-macosx-macho
# want: flags 0x2000
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: reloc __text+0x33 GENERIC_RELOC_TLV pcrel 4: _tv, field-4
# want: reloc __text+0x2d GENERIC_RELOC_TLV 4: _tv, field
# want: reloc __text+0x28 GENERIC_RELOC_VANILLA 4: __data, field-56
# want: reloc __text+0x23 GENERIC_RELOC_VANILLA 4: __data, field-56
# want: reloc __text+0x1e GENERIC_RELOC_VANILLA 4: _ext, field
# want: reloc __text+0x18 GENERIC_RELOC_SECTDIFF 4: __data - __text, field-56
# want: reloc __text+0x12 GENERIC_RELOC_LOCAL_SECTDIFF 4: __data - __text, field-56
# want: reloc __text+0x1 GENERIC_RELOC_VANILLA pcrel 4: _ext, field+1
# want: reloc __data+0x16 GENERIC_RELOC_VANILLA 4: _w, field
# want: reloc __data+0x12 GENERIC_RELOC_VANILLA 4: _w, field
# want: reloc __data+0x10 GENERIC_RELOC_SECTDIFF 2: __data - __text, field-56
# want: reloc __data+0xc GENERIC_RELOC_LOCAL_SECTDIFF 4: __data - __text, field-56
# want: reloc __data+0x8 GENERIC_RELOC_SECTDIFF 4: __data - __text, field-56
# want: reloc __data+0x4 GENERIC_RELOC_VANILLA 4: __data, field-56
# want: symbol _d data local default __data+0x4
# want: symbol _f func global default __text+0x0
# want: symbol _g data global default __data+0x8
# want: symbol _w data weak default __data+0x12
# want: symbol _ext notype global default undefined
# want: symbol _tv notype global default undefined
