/* What ends a program. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int touch(long at) { return *(volatile int *)at; }
__attribute__((noinline)) static int deep(int n)
{
	volatile char room[4096];
	room[0] = n;
	return deep(n + 1) + room[0];
}

static void *thread(void *p)
{
	touch((long)p);
	return p;
}

static void handle(int s) { _exit(50 + s); }

static int start(void *(*run)(void *), int n)
{
	pthread_t t;
	while (n-- > 0)
		if (pthread_create(&t, NULL, run, (void *)0x1230))
			return 1;
	return pthread_join(t, NULL);
}

int faults(void) { return touch(0x1230) + 1; }
int aborts(void) { abort(); }
int raises(void) { return raise(SIGFPE); }
int traps(void)
{
#ifdef __x86_64__
	__asm__ volatile("int3"); /* the next instruction is what would be executed again */
#else
	__asm__ volatile("brk #1");
#endif
	return 1;
}
int undefines(void) { __builtin_trap(); }
int overflows(void) { return deep(0); }
int jumps(void)
{
	int (*volatile f)(void) = (int (*)(void))8;
	return f() + 1;
}
int in_thread(void) { return start(thread, 1); }
int in_threads(void) { return start(thread, 8); }
int handles(void)
{
	signal(SIGSEGV, handle);
	return faults();
}
int ignores(void)
{
	signal(SIGABRT, SIG_IGN);
	raise(SIGABRT);
	return 7;
}
int defaults(void)
{
	signal(SIGSEGV, SIG_DFL);
	return faults();
}
/* The child ends as this returns, by its signal. */
int forks(void)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		faults();
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV ? 7 : 1;
}
int waits(void) { return sleep(20); }
