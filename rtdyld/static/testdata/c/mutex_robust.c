// a robust mutex whose owner ends.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m;
static void *run(void *p) { pthread_mutex_lock(&m); return NULL; }
int main(void)
{
	pthread_mutexattr_t a;
	pthread_t t;
	pthread_mutexattr_init(&a), printf("%d\n", pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST)), pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, run, NULL), pthread_join(t, NULL);
	printf("%d\n", pthread_mutex_lock(&m) == EOWNERDEAD);
	printf("%d\n", pthread_mutex_consistent(&m));
	printf("%d", pthread_mutex_unlock(&m)), printf(" %d\n", pthread_mutex_lock(&m));
	return 0;
}
