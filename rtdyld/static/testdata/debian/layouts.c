// What glibc's headers lay out or number otherwise than musl's: offsets of expressions, kinds of files.
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void match(const char *pattern, const char *text, int n, int flags)
{
	regex_t r;
	regmatch_t m[40];
	memset(m, 7, sizeof m);
	int e = regcomp(&r, pattern, REG_EXTENDED | flags);
	printf("%d %zu:", e, r.re_nsub);
	e = regexec(&r, text, n, n ? m : NULL, 0);
	printf(" %d", e);
	for (int i = 0; i < n && !e && !(flags & REG_NOSUB); i++)
		printf(" %d-%d", m[i].rm_so, m[i].rm_eo);
	printf(" then %x\n", m[n].rm_so);
	regfree(&r);
}
static int kinds[8];
static int depth, inner;
static int full(const char *path, const struct stat *st, int kind, struct FTW *at) { kinds[kind]++; return 0; }
static int plain(const char *path, const struct stat *st, int kind) { kinds[kind]++; return 0; }
static int nested(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	if (kind == FTW_F && !inner++)
		nftw(".", full, 4, FTW_PHYS);
	depth += at->level;
	return 0;
}
static void show(const char *name)
{
	printf("%s: f %d d %d dnr %d ns %d sl %d dp %d sln %d\n", name, kinds[FTW_F], kinds[FTW_D], kinds[FTW_DNR], kinds[FTW_NS], kinds[FTW_SL], kinds[FTW_DP], kinds[FTW_SLN]);
	memset(kinds, 0, sizeof kinds);
}
int main(void)
{
	match("(a+)(b*)(c)?", "xxaab", 4, 0), match("(a+)(b*)(c)?", "xxaab", 1, 0), match("a", "bab", 3, 0), match("a", "b", 2, 0);
	match("(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)", "baaaaaaaaaaaaaaaaaaaa", 30, 0);
	match("a", "ba", 0, 0), match("a(b)", "ab", 2, REG_NOSUB);
	mkdir("d", 0700), close(creat("d/file", 0600)), symlink("file", "d/link"), symlink("nowhere", "d/dangling");
	nftw("d", full, 4, FTW_PHYS), show("nftw");
	nftw("d", full, 4, 0), show("links followed");
	nftw64("d", (void *)full, 4, FTW_PHYS | FTW_DEPTH), show("nftw64");
	ftw("d", plain, 4), show("ftw");
	nftw("d", nested, 4, FTW_PHYS), printf("%d\n", depth), show("nested");
	return 0;
}
