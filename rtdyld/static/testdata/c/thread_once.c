// pthread_once from many threads, and call_once.
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int n, m;
static void init(void) { n++; }
static void init2(void) { m++; }
static void *run(void *p) { pthread_once(&once, init), call_once(&flag, init2); return (void *)(long)(n + m); }
int main(void)
{
	pthread_t t[16];
	long sum = 0;
	for (int i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 16; i++) {
		void *r;
		pthread_join(t[i], &r), sum += (long)r;
	}
	printf("%d %d %ld\n", n, m, sum);
	return 0;
}
