// a server and a client on loopback, in two threads.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int l;
static void *serve(void *p)
{
	for (int i = 0; i < 3; i++) {
		int c = accept(l, NULL, NULL);
		char b[100];
		ssize_t n, all = 0;
		while ((n = read(c, b, sizeof b)) > 0) {
			for (int k = 0; k < n; k++)
				b[k] ^= 1;
			all += send(c, b, n, 0);
		}
		close(c);
	}
	return NULL;
}
int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, got;
	socklen_t len = sizeof a;
	l = socket(AF_INET, SOCK_STREAM, 0);
	int one = 1;
	setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	printf("%d %d\n", bind(l, (void *)&a, sizeof a), listen(l, 5));
	getsockname(l, (void *)&a, &len);
	pthread_t t;
	pthread_create(&t, NULL, serve, NULL);
	for (int i = 0; i < 3; i++) {
		int c = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		char b[100] = "";
		printf("%d ", connect(c, (void *)&a, sizeof a));
		printf("%d ", setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one));
		write(c, "hello", 5), shutdown(c, SHUT_WR);
		ssize_t n = recv(c, b, sizeof b, MSG_WAITALL);
		len = sizeof got, getpeername(c, (void *)&got, &len);
		printf("%zd %s %d\n", n, b, got.sin_port == a.sin_port);
		close(c);
	}
	pthread_join(t, NULL);
	return 0;
}
