/* Numbers of C23 in wide characters. */
#include "c.h"

long wcstol(const wchar *, wchar **, int);
unsigned long wcstoul(const wchar *, wchar **, int);
int iswspace(wint_t);
long __isoc23_strtol(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);

/* prefixed copies what begins with a prefix of base 2 to s, where all characters are ASCII,
   and returns where that begins, or NULL. More than 64 digits that count are too many for any s. */
static const wchar *prefixed(const wchar *p, int base, char s[80])
{
	int n = 0;
	if (base != 0 && base != 2)
		return NULL;
	while (iswspace(*p))
		p++;
	const wchar *from = p;
	if (*p == '-' || *p == '+')
		s[n++] = *p++;
	if (p[0] != '0' || (p[1] | 32) != 'b' || (p[2] != '0' && p[2] != '1'))
		return NULL;
	s[n++] = '0';
	s[n++] = 'b';
	for (p += 2; p[0] == '0' && (p[1] == '0' || p[1] == '1'); p++)
		;
	for (; (*p == '0' || *p == '1') && n < 70; p++)
		s[n++] = *p;
	s[n] = 0;
	return from;
}

static void ends(const wchar *p, wchar **end)
{
	for (p += *p == '-' || *p == '+', p += 2; *p == '0' || *p == '1'; p++)
		;
	if (end)
		*end = (wchar *)p;
}

#define FORM(type, name, plain, narrow) \
	type name(const wchar *s, wchar **end, int base) \
	{ \
		char text[80]; \
		const wchar *from = prefixed(s, base, text); \
		if (!from) \
			return plain(s, end, base); \
		ends(from, end); \
		return narrow(text, NULL, base); \
	}
FORM(long, __isoc23_wcstol, wcstol, __isoc23_strtol)
FORM(long, __isoc23_wcstoll, wcstol, __isoc23_strtol)
FORM(long, __isoc23_wcstoimax, wcstol, __isoc23_strtol)
FORM(unsigned long, __isoc23_wcstoul, wcstoul, __isoc23_strtoul)
FORM(unsigned long, __isoc23_wcstoull, wcstoul, __isoc23_strtoul)
FORM(unsigned long, __isoc23_wcstoumax, wcstoul, __isoc23_strtoul)
