/*
 * Code that runs in another process: a memory manager writes here and has each block, with its permissions, sent there when it is
 * finalized. The other process was forked off before, and knows nothing of the library. argv: user.o sum.o
 */
#include "test.h"

#include <sys/socket.h>
#include <sys/wait.h>

enum { ROOM = 1 << 20 };

/* A word to the other process, and its answer. */
typedef struct message {
	enum { WRITE, FORGET, CALL, END } what;
	uint64_t address, size;
	int prot, argument;
} message;

static int line, child_line; /* both ends */

static void all(int fd, void *data, size_t n, int receive)
{
	char *p = (char *)data;
	while (n > 0) {
		ssize_t k = receive ? read(fd, p, n) : write(fd, p, n);
		if (k <= 0)
			exit(3);
		p += k, n -= (size_t)k;
	}
}

/* ask has the other process do something. */
static int ask(const message *m, void *data)
{
	int answer = 0;
	all(line, (void *)m, sizeof *m, 0);
	if (data)
		all(line, data, (size_t)m->size, 0);
	all(line, &answer, sizeof answer, 1);
	return answer;
}

static void serve(void)
{
	message m;
	for (;;) {
		int answer = 0;
		void *at;
		all(child_line, &m, sizeof m, 1);
		at = (void *)(uintptr_t)m.address;
		if (m.what == END)
			_exit(0);
		if (m.what == WRITE) {
			if (mprotect(at, (size_t)m.size, PROT_READ | PROT_WRITE))
				_exit(4);
			all(child_line, at, (size_t)m.size, 1);
			__builtin___clear_cache((char *)at, (char *)at + m.size);
			answer = mprotect(at, (size_t)m.size, m.prot);
		} else if (m.what == FORGET) {
			answer = mprotect(at, (size_t)m.size, PROT_NONE);
		} else {
			answer = FUNCTION(int (*)(int), m.address)(m.argument);
		}
		all(child_line, &answer, sizeof answer, 0);
	}
}

static unsigned char *there; /* in the other process */
static uint64_t used;
static int blocks, sent, fail;

static uint64_t pages(uint64_t n) { return (n + 4095) & ~(uint64_t)4095; }

static int allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	(void)opaque, (void)text;
	CHECK(request->alignment <= 4096);
	block->size = pages(request->bytes);
	block->memory = calloc(1, (size_t)block->size);
	block->address = (uintptr_t)there + used;
	used += block->size;
	blocks++;
	return used > ROOM;
}

static int finalize(void *opaque, const rtdyld_block *b, const rtdyld_kind *kinds, size_t count, char **text)
{
	size_t i;
	(void)opaque;
	if (fail)
		return *text = strdup("the other process is gone"), 1;
	for (i = 0; i < count; i++) {
		message m;
		memset(&m, 0, sizeof m);
		m.what = WRITE;
		m.address = b[i].address;
		m.size = b[i].size;
		m.prot = kinds[i] == RTDYLD_KIND_CODE ? PROT_READ | PROT_EXEC : kinds[i] == RTDYLD_KIND_READ_ONLY ? PROT_READ : PROT_READ | PROT_WRITE;
		sent++;
		if (ask(&m, b[i].memory))
			return 1;
	}
	return 0;
}

static int give_back(void *opaque, const rtdyld_block *b, size_t count, char **text)
{
	size_t i;
	(void)opaque, (void)text;
	for (i = 0; i < count; i++) {
		message m;
		memset(&m, 0, sizeof m);
		m.what = FORGET;
		m.address = b[i].address;
		m.size = b[i].size;
		CHECK(ask(&m, NULL) == 0);
		free(b[i].memory);
		blocks--;
	}
	return 0;
}

static int from_resolver(int a) { return a + (getpid() == (pid_t)a); }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text; /* a fork has the same addresses */
	if (strcmp(reference->name, "from_resolver") == 0)
		definition->address = (uintptr_t)from_resolver;
	if (strcmp(reference->name, "strlen") == 0)
		definition->address = (uintptr_t)strlen;
	return definition->address != 0;
}

int main(int argc, char **argv)
{
	rtdyld_memory_functions functions;
	rtdyld_memory *memory = NULL;
	rtdyld_resolver resolver;
	rtdyld_options options;
	rtdyld_engine *e = NULL;
	rtdyld_module *user = NULL;
	int ends[2], status = 0;
	message m;
	pid_t pid;
	use_heap();
	if (argc < 3 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 2;
	line = ends[0], child_line = ends[1];
	there = (unsigned char *)mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if ((pid = fork()) == 0)
		serve();
	munmap(there, ROOM); /* here it is nothing */

	RTDYLD_INIT(&functions);
	functions.allocate = allocate;
	functions.finalize = finalize;
	functions.release = give_back;
	OK(rtdyld_memory_create(&functions, &memory, &error));
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_FOREIGN;
	options.memory = memory;
	options.resolver = &resolver;
	OK(rtdyld_engine_create(&options, &e, &error));
	OK(rtdyld_engine_add_object_file(e, argv[1], &user, &error));
	OK(rtdyld_engine_add_object_file(e, argv[2], NULL, &error));
	memset(&m, 0, sizeof m);
	fail = 1;
	FAILS(rtdyld_engine_lookup(e, "user", &m.address, &error), RTDYLD_ERROR_CALLBACK, "the other process is gone");
	fail = 0;
	OK(rtdyld_engine_lookup(e, "user", &m.address, &error));
	CHECK(m.address >= (uintptr_t)there && m.address < (uintptr_t)there + ROOM && sent >= 2);
	m.what = CALL;
	m.argument = 9;
	CHECK(ask(&m, NULL) == 9 + 3 + 9);
	m.argument = (int)pid; /* that is where it runs */
	CHECK(ask(&m, NULL) == pid + 3 + pid + 1);
	OK(rtdyld_engine_remove(e, &user, 1, -1, &error));
	OK(rtdyld_engine_free(e, &error));
	OK(rtdyld_memory_free(memory, &error));
	CHECK(blocks == 0);
	m.what = END;
	all(line, &m, sizeof m, 0);
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
	return done("remote");
}
