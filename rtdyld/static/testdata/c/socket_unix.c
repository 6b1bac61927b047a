// datagrams, socket pairs, passing descriptors.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
	int s[2], p[2], got = -1;
	char b[50], c[CMSG_SPACE(sizeof(int))] = {0};
	socketpair(AF_UNIX, SOCK_DGRAM, 0, s), pipe(p);
	send(s[0], "one", 3, 0), send(s[0], "two22", 5, 0);
	printf("%zd", recv(s[1], b, sizeof b, MSG_PEEK)), printf(" %zd", recv(s[1], b, sizeof b, 0)), printf(" %zd\n", recv(s[1], b, 2, MSG_TRUNC));
	struct iovec v[2] = {{"ab", 2}, {"cd", 2}};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = 2, .msg_control = c, .msg_controllen = sizeof c};
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);
	h->cmsg_level = SOL_SOCKET, h->cmsg_type = SCM_RIGHTS, h->cmsg_len = CMSG_LEN(sizeof(int)), memcpy(CMSG_DATA(h), &p[1], sizeof(int));
	printf("%zd\n", sendmsg(s[0], &m, 0));
	struct iovec in = {b, sizeof b};
	struct msghdr r = {.msg_iov = &in, .msg_iovlen = 1, .msg_control = c, .msg_controllen = sizeof c};
	printf("%zd %.4s", recvmsg(s[1], &r, MSG_CMSG_CLOEXEC), b);
	h = CMSG_FIRSTHDR(&r), memcpy(&got, CMSG_DATA(h), sizeof got);
	write(got, "xyz", 3), printf(" %zd\n", read(p[0], b, 10));
	return 0;
}
