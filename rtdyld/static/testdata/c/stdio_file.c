// writing, seeking and reading a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	char name[] = "/tmp/stdioXXXXXX", b[64];
	close(mkstemp(name));
	FILE *f = fopen(name, "w+");
	for (int i = 0; i < 2000; i++)
		fprintf(f, "line %d\n", i);
	printf("%ld\n", ftell(f));
	fseek(f, 100, SEEK_SET), fgets(b, sizeof b, f), printf("%s", b);
	fseek(f, -10, SEEK_END), printf("%zu ", fread(b, 1, sizeof b, f)), printf("%d %d\n", feof(f) != 0, ferror(f));
	rewind(f), fputs("LINE", f), fflush(f), rewind(f), fgets(b, sizeof b, f), printf("%s", b);
	fclose(f);
	f = fopen(name, "a"), fputs("end\n", f), printf("%ld\n", ftell(f)), fclose(f);
	f = freopen(name, "r", fopen("/dev/null", "r"));
	int lines = 0, c;
	while ((c = getc(f)) != EOF)
		lines += c == '\n';
	printf("%d\n", lines);
	fclose(f), unlink(name);
	return 0;
}
