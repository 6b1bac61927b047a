// getentropy and getrandom.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
int main(void)
{
	unsigned char a[256] = {0}, b[256] = {0};
	printf("%d %d %d\n", getentropy(a, 256), getentropy(b, 256), memcmp(a, b, 256) != 0);
	printf("%zd %d", getrandom(a, 100, 0), getentropy(a, 257)), printf(" %d\n", errno == EIO);
	return 0;
}
