// the standard input by all functions that read it.
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	char w[20] = "";
	int c = getchar();
	ungetc(c, stdin);
	printf("%d", scanf("%9s", w)), printf(" %s\n", w);
	printf("%d", scanf("%9s", w)), printf(" %s\n", w);
	c = getchar();
	printf("%d %d\n", c == '\n' || c == EOF, getchar() == EOF);
	printf("%d %d\n", feof(stdin) != 0, fileno(stdin));
	return 0;
}
