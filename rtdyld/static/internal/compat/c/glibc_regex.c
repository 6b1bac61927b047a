/* regcomp and regexec of code that was compiled with glibc's headers. There offsets are int, musl's are long; of regex_t, which is as
   large in both, the number of groups is looked for in its seventh word, musl has it in the first. */
#include "c.h"

struct match { int from, to; };
struct wide { long from, to; };

int regcomp(size_t *, const char *, int);
int regexec(const void *, const char *, size_t, struct wide *, int);

enum { NOMATCH = 1, ESPACE = 12 };

int __rtdyld_glibc_regcomp(size_t *re, const char *pattern, int flags)
{
	int r = regcomp(re, pattern, flags);
	if (!r)
		re[6] = re[0];
	return r;
}

int __rtdyld_glibc_regexec(const void *re, const char *text, size_t n, struct match *out, int flags)
{
	struct wide few[16], *all = few;
	size_t groups = *(const size_t *)re + 1, wanted = out ? n : 0; /* more than there are stay -1 */
	if (wanted > groups)
		wanted = groups;
	if (wanted > 16 && !(all = calloc(wanted, sizeof *all)))
		return ESPACE;
	for (size_t i = 0; i < wanted; i++)
		all[i] = (struct wide){-2, -2};
	int r = regexec(re, text, wanted, wanted ? all : NULL, flags);
	if (!r) /* with REG_NOSUB nothing is written */
		for (size_t i = 0; i < n && wanted && all[0].from != -2; i++)
			out[i] = i < wanted ? (struct match){(int)all[i].from, (int)all[i].to} : (struct match){-1, -1};
	if (all != few)
		free(all);
	return r;
}
