// div, abs and 128-bit arithmetic by the compiler's builtins.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
typedef unsigned __int128 u128;
static void show(const char *n, u128 v) { printf("%s %016" PRIx64 "%016" PRIx64 "\n", n, (uint64_t)(v >> 64), (uint64_t)v); }
int main(void)
{
	volatile u128 a = (u128)0x123456789abcdef0u << 64 | 0xfedcba9876543210u, b = 12345678901234567u;
	volatile __int128 c = -(__int128)a, d = b;
	show("mul", a * b), show("div", a / b), show("mod", a % b), show("sdiv", c / d), show("smod", c % d), show("shift", a << 77 | a >> 33);
	volatile double f = 1e30;
	show("from", (u128)f), printf("%a %a\n", (double)a, (double)c);
	div_t q = div(-17, 5);
	ldiv_t l = ldiv(17L, -5L);
	imaxdiv_t m = imaxdiv(-17, -5);
	printf("%d %d %ld %ld %jd %jd %d %ld\n", q.quot, q.rem, l.quot, l.rem, m.quot, m.rem, abs(-5), labs(-5L));
	printf("%d %d %d\n", __builtin_popcountll(0xff00ff), __builtin_ctzll(64), __builtin_clz(1));
	return 0;
}
