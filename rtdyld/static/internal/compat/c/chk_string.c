/* String functions of glibc's fortified headers: the last argument is how large the
   destination is, in elements. */
#include "c.h"

char *strcpy(char *, const char *);
char *stpcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *stpncpy(char *, const char *, size_t);
void explicit_bzero(void *, size_t);

#define BYTES(name, args, call) void *__##name##_chk args { CHECK(n <= have); return call; }
BYTES(memcpy, (void *d, const void *s, size_t n, size_t have), memcpy(d, s, n))
BYTES(memmove, (void *d, const void *s, size_t n, size_t have), memmove(d, s, n))
BYTES(memset, (void *d, int c, size_t n, size_t have), memset(d, c, n))
BYTES(mempcpy, (void *d, const void *s, size_t n, size_t have), (char *)memcpy(d, s, n) + n)

void __explicit_bzero_chk(void *d, size_t n, size_t have)
{
	CHECK(n <= have);
	explicit_bzero(d, n);
}

char *__strcpy_chk(char *d, const char *s, size_t have)
{
	size_t n = strlen(s);
	CHECK(n < have);
	return memcpy(d, s, n + 1);
}

char *__stpcpy_chk(char *d, const char *s, size_t have)
{
	size_t n = strlen(s);
	CHECK(n < have);
	return (char *)memcpy(d, s, n + 1) + n;
}

char *__strncpy_chk(char *d, const char *s, size_t n, size_t have)
{
	CHECK(n <= have);
	return strncpy(d, s, n);
}

char *__stpncpy_chk(char *d, const char *s, size_t n, size_t have)
{
	CHECK(n <= have);
	return stpncpy(d, s, n);
}

char *__strcat_chk(char *d, const char *s, size_t have)
{
	size_t at = strnlen(d, have), n = strlen(s);
	CHECK(n < have - at);
	memcpy(d + at, s, n + 1);
	return d;
}

char *__strncat_chk(char *d, const char *s, size_t n, size_t have)
{
	size_t at = strnlen(d, have);
	n = strnlen(s, n);
	CHECK(n < have - at);
	memcpy(d + at, s, n);
	d[at + n] = 0;
	return d;
}
