// extended and basic expressions with their submatches.
#include <regex.h>
#include <stdio.h>
int main(void)
{
	static const struct { int flags; const char *re, *text; } rows[] = {
		{REG_EXTENDED, "(a+)(b*)c?", "xaabbc"}, {REG_EXTENDED, "^(foo|bar)+$", "foobarfoo"}, {REG_EXTENDED, "([0-9]{1,3})\\.([0-9]+)", "v12.345"}, {REG_EXTENDED | REG_ICASE, "HeLLo", "say hello"}, {REG_EXTENDED, "[[:alpha:]_][[:alnum:]_]*", "9id_7"}, {0, "\\(ab\\)*\\1", "ababab"}, {0, "a\\{2,3\\}", "aaaa"}, {REG_EXTENDED, "x*", "yyy"}, {REG_EXTENDED, "(a|ab)(c|bcd)(d*)", "abcd"}, {REG_EXTENDED | REG_NEWLINE, "^b.$", "a\nbc\nd"}, {REG_EXTENDED, "nothing", "some"}, {REG_EXTENDED, "(()|a)+b", "aab"}, {REG_EXTENDED, "[^a-c]+", "abcxyzabc"}, {REG_EXTENDED, "\\$|\\^", "a^b$"},
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		regex_t r;
		regmatch_t m[5];
		int e = regcomp(&r, rows[i].re, rows[i].flags);
		printf("%s %d %zu:", rows[i].re, e, r.re_nsub);
		e = regexec(&r, rows[i].text, 5, m, 0);
		printf(" %d", e);
		for (int k = 0; !e && k < 5; k++)
			printf(" %ld-%ld", (long)m[k].rm_so, (long)m[k].rm_eo);
		puts("");
		regfree(&r);
	}
	return 0;
}
