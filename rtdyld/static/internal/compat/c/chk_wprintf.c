/* wprintf and line input of wide characters of glibc's fortified headers. */
#include "c.h"

int vwprintf(const wchar *, va_list);
int vfwprintf(FILE *, const wchar *, va_list);
int vswprintf(wchar *, size_t, const wchar *, va_list);
wchar *fgetws(wchar *, int, FILE *);
wchar *fgetws_unlocked(wchar *, int, FILE *);

int __vwprintf_chk(int flag, const wchar *f, va_list a) { return vwprintf(f, a); }
int __vfwprintf_chk(FILE *s, int flag, const wchar *f, va_list a) { return vfwprintf(s, f, a); }

int __vswprintf_chk(wchar *s, size_t n, int flag, size_t have, const wchar *f, va_list a)
{
	CHECK(n <= have);
	return vswprintf(s, n, f, a);
}

#define VARIADIC(name, params, call) \
	int name params { va_list a; va_start(a, f); int r = call; va_end(a); return r; }
VARIADIC(__wprintf_chk, (int flag, const wchar *f, ...), vwprintf(f, a))
VARIADIC(__fwprintf_chk, (FILE *s, int flag, const wchar *f, ...), vfwprintf(s, f, a))
VARIADIC(__swprintf_chk, (wchar *s, size_t n, int flag, size_t have, const wchar *f, ...), __vswprintf_chk(s, n, flag, have, f, a))

wchar *__fgetws_chk(wchar *d, size_t have, int n, FILE *f) { CHECK(n <= 0 || (size_t)n <= have); return fgetws(d, n, f); }
wchar *__fgetws_unlocked_chk(wchar *d, size_t have, int n, FILE *f) { CHECK(n <= 0 || (size_t)n <= have); return fgetws_unlocked(d, n, f); }
