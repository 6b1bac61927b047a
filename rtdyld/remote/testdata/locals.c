/* Thread-locals with initial values, or (WORKER) a thread that is older than they are. */
#ifdef WORKER
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int (*task)(void);
static int result;

static void *work(void *arg)
{
	pthread_mutex_lock(&mutex);
	for (;;) {
		while (!task)
			pthread_cond_wait(&changed, &mutex);
		result = task();
		task = 0;
		pthread_cond_broadcast(&changed);
	}
	return arg;
}

int begin(void)
{
	pthread_t t;
	return pthread_create(&t, 0, work, 0);
}

/* has_done has the thread call f, and returns what that returns. */
int has_done(int (*f)(void))
{
	pthread_mutex_lock(&mutex);
	task = f;
	pthread_cond_broadcast(&changed);
	while (task)
		pthread_cond_wait(&changed, &mutex);
	int r = result;
	pthread_mutex_unlock(&mutex);
	return r;
}
#else
static int target = 7;
static __thread int number = 5;
static __thread int *where = &target;
static __thread long zero;

/* stale counts what differs from the initial values, then changes all of them. */
int stale(void)
{
	int n = (number != 5) + (where != &target) + (zero != 0);
	number = 6;
	where = 0;
	zero = 1;
	return n;
}
#endif
