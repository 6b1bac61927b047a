// Fragments of .init and .fini: code without a start and an end, as old compilers and OpenSSL write it. Each calls a function and adds
// to a variable by the register with the GOT, where the processor has one for that (or what that differs from it by: LLVM 14
// assembles no such load for s390x).
#include "note.h"
#include <stdint.h>

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)
#define INIT NAME(init_, OBJECT)
#define FINI NAME(fini_, OBJECT)
#define COUNT NAME(count_, OBJECT)

long COUNT;

#if defined __x86_64__
#define CODE(f) "call " f "\n mov " TEXT(COUNT) "@GOTPCREL(%rip), %rax\n incq (%rax)"
#elif defined __i386__
#define CODE(f) "call " f "@PLT\n movl " TEXT(COUNT) "@GOT(%ebx), %eax\n incl (%eax)"
#elif defined __aarch64__
#define CODE(f) "bl " f "\n adrp x0, " TEXT(COUNT) "\n add x0, x0, :lo12:" TEXT(COUNT) "\n ldr x1, [x0]\n add x1, x1, 1\n str x1, [x0]"
#elif defined __arm__
#define CODE(f) SET "bl " f "\n"
#ifdef THUMB_FRAGMENTS
#define SET ".thumb\n"
#else
#define SET ".arm\n"
#endif
#elif defined __s390x__
#define CODE(f) "brasl %r14, " f "\n larl %r1, " TEXT(COUNT) "\n larl %r2, _GLOBAL_OFFSET_TABLE_\n lgr %r3, %r12\n sgr %r3, %r2\n aghi %r3, 1\n ag %r3, 0(%r1)\n stg %r3, 0(%r1)"
#elif defined __powerpc64__
#define CODE(f) "bl " f "\n nop\n addis 9, 2, " TEXT(COUNT) "@toc@ha\n ld 3, " TEXT(COUNT) "@toc@l(9)\n addi 3, 3, 1\n std 3, " TEXT(COUNT) "@toc@l(9)"
#elif defined __riscv
#define CODE(f) "call " f
#endif
#ifdef __arm__
#define STARTS COUNT++
#else
#define STARTS (void)0
#endif

void INIT(void);
void FINI(void);
void INIT(void)
{
	STARTS;
	note("%s: count %ld, stack %d", __func__, COUNT, (int)((uintptr_t)__builtin_frame_address(0) & 7));
}
void FINI(void)
{
	STARTS;
	note("%s: count %ld", __func__, COUNT);
}

#ifdef __thumb__
#define BACK "\n .text\n .thumb"
#else
#define BACK "\n .text"
#endif
__asm__(".section .init,\"ax\",%progbits\n " CODE(TEXT(INIT)) BACK);
__asm__(".section .fini,\"ax\",%progbits\n " CODE(TEXT(FINI)) BACK);

__attribute__((constructor)) static void constructor(void) { note("%s's constructor: count %ld", TEXT(OBJECT), COUNT); }
__attribute__((destructor)) static void destructor(void) { note("%s's destructor: count %ld", TEXT(OBJECT), COUNT); }
