// normal, recursive and error-checking mutexes.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t m;
static void *other(void *p) { printf(" other %d %d", pthread_mutex_trylock(&m), pthread_mutex_unlock(&m)); return NULL; }
int main(void)
{
	int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
	for (int k = 0; k < 3; k++) {
		pthread_mutexattr_t a;
		pthread_t t;
		pthread_mutexattr_init(&a), pthread_mutexattr_settype(&a, kinds[k]), pthread_mutex_init(&m, &a);
		printf("%d: %d", kinds[k], pthread_mutex_lock(&m));
		printf(" %d", pthread_mutex_trylock(&m));
		if (k)
			printf(" %d", pthread_mutex_lock(&m)), pthread_create(&t, NULL, other, NULL), pthread_join(t, NULL);
		struct timespec at = {0};
		printf(" %d", pthread_mutex_timedlock(&m, &at));
		printf(" %d", pthread_mutex_unlock(&m));
		printf(" %d", k ? pthread_mutex_unlock(&m) : 0);
		printf(" %d", k == 1 ? pthread_mutex_unlock(&m) : 0);
		printf(" %d\n", k ? pthread_mutex_unlock(&m) : 0);
		pthread_mutex_destroy(&m);
	}
	return 0;
}
