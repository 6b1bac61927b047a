// getline over the list of users as fgetpwent reads it.
#define _GNU_SOURCE
#include <grp.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
int main(void)
{
	FILE *f = tmpfile();
	fputs("one:x:1001:1002:Name,,,:/home/one:/bin/sh\nbad line\ntwo:x:5:6::/:\n", f), rewind(f);
	struct passwd *p;
	while ((p = fgetpwent(f)))
		printf("%s %d %d %s %s %s\n", p->pw_name, p->pw_uid, p->pw_gid, p->pw_gecos, p->pw_dir, p->pw_shell);
	rewind(f), fputs("grp:x:7:a,b,c\n", f), rewind(f);
	struct group *g = fgetgrent(f);
	printf("%s %d", g->gr_name, g->gr_gid);
	for (char **m = g->gr_mem; *m; m++)
		printf(" %s", *m);
	puts("");
	return 0;
}
