// a read that a signal interrupts, and one that goes on.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <semaphore.h>
#include <unistd.h>
static int p[2];
static sem_t seen;
static void handler(int n) { sem_post(&seen); }
static void *run(void *x)
{
	sigset_t s;
	char c = 0;
	sigemptyset(&s), sigaddset(&s, SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &s, NULL);
	sem_post(&seen);
	ssize_t n = read(p[0], &c, 1);
	return (void *)(n == 1 ? (long)c : errno == EINTR ? -1L : -2L);
}
int main(void)
{
	for (int restart = 0; restart < 2; restart++) {
		struct sigaction a = {.sa_handler = handler, .sa_flags = restart ? SA_RESTART : 0};
		pthread_t t;
		void *r;
		pipe(p), sem_init(&seen, 0, 0), sigaction(SIGUSR1, &a, NULL), pthread_create(&t, NULL, run, NULL), sem_wait(&seen);
		if (restart)
			pthread_kill(t, SIGUSR1), sem_wait(&seen), write(p[1], "x", 1);
		else
			while (pthread_tryjoin_np(t, &r) == EBUSY)
				pthread_kill(t, SIGUSR1), usleep(1000);
		if (restart)
			pthread_join(t, &r);
		printf("%ld\n", (long)r);
	}
	return 0;
}
