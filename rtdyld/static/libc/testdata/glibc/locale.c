// What glibc's macros read out of a locale_t.
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <langinfo.h>
static void show(locale_t l)
{
	for (int c = 0; c < 128; c++)
		printf("%d%d%d%c%c", isalpha_l(c, l) != 0, isspace_l(c, l) != 0, isxdigit_l(c, l) != 0, isprint(c) ? toupper_l(c, l) : '?', isprint(c) ? tolower_l(c, l) : '?');
	struct tm t = {.tm_mday = 3, .tm_mon = 4, .tm_year = 90, .tm_wday = 4};
	char s[64];
	strftime_l(s, sizeof s, " %A %d %B %Y", &t, l);
	puts(s);
	printf("%g %ld %d\n", strtod_l("3.25", NULL, l), strtol_l("0x1f", NULL, 0, l), strcasecmp_l("AbC", "aBc", l));
	printf("%s %s %s\n", nl_langinfo_l(DAY_2, l), nl_langinfo_l(MON_12, l), nl_langinfo_l(RADIXCHAR, l));
}
int main(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", NULL), u = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL), d = duplocale(c), g = duplocale(LC_GLOBAL_LOCALE);
	if (!c || !u || !d || !g)
		return 1;
	show(c), show(d), show(g);
	locale_t n = newlocale(LC_CTYPE_MASK, "C.UTF-8", d);
	puts(nl_langinfo_l(CODESET, n));
	puts(nl_langinfo_l(CODESET, u));
	printf("%zu\n", strlen(nl_langinfo_l(CODESET, c)) > 0);
	locale_t old = uselocale(u);
	printf("%d %d\n", old == LC_GLOBAL_LOCALE, uselocale(NULL) == u);
	wchar_t w = 0;
	int n2 = mbtowc(&w, "\xc3\xa4", 2);
	printf("%d %x\n", n2, w);
	uselocale(old);
	freelocale(u), freelocale(c), freelocale(n), freelocale(g);
	return 0;
}
