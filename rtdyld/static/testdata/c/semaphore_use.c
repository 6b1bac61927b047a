// semaphores between threads, with time limits.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
static sem_t full, empty;
static int ring[4], out;
static void *producer(void *p) { for (int i = 0; i < 1000; i++) sem_wait(&empty), ring[i % 4] = i, sem_post(&full); return NULL; }
int main(void)
{
	pthread_t t;
	long sum = 0;
	sem_init(&full, 0, 0), sem_init(&empty, 0, 4);
	pthread_create(&t, NULL, producer, NULL);
	for (int i = 0; i < 1000; i++)
		sem_wait(&full), sum = sum * 3 + ring[out++ % 4], sem_post(&empty);
	pthread_join(t, NULL);
	int v;
	printf("%ld %d", sum, sem_getvalue(&empty, &v)), printf(" %d\n", v);
	printf("%d", sem_trywait(&full)), printf(" %d\n", errno == EAGAIN);
	struct timespec at;
	clock_gettime(CLOCK_REALTIME, &at), at.tv_sec -= 1;
	printf("%d", sem_timedwait(&full, &at)), printf(" %d\n", errno == ETIMEDOUT);
	return 0;
}
