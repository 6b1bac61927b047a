// e, f, g and a for many values.
#include <float.h>
#include <math.h>
#include <stdio.h>
int main(void)
{
	double v[] = {0.0, -0.0, 1, -1, 0.1, 1.5, 2.5, 3.5, 1e10, 1e-10, 123456.789, 1e22, 1e23, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, M_PI, 9.995, 99.95, 0.00001234, INFINITY, -INFINITY, NAN};
	for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
		printf("%f|%e|%g|%a\n", v[i], v[i], v[i], v[i]);
		printf("%.0f|%.0e|%.0g|%.0a|%#.0f|%#g\n", v[i], v[i], v[i], v[i], v[i], v[i]);
		printf("%.3f|%.10e|%.17g|%.3a|%G|%E|%A\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
		printf("%20.5f|%-20.5e|%+g|% g|%020.3g\n", v[i], v[i], v[i], v[i], v[i]);
	}
	return 0;
}
