// tmpnam, remove, rename, perror.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	char d[] = "/tmp/namesXXXXXX", a[64], b[64];
	mkdtemp(d), sprintf(a, "%s/a", d), sprintf(b, "%s/b", d);
	fclose(fopen(a, "w"));
	printf("%d %d %d\n", rename(a, b), access(a, F_OK), access(b, F_OK));
	printf("%d %d %d\n", remove(b), remove(b), remove(d));
	dup2(1, 2), fflush(stdout), errno = EACCES, perror("message");
	return 0;
}
