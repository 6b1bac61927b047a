// strcpy and its kin, with what lies behind the copy left alone.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void)
{
	char b[32];
	for (int n = 0; n < 12; n++) {
		memset(b, '#', 32), strncpy(b, "string", n), printf("%.*s|", 12, b);
		memset(b, '#', 32), printf("%ld %.*s|", (long)(stpncpy(b, "string", n) - b), 12, b);
		memset(b, '#', 32), strcpy(b, "ab"), strncat(b, "string", n), printf("%s\n", b);
	}
	printf("%s %ld\n", stpcpy(stpcpy(b, "one"), "two") - 6, (long)((char *)mempcpy(b, "abc", 3) - b));
	printf("%zu %zu %s\n", strlcpy(b, "longer than it", 5), strlcat(b, "more", 8), b);
	memmove(b + 2, b, 8), printf("%s\n", b);
	memccpy(b, "hello:world", ':', 20), b[6] = 0, printf("%s\n", b);
	return 0;
}
