/* Waits for condition variables by a clock: what g++'s headers call for std::condition_variable. */
#include "clock.h"

/* The fifth word is the clock that musl's waits go by. */
struct cond { int words[4]; int clock; };

int pthread_cond_timedwait(struct cond *, void *, const struct timespec *);

/* A wait may end early, but not by a time that is not over: the mutex has been unlocked meanwhile, so
   that it is for the caller to look. */
int pthread_cond_clockwait(struct cond *c, void *m, clockid_t clock, const struct timespec *at)
{
	struct timespec then;
	if (!valid(clock, at))
		return EINVAL;
	if (clock == c->clock)
		return pthread_cond_timedwait(c, m, at);
	passed(clock, at, c->clock, &then);
	int r = pthread_cond_timedwait(c, m, &then);
	if (r == ETIMEDOUT && !passed(clock, at, c->clock, &then))
		return 0;
	return r;
}
