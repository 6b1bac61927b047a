// Numbers in base 2, as C23 reads them: what the compiler makes of the same constants.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <wchar.h>
#ifdef __GLIBC__ // 2.36, whose C23 functions do not exist: the constants alone
#endif
long c23_strtol(const char *, char **, int) __asm__("__isoc23_strtol") __attribute__((weak));
unsigned long c23_strtoul(const char *, char **, int) __asm__("__isoc23_strtoul") __attribute__((weak));
long c23_wcstol(const wchar_t *, wchar_t **, int) __asm__("__isoc23_wcstol") __attribute__((weak));
int c23_sscanf(const char *, const char *, ...) __asm__("__isoc23_sscanf") __attribute__((weak));
static const struct { const char *text; const wchar_t *wide; int base; long value; int end; int error; } rows[] = {
#define ROW(text, base, value, end, error) {text, L##text, base, value, end, error},
	ROW("0b101", 0, 0b101, 5, 0) ROW("0B11", 2, 0b11, 4, 0) ROW(" -0b110x", 0, -0b110, 7, 0) ROW("0b2", 0, 0, 1, 0) ROW("0b", 2, 0, 1, 0) ROW("0b1", 16, 0xb1, 3, 0)
	ROW("0x1f", 0, 0x1f, 4, 0) ROW("077", 0, 077, 3, 0) ROW("12", 10, 12, 2, 0) ROW("+0b1", 0, 1, 4, 0) ROW("0b0", 0, 0, 3, 0)
	ROW("0b0111111111111111111111111111111111111111111111111111111111111111", 0, LONG_MAX, 66, 0)
	ROW("0b1000000000000000000000000000000000000000000000000000000000000000", 0, LONG_MAX, 66, ERANGE)
	ROW("-0b1000000000000000000000000000000000000000000000000000000000000000", 0, LONG_MIN, 67, 0)
	ROW("0b0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001", 0, 1, 102, 0)
	ROW("0b11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111", 0, LONG_MAX, 100, ERANGE)
};
int main(void)
{
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		long got = rows[i].value, wgot = got;
		int end = rows[i].end, wend = end, error = rows[i].error, werror = error;
		if (c23_strtol) {
			char *e;
			wchar_t *w;
			errno = 0, got = c23_strtol(rows[i].text, &e, rows[i].base), error = errno, end = e - rows[i].text;
			errno = 0, wgot = c23_wcstol(rows[i].wide, &w, rows[i].base), werror = errno, wend = w - rows[i].wide;
		}
		printf("%s %ld %d %d %ld %d %d\n", rows[i].text, got, end, error, wgot, wend, werror);
	}
	int v = 5;
	printf("%d %d\n", c23_sscanf ? c23_sscanf("5", "%d", &v) : 1, v);
	return 0;
}
