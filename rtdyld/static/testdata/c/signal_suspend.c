// Waits with another mask: sigsuspend, pselect, ppoll, epoll_pwait, on two threads; what a handler sees blocked; jumps out of handlers.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
static volatile sig_atomic_t seen;
static sigjmp_buf out;
static int blocked(int s) { sigset_t m; pthread_sigmask(SIG_SETMASK, NULL, &m); return sigismember(&m, s); }
static void handler(int s) { seen = 1 + blocked(s) + 2 * blocked(SIGUSR2) + 4 * blocked(SIGINT); }
static void jump(int s) { siglongjmp(out, 1 + blocked(s)); }
static void *waits(void *name)
{
	sigset_t s, none;
	sigemptyset(&none), sigemptyset(&s), sigaddset(&s, SIGUSR1);
	struct timespec t = {20, 0};
	int e = epoll_create1(EPOLL_CLOEXEC);
	struct epoll_event event;
	for (int i = 0; i < 4; i++) {
		pthread_sigmask(SIG_BLOCK, &s, NULL);
		seen = errno = 0;
		pthread_kill(pthread_self(), SIGUSR1);
		int before = seen, r;
		switch (i) {
		case 0: r = sigsuspend(&none); break;
		case 1: r = pselect(0, NULL, NULL, NULL, &t, &none); break;
		case 2: r = ppoll(NULL, 0, &t, &none); break;
		default: r = epoll_pwait(e, &event, 1, 20000, &none); break;
		}
		printf("%s %d: %d %d %s, seen %d, blocked %d\n", (char *)name, i, before, r, strerror(errno), seen, blocked(SIGUSR1));
		pthread_sigmask(SIG_UNBLOCK, &s, NULL);
	}
	t = (struct timespec){0, 1};
	printf("%d %d %d\n", ppoll(NULL, 0, &t, &s), pselect(0, NULL, NULL, NULL, &t, NULL), epoll_wait(e, &event, 1, 0));
	int r = sigsetjmp(out, 1);
	if (r == 0)
		pthread_kill(pthread_self(), SIGUSR2);
	printf("jump %d, blocked %d\n", r, blocked(SIGUSR2));
	return NULL;
}
int main(void)
{
	struct sigaction a = {.sa_handler = handler};
	sigemptyset(&a.sa_mask), sigaddset(&a.sa_mask, SIGINT);
	sigaction(SIGUSR1, &a, NULL);
	signal(SIGUSR2, jump);
	pthread_t t;
	pthread_create(&t, NULL, waits, "thread"), pthread_join(t, NULL);
	waits("main");
	return 0;
}
