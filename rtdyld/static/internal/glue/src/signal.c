/* Threads of C's must not run Go's signal handlers: they have no goroutine. They are born with all signals blocked that are
   not musl's own, 32 to 34. */
#include "glue.h"

int pthread_create(void *thread, const void *attributes, void *(*run)(void *), void *argument)
{
	word all = 0xfffffffc7fffffff, before;
	system4(SYS_SIGPROCMASK, 2 /* SIG_SETMASK */, (word)&all, (word)&before, 8);
	take(&making);
	int r = create_thread(thread, attributes, run, argument);
	give(&making);
	system4(SYS_SIGPROCMASK, 2, (word)&before, 0, 8);
	return r;
}
