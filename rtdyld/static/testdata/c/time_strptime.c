// dates out of text.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void)
{
	const char *rows[][2] = {{"2024-02-29 13:14:15", "%Y-%m-%d %H:%M:%S"}, {"Mon, 05 Aug 1996", "%a, %d %b %Y"}, {"12/31/99", "%D"}, {"11:59 PM", "%I:%M %p"}, {"123", "%j"}, {"January 7", "%B %d"}, {"07x", "%dy"}, {"23:59:60", "%T"}, {"1999", "%Y rest"}, {"  5  6", "%d %m"}, {"70", "%y"}, {"68", "%y"}};
	for (int i = 0; i < 12; i++) {
		struct tm t;
		memset(&t, 0, sizeof t);
		const char *e = strptime(rows[i][0], rows[i][1], &t);
		printf("%s %ld: %d %d %d %d %d %d %d %d\n", rows[i][0], e ? (long)(e - rows[i][0]) : -1, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday);
	}
	return 0;
}
