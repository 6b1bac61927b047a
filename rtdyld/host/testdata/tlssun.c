/* The ways to a thread-local by an offset that is subtracted, which assemblers know
   and compilers for Linux do not use. */
__thread int other = 4, it = 5;
int *by_c(void) { return &it; }
int *by_slot(void)
{
	int *at;
	__asm__("call 1f\n1:\tpopl %%ecx\n\taddl $_GLOBAL_OFFSET_TABLE_+(.-1b), %%ecx\n\t"
		"movl it@gottpoff(%%ecx), %%ecx\n\tmovl %%gs:0, %0\n\tsubl %%ecx, %0" : "=r"(at) : : "ecx");
	return at;
}
int *by_number(void)
{
	int *at;
	__asm__("movl %%gs:0, %0\n\tsubl $it@tpoff, %0" : "=r"(at));
	return at;
}
