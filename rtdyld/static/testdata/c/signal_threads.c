// signals that C's threads send each other, with sigwait and handlers.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
static sem_t up;
static volatile sig_atomic_t got;
static void handler(int n) { got += n == SIGUSR1; sem_post(&up); }
static void *run(void *p)
{
	sigset_t s;
	int n;
	sigemptyset(&s), sigaddset(&s, SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &s, NULL);
	sem_post(&up);
	sigemptyset(&s), sigaddset(&s, SIGUSR2), pthread_sigmask(SIG_BLOCK, &s, NULL);
	sigwait(&s, &n);
	return (void *)(long)(n == SIGUSR2);
}
int main(void)
{
	struct sigaction a = {.sa_handler = handler};
	pthread_t t;
	void *r;
	sem_init(&up, 0, 0), sigaction(SIGUSR1, &a, NULL);
	sigset_t s;
	sigemptyset(&s), sigaddset(&s, SIGUSR2), pthread_sigmask(SIG_BLOCK, &s, NULL);
	pthread_create(&t, NULL, run, NULL), sem_wait(&up);
	for (int i = 0; i < 10; i++)
		pthread_kill(t, SIGUSR1), sem_wait(&up);
	pthread_kill(t, SIGUSR2), pthread_join(t, &r);
	printf("%d %ld\n", (int)got, (long)r);
	return 0;
}
