// waits with time limits by both clocks.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
int main(void)
{
	clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
	for (int i = 0; i < 2; i++) {
		pthread_condattr_t a;
		pthread_cond_t c;
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		struct timespec at, now;
		pthread_condattr_init(&a), printf("%d\n", pthread_condattr_setclock(&a, clocks[i])), pthread_cond_init(&c, &a);
		clock_gettime(clocks[i], &at), at.tv_nsec += 3000000;
		if (at.tv_nsec >= 1000000000)
			at.tv_sec++, at.tv_nsec -= 1000000000;
		pthread_mutex_lock(&m);
		int r;
		while ((r = pthread_cond_timedwait(&c, &m, &at)) == 0)
			;
		clock_gettime(clocks[i], &now);
		printf("%d %d\n", r == ETIMEDOUT, now.tv_sec > at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec));
	}
	return 0;
}
