// getenv, setenv, putenv, unsetenv, clearenv.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
static const char *get(const char *n) { const char *v = getenv(n); return v ? v : "-"; }
int main(void)
{
	static char own[] = "OWN=1";
	clearenv();
	printf("%d %s\n", environ == NULL || *environ == NULL, get("PATH"));
	setenv("A", "one", 1), setenv("A", "two", 0), printf("%s ", get("A")), setenv("A", "three", 1), printf("%s\n", get("A"));
	putenv(own), printf("%s ", get("OWN")), own[4] = '2', printf("%s\n", get("OWN"));
	for (int i = 0; i < 100; i++) {
		char n[10];
		sprintf(n, "V%d", i), setenv(n, n + 1, 1);
	}
	int n = 0;
	for (char **e = environ; *e; e++)
		n++;
	printf("%d %s\n", n, get("V77"));
	unsetenv("V77"), unsetenv("none"), printf("%s %d", get("V77"), setenv("=x", "", 1)), printf(" %d\n", errno == EINVAL);
	printf("%s\n", secure_getenv("A"));
	return 0;
}
