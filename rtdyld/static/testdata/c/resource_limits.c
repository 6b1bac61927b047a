// limits, usage, uname, sysconf.
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <limits.h>
int main(void)
{
	struct rlimit l;
	struct rusage u;
	struct utsname n;
	printf("%d", getrlimit(RLIMIT_CORE, &l)), printf(" %d\n", l.rlim_cur <= l.rlim_max);
	printf("%d", getrusage(RUSAGE_SELF, &u)), printf(" %d\n", u.ru_maxrss > 0);
	printf("%d", uname(&n)), printf(" %s\n", n.sysname);
	printf("%ld %ld %d %ld\n", sysconf(_SC_CLK_TCK), sysconf(_SC_OPEN_MAX) > 0, sysconf(_SC_NPROCESSORS_ONLN) > 0, sysconf(9999));
	printf("%ld %ld\n", pathconf("/", _PC_NAME_MAX), pathconf("/", _PC_PATH_MAX));
	char b[100];
	printf("%zu", confstr(_CS_PATH, b, sizeof b)), printf(" %s\n", b);
	printf("%d %d\n", getpriority(PRIO_PROCESS, 0) <= 20, gethostname(b, sizeof b));
	return 0;
}
