# Kinds of sections: code, constants, literals, zerofill, constructors, thread-locals, unwind tables, debug information, bitcode.
# TRIPLE: x86_64-apple-macosx11
.section __TEXT,__text,regular,pure_instructions
.p2align 4
.globl _f
_f:
 .cfi_startproc
 ret
 .cfi_endproc
.section __TEXT,__const
 .long 1
.section __TEXT,__cstring,cstring_literals
 .asciz "text"
.section __TEXT,__literal4,4byte_literals
 .long 1
.section __TEXT,__literal8,8byte_literals
 .quad 1
.section __TEXT,__literal16,16byte_literals
 .quad 1, 2
.section __DATA,__data
 .long 1
.section __DATA,__const
 .long 1
.section __DATA_CONST,__const
 .long 1
.section __DATA,__used,regular,no_dead_strip
 .long 1
.section __DATA,__mod_init_func,mod_init_funcs
 .quad _f
.section __DATA,__mod_term_func,mod_term_funcs
 .quad _f
.section __DATA,__thread_data,thread_local_regular
_t$tlv$init:
 .long 5
.section __DATA,__thread_bss,thread_local_zerofill
.tbss _z$tlv$init, 4, 2
.section __DATA,__thread_vars,thread_local_variables
.globl _t
_t:
 .quad __tlv_bootstrap
 .quad 0
 .quad _t$tlv$init
.section __TEXT,__coal,coalesced,pure_instructions
 nop
.section __LD,__compact_unwind,regular,debug
 .quad _f
.section __DWARF,__debug_str,regular,debug
 .asciz "name"
.section __LLVM,__bitcode
 .byte 0
.zerofill __DATA,__bss,_b,32,4
.zerofill __DATA,__common,_c,32,4
# want: triple x86_64-apple-macosx-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 16 load,exec
# want: section __TEXT,__const rodata  align 1 load
# want: section __TEXT,__cstring rodata  align 1 load,merge,strings
# want: section __TEXT,__literal4 rodata  align 1 load,merge
# want: section __TEXT,__literal8 rodata  align 1 load,merge
# want: section __TEXT,__literal16 rodata  align 1 load,merge
# want: section __DATA,__data data  align 1 load,write
# want: section __DATA,__const data  align 1 load,write
# want: section __DATA_CONST,__const rodata  align 1 load
# want: section __DATA,__used data  align 1 load,write,retain
# want: section __DATA,__mod_init_func data init align 1 load,write
# want: section __DATA,__mod_term_func data fini align 1 load,write
# want: section __DATA,__thread_data rodata  align 1 load,tls
# want: section __DATA,__thread_bss rodata  align 4 load,zerofill,tls
# want: section __DATA,__thread_vars data thread_vars align 1 load,write
# want: section __TEXT,__coal code  align 1 load,exec
# want: section __LD,__compact_unwind rodata compact_unwind align 1 load
# want: section __DWARF,__debug_str none debug align 1
# want: section __LLVM,__bitcode none  align 1 exclude
# want: section __DATA,__bss data  align 16 load,write,zerofill
# want: section __DATA,__common data  align 16 load,write,zerofill
# want: section __TEXT,__eh_frame rodata eh_frame align 8 load
# want: reloc __mod_init_func+0x0 X86_64_RELOC_UNSIGNED 8: _f, field
# want: reloc __mod_term_func+0x0 X86_64_RELOC_UNSIGNED 8: _f, field
# want: reloc __thread_vars+0x10 X86_64_RELOC_UNSIGNED 8: _t$tlv$init, field
# want: reloc __thread_vars+0x0 X86_64_RELOC_UNSIGNED 8: __tlv_bootstrap, field
# want: reloc __compact_unwind+0x0 X86_64_RELOC_UNSIGNED 8: __text, field
# want: reloc __eh_frame+0x20 X86_64_RELOC_SUBTRACTOR 8: __text - __eh_frame, field+120
# want: symbol _t$tlv$init tls local default __thread_data+0x0
# want: symbol _z$tlv$init tls local default __thread_bss+0x0
# want: symbol _b data local default __bss+0x0
# want: symbol _c data local default __common+0x0
# want: symbol _f func global default __text+0x0
# want: symbol _t data global default __thread_vars+0x0
# want: symbol __tlv_bootstrap notype global default undefined
