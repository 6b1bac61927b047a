// texts of error numbers and signals.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	char b[40];
	for (int i = 0; i < 135; i++)
		printf("%d %s\n", i, strerror(i));
	for (int i = 0; i < 66; i++)
		printf("%d %s\n", i, strsignal(i));
	printf("%d %s\n", strerror_r(EINVAL, b, sizeof b), b);
	printf("%d\n", strerror_r(EINVAL, b, 3) == ERANGE);
	errno = ENOENT, printf("%m\n");
	return 0;
}
