#include "textflag.h"

TEXT icacheInvalidate<>(SB), NOSPLIT, $0-0
	JMP libc_sys_icache_invalidate(SB)

DATA ·icacheInvalidatePC(SB)/8, $icacheInvalidate<>(SB)
GLOBL ·icacheInvalidatePC(SB), NOPTR|RODATA, $8
