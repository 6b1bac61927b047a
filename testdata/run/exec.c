/* Compiled code of every usual kind: each test mixes what it does into a number that
 * is the same on all machines. exec.txt has what a native program makes of it. */
#include "run.h"

i32 common_words[40];
u64 common_long;
extern u64 nowhere(u64) __attribute__((weak));

static u8 zeros[300];
static i32 counter;
static i32 initial = 7;

u64 test_ints(void)
{
	u64 h = 1;
	volatile i32 a = -123456789;
	volatile u32 b = 3000000000u;
	volatile i64 c = -0x123456789abcdefLL;
	for (i32 i = 0; i < 40; i++) {
		MIX((i64)a >> (i & 31));
		MIX(b << (i & 31));
		MIX(c >> i);
		MIX((u64)c << i);
		MIX(c * a + b);
		MIX((i16)(a >> 3) * (i8)b);
		a = a * 31 + (i32)i;
		b = (b >> 3) | (b << 29);
		c += (i64)a * b;
	}
	return h;
}

static u64 bits(double d) { u64 u; __builtin_memcpy(&u, &d, 8); return u; }

u64 test_floats(void)
{
	u64 h = 2;
	volatile double x = 1.5;
	volatile float y = -0.75f;
	for (i32 i = 1; i < 30; i++) {
		x = x * 1.25 - 3.0 / i;
		y = y * 0.5f + (float)i;
		MIX(bits(x));
		MIX(bits(y));
		MIX((i32)(x * 16));
		MIX(x > y ? 3 : x == y ? 4 : 5);
	}
	return h;
}

static __attribute__((noinline)) i32 ackermann(i32 m, i32 n)
{
	counter++;
	return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

u64 test_recursion(void)
{
	counter = 0;
	u64 h = (u64)ackermann(2, 60);
	MIX(counter);
	return h;
}

u64 test_bss(void)
{
	u64 h = 3;
	for (i32 i = 0; i < 300; i++)
		h += zeros[i];
	for (i32 i = 0; i < 300; i++)
		zeros[i] = (u8)(i * 7);
	for (i32 i = 0; i < 300; i++)
		MIX(zeros[299 - i]);
	for (i32 i = 0; i < 300; i++)
		zeros[i] = 0;
	MIX(initial++);
	initial = 7;
	return h;
}

u64 test_commons(void)
{
	u64 h = common_long;
	for (i32 i = 0; i < 40; i++)
		common_words[i] += i;
	common_long = other_twice(common_words[39]);
	MIX(common_long);
	for (i32 i = 0; i < 40; i++)
		common_words[i] = 0;
	common_long = 0;
	return h;
}

static u64 plus(u64 x) { return x + 11; }
static u64 times(u64 x) { return x * 13; }
static u64 flip(u64 x) { return ~x; }
static u64 (*const funcs[])(u64) = { plus, times, flip, other_twice, plus };
static i32 *places[] = { &initial, &numbers[3], &numbers[63], common_words + 5 };

u64 test_tables(void)
{
	u64 h = 4;
	for (u32 i = 0; i < sizeof funcs / sizeof *funcs; i++)
		MIX(funcs[i](i + 100));
	common_words[5] = 55;
	for (u32 i = 0; i < sizeof places / sizeof *places; i++)
		MIX(*places[i]);
	common_words[5] = 0;
	for (i32 i = 0; i < 5; i++)
		MIX(*into_numbers[i]);
	for (i32 i = 0; i < 4; i++) {
		for (const char *s = pairs[i].name; *s; s++)
			MIX(*s);
		MIX(*pairs[i].where);
		MIX(pairs[i].get(i));
	}
	return h;
}

static __attribute__((noinline)) u64 jump(u32 n, u64 x)
{
	switch (n) {
	case 0: return x + 1;
	case 1: return x * 3;
	case 2: return x ^ 0x55;
	case 3: return plus(x);
	case 4: return x - 9;
	case 5: return x << 7;
	case 6: return x >> 2;
	case 7: return other_twice(x);
	case 8: return x | 0x1000;
	case 9: return (u64)numbers[x & 63];
	case 10: return x & ~7ull;
	case 11: return times(x);
	case 13: return x + n;
	case 14: return 77;
	case 15: return flip(x);
	}
	return 99;
}

u64 test_jump(void)
{
	u64 h = 5;
	for (u32 i = 0; i < 80; i++)
		MIX(jump(i % 18, h));
	return h;
}

u64 test_across(void)
{
	u64 h = 6;
	for (i32 i = 0; i < 64; i++)
		MIX(numbers[i] + (i32)other_twice(i));
	MIX(other_apply(times, 5));
	MIX(other_apply(other_twice, 5));
	MIX(other_many(-1, 65535, -70000, 1ull << 40, 1.5f, -2.25, -128, -32768, 1 << 30, 255, -5, 0.125f));
	return h;
}

u64 test_sizes(void)
{
	u64 h = 7;
	for (i32 i = 0; i < 10; i++) {
		byte_value += 37;
		half_value -= 1021;
		word_value = word_value * 5 + byte_value;
		long_value ^= (u64)word_value << half_value % 32;
		double_value = double_value * 0.5 + half_value;
		MIX(byte_value);
		MIX(half_value);
		MIX(word_value);
		MIX(long_value);
		MIX(bits(double_value));
	}
	byte_value = 0xfe, half_value = 0xfedc, word_value = 0xfedcba98u, long_value = 0xfedcba9876543210u, double_value = 1.0;
	return h;
}

static __attribute__((noinline)) u64 sum(i32 n, ...)
{
	__builtin_va_list ap;
	u64 h = 0;
	__builtin_va_start(ap, n);
	for (i32 i = 0; i < n; i++) {
		MIX(__builtin_va_arg(ap, i32));
		MIX(__builtin_va_arg(ap, i64));
		MIX(bits(__builtin_va_arg(ap, double)));
	}
	__builtin_va_end(ap);
	return h;
}

u64 test_variadic(void)
{
	return sum(4, 1, 2ll, 3.0, -4, -5ll, -6.5, 7, 8ll, 9.25, -10, 1ll << 50, 1e10);
}

struct large { u32 a[50]; u8 tail[3]; };
static struct large first, second;

static __attribute__((noinline)) struct large scramble(struct large l, u32 by)
{
	for (i32 i = 0; i < 50; i++)
		l.a[i] += by * i;
	l.tail[1]++;
	return l;
}

u64 test_copies(void)
{
	u64 h = 8;
	struct large l = { { 1, 2, 3 }, { 4, 5, 6 } };
	first = scramble(l, 3);
	second = first;
	second = scramble(second, 1000);
	for (i32 i = 0; i < 50; i++)
		MIX(first.a[i] * 3 + second.a[i]);
	MIX(second.tail[1]);
	return h;
}

static __attribute__((noinline)) void sort(u32 *v, i32 n, i32 (*less)(u32, u32))
{
	while (n > 1) {
		u32 pivot = v[n / 2];
		i32 i = 0, j = n - 1;
		for (;; i++, j--) {
			while (less(v[i], pivot)) i++;
			while (less(pivot, v[j])) j--;
			if (i >= j) break;
			u32 t = v[i]; v[i] = v[j]; v[j] = t;
		}
		sort(v, i, less);
		v += i, n -= i;
	}
}
static i32 up(u32 a, u32 b) { return a < b; }
static i32 down(u32 a, u32 b) { return a > b; }

u64 test_sort(void)
{
	static u32 v[1000];
	u64 h = 9;
	for (u32 i = 0, x = 12345; i < 1000; i++)
		v[i] = x = x * 1664525 + 1013904223;
	sort(v, 1000, up);
	for (i32 i = 0; i < 1000; i += 7)
		MIX(v[i]);
	sort(v, 1000, down);
	for (i32 i = 0; i < 1000; i += 7)
		MIX(v[i]);
	return h;
}

u64 test_sieve(void)
{
	static u8 composite[20000];
	u64 h = 10;
	for (u32 i = 0; i < 20000; i++)
		composite[i] = 0;
	for (u32 i = 2; i < 20000; i++) {
		if (composite[i])
			continue;
		MIX(i);
		for (u32 j = i * 2; j < 20000; j += i)
			composite[j] = 1;
	}
	return h;
}

u64 test_matrix(void)
{
	static double a[12][12], b[12][12], c[12][12];
	u64 h = 11;
	for (i32 i = 0; i < 12; i++)
		for (i32 j = 0; j < 12; j++)
			a[i][j] = i * 0.5 - j, b[i][j] = j * 0.25 + i, c[i][j] = 0;
	for (i32 i = 0; i < 12; i++)
		for (i32 j = 0; j < 12; j++)
			for (i32 k = 0; k < 12; k++)
				c[i][j] += a[i][k] * b[k][j];
	for (i32 i = 0; i < 12; i++)
		MIX(bits(c[i][11 - i]));
	return h;
}

u64 test_crc(void)
{
	static u32 table[256];
	for (u32 i = 0; i < 256; i++) {
		u32 c = i;
		for (i32 k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
		table[i] = c;
	}
	u32 crc = ~0u;
	for (const char *s = "The quick brown fox jumps over the lazy dog"; *s; s++)
		crc = table[(crc ^ (u8)*s) & 255] ^ crc >> 8;
	return ~crc;
}

u64 test_strings(void)
{
	u64 h = 12;
	for (i32 i = 0; i < 8; i++)
		for (const char *s = words[i]; *s; s++)
			MIX(*s + i);
	return h;
}

u64 entered;
u64 enter(u64 x) { entered++; return x * entered + 1; }

u64 test_back(void)
{
	u64 h = 13;
	entered = 0;
	for (i32 i = 0; i < 10; i++)
		MIX(other_apply(enter, h));
	MIX(entered);
	return h;
}

u64 test_missing(void) { return nowhere ? nowhere(1) : 42; }

u64 test_far(void)
{
	u64 h = 14;
	for (i32 i = 0; i < 10; i++) {
		MIX(far_add(h, i));
		MIX(bits(far_scale(1.5, i)));
		MIX(far_back(times, h));
		MIX(far_data[i & 3]);
	}
	return h;
}
