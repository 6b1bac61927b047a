/* What is inlined, from another file than the functions that use it. */
static inline __attribute__((always_inline)) int scale(int x, int by)
{
	int r = x;
	for (int i = 0; i < by; i++)
		r += outside(r) * by;
	return r;
}
