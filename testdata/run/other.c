/* What exec.c refers to in another object. */
#include "run.h"

i32 common_words[40];
u64 common_long;

i32 numbers[64] = { 5, -3, 8, 1000, [10] = 77, [63] = -9 };
i32 *const into_numbers[5] = { numbers, numbers + 1, &numbers[10], &numbers[63], numbers + 62 };

static u64 same(u64 x) { return x; }
const struct pair pairs[4] = {
	{ "one", &numbers[0], other_twice },
	{ "two and a half", &numbers[1], same },
	{ "", &numbers[2], same },
	{ "four", numbers + 3, other_twice },
};
u8 byte_value = 0xfe;
u16 half_value = 0xfedc;
u32 word_value = 0xfedcba98u;
u64 long_value = 0xfedcba9876543210u;
double double_value = 1.0;
const char *const words[8] = { "a", "bc", "def", "ghij", "klmno", "pqrstu", "vwxyz01", "23456789" };

u64 other_twice(u64 x) { return x + x; }
u64 other_apply(u64 (*f)(u64), u64 x) { return f(x) + 1; }

u64 other_many(i8 a, u16 b, i32 c, u64 d, float e, double f, i8 g, i16 i, i32 j, u8 k, i64 l, float m)
{
	u64 h = 20;
	MIX(a); MIX(b); MIX(c); MIX(d); MIX((i64)(i32)(e * 64)); MIX((i64)(i32)(f * 64));
	MIX(g); MIX(i); MIX(j); MIX(k); MIX(l); MIX((i64)(i32)(m * 64));
	return h;
}

/* Arguments that find no register left on any machine. */
u64 other_stack(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f, i64 g, i64 i, i8 j, i16 k, u8 l, i32 m, i8 n, i64 o, u8 p, u16 q, u32 r,
	double s, double t, double u, double v, double w, double x, double y, double z, float A, double B, float C, float D)
{
	u64 h = 21;
	MIX(a); MIX(b); MIX(c); MIX(d); MIX(e); MIX(f); MIX(g); MIX(i); MIX(j); MIX(k); MIX(l); MIX(m); MIX(n); MIX(o); MIX(p); MIX(q); MIX(r);
	double floats[] = { s, t, u, v, w, x, y, z, A, B, C, D };
	for (i32 n = 0; n < 12; n++)
		MIX((i64)(i32)(floats[n] * 64));
	return h;
}

/* What compilers call on their own. */
void *memcpy(void *to, const void *from, uptr n)
{
	volatile u8 *t = to;
	const u8 *f = from;
	while (n--)
		*t++ = *f++;
	return to;
}
void *memmove(void *to, const void *from, uptr n)
{
	volatile u8 *t = to;
	const volatile u8 *f = from;
	if (t < f)
		return memcpy(to, from, n);
	while (n--)
		t[n] = f[n];
	return to;
}
void *memset(void *to, int c, uptr n)
{
	volatile u8 *t = to;
	while (n--)
		*t++ = (u8)c;
	return to;
}
#ifdef __ARM_EABI__
void __aeabi_memcpy(void *to, const void *from, uptr n) { memcpy(to, from, n); }
void __aeabi_memcpy4(void *to, const void *from, uptr n) { memcpy(to, from, n); }
void __aeabi_memcpy8(void *to, const void *from, uptr n) { memcpy(to, from, n); }
void __aeabi_memclr(void *to, uptr n) { memset(to, 0, n); }
void __aeabi_memclr4(void *to, uptr n) { memset(to, 0, n); }
void __aeabi_memclr8(void *to, uptr n) { memset(to, 0, n); }
void __aeabi_memset(void *to, uptr n, int c) { memset(to, c, n); }
void __aeabi_memset4(void *to, uptr n, int c) { memset(to, c, n); }
void __aeabi_unwind_cpp_pr0(void) {}
#endif
#ifdef _WIN32
i32 _fltused;
#endif
