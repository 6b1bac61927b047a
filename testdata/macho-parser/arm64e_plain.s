# arm64e without authenticated pointers is plain code.
# TRIPLE: arm64e-apple-ios14
.globl _f
_f: ret
.data
 .quad _f
# want: triple arm64e-apple-ios-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: reloc __data+0x0 ARM64_RELOC_UNSIGNED 8: _f, field
# want: symbol ltmp0 func local default __text+0x0
# want: symbol ltmp1 data local default __data+0x0
# want: symbol _f func global default __text+0x0
