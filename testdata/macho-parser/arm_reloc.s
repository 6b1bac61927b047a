# Every type of relocation record of ARM and Thumb that an assembler makes.
# TRIPLE: armv7-apple-ios7
.syntax unified
.code 32
.globl _f
_f:
 bl _ext
 bl _f
 bl Lx
 b _ext+8
Lx: movw r0, :lower16:(_ext+0x12345)
 movt r0, :upper16:(_ext+0x12345)
 movw r0, :lower16:_d
 movt r0, :upper16:_d
 movw r0, :lower16:(_d-(Lx+8))
 movt r0, :upper16:(_d-(Lx+8))
 bx lr
.code 16
.thumb_func _t
_t:
 bl _ext
 blx _f
 b.w _ext
 movw r1, :lower16:(_d-0x30000)
 movt r1, :upper16:(_d-0x30000)
 movw r1, :lower16:(_d-(_t+4))
 movt r1, :upper16:(_d-(_t+4))
 bx lr
.data
 .long 0
_d: .long _d+64000
 .long _d-_f
 .long _t
 .long _ext-3
 .weak_definition _w
 .globl _w
_w: .long _w
.section __DATA,__nl_symbol_ptr,non_lazy_symbol_pointers
.indirect_symbol _nl
 .long 0
.indirect_symbol _d
 .long _d
.subsections_via_symbols
# want: triple armv7-apple-ios-macho
# want: flags 0x2000
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: section __DATA,__nl_symbol_ptr data  align 1 load,write
# want: reloc __text+0x44 ARM_RELOC_HALF_SECTDIFF thumb high: __data - __text, field-44
# want: reloc __text+0x40 ARM_RELOC_HALF_SECTDIFF thumb low: __data - __text, field-74
# want: reloc __text+0x3c ARM_RELOC_HALF thumb high: __data, field+4
# want: reloc __text+0x38 ARM_RELOC_HALF thumb low: __data, field+4294770614
# want: reloc __text+0x34 ARM_THUMB_RELOC_BR22 pcrel 4: _ext, field+52
# want: reloc __text+0x30 ARM_THUMB_RELOC_BR22 pcrel 4: __text, field+48
# want: reloc __text+0x2c ARM_THUMB_RELOC_BR22 pcrel 4: _ext, field+44
# want: reloc __text+0x24 ARM_RELOC_HALF_SECTDIFF high: __data - __text, field-20
# want: reloc __text+0x20 ARM_RELOC_HALF_SECTDIFF low: __data - __text, field-74
# want: reloc __text+0x1c ARM_RELOC_HALF high: __data, field+4
# want: reloc __text+0x18 ARM_RELOC_HALF low: __data, field-74
# want: reloc __text+0x14 ARM_RELOC_HALF high: _ext, field+9029
# want: reloc __text+0x10 ARM_RELOC_HALF low: _ext, field+65536
# want: reloc __text+0xc ARM_RELOC_BR24 pcrel 4: _ext, field+12
# want: reloc __text+0x8 ARM_RELOC_BR24 pcrel 4: __text, field+8
# want: reloc __text+0x4 ARM_RELOC_BR24 pcrel 4: _f, field+4
# want: reloc __text+0x0 ARM_RELOC_BR24 pcrel 4: _ext, field
# want: reloc __data+0x14 ARM_RELOC_VANILLA 4: _w, field
# want: reloc __data+0x10 ARM_RELOC_VANILLA 4: _ext, field
# want: reloc __data+0xc ARM_RELOC_VANILLA 4: __text, field
# want: reloc __data+0x8 ARM_RELOC_SECTDIFF 4: __data - __text, field-74
# want: reloc __data+0x4 ARM_RELOC_VANILLA 4: __data, field-74
# want: reloc __nl_symbol_ptr+0x4 ARM_RELOC_VANILLA 4: __data, field-74
# want: reloc __nl_symbol_ptr+0x0 pointer 4: _nl, +0
# want: symbol _d data local default __data+0x4
# want: symbol _t func local default __text+0x2d
# want: symbol _f func global default __text+0x0
# want: symbol _w data weak default __data+0x14
# want: symbol _ext notype global default undefined
# want: symbol _nl notype global default undefined
