// all signals that C's threads are born with.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
static void *run(void *p)
{
	sigset_t s;
	pthread_sigmask(SIG_BLOCK, NULL, &s);
	return (void *)(long)(sigismember(&s, SIGUSR1) + 2 * sigismember(&s, SIGTERM));
}
int main(void)
{
	sigset_t s;
	pthread_t t;
	void *r;
	sigfillset(&s), pthread_sigmask(SIG_BLOCK, &s, NULL);
	pthread_create(&t, NULL, run, NULL), pthread_join(t, &r), printf("%ld\n", (long)r);
	return 0;
}
