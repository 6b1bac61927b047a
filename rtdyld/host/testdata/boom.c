__attribute__((noinline)) int boom(volatile int *p)
{
	return *p + 1;
}

int crash(void)
{
	return boom((volatile int *)16) + 1;
}

/* A program's own functions for runtime.SetCgoTraceback. */
typedef __UINTPTR_TYPE__ word;

void own_traceback(struct { word context, signal, *buf, max; } *a)
{
	word n = 0;
	if (a->signal && a->max > 1)
		a->buf[n++] = (word)crash;
	if (a->max)
		a->buf[n] = 0;
}

void own_symbolizer(struct { word pc, file, line; const char *function; word entry, more, data; } *a)
{
	a->function = "own_frame";
	a->file = a->line = a->entry = a->more = 0;
}
