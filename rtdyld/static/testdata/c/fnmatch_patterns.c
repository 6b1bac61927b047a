// fnmatch with its flags.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>
int main(void)
{
	const char *p[] = {"*", "a*b", "?", "[a-c]x", "[!a-c]x", "\\*", "*/b", "a/*", ".*", "[[:digit:]]*", "[]a]", "A*", "*.c"}, *s[] = {"", "ab", "a/b", "axxb", "bx", "zx", "*", ".hid", "7up", "]", "a", "x.c", "a/.b"};
	int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_PATHNAME | FNM_LEADING_DIR, FNM_PATHNAME | FNM_PERIOD};
	for (int i = 0; i < 13; i++) {
		for (int k = 0; k < 13; k++)
			for (int f = 0; f < 7; f++)
				putchar(fnmatch(p[i], s[k], flags[f]) ? '.' : '1');
		puts("");
	}
	return 0;
}
