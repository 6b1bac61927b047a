/*
 * A process links and forks: all functions that need threads of the library refuse in the child, at once, and in
 * its children; code that was linked runs there, and a function that would have to be linked by its first call ends the child. argv: sum.o n1.o
 */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>

/* REFUSED makes a call that must be refused, and what it gives by `outs` pointers be NULL or 0. */
#define REFUSED(call, outs)                                                 \
	do {                                                                    \
		char slot[3][8];                                                    \
		int i;                                                              \
		memset(slot, 255, sizeof slot);                                     \
		FAILS(call, RTDYLD_ERROR_FORKED, "before a fork");                  \
		for (i = 0; i < outs; i++)                                          \
			CHECK(!memchr(slot[i], 255, 4));                                \
		calls++;                                                            \
	} while (0)

static int calls;

static void all(int2_fn sum)
{
	rtdyld_memory_functions functions;
	rtdyld_memory *memory;
	RTDYLD_INIT(&functions);
#include "calls.h"
	CHECK(calls > 40);
	FAILS(rtdyld_memory_create(&functions, &memory, &error), RTDYLD_ERROR_FORKED, "before a fork");
	CHECK(rtdyld_engine_create(NULL, NULL, NULL) == RTDYLD_ERROR_FORKED);
	CHECK(strcmp(rtdyld_status_name(RTDYLD_ERROR_FORKED), "process was forked off") == 0);
	CHECK(rtdyld_api_version() >= 5);
	rtdyld_free(rtdyld_alloc(10));
	CHECK(sum(3, 4) == 7);
}

/* child has `all` run in a child, and in a child of that. */
static void child(int2_fn sum, int deeper)
{
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		alarm(60); /* a call that does not return */
		all(sum);
		if (deeper)
			child(sum, 0);
		_exit(failures != 0);
	}
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

/* A function behind a stub: called first in a child, whose end and last words are seen, then here, then in a child. */
static void lazy(const char *number, const char *sum)
{
	rtdyld_engine *e = NULL;
	rtdyld_input in;
	uint64_t f[2] = {0, 0};
	char said[256];
	ssize_t n, all = 0;
	int status = 0, words[2], round;
	pid_t pid;
	OK(rtdyld_engine_create(NULL, &e, &error));
	RTDYLD_INIT(&in);
	in.flags = RTDYLD_INPUT_LAZY;
	in.path = number;
	OK(rtdyld_engine_add(e, &in, NULL, &error));
	OK(rtdyld_engine_lookup(e, "number_1", &f[0], &error));
	in.flags = 0;
	in.path = sum;
	OK(rtdyld_engine_add(e, &in, NULL, &error));
	OK(rtdyld_engine_lookup(e, "sum", &f[1], &error));
	for (round = 0; round < 2; round++) {
		CHECK(pipe(words) == 0);
		pid = fork();
		if (pid == 0) {
			alarm(60); /* a call that does not return */
			dup2(words[1], STDERR_FILENO);
			signal(SIGABRT, SIG_IGN);
			CHECK(FUNCTION(int2_fn, f[1])(3, 4) == 7);
			_exit(FUNCTION(int_fn, f[0])() == 1 && !failures ? 7 : 1);
		}
		close(words[1]);
		for (all = 0; (n = read(words[0], said + all, sizeof said - 1 - (size_t)all)) > 0; all += n)
			;
		close(words[0]);
		said[all] = 0;
		CHECK(waitpid(pid, &status, 0) == pid);
		if (round)
			CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
		else
			CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, "forked off"));
		CHECK(FUNCTION(int_fn, f[0])() == 1);
	}
	OK(rtdyld_engine_free(e, &error));
}

int main(int argc, char **argv)
{
	rtdyld_linker *l = NULL;
	uint64_t sum = 0;
	use_heap();
	if (argc < 3)
		return 2;
	lazy(argv[2], argv[1]);
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "sum", &sum, &error));
	child(FUNCTION(int2_fn, sum), 1);
	OK(rtdyld_linker_address(l, "sum", &sum, &error)); /* the parent goes on */
	OK(rtdyld_linker_free(l, &error));
	return done("fork");
}
