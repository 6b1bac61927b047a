// a handler with siginfo, on a stack of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int code, on_stack, value;
static char *stack;
static void handler(int n, siginfo_t *i, void *c) { char here; code = i->si_code == SI_TKILL; value = i->si_pid == getpid(); on_stack = &here >= stack && &here < stack + 65536; }
static void *run(void *p)
{
	stack_t s = {.ss_sp = stack = malloc(65536), .ss_size = 65536};
	struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigset_t u;
	printf("%d %d\n", sigaltstack(&s, NULL), sigaction(SIGUSR1, &a, NULL));
	sigemptyset(&u), sigaddset(&u, SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &u, NULL);
	pthread_kill(pthread_self(), SIGUSR1);
	printf("%d %d %d\n", code, value, on_stack);
	s.ss_flags = SS_DISABLE, sigaltstack(&s, NULL);
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL), pthread_join(t, NULL);
	return 0;
}
