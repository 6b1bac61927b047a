/* Input of glibc's fortified headers. */
#include "c.h"

char *fgets(char *, int, FILE *);
char *fgets_unlocked(char *, int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
int getc(FILE *);
int ungetc(int, FILE *);
int ferror(FILE *);
extern FILE *const stdin;

char *__fgets_chk(char *d, size_t have, int n, FILE *f) { CHECK(n <= 0 || (size_t)n <= have); return fgets(d, n, f); }
char *__fgets_unlocked_chk(char *d, size_t have, int n, FILE *f) { CHECK(n <= 0 || (size_t)n <= have); return fgets_unlocked(d, n, f); }

static int fits(size_t size, size_t n, size_t have)
{
	size_t all;
	return !__builtin_mul_overflow(size, n, &all) && all <= have;
}

size_t __fread_chk(void *d, size_t have, size_t size, size_t n, FILE *f)
{
	CHECK(fits(size, n, have));
	return fread(d, size, n, f);
}

size_t __fread_unlocked_chk(void *d, size_t have, size_t size, size_t n, FILE *f)
{
	CHECK(fits(size, n, have));
	return fread_unlocked(d, size, n, f);
}

/* gets reads a line without its end, which alone tells an empty line from the end of the file. */
char *__gets_chk(char *d, size_t have)
{
	size_t n = 0;
	int c;
	while ((c = getc(stdin)) != -1 && c != '\n') {
		CHECK(n + 1 < have);
		d[n++] = c;
	}
	if (c == -1 && (n == 0 || ferror(stdin)))
		return NULL;
	CHECK(n < have);
	d[n] = 0;
	return d;
}
