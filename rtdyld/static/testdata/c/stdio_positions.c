// fgetpos, fsetpos, fseeko and ftello in large files.
#define _GNU_SOURCE
#include <stdio.h>
int main(void)
{
	FILE *f = tmpfile();
	fpos_t p;
	fputs("0123456789", f), fgetpos(f, &p), fputs("abc", f), fsetpos(f, &p), printf("%c", getc(f));
	printf("%d", fseeko(f, 1L << 33, SEEK_SET)), fputs("far", f), printf(" %ld\n", (long)ftello(f));
	printf("%d\n", fseek(f, -1, SEEK_SET));
	fclose(f);
	return 0;
}
