// words, sets and characters out of text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	char a[20] = "", b[20] = "", c[20] = "", *m = NULL;
	int n = 0, r;
	r = sscanf("  one two", "%s %s", a, b), printf("%d %s %s\n", r, a, b);
	r = sscanf("key=value;", "%[a-z]=%[^;]%c", a, b, c), printf("%d %s %s %c\n", r, a, b, c[0]);
	r = sscanf("abcdef", "%3s%2c%n", a, b, &n), b[2] = 0, printf("%d %s %s %d\n", r, a, b, n);
	r = sscanf("]x-y", "%[]x-]%s", a, b), printf("%d %s %s\n", r, a, b);
	r = sscanf("allocated words", "%ms", &m), printf("%d %s\n", r, m), free(m);
	r = sscanf("12abc", "%d%[^0-9]", &n, a), printf("%d %d %s\n", r, n, a);
	r = sscanf("nothing", "%[0-9]", a), printf("%d\n", r);
	return 0;
}
