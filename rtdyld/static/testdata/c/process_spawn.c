// posix_spawn with actions on files, and waitpid.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
int main(void)
{
	int p[2], status;
	char b[100];
	pid_t pid;
	pipe(p);
	posix_spawn_file_actions_t a;
	posix_spawn_file_actions_init(&a), posix_spawn_file_actions_adddup2(&a, p[1], 1), posix_spawn_file_actions_addclose(&a, p[0]), posix_spawn_file_actions_addopen(&a, 0, "/dev/null", O_RDONLY, 0);
	char *argv[] = {"sh", "-c", "echo $VAR; cat; exit 9", NULL}, *env[] = {"VAR=value", "PATH=/bin:/usr/bin", NULL};
	printf("%d\n", posix_spawn(&pid, "/bin/sh", &a, NULL, argv, env));
	close(p[1]);
	ssize_t n = read(p[0], b, sizeof b);
	printf("%d", waitpid(pid, &status, 0) == pid), printf(" %d %.*s", WEXITSTATUS(status), (int)n, b);
	posix_spawn_file_actions_destroy(&a);
	char *none[] = {"none", NULL};
	printf("%d\n", posix_spawnp(&pid, "no-such-program", NULL, NULL, none, environ) == ENOENT);
	printf("%d", waitpid(-1, NULL, 0)), printf(" %d\n", errno == ECHILD);
	return 0;
}
