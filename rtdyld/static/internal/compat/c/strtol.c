/* Numbers of C23, whose headers call them by these names: a prefix 0b is one of base 2. */
#include "c.h"

long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);

static int space(unsigned c) { return c == ' ' || c - '\t' < 5; }

/* binary reads a number that has a prefix of base 2, and reports whether it has one. */
static int binary(const char *s, char **end, int base, int sign, unsigned long *value)
{
	const char *p = s;
	if (base != 0 && base != 2)
		return 0;
	while (space((unsigned char)*p))
		p++;
	int minus = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if (p[0] != '0' || (p[1] | 32) != 'b' || (p[2] != '0' && p[2] != '1'))
		return 0;
	unsigned long v = 0;
	int over = 0;
	for (p += 2; *p == '0' || *p == '1'; p++) {
		over |= v >> 63;
		v = v << 1 | (*p - '0');
	}
	if (end)
		*end = (char *)p;
	unsigned long most = ~0UL;
	if (sign) {
		most = ~0UL >> 1;
		most += minus;
	}
	if (over || v > most) {
		errno = ERANGE;
		*value = most;
	} else {
		*value = minus ? -v : v;
	}
	return 1;
}

#define SIGNED(name, ...) \
	long name(const char *s, char **end, int base __VA_ARGS__) \
	{ \
		unsigned long v; \
		return binary(s, end, base, 1, &v) ? (long)v : strtol(s, end, base); \
	}
#define UNSIGNED(name, ...) \
	unsigned long name(const char *s, char **end, int base __VA_ARGS__) \
	{ \
		unsigned long v; \
		return binary(s, end, base, 0, &v) ? v : strtoul(s, end, base); \
	}
#define IN_LOCALE , locale_t locale
SIGNED(__isoc23_strtol)
SIGNED(__isoc23_strtoll)
SIGNED(__isoc23_strtoimax)
UNSIGNED(__isoc23_strtoul)
UNSIGNED(__isoc23_strtoull)
UNSIGNED(__isoc23_strtoumax)
SIGNED(__isoc23_strtol_l, IN_LOCALE)
SIGNED(__isoc23_strtoll_l, IN_LOCALE)
UNSIGNED(__isoc23_strtoul_l, IN_LOCALE)
UNSIGNED(__isoc23_strtoull_l, IN_LOCALE)

/* Numbers are written alike in all of musl's locales. */
WEAK long strtol_l(const char *s, char **end, int base, locale_t l) { return strtol(s, end, base); }
WEAK long strtoll_l(const char *s, char **end, int base, locale_t l) { return strtol(s, end, base); }
WEAK unsigned long strtoul_l(const char *s, char **end, int base, locale_t l) { return strtoul(s, end, base); }
WEAK unsigned long strtoull_l(const char *s, char **end, int base, locale_t l) { return strtoul(s, end, base); }
