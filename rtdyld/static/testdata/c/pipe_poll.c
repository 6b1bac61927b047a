// pipes, poll, select, nonblocking reads.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>
int main(void)
{
	int p[2];
	char b[10];
	pipe2(p, O_NONBLOCK | O_CLOEXEC);
	printf("%zd", read(p[0], b, 10)), printf(" %d\n", errno == EAGAIN);
	struct pollfd f[2] = {{p[0], POLLIN}, {p[1], POLLOUT}};
	printf("%d", poll(f, 2, 0)), printf(" %d %d\n", f[0].revents, f[1].revents);
	write(p[1], "abc", 3);
	printf("%d", poll(f, 2, 1000)), printf(" %d %d\n", f[0].revents, f[1].revents);
	fd_set s;
	FD_ZERO(&s);
	FD_SET(p[0], &s);
	struct timeval t = {0};
	printf("%d", select(p[0] + 1, &s, NULL, NULL, &t)), printf(" %d\n", FD_ISSET(p[0], &s) != 0);
	long n = 0;
	while (write(p[1], b, 1) == 1)
		n++;
	printf("%ld\n", n);
	close(p[1]);
	while (read(p[0], b, 10) > 0)
		;
	printf("%d", poll(f, 1, 0)), printf(" %d\n", f[0].revents);
	return 0;
}
