// What is registered for later, by an object that may be gone by then.
#include "note.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef NAME
#define NAME "exits"
#endif
static void bye(void) { note(NAME ": atexit"); }
static void quick(void) { note(NAME ": at_quick_exit"); }
static void prepare(void) { note(NAME ": prepare"); }
static void parent(void) { note(NAME ": parent"); }

int register_all(void) { return atexit(bye) | at_quick_exit(quick) | pthread_atfork(prepare, parent, NULL); }
// A function that is not the object's own: to be called at exit, not at unload.
int register_foreign(void (*f)(void)) { return atexit(f); }
void leave_quickly(int status) { quick_exit(status); }

int fork_once(void)
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0)
		_exit(3);
	return waitpid(pid, &status, 0) == pid ? WEXITSTATUS(status) : -1;
}
