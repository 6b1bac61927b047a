// exit called by a thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void bye(void) { puts("bye"); }
static void *run(void *p) { printf("in thread"); exit(7); }
int main(void)
{
	pthread_t t;
	atexit(bye), pthread_create(&t, NULL, run, NULL), pthread_join(t, NULL);
	for (;;)
		pause();
}
