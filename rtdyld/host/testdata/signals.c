/* A program that has handlers, and lets signals in where it likes: its timer expires some hundred times. It says what went otherwise than
   in a program with one thread. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int alarms, elsewhere, unasked, critical, reaped;
static volatile char sum;
static long self;

static void came(int sig)
{
	char much[60000]; /* more than a goroutine's stack has, and than Go has for signals */
	memset(much, sig, sizeof much);
	alarms += sig == SIGALRM;
	elsewhere += syscall(SYS_gettid) != self;
	unasked += critical;
	sum += much[alarms % sizeof much];
	int status;
	while (sig == SIGCHLD && waitpid(-1, &status, WNOHANG) > 0)
		reaped += WEXITSTATUS(status) == 7;
}

int main(void)
{
	self = syscall(SYS_gettid);
	struct sigaction a = {.sa_handler = came, .sa_flags = SA_RESTART};
	sigaction(SIGALRM, &a, NULL);
	sigaction(SIGCHLD, &a, NULL);
	struct itimerval often = {{0, 1000}, {0, 1000}};
	setitimer(ITIMER_REAL, &often, NULL);
	sigset_t both, before;
	sigemptyset(&both);
	sigaddset(&both, SIGALRM);
	sigaddset(&both, SIGCHLD);
	int children = 0;
	while (alarms < 100) {
		sigprocmask(SIG_BLOCK, &both, &before);
		critical = 1;
		if (alarms % 10 == 5 && children < 5) {
			children++;
			if (fork() == 0)
				_exit(7);
			usleep(5000);
		}
		for (volatile int i = 0; i < 100000; i++)
			;
		critical = 0;
		sigprocmask(SIG_SETMASK, &before, NULL);
	}
	/* A signal that has no handler waits while it is blocked, and is taken by who waits for it. */
	sigset_t usr1;
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usr1, NULL);
	kill(getpid(), SIGUSR1);
	usleep(5000);
	struct timespec most = {10, 0};
	int sig = sigtimedwait(&usr1, NULL, &most);
	while (reaped < children)
		usleep(1000);
	printf("elsewhere %d, unasked %d, children %d, waited for %d\n", elsewhere, unasked, children - reaped, sig == SIGUSR1);
	return 3; /* the timer goes on */
}
