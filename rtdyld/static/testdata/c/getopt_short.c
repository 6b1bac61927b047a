// getopt with all kinds of options.
#include <stdio.h>
#include <unistd.h>
static void run(int argc, char **argv, const char *o)
{
	int c;
	optind = 1, opterr = 0;
	while ((c = getopt(argc, argv, o)) != -1)
		printf("%c:%s:%c ", c, optarg ? optarg : "-", c == '?' || c == ':' ? optopt : '.'), optarg = NULL;
	printf("%d\n", optind);
}
int main(void)
{
	char *a[] = {"p", "-a", "-bvalue", "-c", "value", "rest", "-d", NULL}, *b[] = {"p", "-xab", "--", "-y", NULL}, *c[] = {"p", "-q", "-b", NULL}, *d[] = {"p", "-", "-a", NULL};
	run(7, a, "ab:c:d"), run(4, b, "xab:"), run(3, c, "b:"), run(3, c, ":b:"), run(3, d, "a"), run(7, a, "+ab:c:d");
	return 0;
}
