// ecvt, fcvt, gcvt.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	double v[] = {0, 1.5, -123.456, 1e20, 1e-5, 99999.9};
	for (int i = 0; i < 6; i++) {
		int d, s;
		char b[40], *p = ecvt(v[i], 6, &d, &s);
		printf("%s %d %d ", p, d, s), p = fcvt(v[i], 3, &d, &s), printf("%s %d %d %s\n", p, d, s, gcvt(v[i], 5, b));
	}
	return 0;
}
