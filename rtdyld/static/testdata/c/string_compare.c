// strcmp, memcmp and their kin: signs of results.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
static int sign(int n) { return (n > 0) - (n < 0); }
int main(void)
{
	const char *s[] = {"", "a", "A", "ab", "aB", "b", "abc\xff", "abc\x01", "10", "9", "a10", "a9", "a010", "z"};
	int n = sizeof s / sizeof *s;
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < n; k++)
			printf("%d%d%d%d%d%d ", sign(strcmp(s[i], s[k])), sign(strncmp(s[i], s[k], 2)), sign(strcasecmp(s[i], s[k])), sign(strncasecmp(s[i], s[k], 1)), sign(strverscmp(s[i], s[k])), sign(strcoll(s[i], s[k])));
		puts("");
	}
	return 0;
}
