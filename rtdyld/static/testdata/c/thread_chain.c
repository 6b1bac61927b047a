// threads that make threads that make threads.
#include <pthread.h>
#include <stdio.h>
static void *run(void *p)
{
	long n = (long)p;
	if (n == 0)
		return (void *)1;
	pthread_t a, b;
	void *x, *y;
	pthread_create(&a, NULL, run, (void *)(n - 1)), pthread_create(&b, NULL, run, (void *)(n - 1));
	pthread_join(a, &x), pthread_join(b, &y);
	return (void *)((long)x + (long)y + 1);
}
int main(void)
{
	printf("%ld\n", (long)run((void *)5));
	return 0;
}
