// strtok, strtok_r and strsep.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void)
{
	char a[] = ",one,,two;three,", b[] = "k=v; x=y ;;", c[] = ":a::b:", *rest, *p;
	for (p = strtok(a, ",;"); p; p = strtok(NULL, ",;"))
		printf("<%s>", p);
	puts("");
	for (p = strtok_r(b, "; ", &rest); p; p = strtok_r(NULL, "; ", &rest)) {
		char *in, *key = strtok_r(p, "=", &in);
		printf("<%s|%s>", key, strtok_r(NULL, "=", &in));
	}
	puts("");
	for (p = c; (rest = strsep(&p, ":"));)
		printf("<%s>", rest);
	puts("");
	return 0;
}
