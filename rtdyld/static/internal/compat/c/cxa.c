/* Destructors of C++ thread-locals: those of a thread run when it ends, the youngest first, as a destructor of a key value does.
   Those of the thread that ends the process run before the functions of atexit, as package static's exit asks for that; with another exit among
   these, at the place of the first that was made anywhere. When code is unloaded, the calling thread's run, and other threads' are forgotten. */
#include "c.h"

int atexit(void (*)(void));
int pthread_once(int *, void (*)(void));
int pthread_key_create(unsigned *, void (*)(void *));
void *pthread_getspecific(unsigned);
int pthread_setspecific(unsigned, const void *);
int sched_yield(void);

struct destructor { void (*run)(void *); void *object, *dso; struct destructor *next; };

/* What a thread has. */
struct thread { struct destructor *first; struct thread *next, **at; };

/* Addresses from first to last. */
struct range { uintptr_t first, last; };

/* What exit and unloading ask first: a variable of package static's, if that is there. */
extern void (*rtdyld_leave)(struct range *) WEAK;

static unsigned key;
static int once, failed, lock;
static struct thread *threads;

static void take(void)
{
	while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void give(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

/* Takes the youngest destructor of code in a range out of a thread's. */
static struct destructor *youngest(struct thread *t, const struct range *r)
{
	for (struct destructor **at = &t->first, *d; (d = *at); at = &d->next)
		if ((uintptr_t)d->run - r->first <= r->last - r->first || (uintptr_t)d->dso - r->first <= r->last - r->first) {
			*at = d->next;
			return d;
		}
	return 0;
}

/* Runs them; what a destructor makes is destroyed before those that are left. */
static void run_range(struct thread *t, const struct range *r)
{
	for (;;) {
		take();
		struct destructor *d = youngest(t, r);
		give();
		if (!d)
			return;
		d->run(d->object);
		free(d);
	}
}

static const struct range all = {0, UINTPTR_MAX};

/* The end of a thread. */
static void run_all(void *thread)
{
	struct thread *t = thread;
	pthread_setspecific(key, t);
	run_range(t, &all);
	pthread_setspecific(key, 0);
	take();
	*t->at = t->next;
	if (t->next)
		t->next->at = t->at;
	give();
	free(t);
}

/* The end of code, or of the process. */
static void leave(struct range *r)
{
	struct thread *here = pthread_getspecific(key);
	struct destructor *gone = 0, *d;
	if (here)
		run_range(here, r);
	if (r->first == all.first && r->last == all.last)
		return; /* other threads go on */
	take();
	for (struct thread *t = threads; t; t = t->next)
		while ((d = youngest(t, r))) {
			d->next = gone;
			gone = d;
		}
	give();
	while ((d = gone)) {
		gone = d->next;
		free(d);
	}
}

static void run_here(void)
{
	struct range r = all;
	leave(&r);
}

static void prepare(void)
{
	failed = pthread_key_create(&key, run_all);
	if (&rtdyld_leave)
		rtdyld_leave = leave;
	else
		failed = failed || atexit(run_here);
}

int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *dso)
{
	struct destructor *d;
	struct thread *t;
	pthread_once(&once, prepare);
	if (failed || !(d = malloc(sizeof *d)))
		return -1;
	if (!(t = pthread_getspecific(key))) {
		if (!(t = calloc(1, sizeof *t)) || pthread_setspecific(key, t)) {
			free(t);
			free(d);
			return -1;
		}
		take();
		t->next = threads;
		t->at = &threads;
		if (threads)
			threads->at = &t->next;
		threads = t;
		give();
	}
	take();
	*d = (struct destructor){run, object, dso, t->first};
	t->first = d;
	give();
	return 0;
}
