// confusing names: very long ones.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	static char n[PATH_MAX + 10];
	memset(n, 'x', sizeof n - 1), n[0] = '/';
	int a = open(n, O_RDONLY), e = errno;
	printf("%d %d\n", a, e == ENAMETOOLONG);
	n[300] = 0, a = open(n, O_RDONLY), e = errno, printf("%d %d\n", a, e == ENAMETOOLONG);
	a = open("", O_RDONLY), e = errno, printf("%d %d\n", a, e == ENOENT);
	char b[3];
	printf("%d", getcwd(b, 2) == NULL || b[1] == 0), chdir("/"), printf(" %s\n", getcwd(b, 3));
	return 0;
}
