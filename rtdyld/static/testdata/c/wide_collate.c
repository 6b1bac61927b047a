// comparing and transforming wide and narrow text.
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	char b[20];
	wchar_t w[20];
	printf("%zu %s %zu %ls\n", strxfrm(b, "text", 20), b, wcsxfrm(w, L"wide", 20), w);
	printf("%d %d %d\n", strcoll("a", "B") > 0, wcscoll(L"a", L"\u00e4") < 0, wcscasecmp(L"\u00c4", L"\u00e4"));
	return 0;
}
