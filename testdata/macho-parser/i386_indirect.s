# Pointers and five-byte stubs that the indirect symbol table names, as compilers for i386 made them.
# TRIPLE: i386-apple-macosx10.4
.text
_f: call L_ext$stub
 call L_ext2$stub
 movl L_ptr, %eax
.data
_own: .long 0
.section __IMPORT,__pointers,non_lazy_symbol_pointers
L_ptr: .indirect_symbol _ptr
 .long 0
L_own: .indirect_symbol _own
 .long _own
.section __IMPORT,__jump_table,symbol_stubs,self_modifying_code+pure_instructions,5
L_ext$stub: .indirect_symbol _ext
 hlt
 hlt
 hlt
 hlt
 hlt
L_ext2$stub: .indirect_symbol _ext2
 hlt
 hlt
 hlt
 hlt
 hlt
# want: triple i386-apple-macosx-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: section __IMPORT,__pointers data  align 1 load,write
# want: section __IMPORT,__jump_table code  align 1 load,exec
# want: reloc __text+0xb GENERIC_RELOC_VANILLA 4: __pointers, field-19
# want: reloc __text+0x6 GENERIC_RELOC_VANILLA pcrel 4: __jump_table, field-21
# want: reloc __text+0x1 GENERIC_RELOC_VANILLA pcrel 4: __jump_table, field-26
# want: reloc __pointers+0x4 GENERIC_RELOC_VANILLA 4: __data, field-15
# want: reloc __pointers+0x0 pointer 4: _ptr, +0
# want: reloc __jump_table+0x0 stub 5: _ext, -5
# want: reloc __jump_table+0x5 stub 5: _ext2, -5
# want: symbol _f func local default __text+0x0
# want: symbol _own data local default __data+0x0
# want: symbol _ext notype global default undefined
# want: symbol _ext2 notype global default undefined
# want: symbol _ptr notype global default undefined
