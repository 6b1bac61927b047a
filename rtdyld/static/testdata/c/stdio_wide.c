// streams of wide characters.
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	FILE *f = tmpfile();
	printf("%d\n", fwide(f, 0));
	fwprintf(f, L"%ls %d \u20ac\n", L"\u00e4\u00f6", 5), fputws(L"\U0001f600 second\n", f), putwc(L'z', f), rewind(f);
	wchar_t b[50];
	fgetws(b, 50, f), printf("%zu %ls", wcslen(b), b);
	wint_t c;
	while ((c = getwc(f)) != WEOF)
		printf("%x ", c);
	printf("%d\n", fwide(f, 0) > 0);
	fclose(f);
	return 0;
}
