// reading a stream by fscanf, with what it leaves.
#include <stdio.h>
int main(void)
{
	FILE *f = tmpfile();
	fputs("10 20\n30 x 40\n0x 5 1.5e+ 6", f), rewind(f);
	int v, r, sum = 0;
	while ((r = fscanf(f, "%d", &v)) == 1)
		sum += v;
	printf("%d %d %c\n", sum, r, getc(f));
	r = fscanf(f, "%d", &v), printf("%d %d\n", r, v);
	r = fscanf(f, "%i", &v), printf("%d %c\n", r, getc(f));
	double d;
	r = fscanf(f, "%d", &v), r = fscanf(f, "%lf", &d), printf("%d\n", r);
	printf("%ld %d\n", ftell(f), getc(f));
	fclose(f);
	return 0;
}
