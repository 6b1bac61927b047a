// addresses of text, of names in numbers, of services.
#include <arpa/inet.h>
#include <netdb.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	const char *v4[] = {"127.0.0.1", "1.2.3", "256.1.1.1", "0x7f.1", "1.2.3.4.5", ""}, *v6[] = {"::1", "fe80::1:2", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", ":::", "1::2::3", "12345::"};
	for (int i = 0; i < 6; i++) {
		struct in_addr a = {0};
		printf("%s %d %d %x\n", v4[i], inet_pton(AF_INET, v4[i], &a), inet_aton(v4[i], &a), ntohl(a.s_addr));
	}
	for (int i = 0; i < 7; i++) {
		struct in6_addr a;
		char s[INET6_ADDRSTRLEN];
		int r = inet_pton(AF_INET6, v6[i], &a);
		printf("%s %d %s\n", v6[i], r, r == 1 ? inet_ntop(AF_INET6, &a, s, sizeof s) : "-");
	}
	struct addrinfo h = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *r;
	printf("%d", getaddrinfo("127.0.0.1", "80", &h, &r));
	char host[50], port[10];
	printf(" %d", getnameinfo(r->ai_addr, r->ai_addrlen, host, 50, port, 10, NI_NUMERICHOST | NI_NUMERICSERV)), printf(" %s %s %d %d\n", host, port, r->ai_protocol, r->ai_next == NULL);
	freeaddrinfo(r);
	printf("%d %s\n", getaddrinfo("no host", "80", &h, &r), gai_strerror(EAI_NONAME));
	struct protoent *p = getprotobyname("udp");
	printf("%d %x %x\n", p->p_proto, htons(0x1234), htonl(0x12345678));
	printf("%d\n", if_nametoindex("lo") > 0);
	return 0;
}
