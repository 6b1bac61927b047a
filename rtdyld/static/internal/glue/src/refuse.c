/* What cannot be had in a process that is Go's, and says so: ENOSYS, or the end of the process where there is no error. */
#include "glue.h"

enum { ENOSYS = 38 };

static int refused(void)
{
	*errno_location() = ENOSYS;
	return -1;
}

static _Noreturn void fatal(const char *text)
{
	word n = 0;
	while (text[n])
		n++;
	system4(SYS_WRITE, 2, (word)text, n, 0);
	for (;;)
		system4(SYS_EXIT_GROUP, 134, 0, 0, 0);
}

/* Go's runtime sends signal 33 to its own threads where musl cancels with it. */
int pthread_cancel(void *thread) { return ENOSYS; }

/* What system calls of a canceled thread go to, if all of musl is linked. */
__attribute__((visibility("hidden"))) long canceled(void) __asm__("__cancel");
long canceled(void) { return -ENOSYS; }

/* setuid and its kin: musl does not know Go's threads, which would keep their rights. */
__attribute__((visibility("hidden"))) int set_ids(int number, int id, int effective, int saved) __asm__("__setxid");
int set_ids(int number, int id, int effective, int saved) { return refused(); }

/* A child that goes on has one thread and Go's runtime without its own. posix_spawn, system, popen and vfork need none. */
int fork(void) { return refused(); }
int _Fork(void) { return refused(); }

/* A thread of Go's that ends would take its goroutine with it. */
_Noreturn void pthread_exit(void *result)
{
	if (is_adopted())
		fatal("rtdyld/static: pthread_exit on a thread that Go has made\n");
	exit_thread(result);
}
