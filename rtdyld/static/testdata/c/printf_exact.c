// all digits of doubles.
#include <stdio.h>
#include <math.h>
int main(void)
{
	printf("%.1074f\n", 0x1p-1074);
	printf("%.0f\n", 0x1.fffffffffffffp1023);
	printf("%.100f\n%.60e\n", 0.1, 1 / 3.0);
	double x = 1;
	for (int i = 0; i < 60; i++, x *= -1.7)
		printf("%.20g\n", x);
	for (int i = 0; i < 12; i++)
		printf("%.*f %.*f %.*e\n", i, 0.5, i, 1.45, i, 9.9999995);
	return 0;
}
