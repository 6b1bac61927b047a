/* Waits for locks by a clock: what g++'s headers call for std::timed_mutex and std::shared_timed_mutex. */
#include "clock.h"

int pthread_mutex_timedlock(void *, const struct timespec *);
int pthread_rwlock_timedrdlock(void *, const struct timespec *);
int pthread_rwlock_timedwrlock(void *, const struct timespec *);

#define TIMED_OUT(r) ((r) == ETIMEDOUT)
#define BY_CLOCK(name, timed) \
	int name(void *lock, clockid_t clock, const struct timespec *at) \
	{ \
		if (clock == REALTIME) \
			return timed(lock, at); \
		if (!valid(clock, at)) \
			return EINVAL; \
		WAIT(timed(lock, &then)) \
	}
BY_CLOCK(pthread_mutex_clocklock, pthread_mutex_timedlock)
BY_CLOCK(pthread_rwlock_clockrdlock, pthread_rwlock_timedrdlock)
BY_CLOCK(pthread_rwlock_clockwrlock, pthread_rwlock_timedwrlock)
