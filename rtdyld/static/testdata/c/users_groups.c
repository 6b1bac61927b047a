// the superuser by name and number, and groups.
#define _GNU_SOURCE
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	struct passwd *p = getpwnam("root"), q, *r;
	char b[500];
	printf("%s %d %s\n", p->pw_name, p->pw_uid, p->pw_dir);
	printf("%d", getpwuid_r(0, &q, b, sizeof b, &r)), printf(" %s\n", r ? r->pw_name : "-");
	struct group *g = getgrgid(0);
	printf("%s %d\n", g->gr_name, getgrnam("root")->gr_gid);
	printf("%d %d\n", getpwnam("no such user") == NULL, getpwuid_r(0, &q, b, 2, &r) != 0);
	int n = 0;
	setpwent();
	while (getpwent())
		n++;
	endpwent(), printf("%d %d\n", n > 0, getuid() == geteuid());
	return 0;
}
