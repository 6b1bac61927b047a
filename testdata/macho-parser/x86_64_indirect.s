# Pointers that the indirect symbol table names; one to a symbol of the object itself has a relocation instead.
# TRIPLE: x86_64-apple-macosx11
.data
_own: .quad 0
.section __DATA,__got,non_lazy_symbol_pointers
.p2align 3
.indirect_symbol _ext
 .quad 0
.indirect_symbol _own
 .quad _own
.indirect_symbol _ext2
 .quad 0
.section __DATA,__la_symbol_ptr,lazy_symbol_pointers
.indirect_symbol _lazy
 .quad dyld_stub_binder
.section __DATA,__thread_ptr,thread_local_variable_pointers
.indirect_symbol _tv
 .quad 0
# want: triple x86_64-apple-macosx-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__data data  align 1 load,write
# want: section __DATA,__got data  align 8 load,write
# want: section __DATA,__la_symbol_ptr data  align 1 load,write
# want: section __DATA,__thread_ptr data  align 1 load,write
# want: reloc __got+0x8 X86_64_RELOC_UNSIGNED 8: _own, field
# want: reloc __got+0x0 pointer 8: _ext, +0
# want: reloc __got+0x10 pointer 8: _ext2, +0
# want: reloc __la_symbol_ptr+0x0 pointer 8: _lazy, +0
# want: reloc __thread_ptr+0x0 pointer 8: _tv, +0
# want: symbol _own data local default __data+0x0
# want: symbol _ext notype global default undefined
# want: symbol _ext2 notype global default undefined
# want: symbol _lazy notype global default undefined
# want: symbol _tv notype global default undefined
# want: symbol dyld_stub_binder notype global default undefined
