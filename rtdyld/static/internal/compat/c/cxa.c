/* Destructors of C++ thread-locals: those of a thread run when it ends, the youngest first, as a destructor of a key value does.
   Those of the thread that ends the process run among the functions of atexit, at the place of the first that was made anywhere. */
#include "c.h"

int atexit(void (*)(void));
int pthread_once(int *, void (*)(void));
int pthread_key_create(unsigned *, void (*)(void *));
void *pthread_getspecific(unsigned);
int pthread_setspecific(unsigned, const void *);

struct destructor { void (*run)(void *); void *object; struct destructor *next; };

static unsigned key;
static int once, failed;

static void run_all(void *list)
{
	struct destructor *d = list;
	while (d) {
		struct destructor *next = d->next;
		pthread_setspecific(key, next); /* what a destructor makes is destroyed before those that are left */
		d->run(d->object);
		free(d);
		d = pthread_getspecific(key);
	}
}

static void run_here(void)
{
	void *list = pthread_getspecific(key);
	if (list)
		run_all(list);
}

static void make_key(void) { failed = pthread_key_create(&key, run_all) || atexit(run_here); }

int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *dso)
{
	struct destructor *d;
	pthread_once(&once, make_key);
	if (failed || !(d = malloc(sizeof *d)))
		return -1;
	*d = (struct destructor){run, object, pthread_getspecific(key)};
	if (pthread_setspecific(key, d) == 0)
		return 0;
	free(d);
	return -1;
}
