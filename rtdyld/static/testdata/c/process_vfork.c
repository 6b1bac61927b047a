// vfork and execve.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	int status;
	pid_t p = vfork();
	if (p == 0) {
		execl("/bin/sh", "sh", "-c", "exit 4", (char *)NULL);
		_exit(99);
	}
	printf("%d", waitpid(p, &status, 0) == p), printf(" %d\n", WEXITSTATUS(status));
	p = vfork();
	if (p == 0) {
		execlp("no-such-program", "x", (char *)NULL);
		_exit(77);
	}
	waitpid(p, &status, 0), printf("%d\n", WEXITSTATUS(status));
	return 0;
}
