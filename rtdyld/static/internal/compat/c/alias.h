/* ALIAS(name, of): a function that goes on in another one, whatever its arguments are. It is
   weak, for some versions of musl have the name themselves. */
#if defined __x86_64__
#define JUMP jmp
#else
#define JUMP b
#endif
#define ALIAS(name, of) .weak name; .type name, %function; .balign 16; name: JUMP of; .size name, . - name;
	.section .note.GNU-stack, "", %progbits
	.text
