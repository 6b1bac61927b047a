// producers and consumers by condition variables.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
static int q[8], n, head, ended;
static long sum;
static void *produce(void *p)
{
	for (int i = 1; i <= 500; i++) {
		pthread_mutex_lock(&m);
		while (n == 8)
			pthread_cond_wait(&less, &m);
		q[(head + n++) % 8] = i, pthread_cond_signal(&more), pthread_mutex_unlock(&m);
	}
	return NULL;
}
static void *consume(void *p)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (n == 0 && !ended)
			pthread_cond_wait(&more, &m);
		if (n == 0) {
			pthread_mutex_unlock(&m);
			return NULL;
		}
		sum += q[head], head = (head + 1) % 8, n--, pthread_cond_signal(&less), pthread_mutex_unlock(&m);
	}
}
int main(void)
{
	pthread_t p[4], c[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&p[i], NULL, produce, NULL), pthread_create(&c[i], NULL, consume, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(p[i], NULL);
	pthread_mutex_lock(&m), ended = 1, pthread_cond_broadcast(&more), pthread_mutex_unlock(&m);
	for (int i = 0; i < 4; i++)
		pthread_join(c[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
