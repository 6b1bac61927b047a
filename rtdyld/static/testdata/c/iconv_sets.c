// iconv between character sets.
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	const char *rows[][3] = {{"UTF-8", "UTF-16LE", "a\xc3\xa4\xf0\x9f\x98\x80"}, {"ISO-8859-1", "UTF-8", "\xe4\xff"}, {"UTF-8", "ISO-8859-1", "\xc3\xa4\xe2\x82\xac"}, {"UTF-8", "UCS-4BE", "\xe2\x82\xac"}, {"UTF-8", "ASCII", "plain"}, {"CP1252", "UTF-8", "\x80"}, {"SHIFT_JIS", "UTF-8", "\x83\x65"}, {"UTF-8", "UTF-8", "\xff"}, {"KOI8-R", "UTF-8", "\xc1"}};
	for (int i = 0; i < 9; i++) {
		iconv_t c = iconv_open(rows[i][1], rows[i][0]);
		char b[64], *in = (char *)rows[i][2], *out = b;
		size_t n = strlen(in), m = sizeof b;
		errno = 0;
		size_t r = iconv(c, &in, &n, &out, &m);
		printf("%s %s %ld %d %zu:", rows[i][0], rows[i][1], (long)r, errno, n);
		for (char *p = b; p < out; p++)
			printf(" %02x", (unsigned char)*p);
		puts(""), iconv_close(c);
	}
	printf("%d\n", iconv_open("none", "such") == (iconv_t)-1);
	return 0;
}
