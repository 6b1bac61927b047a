// pthread_timedjoin_np and pthread_tryjoin_np.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
static sem_t s;
static void *run(void *p) { sem_wait(&s); return p; }
int main(void)
{
	pthread_t t;
	void *r;
	struct timespec at = {0};
	sem_init(&s, 0, 0), pthread_create(&t, NULL, run, &t);
	printf("%d %d\n", pthread_tryjoin_np(t, &r) == EBUSY, pthread_timedjoin_np(t, &r, &at) == ETIMEDOUT);
	sem_post(&s), printf("%d", pthread_join(t, &r)), printf(" %d\n", r == &t);
	return 0;
}
