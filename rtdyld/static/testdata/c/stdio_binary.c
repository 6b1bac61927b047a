// fread and fwrite of structures, ungetc, seeking in what is written.
#include <stdio.h>
#include <string.h>
struct r { int a; double b; char c[9]; };
int main(void)
{
	FILE *f = tmpfile();
	for (int i = 0; i < 1000; i++) {
		struct r r;
		memset(&r, 0, sizeof r), r.a = i, r.b = i / 3.0, sprintf(r.c, "n%d", i);
		if (fwrite(&r, sizeof r, 1, f) != 1)
			return 1;
	}
	double sum = 0;
	for (int i = 999; i >= 0; i -= 37) {
		struct r r;
		fseek(f, i * (long)sizeof r, SEEK_SET), fread(&r, sizeof r, 1, f), sum += r.b * r.a;
		if (i % 2)
			fseek(f, -(long)sizeof r, SEEK_CUR), r.a = -r.a, fwrite(&r, sizeof r, 1, f);
	}
	printf("%a\n", sum), rewind(f);
	struct r all[300];
	size_t n;
	long neg = 0;
	while ((n = fread(all, sizeof *all, 300, f)) > 0)
		for (size_t i = 0; i < n; i++)
			neg += all[i].a < 0;
	printf("%ld %zu\n", neg, n);
	return 0;
}
