// builtins that tell overflow, shifts, rotations.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
int main(void)
{
	volatile int a = INT_MAX, b = -5;
	volatile long c = LONG_MIN;
	int r;
	long l;
	printf("%d", __builtin_add_overflow(a, 1, &r)), printf(" %d %d", r, __builtin_mul_overflow(c, -1, &l)), printf(" %ld %d", l, __builtin_sub_overflow(b, 7, &r)), printf(" %d\n", r);
	volatile uint32_t u = 0x12345678;
	printf("%x %x %x\n", u << 7 | u >> 25, __builtin_bswap32(u), b >> 1);
	printf("%d %d\n", b / 2, b % 3);
	return 0;
}
