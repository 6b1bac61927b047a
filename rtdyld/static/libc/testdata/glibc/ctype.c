// Tables of characters as glibc's macros read them, of the locale C.
#include <ctype.h>
#include <stdio.h>
#include <wctype.h>
int main(void)
{
	for (int c = -128; c < 256; c++) {
		printf("%d:", c);
		int bits[] = {isalpha(c), isdigit(c), isalnum(c), isspace(c), isupper(c), islower(c), isprint(c), ispunct(c), iscntrl(c), isgraph(c), isxdigit(c), isblank(c)};
		for (int i = 0; i < 12; i++)
			putchar(bits[i] ? '1' : '0');
		printf(" %d %d\n", toupper(c), tolower(c));
	}
	return 0;
}
