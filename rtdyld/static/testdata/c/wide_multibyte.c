// mbrtowc, wcrtomb and their kin in UTF-8, with what is wrong.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <uchar.h>
int main(void)
{
	printf("%zu\n", MB_CUR_MAX);
	printf("%s\n", setlocale(LC_CTYPE, "C.UTF-8"));
	printf("%zu\n", MB_CUR_MAX);
	const char *t[] = {"a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xe2\x82", "", "\xe2(\xa1"};
	for (int i = 0; i < 11; i++) {
		mbstate_t s = {0};
		wchar_t w = 0;
		errno = 0;
		size_t n = mbrtowc(&w, t[i], strlen(t[i]) + !*t[i], &s);
		printf("%ld %x %d %d %d\n", (long)n, w, errno, mbsinit(&s) != 0, mblen(t[i], 4));
	}
	for (unsigned c = 1; c < 0x200000; c = c * 3 + 1) {
		char b[8];
		mbstate_t s = {0};
		size_t n = wcrtomb(b, c, &s);
		printf("%x %ld", c, (long)n);
		for (size_t i = 0; i < n && n < 8; i++)
			printf(" %02x", (unsigned char)b[i]);
		puts("");
	}
	wchar_t w[20];
	char b[40];
	printf("%zu %ld\n", mbstowcs(w, "gr\xc3\xbc\xc3\x9f" "e", 20), (long)mbstowcs(w, "\xff", 20));
	printf("%zu %s\n", wcstombs(b, L"\u00fc\u20ac", 40), b);
	char16_t u[2];
	mbstate_t s = {0};
	printf("%ld ", (long)mbrtoc16(u, "\xf0\x9f\x98\x80", 4, &s)), printf("%ld %x\n", (long)mbrtoc16(u + 1, "", 0, &s), u[0]);
	return 0;
}
