// strdup, strndup and growing buffers.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	char *all = strdup("");
	for (int i = 0; i < 300; i++) {
		char n[16], *one;
		snprintf(n, sizeof n, "%d,", i * i);
		one = strndup(n, 4);
		all = realloc(all, strlen(all) + strlen(one) + 1);
		strcat(all, one);
		free(one);
	}
	unsigned h = 5381;
	for (char *p = all; *p; p++)
		h = h * 33 + *p;
	printf("%zu %u %.40s\n", strlen(all), h, all);
	free(all);
	return 0;
}
