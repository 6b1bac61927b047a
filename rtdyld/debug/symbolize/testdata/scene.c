/* Functions with and without inlined calls, nested ones, and a cold part. */
extern int outside(int);
extern void stop(void) __attribute__((noreturn, cold));
extern int table[];

#include "scene.h"

static inline __attribute__((always_inline)) int both(int a, int b)
{
	int x = scale(a, 3);
	int y = scale(b, 5);
	return x * y;
}

__attribute__((noinline)) static int local(int a)
{
	if (a < 0)
		stop();
	return table[a] + 1;
}

int plain(int a)
{
	return local(a + 1) + local(a + 2);
}

int inlined(int a)
{
	int sum = 0;
	while (a-- > 0)
		sum += both(a, sum);
	return sum;
}

int many(int a, int b, int c)
{
	switch (a) {
	case 1: return both(b, c);
	case 2: return scale(b, c);
	case 3: return plain(b) + inlined(c);
	case 4: stop();
	case 5: return table[b] / c;
	}
	return outside(a) + plain(a);
}
