// classes of all characters.
#include <ctype.h>
#include <stdio.h>
int main(void)
{
	for (int c = -1; c < 256; c++)
		printf("%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", c, !!isalpha(c), !!isdigit(c), !!isalnum(c), !!isspace(c), !!isupper(c), !!islower(c), !!isprint(c), !!ispunct(c), !!iscntrl(c), !!isgraph(c), !!isxdigit(c), !!isblank(c), toupper(c), tolower(c));
	return 0;
}
