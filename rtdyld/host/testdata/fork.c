/* A program that forks: what parent and child write to their data is each one's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

struct node { struct node *next; int value; };

static struct node second = {0, 20}, first = {&second, 10}; /* .data, with addresses in it */
int table[3000] = {1, 2, 3};
static int zeros[50000]; /* .bss, of more than a page */
int common;
static int *volatile at = &table[2999];
#ifndef NO_TLS
static __thread int local = 5, local_zero;
#else
static int local = 5, local_zero;
#endif
char report[1000]; /* what main prints */

static void say(const char *who, int value)
{
	size_t n = strlen(report);
	snprintf(report + n, sizeof report - n, "%s %d\n", who, value);
}

static int sum(void)
{
	unsigned s = common + local * 3 + local_zero;
	for (int i = 0; i < 3000; i++)
		s = s * 31 + table[i];
	for (int i = 0; i < 50000; i++)
		s = s * 31 + zeros[i];
	for (struct node *n = &first; n; n = n->next)
		s = s * 31 + n->value;
	return s;
}

static void change(int by)
{
	for (int i = 0; i < 3000; i++)
		table[i] += by;
	for (int i = 0; i < 50000; i += 7)
		zeros[i] -= by * i;
	common += by;
	local += by;
	local_zero -= by;
	second.value *= by;
	*at = by;
}

/* give and take pass a value, and so wait for each other. */
static void give(int fd, int value)
{
	if (write(fd, &value, sizeof value) != sizeof value)
		_exit(9);
}

static int take(int fd)
{
	int value;
	return read(fd, &value, sizeof value) == sizeof value ? value : -1;
}

int forked(void)
{
	int up[2], down[2], status = -1;
	report[0] = 0;
	common += 2;
	if (pipe(up) || pipe(down))
		return 2;
	say("before", sum());
	pid_t child = fork();
	if (child < 0)
		return 3;
	if (child == 0) {
		change(3);
		say("nobody sees", 0);
		give(up[1], sum());
		take(down[0]); /* the parent has changed all */
		give(up[1], sum());
		change(4);
		give(up[1], sum());
		_exit(sum() & 0x7f);
	}
	say("child", take(up[0]));
	say("parent", sum());
	change(7);
	say("parent", sum());
	give(down[1], 1);
	say("child", take(up[0]));
	say("child", take(up[0]));
	say("parent", sum());
	if (waitpid(child, &status, 0) != child)
		return 4;
	say("status", WEXITSTATUS(status));
	close(up[0]), close(up[1]), close(down[0]), close(down[1]);
	return 0;
}

int main(void)
{
	int failed = forked();
	fputs(report, stdout);
	return failed;
}
