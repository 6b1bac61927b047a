/* Mutexes that glibc's headers initialize: the kind that PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
   and its kin write is the fifth word, which musl does not use; musl's own is the first. */
#include "c.h"

struct mutex { int type; int lock, waiters, pad; int kind; };

int __pthread_mutex_lock(struct mutex *);
int __pthread_mutex_trylock(struct mutex *);
int __pthread_mutex_timedlock(struct mutex *, const struct timespec *);
int clock_gettime(clockid_t, struct timespec *);

/* known gives a mutex the type that its initializer says. All threads write the same word. */
static void known(struct mutex *m)
{
	int kind = __atomic_load_n(&m->kind, __ATOMIC_RELAXED);
	if (UNLIKELY(kind == 1 || kind == 2) && !(__atomic_load_n(&m->type, __ATOMIC_RELAXED) & 3))
		__atomic_fetch_or(&m->type, kind, __ATOMIC_RELAXED);
}

int pthread_mutex_lock(struct mutex *m)
{
	known(m);
	return __pthread_mutex_lock(m);
}

int pthread_mutex_trylock(struct mutex *m)
{
	known(m);
	return __pthread_mutex_trylock(m);
}

int pthread_mutex_timedlock(struct mutex *m, const struct timespec *at)
{
	known(m);
	return __pthread_mutex_timedlock(m, at);
}

