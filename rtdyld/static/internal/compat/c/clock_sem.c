/* Waits for semaphores by a clock. */
#include "clock.h"

int sem_timedwait(void *, const struct timespec *);

#define TIMED_OUT(r) ((r) != 0 && errno == ETIMEDOUT)
int sem_clockwait(void *lock, clockid_t clock, const struct timespec *at)
{
	if (clock == REALTIME)
		return sem_timedwait(lock, at);
	if (!valid(clock, at)) {
		errno = EINVAL;
		return -1;
	}
	WAIT(sem_timedwait(lock, &then))
}
