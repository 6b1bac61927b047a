// packing and reading of DNS messages without asking anybody.
#include <arpa/nameser.h>
#include <resolv.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	unsigned char q[512], packed[64];
	char name[256];
	int n = res_mkquery(QUERY, "www.example.org", ns_c_in, ns_t_a, NULL, 0, NULL, q, sizeof q);
	printf("%d %d\n", n, q[5]);
	ns_msg m;
	ns_rr r;
	printf("%d", ns_initparse(q, n, &m)), printf(" %d", ns_msg_count(m, ns_s_qd)), printf(" %d", ns_parserr(&m, ns_s_qd, 0, &r)), printf(" %s %d\n", ns_rr_name(r), ns_rr_type(r));
	int k = dn_comp("a.b.c", packed, sizeof packed, NULL, NULL);
	printf("%d %d %s\n", k, dn_expand(packed, packed + k, packed, name, sizeof name), name);
	return 0;
}
