// gmtime, timegm and mktime over centuries.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
	setenv("TZ", "UTC0", 1), tzset();
	for (long t = -70000000000; t < 200000000000; t += 3456789012) {
		time_t at = t;
		struct tm tm;
		gmtime_r(&at, &tm);
		printf("%ld %d-%d-%d %d:%d:%d %d %d %ld %ld\n", t, tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday, (long)timegm(&tm), (long)mktime(&tm));
	}
	struct tm odd = {.tm_year = 100, .tm_mon = 14, .tm_mday = -40, .tm_hour = 50, .tm_min = -3, .tm_sec = 4000};
	printf("%ld", (long)timegm(&odd)), printf(" %d %d %d\n", odd.tm_year, odd.tm_mon, odd.tm_mday);
	return 0;
}
