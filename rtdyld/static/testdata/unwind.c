/* Frames as libgcc's unwinder finds them. */
struct _Unwind_Context;
extern int _Unwind_Backtrace(int (*)(struct _Unwind_Context *, void *), void *);
extern void *_Unwind_FindEnclosingFunction(void *);
extern unsigned long _Unwind_GetIP(struct _Unwind_Context *);

#ifdef NONE
int _dl_find_object(void *address, void *result) { return -1; }
#else
static int seen;
int frames(void);
static int count(struct _Unwind_Context *c, void *data)
{
	void *f = _Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(c) - 1));
	seen = seen * 10 + 1 + (f == (void *)frames);
	return f == (void *)frames ? 4 : 0;
}
__attribute__((noinline)) static int inner(void)
{
	_Unwind_Backtrace(count, 0);
	return seen;
}
__attribute__((noinline)) static int outer(void) { return inner() + 1; }
int frames(void)
{
	seen = 0;
	return outer() - 1;
}
#endif
