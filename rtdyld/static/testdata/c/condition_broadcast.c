// a condition on which many wait, in rounds.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, back = PTHREAD_COND_INITIALIZER;
static int round_, done;
static void *run(void *p)
{
	long n = 0;
	for (int r = 1; r <= 200; r++) {
		pthread_mutex_lock(&m);
		while (round_ < r)
			pthread_cond_wait(&c, &m);
		n += round_ == r;
		if (++done == 4)
			pthread_cond_signal(&back);
		pthread_mutex_unlock(&m);
	}
	return (void *)n;
}
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, run, NULL);
	pthread_mutex_lock(&m);
	for (int r = 1; r <= 200; r++) {
		round_ = r, done = 0, pthread_cond_broadcast(&c);
		while (done < 4)
			pthread_cond_wait(&back, &m);
	}
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 4; i++) {
		void *r;
		pthread_join(t[i], &r), printf("%ld ", (long)r);
	}
	puts("");
	return 0;
}
