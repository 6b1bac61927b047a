// wcscpy and its kin.
#include <stdio.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[40], *r;
	wcscpy(b, L"one"), wcscat(b, L" two"), wcsncat(b, L" three", 3);
	printf("%ls %zu %ld %ld\n", b, wcslen(b), (long)(wcschr(b, 't') - b), (long)(wcsstr(b, L"wo") - b));
	printf("%d %d %d\n", wcscmp(L"a", L"b") < 0, wcsncmp(L"ab", L"ac", 1), wmemcmp(L"ab", L"aa", 2) > 0);
	for (wchar_t *p = wcstok(b, L" ", &r); p; p = wcstok(NULL, L" ", &r))
		printf("<%ls>", p);
	printf("\n%zu %zu %ls\n", wcsspn(L"aabbc", L"ab"), wcscspn(L"aabbc", L"c"), wcspbrk(L"hello", L"lo"));
	printf("%ld %a %lu\n", wcstol(L"-0x1f", NULL, 0), wcstod(L"1.5e3x", NULL), wcstoul(L"77", NULL, 8));
	wmemset(b, 'x', 5), wmemmove(b + 1, b, 3), b[5] = 0;
	printf("%ls %d %d\n", b, wcwidth(L'a'), wcswidth(L"ab\u3042", 3));
	swprintf(b, 40, L"%5d|%-5ls|%a", 42, L"w", 1.5), printf("%ls\n", b);
	return 0;
}
