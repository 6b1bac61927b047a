// many forms of floating point.
#include <stdio.h>
int main(void)
{
	const char *t[] = {"1.5e", "0x1.8p3z", "nan(x)y", "infinit", "-.5", "+5.e2", "1e400", "0x.p1", "1,5", "  7", "1e-5000"};
	for (int i = 0; i < 11; i++) {
		double d = -1;
		long double l = -1;
		char c = '-';
		int r = sscanf(t[i], "%lf%c", &d, &c), q = sscanf(t[i], "%3Lf", &l);
		printf("%s %d %a %c %d %La\n", t[i], r, d, c, q, l);
	}
	return 0;
}
