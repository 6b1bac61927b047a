// all keys that there are, and their values by thread.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
static pthread_key_t k[PTHREAD_KEYS_MAX];
static int n, gone;
static void end(void *p) { gone++; }
static void *run(void *p)
{
	long bad = 0;
	for (int i = 0; i < n; i++)
		bad += pthread_getspecific(k[i]) != NULL, pthread_setspecific(k[i], &k[i]);
	for (int i = 0; i < n; i++)
		bad += pthread_getspecific(k[i]) != &k[i];
	return (void *)bad;
}
int main(void)
{
	while (n < 100 && pthread_key_create(&k[n], end) == 0)
		n++;
	pthread_t t;
	void *r;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, NULL, run, NULL), pthread_join(t, &r), printf("%d %ld %d\n", n, (long)r, gone);
	for (int i = 0; i < n; i++)
		pthread_key_delete(k[i]);
	return 0;
}
