/* Keys of threads' values, of both interfaces: made with a destructor, without one, and deleted at once. */
#include <pthread.h>
#include <threads.h>

static int ended;

static void at_end(void *value) { ended += *(int *)value; }

static int one = 1, two = 2;
static pthread_key_t key, plain;
static tss_t other;

/* Their numbers, or -1. */
int make(unsigned *numbers)
{
	pthread_key_t passing;
	if (pthread_key_create(&passing, at_end) != 0 || pthread_key_create(&key, at_end) != 0 || pthread_key_create(&plain, 0) != 0 ||
	    tss_create(&other, at_end) != thrd_success || pthread_key_delete(passing) != 0)
		return -1;
	numbers[0] = passing;
	numbers[1] = key;
	numbers[2] = other;
	numbers[3] = plain;
	return 0;
}

/* Gives the thread values. */
int set(void) { return pthread_setspecific(key, &one) || tss_set(other, &two) != thrd_success; }

/* The sum of values of threads that have ended. */
int sum(void) { return ended; }
