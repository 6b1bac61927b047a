# Every type of relocation record of AArch64, with and without an addend before it.
# TRIPLE: arm64-apple-macosx11
.globl _f
_f:
 bl _ext
 b _ext+8
 adrp x0, _ext@PAGE
 add x0, x0, _ext@PAGEOFF
 adrp x0, _ext@PAGE+16
 ldr x1, [x0, _ext@PAGEOFF+16]
 adrp x0, _ext@GOTPAGE
 ldr x0, [x0, _ext@GOTPAGEOFF]
 adrp x0, _tv@TLVPPAGE
 ldr x0, [x0, _tv@TLVPPAGEOFF]
.data
.p2align 3
.globl _d
_d:
 .quad _ext
 .quad _ext+7
 .long _ext@GOT - .
 .long 0
 .quad _ext@GOT
 .quad _f-_d
 .long _d-_f+2
 .long 0
.section __LD,__compact_unwind,regular,debug
 .quad _f
.subsections_via_symbols
# want: triple aarch64-apple-macosx-macho
# want: flags 0x2000
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 8 load,write
# want: section __LD,__compact_unwind rodata compact_unwind align 1 load
# want: reloc __text+0x24 ARM64_RELOC_TLVP_LOAD_PAGEOFF12 4: _tv, field
# want: reloc __text+0x20 ARM64_RELOC_TLVP_LOAD_PAGE21 pcrel 4: _tv, field
# want: reloc __text+0x1c ARM64_RELOC_GOT_LOAD_PAGEOFF12 4: _ext, field
# want: reloc __text+0x18 ARM64_RELOC_GOT_LOAD_PAGE21 pcrel 4: _ext, field
# want: reloc __text+0x14 ARM64_RELOC_PAGEOFF12 4: _ext, +16
# want: reloc __text+0x10 ARM64_RELOC_PAGE21 pcrel 4: _ext, +16
# want: reloc __text+0xc ARM64_RELOC_PAGEOFF12 4: _ext, field
# want: reloc __text+0x8 ARM64_RELOC_PAGE21 pcrel 4: _ext, field
# want: reloc __text+0x4 ARM64_RELOC_BRANCH26 pcrel 4: _ext, +8
# want: reloc __text+0x0 ARM64_RELOC_BRANCH26 pcrel 4: _ext, field
# want: reloc __data+0x28 ARM64_RELOC_SUBTRACTOR 4: _d - _f, field
# want: reloc __data+0x20 ARM64_RELOC_SUBTRACTOR 8: _f - _d, field
# want: reloc __data+0x18 ARM64_RELOC_POINTER_TO_GOT 8: _ext, field
# want: reloc __data+0x10 ARM64_RELOC_POINTER_TO_GOT pcrel 4: _ext, field
# want: reloc __data+0x8 ARM64_RELOC_UNSIGNED 8: _ext, field
# want: reloc __data+0x0 ARM64_RELOC_UNSIGNED 8: _ext, field
# want: reloc __compact_unwind+0x0 ARM64_RELOC_UNSIGNED 8: __text, field
# want: symbol ltmp0 func local default __text+0x0
# want: symbol ltmp1 data local default __data+0x0
# want: symbol ltmp2 data local default __compact_unwind+0x0
# want: symbol _d data global default __data+0x0
# want: symbol _f func global default __text+0x0
# want: symbol _ext notype global default undefined
# want: symbol _tv notype global default undefined
