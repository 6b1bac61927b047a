/* Functions for the end, in the place of musl's atexit.c: those of code that is unloaded run before it is. */
#include "glue.h"

struct exit_function {
	void (*run)(void *);
	void *argument, *dso;
};

static struct exit_function few[32], *all_functions = few;
static word count, room = 32;
static int lock;

int __cxa_atexit(void (*run)(void *), void *argument, void *dso)
{
	int failed = 0;
	take(&lock);
	if (count == room) {
		struct exit_function *more = calloc(2 * room, sizeof *more);
		if (more) {
			memcpy(more, all_functions, count * sizeof *more);
			all_functions = more; /* what is left behind is half of what there is at most */
			room *= 2;
		} else {
			failed = -1;
		}
	}
	if (!failed)
		all_functions[count++] = (struct exit_function){run, argument, dso};
	give(&lock);
	return failed;
}

static void run_plain(void *function) { ((void (*)(void))function)(); }

int atexit(void (*function)(void)) { return __cxa_atexit(run_plain, (void *)function, (void *)function); }

/* The youngest that is the code's from first to last, which is taken out: 1, or 0 if there is none. */
static int next(word first, word last, struct exit_function *f)
{
	int found = 0;
	take(&lock);
	for (word i = count; i-- > 0 && !found;) {
		*f = all_functions[i];
		if ((word)f->run - first <= last - first || (word)f->dso - first <= last - first) {
			count--;
			for (word j = i; j < count; j++)
				all_functions[j] = all_functions[j + 1];
			found = 1;
		}
	}
	give(&lock);
	return found;
}

struct range { word first, last; };

/* Runs the functions of code that is about to go. */
void rtdyld_finalize(struct range *r)
{
	struct exit_function f;
	while (next(r->first, r->last, &f))
		f.run(f.argument);
}

__attribute__((visibility("hidden"))) void run_at_exit(void) __asm__("__funcs_on_exit");
void run_at_exit(void)
{
	struct range all = {0, ~0UL};
	rtdyld_finalize(&all);
}

void __cxa_finalize(void *dso) {}

/* Streams that have something to write, at the end of code that goes. */
void rtdyld_flush(void *unused) { fflush(0); }

/* What exit does before it ends the process. */
void rtdyld_exit(void *unused)
{
	run_at_exit();
	exit_streams();
}
