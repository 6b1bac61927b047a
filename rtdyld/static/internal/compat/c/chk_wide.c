/* Functions of wide characters of glibc's fortified headers. Sizes are in characters. */
#include "c.h"

wchar *wmemcpy(wchar *, const wchar *, size_t);
wchar *wmemmove(wchar *, const wchar *, size_t);
wchar *wmemset(wchar *, wchar, size_t);
size_t wcslen(const wchar *);
size_t wcsnlen(const wchar *, size_t);
wchar *wcsncpy(wchar *, const wchar *, size_t);
wchar *wcpncpy(wchar *, const wchar *, size_t);
size_t mbstowcs(wchar *, const char *, size_t);
size_t wcstombs(char *, const wchar *, size_t);
size_t mbsrtowcs(wchar *, const char **, size_t, mbstate_t *);
size_t wcsrtombs(char *, const wchar **, size_t, mbstate_t *);
size_t mbsnrtowcs(wchar *, const char **, size_t, size_t, mbstate_t *);
size_t wcsnrtombs(char *, const wchar **, size_t, size_t, mbstate_t *);
size_t wcrtomb(char *, wchar, mbstate_t *);
int wctomb(char *, wchar);
size_t __ctype_get_mb_cur_max(void);

wchar *__wmemcpy_chk(wchar *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wmemcpy(d, s, n); }
wchar *__wmemmove_chk(wchar *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wmemmove(d, s, n); }
wchar *__wmempcpy_chk(wchar *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wmemcpy(d, s, n) + n; }
wchar *__wmemset_chk(wchar *d, wchar c, size_t n, size_t have) { CHECK(n <= have); return wmemset(d, c, n); }
wchar *__wcsncpy_chk(wchar *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wcsncpy(d, s, n); }
wchar *__wcpncpy_chk(wchar *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wcpncpy(d, s, n); }

wchar *__wcpcpy_chk(wchar *d, const wchar *s, size_t have)
{
	size_t n = wcslen(s);
	CHECK(n < have);
	return wmemcpy(d, s, n + 1) + n;
}

wchar *__wcscpy_chk(wchar *d, const wchar *s, size_t have)
{
	__wcpcpy_chk(d, s, have);
	return d;
}

wchar *__wcscat_chk(wchar *d, const wchar *s, size_t have)
{
	size_t at = wcsnlen(d, have), n = wcslen(s);
	CHECK(n < have - at);
	wmemcpy(d + at, s, n + 1);
	return d;
}

wchar *__wcsncat_chk(wchar *d, const wchar *s, size_t n, size_t have)
{
	size_t at = wcsnlen(d, have);
	n = wcsnlen(s, n);
	CHECK(n < have - at);
	wmemcpy(d + at, s, n);
	d[at + n] = 0;
	return d;
}

size_t __mbstowcs_chk(wchar *d, const char *s, size_t n, size_t have) { CHECK(n <= have); return mbstowcs(d, s, n); }
size_t __wcstombs_chk(char *d, const wchar *s, size_t n, size_t have) { CHECK(n <= have); return wcstombs(d, s, n); }
size_t __mbsrtowcs_chk(wchar *d, const char **s, size_t n, mbstate_t *m, size_t have) { CHECK(n <= have); return mbsrtowcs(d, s, n, m); }
size_t __wcsrtombs_chk(char *d, const wchar **s, size_t n, mbstate_t *m, size_t have) { CHECK(n <= have); return wcsrtombs(d, s, n, m); }

size_t __mbsnrtowcs_chk(wchar *d, const char **s, size_t from, size_t n, mbstate_t *m, size_t have)
{
	CHECK(n <= have);
	return mbsnrtowcs(d, s, from, n, m);
}

size_t __wcsnrtombs_chk(char *d, const wchar **s, size_t from, size_t n, mbstate_t *m, size_t have)
{
	CHECK(n <= have);
	return wcsnrtombs(d, s, from, n, m);
}

size_t __wcrtomb_chk(char *d, wchar c, mbstate_t *m, size_t have)
{
	CHECK(__ctype_get_mb_cur_max() <= have);
	return wcrtomb(d, c, m);
}

int __wctomb_chk(char *d, wchar c, size_t have)
{
	CHECK(__ctype_get_mb_cur_max() <= have);
	return wctomb(d, c);
}
