// a thread's deep calls on a stack that was asked for.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static long deep(int n) { char b[1000]; memset(b, n, sizeof b); return n ? deep(n - 1) + b[n % 1000] : 0; }
static void *run(void *p) { return (void *)deep(15000); }
int main(void)
{
	pthread_attr_t a;
	pthread_t t[3];
	pthread_attr_init(&a), pthread_attr_setstacksize(&a, 20 << 20);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], &a, run, NULL);
	for (int i = 0; i < 3; i++) {
		void *r;
		pthread_join(t[i], &r), printf("%ld\n", (long)r);
	}
	return 0;
}
