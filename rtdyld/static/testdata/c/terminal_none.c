// what terminals say that are none, and pseudo terminals.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
int main(void)
{
	struct termios t;
	int n = open("/dev/null", O_RDWR);
	printf("%d", tcgetattr(n, &t)), printf(" %d %d\n", errno == ENOTTY, isatty(n));
	memset(&t, 0, sizeof t), cfmakeraw(&t), cfsetispeed(&t, B9600), cfsetospeed(&t, B115200);
	printf("%d %d %d\n", cfgetispeed(&t) == B115200, cfgetospeed(&t) == B115200, (t.c_cflag & CSIZE) == CS8);
	return 0;
}
