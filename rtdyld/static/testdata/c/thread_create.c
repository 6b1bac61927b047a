// many threads, their results, detached ones.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
static sem_t done;
static void *square(void *p) { return (void *)((intptr_t)p * (intptr_t)p); }
static void *alone(void *p) { sem_post(&done); return p; }
int main(void)
{
	pthread_t t[20];
	long sum = 0;
	for (int round = 0; round < 10; round++) {
		for (intptr_t i = 0; i < 20; i++)
			pthread_create(&t[i], NULL, square, (void *)i);
		for (int i = 0; i < 20; i++) {
			void *r;
			pthread_join(t[i], &r), sum += (intptr_t)r;
		}
	}
	printf("%ld\n", sum);
	sem_init(&done, 0, 0);
	pthread_attr_t a;
	pthread_attr_init(&a), pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED), pthread_attr_setstacksize(&a, 65536);
	for (int i = 0; i < 20; i++)
		pthread_create(&t[0], &a, alone, NULL);
	for (int i = 0; i < 20; i++)
		sem_wait(&done);
	puts("detached");
	return 0;
}
