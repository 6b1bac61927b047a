// local time by rules of POSIX in TZ.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
	const char *zones[] = {"UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+0530>-5:30", "NZST-12NZDT,M9.5.0,M4.1.0/3", "AAA3BBB,J60,J300"};
	for (int z = 0; z < 6; z++) {
		setenv("TZ", zones[z], 1), tzset();
		printf("%s %s %s %ld %d\n", zones[z], tzname[0], tzname[1], timezone, daylight);
		for (time_t t = 1600000000; t < 1640000000; t += 4321987) {
			struct tm *l = localtime(&t);
			char s[80];
			strftime(s, sizeof s, "%F %T %Z %z", l);
			printf("%s %d %ld\n", s, l->tm_isdst, (long)(mktime(l) - t));
		}
	}
	return 0;
}
