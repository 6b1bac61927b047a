// Fragments of .init and .fini, one pair an object: each calls a function, and adds to a variable by the register that has the GOT.
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

extern void say(const char *text, long number);
int NAME(count_, OBJECT);

#if defined __mips__ && _MIPS_SIM == _ABIO32
#define CODE(f, v) ".set push\n .set noreorder\n lw $25, %call16(" f ")($28)\n jalr $25\n nop\n lw $28, 16($29)\n" \
	" lw $2, %got(" v ")($28)\n nop\n lw $3, 0($2)\n nop\n addiu $3, $3, 1\n sw $3, 0($2)\n .set pop"
#elif defined __mips__ && _MIPS_SIM == _ABIN32
#define CODE(f, v) ".set push\n .set noreorder\n lw $25, %call16(" f ")($28)\n jalr $25\n nop\n" \
	" lw $2, %got_disp(" v ")($28)\n lw $3, 0($2)\n addiu $3, $3, 1\n sw $3, 0($2)\n .set pop"
#elif defined __mips__
#define CODE(f, v) ".set push\n .set noreorder\n ld $25, %call16(" f ")($28)\n jalr $25\n nop\n" \
	" ld $2, %got_disp(" v ")($28)\n lw $3, 0($2)\n addiu $3, $3, 1\n sw $3, 0($2)\n .set pop"
#elif defined __powerpc64__
#define CODE(f, v) "bl " f "\n nop\n addis 9, 2, " v "@toc@ha\n lwz 3, " v "@toc@l(9)\n addi 3, 3, 1\n stw 3, " v "@toc@l(9)"
#elif defined __powerpc__
#define CODE(f, v) "bl " f "\n lwz 9, " v "@got(30)\n lwz 3, 0(9)\n addi 3, 3, 1\n stw 3, 0(9)"
#elif defined __sparc__
#define CODE(f, v) "call " f "\n nop\n sethi %gdop_hix22(" v "), %l1\n xor %l1, %gdop_lox10(" v "), %l1\n ldx [%l7 + %l1], %l1, %gdop(" v ")\n" \
	" ld [%l1], %l2\n add %l2, 1, %l2\n st %l2, [%l1]"
#endif
#if defined __sparc__ // the C library's .fini has no such register
#define FINI_CODE(f, v) "call " f "\n nop"
#elif defined __powerpc__ && !defined __powerpc64__ // nor has this one
#define FINI_CODE(f, v) "bl " f
#else
#define FINI_CODE CODE
#endif

void NAME(init_, OBJECT)(void)
{
	say("init " TEXT(OBJECT), NAME(count_, OBJECT));
	say("stack", (long)__builtin_frame_address(0) & 7);
}
void NAME(fini_, OBJECT)(void) { say("fini " TEXT(OBJECT), NAME(count_, OBJECT)); }

__attribute__((constructor)) static void constructor(void) { say("constructor " TEXT(OBJECT), NAME(count_, OBJECT)); }
__attribute__((destructor)) static void destructor(void) { say("destructor " TEXT(OBJECT), NAME(count_, OBJECT)); }

__asm__(".section .init, \"ax\", %progbits\n" CODE(TEXT(NAME(init_, OBJECT)), TEXT(NAME(count_, OBJECT))) "\n.text");
__asm__(".section .fini, \"ax\", %progbits\n" FINI_CODE(TEXT(NAME(fini_, OBJECT)), TEXT(NAME(count_, OBJECT))) "\n.text");
