// all conversions of strftime.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(void)
{
	setenv("TZ", "UTC0", 1), tzset();
	time_t ts[] = {0, 951782399, 1104537600, 1230768000, 1893455999, 253402300799};
	const char *all = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
	for (int i = 0; i < 6; i++) {
		struct tm tm = *gmtime(&ts[i]);
		for (const char *p = all; *p; p++) {
			char f[3] = {'%', *p, 0}, s[100] = "";
			size_t n = strftime(s, sizeof s, f, &tm);
			printf("%c:%zu:%s|", *p, n, s);
		}
		char s[20];
		printf("\n%zu", strftime(s, 5, "%Y-%m", &tm));
		printf(" %zu %s %s", strftime(s, sizeof s, "%5Y %-d %_H %+4Y", &tm), s, asctime(&tm));
	}
	return 0;
}
