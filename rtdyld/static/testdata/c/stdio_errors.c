// errors of streams.
#include <errno.h>
#include <stdio.h>
int main(void)
{
	errno = 0;
	printf("%d %d\n", fopen("/nowhere/file", "r") == NULL, errno);
	FILE *f = fopen("/dev/null", "r");
	int r = fputc('x', f);
	printf("%d %d\n", r, ferror(f) != 0), clearerr(f), printf("%d\n", ferror(f));
	fclose(f);
	f = fopen("/dev/full", "w");
	fputs("text", f);
	r = fclose(f);
	printf("%d %d\n", r, errno == ENOSPC);
	errno = 0, f = fopen("/dev/null", "q"), printf("%d %d\n", f == NULL, errno == EINVAL);
	return 0;
}
