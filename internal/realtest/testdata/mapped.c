/* A program that calls the C library by name, with tables, switches, variables, and
 * arguments of every class. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[5] = {1, 2, 3, 4, 5};
int *where = &table[2];
int common[100];
static const char *const names[] = {"zero", "one", "two", "three"};
static long long __attribute__((noinline)) mix(int a, double b, long long c, float d, int e, short f, int g, double h, char i)
{
	return a + (long long)(b * 4) + c * 3 + (long long)(d * 2) + e * 5 + f * 6 + g * 7 + (long long)(h * 8) + i;
}
static double __attribute__((noinline)) sum(int n, ...)
{
	double s = 0;
	va_list list;
	va_start(list, n);
	while (n--)
		s = s * 2 + va_arg(list, double) + (double)va_arg(list, long long);
	va_end(list);
	return s;
}
static int compare(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
static int (*const compares[])(const void *, const void *) = {compare};
static float half(float x) { return x / 2; }
int main(int argc, char **argv)
{
	char text[64];
	printf("%s %d %lld %.3f\n", argv[1], *where, mix(1, 2.5, 1LL << 33, 3.5f, 5, -6, 7, 8.125, -1), sum(3, 1.5, 2LL, 2.5, -3LL, 0.25, 1LL << 40));
	for (int i = 0; i < 100; i++)
		common[i] = i * 37 % 101;
	qsort(common, 100, sizeof *common, compares[argc - argc]);
	printf("%d %d %d\n", common[0], common[50], common[99]);
	for (int i = 0; i < 9; i++)
		switch (i) {
		case 1: where++; break;
		case 2: printf("%s\n", names[i]); break;
		case 3: where -= 2; break;
		case 4: *where += 9; break;
		case 5: printf("%.10g %.5f\n", sqrt(2) * pow(i, 1.5), half(3.25f)); break;
		case 7: snprintf(text, sizeof text, "%-8s|%5d|%llx", names[argc % 4], -i, 0x123456789abcdefULL); puts(text); break;
		default: fprintf(stdout, "%d ", i);
		}
	printf("%d %lu %ld\n", *where, (unsigned long)strlen(text), strtol("-1234", 0, 10));
	return 40 + argc;
}
