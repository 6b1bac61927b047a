// names of threads, processors, priorities.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
static void *run(void *p)
{
	char n[16];
	printf("%d", pthread_setname_np(pthread_self(), "a name")), pthread_getname_np(pthread_self(), n, sizeof n);
	printf(" %s %d\n", n, pthread_setname_np(pthread_self(), "a name that is too long"));
	cpu_set_t s;
	printf("%d", pthread_getaffinity_np(pthread_self(), sizeof s, &s)), printf(" %d %d\n", CPU_COUNT(&s) > 0, sched_getcpu() >= 0);
	int policy;
	struct sched_param sp;
	printf("%d", pthread_getschedparam(pthread_self(), &policy, &sp)), printf(" %d %d\n", policy, sp.sched_priority);
	sched_yield();
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL), pthread_join(t, NULL);
	printf("%d %d\n", sched_get_priority_max(SCHED_FIFO), sched_get_priority_min(SCHED_OTHER));
	return 0;
}
