/* Threads of C's that call Go: Go's runtime keeps what it has lent to such a thread until the thread ends. */
#include "glue.h"

static unsigned key;

/* drop is called at the end of a thread that has been bound, with what it was bound to. The result is 0, or an error number. */
int rtdyld_callbacks(void (*drop)(void *)) { return pthread_key_create(&key, drop); }

/* g is the thread's as long as it lives. */
void rtdyld_bind(void *g) { pthread_setspecific(key, g); }

/* The stack of a thread of C's, its lower end and its upper. */
void rtdyld_bounds(word bounds[2])
{
	struct thread *t = self();
	bounds[0] = (word)t->stack - t->stack_size;
	bounds[1] = (word)t->stack;
}
