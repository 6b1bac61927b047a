// the same for long double.
#include <float.h>
#include <math.h>
#include <stdio.h>
int main(void)
{
	long double v[] = {0.0L, -0.0L, 1, 0.1L, 1.0L / 3, 2.5L, 1e100L, 1e-100L, 1e4000L, LDBL_MAX, LDBL_MIN, LDBL_EPSILON, 3.14159265358979323846264338327950288L, INFINITY, -INFINITY, NAN, 12345678901234567890.0L};
	for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
		printf("%Lg|%Le|%La\n", v[i], v[i], v[i]);
		printf("%.30Le|%.0Lf\n", v[i], fabsl(v[i]) < 1e30L ? v[i] : 0);
		printf("%25.10Lg|%-25.3Le|%+Lg\n", v[i], v[i], v[i]);
	}
	return 0;
}
