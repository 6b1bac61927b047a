// long options, abbreviated and with values.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
int main(void)
{
	int flag = 0, c, i;
	struct option o[] = {{"verbose", no_argument, &flag, 5}, {"output", required_argument, NULL, 'o'}, {"level", optional_argument, NULL, 'l'}, {"version", no_argument, NULL, 'V'}, {0}};
	char *a[] = {"p", "--verbose", "--out=file", "x", "--level", "--level=3", "--output", "next", "-o", "short", "--ver", "--none", "y", NULL};
	opterr = 0;
	while (i = -1, (c = getopt_long(13, a, "o:", o, &i)) != -1)
		printf("%d %d %s\n", c, i, optarg ? optarg : "-");
	printf("%d %d\n", flag, optind);
	while (optind < 13)
		puts(a[optind++]);
	return 0;
}
