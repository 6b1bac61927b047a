// pthread_exit with cleanup handlers and key destructors.
#include <pthread.h>
#include <stdio.h>
static pthread_key_t k1, k2;
static int turns;
static void clean(void *p) { printf("cleanup %s\n", (char *)p); }
static void end1(void *p) { printf("key %ld\n", (long)p); if (turns++ < 2) pthread_setspecific(k1, (char *)p + 1); }
static void *run(void *p)
{
	pthread_setspecific(k1, (void *)10);
	pthread_cleanup_push(clean, "outer");
	pthread_cleanup_push(clean, "inner");
	if (p)
		pthread_exit("exited");
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(0);
	return "returned";
}
int main(void)
{
	pthread_t t;
	void *r;
	pthread_key_create(&k1, end1), pthread_key_create(&k2, NULL);
	pthread_create(&t, NULL, run, NULL), pthread_join(t, &r), puts(r);
	turns = 0;
	pthread_create(&t, NULL, run, &t), pthread_join(t, &r), puts(r);
	printf("%d\n", pthread_key_delete(k2));
	return 0;
}
