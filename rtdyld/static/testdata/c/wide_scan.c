// wscanf and wide numbers.
#include <stdio.h>
#include <wchar.h>
int main(void)
{
	int a, r;
	double d;
	wchar_t w[20], c;
	char n[20];
	r = swscanf(L"42 1.5e1 wide narrow [set]", L"%d %lf %ls %s %*[[]%l[a-z]%lc", &a, &d, w, n, w + 10, &c);
	printf("%d %d %g %ls %s %ls %lc\n", r, a, d, w, n, w + 10, c);
	wchar_t *e;
	printf("%ld", wcstol(L"  12x", &e, 10)), printf(" %lc %Lg %g\n", *e, wcstold(L"0x1p5", NULL), wcstof(L"inf", NULL));
	FILE *f = open_wmemstream(&e, &(size_t){0});
	fwprintf(f, L"%d-%ls", 5, L"x"), fclose(f), printf("%ls\n", e);
	return 0;
}
