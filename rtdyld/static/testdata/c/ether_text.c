// addresses of Ethernet, and of links.
#include <netinet/ether.h>
#include <stdio.h>
int main(void)
{
	struct ether_addr a, *p = ether_aton("01:02:03:aB:Cd:ef");
	printf("%s %d\n", ether_ntoa(p), ether_aton("x") == NULL);
	printf("%d\n", ether_aton_r("ff:0:1:2:3:4", &a) == &a && a.ether_addr_octet[0] == 255);
	return 0;
}
