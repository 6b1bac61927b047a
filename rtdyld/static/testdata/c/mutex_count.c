// threads that count under a mutex, a spin lock and atomics.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t s;
static long a, b;
static atomic_long c;
static void *run(void *p)
{
	for (int i = 0; i < 5000; i++) {
		pthread_mutex_lock(&m), a++, pthread_mutex_unlock(&m);
		if (i % 8 == 0)
			pthread_spin_lock(&s), b++, pthread_spin_unlock(&s);
		c++;
	}
	return NULL;
}
int main(void)
{
	pthread_t t[8];
	pthread_spin_init(&s, 0);
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld\n", a, b, (long)c);
	return 0;
}
