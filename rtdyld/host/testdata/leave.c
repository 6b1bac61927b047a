// A main that leaves another thread alone.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clean(void *what) { printf("%s\n", (char *)what); pthread_mutex_unlock(&lock); }

static void *other(void *status)
{
	pthread_mutex_lock(&lock);
	printf("main is gone\n");
	fflush(stdout);
	if (status)
		exit(atoi(status));
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t t;
	pthread_mutex_lock(&lock);
	if (pthread_create(&t, 0, other, argc > 1 ? argv[1] : 0))
		return 9;
	pthread_cleanup_push(clean, "clean");
	pthread_exit(0);
	pthread_cleanup_pop(1);
	return 8;
}
