// eight queens, by recursion and function pointers.
#include <stdio.h>
static int n, count;
static void all(int row, unsigned cols, unsigned l, unsigned r, void (*found)(int))
{
	if (row == n) {
		found(row);
		return;
	}
	for (unsigned free = ~(cols | l | r) & ((1u << n) - 1); free; free &= free - 1) {
		unsigned bit = free & -free;
		all(row + 1, cols | bit, (l | bit) << 1, (r | bit) >> 1, found);
	}
}
static void hit(int row) { count += row > 0; }
int main(void)
{
	for (n = 1; n <= 9; n++)
		count = 0, all(0, 0, 0, 0, hit), printf("%d %d\n", n, count);
	return 0;
}
