// sets of signals, pending ones, sigtimedwait.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
static void *run(void *unused)
{
	sigset_t s, p;
	siginfo_t info;
	union sigval v = {.sival_int = 42};
	sigemptyset(&s), sigaddset(&s, SIGRTMIN + 1), sigaddset(&s, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &s, NULL);
	printf("%d %d %d\n", sigismember(&s, SIGUSR2), sigismember(&s, SIGUSR1), sigaddset(&s, 100));
	pthread_kill(pthread_self(), SIGUSR2), pthread_kill(pthread_self(), SIGRTMIN + 1);
	sigpending(&p), printf("%d %d\n", sigismember(&p, SIGUSR2), sigismember(&p, SIGRTMIN + 1));
	int n = sigwaitinfo(&s, &info);
	printf("%d", n == SIGUSR2), n = sigwaitinfo(&s, &info), printf(" %d\n", n == SIGRTMIN + 1);
	struct timespec none = {0};
	printf("%d", sigtimedwait(&s, &info, &none)), printf(" %d\n", errno == EAGAIN);
	printf("%d %d\n", SIGRTMIN, SIGRTMAX);
	(void)v;
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL), pthread_join(t, NULL);
	return 0;
}
