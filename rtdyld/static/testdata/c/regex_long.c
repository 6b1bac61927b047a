// long texts and many alternatives.
#include <regex.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char t[5000];
	const char *e[] = {"(a|b|c|d|e|f)*z", "a{50}", "(ab?c)+", "[a-y]{10,20}q", "^.*end$", "(x+x+)+y", "\\bword\\b"};
	for (int i = 0; i < 4990; i++)
		t[i] = "abcabdxx"[i * 7 % 8];
	strcpy(t + 4000, "qword end"), memset(t + 100, 'a', 60);
	for (int i = 0; i < 7; i++) {
		regex_t r;
		regmatch_t m[2] = {{-1, -1}, {-1, -1}};
		int c = regcomp(&r, e[i], REG_EXTENDED), x = c ? c : regexec(&r, t, 2, m, 0);
		printf("%s %d %d %ld %ld %ld\n", e[i], c, x, x ? -1 : (long)m[0].rm_so, x ? -1 : (long)m[0].rm_eo, x ? -1 : (long)m[1].rm_so);
		if (!c)
			regfree(&r);
	}
	return 0;
}
