// setvbuf and what is written when.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	int p[2];
	char b[100];
	int modes[] = {_IOFBF, _IOLBF, _IONBF};
	for (int i = 0; i < 3; i++) {
		pipe(p);
		FILE *f = fdopen(p[1], "w");
		static char buf[1024];
		setvbuf(f, modes[i] == _IONBF ? NULL : buf, modes[i], sizeof buf);
		fputs("first\nsecond", f);
		write(p[1], "#", 1);
		fflush(f);
		ssize_t n = read(p[0], b, sizeof b);
		printf("%d %.*s\n", i, (int)n, b);
		fclose(f), close(p[0]);
	}
	return 0;
}
