// datagrams on loopback, with addresses of both families.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
	int a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in s = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, from;
	socklen_t n = sizeof s;
	char buf[50] = "", text[INET_ADDRSTRLEN];
	printf("%d\n", bind(a, (void *)&s, n)), getsockname(a, (void *)&s, &n);
	printf("%zd\n", sendto(b, "datagram", 8, 0, (void *)&s, n));
	n = sizeof from;
	printf("%zd", recvfrom(a, buf, sizeof buf, 0, (void *)&from, &n)), printf(" %s %s %d\n", buf, inet_ntop(AF_INET, &from.sin_addr, text, sizeof text), from.sin_port != s.sin_port);
	printf("%zd", sendto(a, "back", 4, 0, (void *)&from, n)), printf(" %zd %.4s\n", recv(b, buf, 4, 0), buf);
	int v = 0;
	n = sizeof v, getsockopt(a, SOL_SOCKET, SO_TYPE, &v, &n), printf("%d\n", v == SOCK_DGRAM);
	return 0;
}
