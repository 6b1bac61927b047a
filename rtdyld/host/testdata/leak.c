/* Whether a process that is forked has memory of another as a file. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int memories(void)
{
	int n = 0;
	char path[40], to[64];
	for (int fd = 0; fd < 1024; fd++) {
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		ssize_t k = readlink(path, to, sizeof to - 1);
		if (k > 4 && !memcmp(to, "/proc/", 6) && !memcmp(to + k - 4, "/mem", 4))
			n++;
	}
	return n;
}

/* Ten times what this process has, plus what its child has. */
int leak(void)
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0)
		_exit(memories());
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return -1;
	return 10 * memories() + WEXITSTATUS(status);
}
