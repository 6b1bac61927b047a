# What a symbol table can say: private, weak, absolute, common, aliases of names outside and inside, resolvers, entries that are none.
# TRIPLE: x86_64-apple-macosx11
.globl _strong
_strong: nop
_local: nop
.private_extern _hidden
.globl _hidden
_hidden: nop
.globl _weak
.weak_definition _weak
_weak: nop
.globl _canhide
.weak_def_can_be_hidden _canhide
_canhide: nop
.no_dead_strip _kept
_kept: nop
.alt_entry _second
_second: nop
.symbol_resolver _chosen
.globl _chosen
_chosen: nop
.globl _abs
_abs = 0x1234
.globl _alias
.set _alias, _outside
.globl _alias2
.set _alias2, _undef
.quad _undef
.weak_reference _maybe
.quad _maybe
.comm _com, 100
.comm _com32, 100, 5
.private_extern _hcom
.comm _hcom, 24, 3
.lcomm _lcom, 8, 4
.zerofill __DATA,__bss,_zero,16,3
# want: triple x86_64-apple-macosx-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: section __DATA,__bss data  align 16 load,write,zerofill
# want: reloc __text+0x10 X86_64_RELOC_UNSIGNED 8: _maybe, field
# want: reloc __text+0x8 X86_64_RELOC_UNSIGNED 8: _undef, field
# want: symbol _local func local default __text+0x1
# want: symbol _kept func local default __text+0x5 no_dead_strip
# want: symbol _second func local default __text+0x6 alt_entry
# want: symbol _lcom data local default __bss+0x0
# want: symbol _zero data local default __bss+0x8
# want: symbol _abs notype global default absolute 0x1234
# want: symbol _canhide func weak default __text+0x4 can_hide
# want: symbol _chosen ifunc global default __text+0x7
# want: symbol _hidden func global hidden __text+0x2
# want: symbol _strong func global default __text+0x0
# want: symbol _weak func weak default __text+0x3
# want: symbol _alias notype global default alias of _outside
# want: symbol _alias2 notype global default alias of _undef
# want: symbol _com data global default common align 128 size 100
# want: symbol _com32 data global default common align 32 size 100
# want: symbol _hcom data global hidden common align 8 size 24
# want: symbol _maybe notype weak default undefined
# want: symbol _outside notype global default undefined
# want: symbol _undef notype global default undefined
