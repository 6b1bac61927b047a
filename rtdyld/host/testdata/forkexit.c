#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int pipes[2];
static volatile int stop;

static void say(char c)
{
	if (write(pipes[1], &c, 1) != 1)
		_exit(9);
}
static void at_exit(void) { say('e'); }
static void at_quick(void) { say('q'); }
static void at_end(void *value) { (void)value; }
static void before(void) { say('b'); }

static void *churn(void *arg)
{
	while (!stop)
		free(malloc(100));
	return arg;
}

/* What processes register that are forked while others run, and what is called then, in said: a 0 behind it. How many ended in another way than they should, or -1; the first that does is the last. */
int forked_exits(int children, char *said)
{
	pthread_t threads[2];
	int wrong = 0, status;
	pthread_key_t key;
	char *end = said;
	if (pipe(pipes) != 0)
		return -1;
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, churn, NULL) != 0)
			return -1;
	for (int i = 0; i < children && wrong == 0; i++) {
		pid_t child = fork();
		if (child == 0) {
			signal(SIGALRM, SIG_DFL);
			alarm(120); /* what waits for ever ends by it, and nothing else where many processes share a processor */
			if (atexit(at_exit) != 0 || at_quick_exit(at_quick) != 0 || pthread_atfork(before, NULL, NULL) != 0 ||
			    pthread_key_create(&key, at_end) != 0 || pthread_key_delete(key) != 0)
				_exit(8);
			child = fork();
			if (child == 0)
				_exit(3);
			if (waitpid(child, &status, 0) != child || status != 3 << 8)
				_exit(7);
			if (i % 2 == 0)
				exit(5);
			quick_exit(5);
		}
		if (waitpid(child, &status, 0) != child || status != 5 << 8)
			wrong++;
	}
	stop = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(pipes[1]);
	while (read(pipes[0], end, 1) == 1)
		end++;
	*end = 0;
	close(pipes[0]);
	return wrong;
}
