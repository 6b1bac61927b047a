// getline, getdelim, fgets, puts, ungetc.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	FILE *f = tmpfile();
	for (int i = 0; i < 40; i++)
		fprintf(f, "%0*d\n", i * 5 + 1, i);
	fputs("a;b;;c", f), rewind(f);
	char *line = NULL, s[8];
	size_t n = 0, sum = 0;
	for (int i = 0; i < 40; i++)
		sum += getline(&line, &n, f);
	printf("%zu\n", sum);
	ssize_t r;
	while ((r = getdelim(&line, &n, ';', f)) > 0)
		printf("%zd<%s>", r, line);
	puts("");
	rewind(f);
	printf("%d %d %d\n", ungetc('x', f), getc(f), getc(f));
	fgets(s, 3, f), fputs(s, stdout), fgets(s, 3, f), printf("%s|\n", s);
	free(line), fclose(f);
	return 0;
}
