// Thread-locals: with initial values and without, aligned, of a size, of several files, on threads from before and after, in a child.
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern _Thread_local int other_file;
extern _Thread_local const char *other_name;
int other_next(void);

_Thread_local int seven = 7, zero;
_Thread_local int *to_seven;
static _Thread_local char text[100] = "initial";
static _Thread_local struct { int a; } aligned __attribute__((aligned(256))) = {5};
static _Thread_local char large[100000];
static _Thread_local volatile sig_atomic_t signals;
static const char *shared = "shared";
static _Thread_local const char **pointer = &shared;

static void handler(int n) { signals += n; }

static void *use(void *arg)
{
	int k = (int)(intptr_t)arg, sum = 0;
	to_seven = &seven;
	for (int i = 0; i < 1000; i++)
		seven += k, zero++, large[i * 100 + 99] = k;
	for (unsigned i = 0; i < sizeof large; i++)
		sum += large[i];
	text[0] = 'A' + k;
	aligned.a += k;
	other_file += k;
	raise(SIGUSR1);
	static char out[16][200];
	snprintf(out[k], sizeof out[k], "%d: %d %d %d %s %d %d %s %d %d %s %d %d", k, *to_seven, zero, sum, text, aligned.a, (int)((uintptr_t)&aligned % 256), *pointer,
		other_file, other_next(), other_name, signals == SIGUSR1, &seven == to_seven);
	return out[k];
}

int main(void)
{
	pthread_t id[12];
	void *said;
	signal(SIGUSR1, handler);
	for (int i = 0; i < 12; i++)
		pthread_create(&id[i], NULL, use, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < 12; i++)
		pthread_join(id[i], &said), puts(said);
	puts(use(0));
	seven = 1;
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0)
		_exit(seven + other_next());
	int status;
	waitpid(pid, &status, 0);
	printf("child %d\n", WEXITSTATUS(status));
	return 0;
}
