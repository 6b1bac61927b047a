// the ends of what time_t and years can say.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
	setenv("TZ", "UTC0", 1);
	time_t ts[] = {67767976233532799, 67768036191676799, 67768036191676800, -67768040609740800, -67768040609740801, LONG_MAX, LONG_MIN};
	for (int i = 0; i < 7; i++) {
		errno = 0;
		struct tm *t = gmtime(&ts[i]);
		printf("%d %d", t != NULL, errno);
		printf(" %d %d\n", t ? t->tm_year : 0, t ? t->tm_yday : 0);
	}
	for (int y = 1582; y < 2500; y += 31) {
		struct tm t = {.tm_year = y - 1900, .tm_mon = 1, .tm_mday = 29};
		time_t v = mktime(&t);
		printf("%ld %d %d\n", (long)v, t.tm_mon, t.tm_mday);
	}
	return 0;
}
