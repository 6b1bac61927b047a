// barriers: all threads are in one round.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static pthread_barrier_t b;
static atomic_int in[50], serial, bad;
static void *run(void *p)
{
	for (int r = 0; r < 50; r++) {
		in[r]++;
		if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
			serial++;
		if (in[r] != 5)
			bad++;
	}
	return NULL;
}
int main(void)
{
	pthread_t t[5];
	pthread_barrier_init(&b, NULL, 5);
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d\n", serial, bad, pthread_barrier_destroy(&b));
	return 0;
}
