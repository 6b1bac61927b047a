// swab, ffs, bcmp and other old ones.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <stdlib.h>
int main(void)
{
	char b[16] = "badcfehg", c[16] = {0};
	swab(b, c, 8), puts(c);
	for (int i = 0; i < 32; i++)
		printf("%d ", ffs(1u << i | 1u << 31));
	printf("%d %d %d\n", ffs(0), ffsl(1L << 40), ffsll(1LL << 63));
	bcopy(c, b, 4), bzero(b + 4, 4), printf("%s %d\n", b, bcmp(b, c, 4));
	printf("%s %ld\n", l64a(123456789), a64l("FBqr5"));
	char *o, *v, opts[] = "ro,size=10,bad", *const keys[] = {"ro", "size", NULL};
	for (o = opts; *o;) {
		int k = getsubopt(&o, keys, &v);
		printf("%d %s\n", k, v ? v : "-");
	}
	return 0;
}
