// the locale C and its conventions.
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
int main(void)
{
	printf("%s\n", setlocale(LC_ALL, NULL));
	struct lconv *l = localeconv();
	printf("<%s><%s><%s><%s>%d %d %d\n", l->decimal_point, l->thousands_sep, l->grouping, l->currency_symbol, l->frac_digits, l->p_cs_precedes, l->int_n_sign_posn);
	for (int c = 0; c < 6; c++)
		for (int i = 0; i < (c == LC_NUMERIC ? 3 : c == LC_MONETARY ? 40 : 0x32); i++) // behind that glibc has items of its own
			printf("%s|", nl_langinfo(c << 16 | i));
	puts("");
	printf("%s\n", setlocale(LC_ALL, ""));
	printf("%s %s\n", setlocale(LC_TIME, "C.UTF-8"), setlocale(LC_ALL, NULL));
	locale_t u = newlocale(LC_ALL_MASK, "C.UTF-8", 0), old = uselocale(u);
	printf("%d %s %s\n", old == LC_GLOBAL_LOCALE, nl_langinfo(CODESET), nl_langinfo_l(0xffff, u));
	locale_t d = duplocale(u), g = duplocale(LC_GLOBAL_LOCALE);
	printf("%s %s\n", nl_langinfo_l(CODESET, d), nl_langinfo_l(0x2ffff, g));
	uselocale(LC_GLOBAL_LOCALE), freelocale(u), freelocale(d), freelocale(g);
	return 0;
}
