# AArch64 with 32-bit pointers.
# TRIPLE: arm64_32-apple-watchos5
.globl _f
_f:
 bl _ext
 adrp x0, _ext@GOTPAGE
 ldr w0, [x0, _ext@GOTPAGEOFF]
 adrp x0, _ext@PAGE+16
.data
.p2align 2
_d:
 .long _ext
 .long _ext+7
 .long _d-_f
.section __DATA,__got,non_lazy_symbol_pointers
.p2align 2
.indirect_symbol _ext
 .long 0
# want: triple aarch64_32-apple-watchos-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 4 load,write
# want: section __DATA,__got data  align 4 load,write
# want: reloc __text+0xc ARM64_RELOC_PAGE21 pcrel 4: _ext, +16
# want: reloc __text+0x8 ARM64_RELOC_GOT_LOAD_PAGEOFF12 4: _ext, field
# want: reloc __text+0x4 ARM64_RELOC_GOT_LOAD_PAGE21 pcrel 4: _ext, field
# want: reloc __text+0x0 ARM64_RELOC_BRANCH26 pcrel 4: _ext, field
# want: reloc __data+0x8 ARM64_RELOC_SUBTRACTOR 4: _d - _f, field
# want: reloc __data+0x4 ARM64_RELOC_UNSIGNED 4: _ext, field
# want: reloc __data+0x0 ARM64_RELOC_UNSIGNED 4: _ext, field
# want: reloc __got+0x0 pointer 4: _ext, +0
# want: symbol ltmp0 func local default __text+0x0
# want: symbol ltmp1 data local default __data+0x0
# want: symbol _d data local default __data+0x0
# want: symbol ltmp2 data local default __got+0x0
# want: symbol _f func global default __text+0x0
# want: symbol _ext notype global default undefined
