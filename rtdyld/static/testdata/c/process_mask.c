// Signals that children begin with: of system, popen, posix_spawn and vfork, started by two threads.
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static void spawn(posix_spawnattr_t *a)
{
	char *argv[] = {"grep", "SigBlk", "/proc/self/status", NULL};
	int status;
	pid_t p;
	posix_spawnp(&p, "grep", NULL, a, argv, environ), waitpid(p, &status, 0);
}
static void *children(void *name)
{
	sigset_t s, now;
	for (int blocked = 0; blocked < 2; blocked++) {
		sigemptyset(&s), sigaddset(&s, SIGUSR1), sigaddset(&s, SIGTERM);
		pthread_sigmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &s, NULL), pthread_sigmask(SIG_SETMASK, NULL, &now);
		printf("%s %d:", (char *)name, blocked);
		for (int i = 1; i < 32; i++)
			if (sigismember(&now, i))
				printf(" %d", i);
		puts("");
		fflush(stdout);
		system("grep SigBlk /proc/self/status");
		FILE *f = popen("grep SigBlk /proc/self/status", "r");
		char line[100];
		fputs(fgets(line, sizeof line, f) ? line : "nothing\n", stdout), pclose(f);
		fflush(stdout);
		spawn(NULL);
		posix_spawnattr_t a;
		posix_spawnattr_init(&a), sigemptyset(&s), sigaddset(&s, SIGALRM);
		posix_spawnattr_setsigmask(&a, &s), posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGMASK);
		spawn(&a);
		pid_t p = vfork();
		if (p == 0) {
			sigemptyset(&s), sigaddset(&s, SIGUSR2), sigprocmask(SIG_SETMASK, &s, NULL);
			execlp("grep", "grep", "SigBlk", "/proc/self/status", NULL), _exit(1);
		}
		waitpid(p, &(int){0}, 0);
		pthread_sigmask(SIG_SETMASK, NULL, &s);
		printf("as before %d\n", memcmp(&s, &now, 8) == 0);
	}
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, children, "thread"), pthread_join(t, NULL);
	children("main");
	pthread_create(&t, NULL, children, "heir"), pthread_join(t, NULL);
	return 0;
}
