// glob with patterns, in a folder made for it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	char d[] = "/tmp/globXXXXXX", *names[] = {"a.c", "b.c", "b.h", ".hidden", "x[1]", "sub/d.c", "sub/e"};
	mkdtemp(d), chdir(d), mkdir("sub", 0700);
	for (int i = 0; i < 7; i++)
		close(creat(names[i], 0600));
	const char *p[] = {"*", "*.c", "?.h", "[ab].*", "*/*", ".*", "none*", "x\\[1\\]", "s*/", "[!a]*"};
	for (int i = 0; i < 10; i++) {
		glob_t g;
		int r = glob(p[i], GLOB_MARK, NULL, &g);
		printf("%s %d:", p[i], r);
		for (size_t k = 0; !r && k < g.gl_pathc; k++)
			printf(" %s", g.gl_pathv[k]);
		puts("");
		if (!r)
			globfree(&g);
	}
	glob_t g = {.gl_offs = 2};
	glob("*.c", GLOB_DOOFFS, NULL, &g), glob("*.h", GLOB_DOOFFS | GLOB_APPEND, NULL, &g), glob("none", GLOB_DOOFFS | GLOB_APPEND | GLOB_NOCHECK, NULL, &g);
	printf("%zu %s %s\n", g.gl_pathc, g.gl_pathv[2], g.gl_pathv[5]);
	for (int i = 0; i < 7; i++)
		unlink(names[i]);
	rmdir("sub"), chdir("/"), rmdir(d);
	return 0;
}
