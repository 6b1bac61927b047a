// what snprintf returns and writes.
#include <stdio.h>
#include <string.h>
#include <stdarg.h>
static int v(char *b, int n, const char *f, ...) { va_list a; va_start(a, f); int r = vsnprintf(b, n, f, a); va_end(a); return r; }
int main(void)
{
	char b[20];
	for (int n = 0; n < 12; n++) {
		memset(b, '#', sizeof b);
		int r = snprintf(b, n, "%d:%s", 123, "text");
		printf("%d %d %.12s\n", n, r, b);
	}
	printf("%d\n", snprintf(NULL, 0, "%1000d", 1));
	printf("%d %s\n", v(b, 8, "%x %g", 255, 1e6), b);
	printf("%d\n", sprintf(b, "%c%c", 0, 'x'));
	return 0;
}
