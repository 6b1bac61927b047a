// REG_NOSUB, REG_NOTBOL, REG_NOTEOL.
#include <regex.h>
#include <stdio.h>
int main(void)
{
	regex_t r;
	regcomp(&r, "^a.*b$", REG_NOSUB);
	printf("%d %d %d %d\n", regexec(&r, "axxb", 0, NULL, 0), regexec(&r, "axxb", 0, NULL, REG_NOTBOL), regexec(&r, "axxb", 0, NULL, REG_NOTEOL), regexec(&r, "baxb", 0, NULL, 0));
	regfree(&r);
	regcomp(&r, "([a-z]+) ", REG_EXTENDED);
	const char *p = "words of a line ";
	regmatch_t m[2];
	while (regexec(&r, p, 2, m, p[-1] ? REG_NOTBOL : 0) == 0) {
		printf("<%.*s>", (int)(m[1].rm_eo - m[1].rm_so), p + m[1].rm_so);
		p += m[0].rm_eo;
	}
	puts("");
	regfree(&r);
	return 0;
}
