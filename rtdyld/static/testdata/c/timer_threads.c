// a timer of POSIX that runs a function in a thread.
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
static sem_t s;
static int value;
static void tick(union sigval v) { value += v.sival_int, sem_post(&s); }
int main(void)
{
	timer_t t;
	struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick, .sigev_value.sival_int = 5};
	struct itimerspec at = {.it_value.tv_nsec = 1000000, .it_interval.tv_nsec = 1000000};
	sem_init(&s, 0, 0);
	printf("%d\n", timer_create(CLOCK_MONOTONIC, &e, &t)), timer_settime(t, 0, &at, NULL);
	for (int i = 0; i < 3; i++)
		sem_wait(&s);
	printf("%d %d\n", value >= 15, timer_delete(t));
	return 0;
}
