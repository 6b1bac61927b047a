// basename, dirname, realpath of texts.
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	const char *p[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "//", "a//b", "/a"};
	for (int i = 0; i < 10; i++) {
		char a[20], b[20];
		strcpy(a, p[i]), strcpy(b, p[i]), printf("%s %s %s\n", p[i], dirname(a), basename(b));
	}
	char *r = realpath("/usr/../usr/./", NULL);
	printf("%s %d\n", r, realpath("/none/x", NULL) == NULL), free(r);
	return 0;
}
