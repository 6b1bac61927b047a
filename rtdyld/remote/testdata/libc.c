/* A program that needs the C library and much of what a linker gives it. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static __thread int mine = 3;
static char text[100];

__attribute__((constructor)) static void begin(void) { puts("begin"); }
__attribute__((destructor)) static void end(void) { puts("end"); }
static void handler(void) { puts("handler"); }

static void *thread(void *arg)
{
	return (void *)(long)(mine++ + *(int *)arg);
}

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(int argc, char **argv, char **envp)
{
	pthread_t t;
	void *r;
	int ten = 10;
	atexit(handler);
	mine = 5;
	if (pthread_create(&t, 0, thread, &ten) || pthread_join(t, &r))
		return 100;
	if ((long)r != 13 || mine != 5)
		return 101;
	strcpy(text, "linker");
	qsort(text, 6, 1, compare);
	errno = 0;
	if (close(-1) != -1 || errno != EBADF)
		return 102;
	printf("%d %s %s %s\n", argc, argv[argc - 1], text, envp[0] ? envp[0] : "-");
	fprintf(stderr, "to stderr\n");
	printf("not ended by a newline");
	return argc;
}

int leave(int status)
{
	atexit(handler);
	puts("leaving");
	exit(status);
}

int give_up(void) { abort(); }

static void *fault(void *arg)
{
	*(volatile int *)arg = 1;
	return 0;
}

/* A fault in a thread that Go does not know. */
int fault_thread(void *addr)
{
	pthread_t t;
	if (pthread_create(&t, 0, fault, addr))
		return 1;
	pthread_join(t, 0);
	return 2;
}

int fault_library(void *addr)
{
	memset(addr, 1, 100000);
	return 0;
}

int terminated(void)
{
	kill(getpid(), 15);
	for (;;)
		pause();
}

int echo(void)
{
	char b[100];
	int n = 0, k;
	while ((k = read(0, b, sizeof b)) > 0) {
		n += k;
		if (write(1, b, k) != k)
			return -1;
	}
	return n;
}
