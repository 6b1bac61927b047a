// weak definitions and references, aliases, common variables.
#include <stdio.h>
__attribute__((weak)) int weak_one(void) { return 1; }
extern int missing(void) __attribute__((weak));
int real(void) { return 5; }
extern int other(void) __attribute__((alias("real")));
int common_one[100];
int main(void)
{
	printf("%d %d %d %d\n", weak_one(), missing ? missing() : -1, other(), common_one[99]);
	return 0;
}
