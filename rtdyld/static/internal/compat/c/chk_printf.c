/* printf of glibc's fortified headers. Its flag asks for %n to be refused in formats that
   can be written, which needs to know where formats lie: %n goes on to work here. */
#include "c.h"

int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vdprintf(int, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vasprintf(char **, const char *, va_list);

int __vprintf_chk(int flag, const char *f, va_list a) { return vprintf(f, a); }
int __vfprintf_chk(FILE *s, int flag, const char *f, va_list a) { return vfprintf(s, f, a); }
int __vdprintf_chk(int fd, int flag, const char *f, va_list a) { return vdprintf(fd, f, a); }
int __vasprintf_chk(char **s, int flag, const char *f, va_list a) { return vasprintf(s, f, a); }

int __vsnprintf_chk(char *s, size_t n, int flag, size_t have, const char *f, va_list a)
{
	CHECK(n <= have);
	return vsnprintf(s, n, f, a);
}

int __vsprintf_chk(char *s, int flag, size_t have, const char *f, va_list a)
{
	if (have == (size_t)-1)
		return vsprintf(s, f, a);
	size_t limit = have < 0x7fffffff ? have : 0x7fffffff;
	int n = vsnprintf(s, limit, f, a);
	CHECK(n < 0 || (size_t)n < limit);
	return n;
}

/* Variadic forms of the above. */
#define VARIADIC(name, params, call) \
	int name params { va_list a; va_start(a, f); int r = call; va_end(a); return r; }
VARIADIC(__printf_chk, (int flag, const char *f, ...), vprintf(f, a))
VARIADIC(__fprintf_chk, (FILE *s, int flag, const char *f, ...), vfprintf(s, f, a))
VARIADIC(__dprintf_chk, (int fd, int flag, const char *f, ...), vdprintf(fd, f, a))
VARIADIC(__asprintf_chk, (char **s, int flag, const char *f, ...), vasprintf(s, f, a))
VARIADIC(__snprintf_chk, (char *s, size_t n, int flag, size_t have, const char *f, ...), __vsnprintf_chk(s, n, flag, have, f, a))
VARIADIC(__sprintf_chk, (char *s, int flag, size_t have, const char *f, ...), __vsprintf_chk(s, flag, have, f, a))
