/* Functions for the end, in the place of musl's atexit.c: those of code that is unloaded run before it is. */
#include "glue.h"

struct exit_function {
	void (*run)(void *);
	void *argument, *dso;
};

/* The youngest comes last. */
struct list {
	struct exit_function few[32], *all;
	word count, room;
};

static struct list handlers, destructors;
static int lock;

static int push(struct list *l, struct exit_function f)
{
	int failed = 0;
	take(&lock);
	if (!l->all) {
		l->all = l->few;
		l->room = 32;
	}
	if (l->count == l->room) {
		struct exit_function *more = calloc(2 * l->room, sizeof *more);
		if (more) {
			memcpy(more, l->all, l->count * sizeof *more);
			l->all = more; /* what is left behind is half of what there is at most */
			l->room *= 2;
		} else {
			failed = -1;
		}
	}
	if (!failed)
		l->all[l->count++] = f;
	give(&lock);
	return failed;
}

int __cxa_atexit(void (*run)(void *), void *argument, void *dso)
{
	return push(&handlers, (struct exit_function){run, argument, dso});
}

static void run_plain(void *function) { ((void (*)(void))function)(); }

int atexit(void (*function)(void)) { return __cxa_atexit(run_plain, (void *)function, (void *)function); }

/* The youngest that is the code's from first to last, which is taken out: 1, or 0 if there is none. */
static int next(struct list *l, word first, word last, struct exit_function *f)
{
	int found = 0;
	take(&lock);
	for (word i = l->count; i-- > 0 && !found;) {
		*f = l->all[i];
		if ((word)f->run - first <= last - first || (word)f->dso - first <= last - first) {
			l->count--;
			for (word j = i; j < l->count; j++)
				l->all[j] = l->all[j + 1];
			found = 1;
		}
	}
	give(&lock);
	return found;
}

struct range { word first, last; };

/* What runs destructors of thread-locals: compat's cxa.c sets it when there are some. */
void (*rtdyld_leave)(struct range *);

/* Runs the functions of code that is about to go. */
void rtdyld_finalize(struct range *r)
{
	struct exit_function f;
	if (rtdyld_leave)
		rtdyld_leave(r);
	while (next(&handlers, r->first, r->last, &f))
		f.run(f.argument);
}

__attribute__((visibility("hidden"))) void run_at_exit(void) __asm__("__funcs_on_exit");
void run_at_exit(void)
{
	struct range all = {0, ~0UL};
	rtdyld_finalize(&all);
}

void __cxa_finalize(void *dso) {}

/* Destructors of code that is loaded, the one that runs first comes last: exit runs them. They are told, and forgotten when the code goes. */
void rtdyld_destructor(void *run) { push(&destructors, (struct exit_function){(void (*)(void *))run, 0, 0}); }
void rtdyld_destructed(void *run)
{
	struct exit_function f;
	next(&destructors, (word)run, (word)run, &f);
}

__attribute__((visibility("hidden"))) void run_destructors(void) __asm__("__libc_exit_fini");
void run_destructors(void)
{
	struct exit_function f;
	while (next(&destructors, 1, ~0UL, &f))
		((void (*)(void))f.run)();
}

/* Streams that have something to write do, at the end of code that goes: the error of one that cannot, or 0. */
long rtdyld_flush(void *unused) { return fflush(0) ? *errno_location() : 0; }

/* What exit does before it ends the process. */
void rtdyld_exit(void *unused)
{
	run_at_exit();
	run_destructors();
	exit_streams();
}
