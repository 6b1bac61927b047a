/* Times of one clock on another, for waits that musl has by CLOCK_REALTIME alone. */
#ifndef CLOCK_H
#define CLOCK_H
#include "c.h"

int clock_gettime(clockid_t, struct timespec *);

enum { REALTIME = 0, MONOTONIC = 1 };

static int valid(clockid_t c, const struct timespec *t)
{
	return (c == REALTIME || c == MONOTONIC) && (unsigned long)t->nsec < 1000000000;
}

/* passed reports a time that is over, and makes what is left of it a time of another clock. */
static int passed(clockid_t from, const struct timespec *at, clockid_t to, struct timespec *then)
{
	struct timespec now;
	*then = (struct timespec){0};
	clock_gettime(from, &now);
	long sec = at->sec - now.sec, nsec = at->nsec - now.nsec;
	if (nsec < 0) {
		sec--;
		nsec += 1000000000;
	}
	if (at->sec < now.sec || sec < 0)
		return 1;
	clock_gettime(to, then);
	then->nsec += nsec;
	int carry = then->nsec >= 1000000000;
	then->nsec -= carry * 1000000000;
	if (__builtin_add_overflow(then->sec, sec + carry, &then->sec))
		then->sec = 0x7fffffffffffffff;
	return sec == 0 && nsec == 0;
}

/* WAIT waits for something by a clock: by a time of the clock that the call takes, again while
   that one says that it is over and the other does not. */
#define WAIT(call) \
	struct timespec then; \
	int over = passed(clock, at, REALTIME, &then); \
	for (;;) { \
		int r = call; \
		if (over || !TIMED_OUT(r)) \
			return r; \
		over = passed(clock, at, REALTIME, &then); \
	}
#endif
