// clocks go forward, sleeps last, difftime.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	struct timespec a, b, d = {0, 5000000}, bad = {0, 1000000000};
	clock_gettime(CLOCK_MONOTONIC, &a);
	printf("%d\n", nanosleep(&d, NULL));
	usleep(1000);
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%d\n", (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec >= 6000000);
	printf("%d", nanosleep(&bad, NULL)), printf(" %d\n", errno == EINVAL);
	printf("%d\n", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &a, NULL));
	struct timeval tv;
	time_t t = time(NULL);
	gettimeofday(&tv, NULL);
	printf("%d %g\n", tv.tv_sec - t < 100 && tv.tv_sec >= t, difftime(t + 5, t));
	printf("%d %d\n", clock_getres(CLOCK_REALTIME, &d), d.tv_sec == 0);
	clockid_t id;
	printf("%d %d\n", clock_getcpuclockid(0, &id), clock() != (clock_t)-1);
	return 0;
}
