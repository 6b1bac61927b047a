// expressions that are wrong, and texts of errors.
#include <regex.h>
#include <stdio.h>
int main(void)
{
	const char *bad[] = {"(", ")", "[", "[[:nothing:]]", "a{2,1}", "a{", "*", "\\", "[z-a]", "(a", "a{70000}", "[[.none.]]"};
	for (int i = 0; i < 12; i++) {
		regex_t r;
		char s[100];
		int e = regcomp(&r, bad[i], REG_EXTENDED);
		regerror(e, &r, s, sizeof s);
		printf("%s %d %s\n", bad[i], e, s);
		if (!e)
			regfree(&r);
	}
	for (int i = 0; i < 16; i++) {
		char s[100];
		regerror(i, NULL, s, sizeof s);
		puts(s);
	}
	return 0;
}
