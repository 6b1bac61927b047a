// sizes and guards of stacks, and what a thread says of itself.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *run(void *p)
{
	pthread_attr_t a;
	void *at;
	size_t n, g;
	int d;
	pthread_getattr_np(pthread_self(), &a);
	pthread_attr_getstack(&a, &at, &n), pthread_attr_getguardsize(&a, &g), pthread_attr_getdetachstate(&a, &d);
	int within = (char *)&a >= (char *)at && (char *)&a < (char *)at + n;
	printf("%d %d %zu %d\n", within, n >= *(size_t *)p / 2, g, d);
	return NULL;
}
int main(void)
{
	size_t sizes[] = {1 << 20, 1 << 18};
	pthread_t t;
	for (int i = 0; i < 2; i++) {
		pthread_attr_t a;
		pthread_attr_init(&a), printf("%d\n", pthread_attr_setstacksize(&a, sizes[i])), pthread_attr_setguardsize(&a, 4096 << i);
		pthread_create(&t, &a, run, &sizes[i]), pthread_join(t, NULL);
	}
	pthread_attr_t a;
	pthread_attr_init(&a);
	printf("%d %d\n", pthread_attr_setstacksize(&a, 10) != 0, pthread_equal(pthread_self(), pthread_self()) != 0);
	size_t own = 1 << 17;
	void *m = aligned_alloc(4096, own);
	pthread_attr_setstack(&a, m, own), pthread_create(&t, &a, run, &own), pthread_join(t, NULL);
	return 0;
}
