/* makecontext: a context of context.S that begins with a function. */
#include "c.h"

#ifdef __x86_64__
struct context {
	uint64_t flags;
	struct context *link;
	char *stack;
	uint64_t stack_flags, stack_size;
	uint64_t r8, r9, r10, r11, r12, r13, r14, r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip;
};
enum { REGISTERS = 6 };
#else
struct context {
	uint64_t flags;
	struct context *link;
	char *stack;
	uint64_t stack_flags, stack_size;
	uint64_t mask[16], pad, fault, regs[31], sp, pc;
};
enum { REGISTERS = 8 };
_Static_assert(offsetof(struct context, sp) == 432, "as context.S has it");
#endif

HIDDEN void rtdyld_context_end(void);

void makecontext(struct context *c, void (*function)(void), int count, ...)
{
	uint64_t *top = (uint64_t *)((uintptr_t)(c->stack + c->stack_size) & ~(uintptr_t)15), in[REGISTERS] = {0};
	int rest = count > REGISTERS ? count - REGISTERS : 0;
	va_list a;
	top -= rest + (rest & 1);
	va_start(a, count);
	for (int i = 0; i < count; i++) {
		uint64_t v = va_arg(a, uint64_t);
		if (i < REGISTERS)
			in[i] = v;
		else
			top[i - REGISTERS] = v;
	}
	va_end(a);
#ifdef __x86_64__
	c->rdi = in[0], c->rsi = in[1], c->rdx = in[2], c->rcx = in[3], c->r8 = in[4], c->r9 = in[5];
	*--top = (uint64_t)rtdyld_context_end;
	c->rbx = (uint64_t)c->link;
	c->rbp = 0;
	c->rsp = (uint64_t)top;
	c->rip = (uint64_t)function;
#else
	memcpy(c->regs, in, sizeof in);
	c->regs[19] = (uint64_t)c->link;
	c->regs[29] = 0;
	c->regs[30] = (uint64_t)rtdyld_context_end;
	c->sp = (uint64_t)top;
	c->pc = (uint64_t)function;
#endif
}
