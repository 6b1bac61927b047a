// A thread that calls what it is given.
#include <pthread.h>
#include <semaphore.h>

static pthread_t thread;
static sem_t go, done;
static int (*function)(void);
static int result;

static void *work(void *arg)
{
	for (;;) {
		sem_wait(&go);
		if (!function)
			return arg;
		result = function();
		sem_post(&done);
	}
}

int start(void)
{
	sem_init(&go, 0, 0);
	sem_init(&done, 0, 0);
	return pthread_create(&thread, 0, work, 0);
}

int have_done(int (*f)(void))
{
	function = f;
	sem_post(&go);
	sem_wait(&done);
	return result;
}

int stop(void)
{
	function = 0;
	sem_post(&go);
	return pthread_join(thread, 0);
}
