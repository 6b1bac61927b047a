/* abort ends the process though its signal has a handler, on a thread. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void handler(int s)
{
	const char *text = s == SIGABRT ? "SIGABRT\n" : "another\n";
	write(1, text, strlen(text));
}

static void *body(void *unused)
{
	abort();
}

int main(void)
{
	pthread_t t;
	signal(SIGABRT, handler);
	raise(SIGABRT);
	pthread_create(&t, 0, body, 0);
	pthread_join(t, 0);
	write(1, "it goes on\n", 11);
	return 0;
}
