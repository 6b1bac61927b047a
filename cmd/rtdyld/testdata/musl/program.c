// What a program has of its C library: constructors, arguments, environment, errno, threads, processes and exit in all ways.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((constructor)) static void begin(void) { puts("constructor"); }
__attribute__((destructor)) static void end(void) { puts("destructor"); }
static void first(void) { puts("atexit 1"); }
static void second(void) { puts("atexit 2"), atexit(first); }
static void quick(void) { puts("at_quick_exit"), fflush(stdout); }
static void quick2(void) { puts("at_quick_exit 2"); }
static void prepare(void) { puts("prepare"), fflush(stdout); }
static void prepare2(void) { puts("prepare 2"); }
static void parent(void) { puts("parent"); }
static void parent2(void) { puts("parent 2"); }
static void child(void) { puts("child"); }
static void child2(void) { puts("child 2"); }

static void *thread(void *arg)
{
	*(int *)arg = 42;
	errno = EBUSY; // its own
	return arg;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void wait_for(pid_t pid, const char *what)
{
	int status;
	waitpid(pid, &status, 0);
	printf("%s: status %d\n", what, WEXITSTATUS(status));
	fflush(stdout);
}

int main(int argc, char **argv, char **envp)
{
	int n = 0, list[] = {3, 1, 2};
	pthread_t id;
	pid_t pid;
	for (int i = 1; i < argc; i++)
		printf("argument %s\n", argv[i]);
	for (; *envp; envp++)
		n += !strncmp(*envp, "SHOWN=", 6);
	printf("environment %d %s\n", n, getenv("SHOWN"));
	atexit(first), atexit(second);
	at_quick_exit(quick), at_quick_exit(quick2);
	pthread_atfork(prepare, parent, child), pthread_atfork(prepare2, parent2, child2);
	open("/nonexistent", O_RDONLY);
	pthread_create(&id, NULL, thread, &n), pthread_join(id, NULL);
	printf("errno %d %s, %d\n", errno, strerror(errno), n);
	qsort(list, 3, sizeof *list, compare);
	printf("%d %d %d %.9f %s\n", list[0], list[1], list[2], sqrt(argc), program_invocation_name ? "named" : "");
	fflush(stdout);
	if ((pid = fork()) == 0)
		puts("in a child"), atexit(first), exit(3);
	wait_for(pid, "exit");
	if ((pid = fork()) == 0)
		quick_exit(4);
	wait_for(pid, "quick_exit");
	printf("the end, without a new line");
	if (argc > 1 && !strcmp(argv[1], "exit"))
		exit(7);
	return 5;
}
