// a thread that gets thousands of signals while it works.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int got, stop, up;
static void handler(int n) { got++; }
static void *work(void *p)
{
	sigset_t s;
	long bad = 0;
	sigemptyset(&s), sigaddset(&s, SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &s, NULL), up = 1;
	while (!stop) {
		double v = 0;
		char b[40];
		for (int i = 1; i < 50; i++)
			v += 1.0 / i;
		snprintf(b, sizeof b, "%.3f", v), bad += b[0] != '4' || b[2] != '4';
		free(malloc(100));
	}
	return (void *)bad;
}
int main(void)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
	pthread_t t;
	void *r;
	sigaction(SIGUSR1, &a, NULL), pthread_create(&t, NULL, work, NULL);
	while (!up)
		;
	for (int i = 0; i < 2000; i++)
		pthread_kill(t, SIGUSR1);
	stop = 1, pthread_join(t, &r);
	printf("%d %ld\n", got > 0, (long)r);
	return 0;
}
