// products of matrices, whose digits are printed.
#include <stdio.h>
static double a[40][40], b[40][40], c[40][40];
int main(void)
{
	for (int i = 0; i < 40; i++)
		for (int k = 0; k < 40; k++)
			a[i][k] = 1.0 / (i + k + 1), b[i][k] = (i * 7 + k * 3) % 11 - 5;
	for (int i = 0; i < 40; i++)
		for (int k = 0; k < 40; k++)
			for (int j = 0; j < 40; j++)
				c[i][k] += a[i][j] * b[j][k];
	double t = 0;
	for (int i = 0; i < 40; i++)
		t += c[i][i], printf("%a\n", c[i][39 - i]);
	printf("%.17g\n", t);
	return 0;
}
