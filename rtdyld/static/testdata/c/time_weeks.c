// weeks of ISO around new years.
#include <stdio.h>
#include <time.h>
int main(void)
{
	for (int y = 70; y < 130; y++)
		for (int d = -3; d < 5; d++) {
			struct tm t = {.tm_year = y, .tm_mday = d, .tm_hour = 12};
			char s[60];
			mktime(&t), strftime(s, sizeof s, "%F %G-W%V-%u %U %W", &t), puts(s);
		}
	return 0;
}
