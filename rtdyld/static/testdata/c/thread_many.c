// a hundred threads at once, and a thousand one after the other.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int here, go;
static void *wait_all(void *p)
{
	pthread_mutex_lock(&m), here++, pthread_cond_broadcast(&c);
	while (!go)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return p;
}
static void *nothing(void *p) { return (char *)p + 1; }
int main(void)
{
	pthread_t t[100];
	pthread_attr_t a;
	pthread_attr_init(&a), pthread_attr_setstacksize(&a, 65536);
	for (int i = 0; i < 100; i++)
		if (pthread_create(&t[i], &a, wait_all, NULL))
			return 1;
	pthread_mutex_lock(&m);
	while (here < 100)
		pthread_cond_wait(&c, &m);
	go = 1, pthread_cond_broadcast(&c), pthread_mutex_unlock(&m);
	for (int i = 0; i < 100; i++)
		pthread_join(t[i], NULL);
	void *p = NULL;
	for (int i = 0; i < 1000; i++)
		pthread_create(t, &a, nothing, p), pthread_join(*t, &p);
	printf("%d %ld\n", here, (long)p);
	return 0;
}
