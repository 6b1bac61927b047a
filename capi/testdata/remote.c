/*
 * Code that runs in another process: a memory manager writes here and has each block, with its permissions, sent there when it is
 * finalized. The other process was forked off before, or is this program on Windows, and has nothing to do with the library. argv: user.o sum.o
 */
#include "test.h"

enum { ROOM = 1 << 20 };

/* A word to the other process, and its answer. */
typedef struct message {
	enum { WRITE, FORGET, CALL, END } what;
	uint64_t address, size;
	rtdyld_kind kind;
	int argument;
} message;

#ifdef _WIN32
static HANDLE child; /* the other process: this program, which waits */

static int ask(const message *m, void *data)
{
	void *at = (void *)(uintptr_t)m->address;
	DWORD old, answer = 1;
	HANDLE thread;
	switch (m->what) {
	case WRITE:
		return !VirtualAllocEx(child, at, (SIZE_T)m->size, MEM_COMMIT, PAGE_READWRITE) || !WriteProcessMemory(child, at, data, (SIZE_T)m->size, NULL) ||
		       !VirtualProtectEx(child, at, (SIZE_T)m->size, m->kind == RTDYLD_KIND_CODE ? PAGE_EXECUTE_READ : m->kind == RTDYLD_KIND_READ_ONLY ? PAGE_READONLY : PAGE_READWRITE, &old) ||
		       !FlushInstructionCache(child, at, (SIZE_T)m->size);
	case FORGET:
		return !VirtualFreeEx(child, at, (SIZE_T)m->size, MEM_DECOMMIT);
	case CALL:
		thread = CreateRemoteThread(child, NULL, 0, FUNCTION(LPTHREAD_START_ROUTINE, m->address), (void *)(uintptr_t)m->argument, 0, NULL);
		if (!thread || WaitForSingleObject(thread, INFINITE) || !GetExitCodeThread(thread, &answer))
			exit(3);
		CloseHandle(thread);
		return (int)answer;
	case END:
		answer = !TerminateProcess(child, 0) || WaitForSingleObject(child, INFINITE) || !CloseHandle(child);
	}
	return (int)answer;
}

static int start(unsigned char **room)
{
	char path[MAX_PATH], command[] = "remote other";
	STARTUPINFOA how;
	PROCESS_INFORMATION made;
	memset(&how, 0, sizeof how);
	how.cb = sizeof how;
	if (!GetModuleFileNameA(NULL, path, sizeof path) || !CreateProcessA(path, command, NULL, NULL, FALSE, 0, NULL, NULL, &how, &made))
		exit(2);
	CloseHandle(made.hThread);
	child = made.hProcess;
	*room = (unsigned char *)VirtualAllocEx(child, NULL, ROOM, MEM_RESERVE, PAGE_NOACCESS);
	if (!*room)
		exit(2);
	return (int)made.dwProcessId;
}

static int end(int pid)
{
	message m;
	(void)pid;
	memset(&m, 0, sizeof m);
	m.what = END;
	return ask(&m, NULL);
}
#else
#include <sys/socket.h>
#include <sys/wait.h>

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
			answer = mprotect(at, (size_t)m.size, m.kind == RTDYLD_KIND_CODE ? PROT_READ | PROT_EXEC : m.kind == RTDYLD_KIND_READ_ONLY ? PROT_READ : PROT_READ | PROT_WRITE);
		} else if (m.what == FORGET) {
			answer = mprotect(at, (size_t)m.size, PROT_NONE);
		} else {
			answer = FUNCTION(int (*)(int), m.address)(m.argument);
		}
		all(child_line, &answer, sizeof answer, 0);
	}
}

/* start begins the other process, which has room at an address where this one has nothing; it returns its number. */
static int start(unsigned char **room)
{
	int ends[2];
	pid_t pid;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		exit(2);
	line = ends[0], child_line = ends[1];
	*room = (unsigned char *)mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if ((pid = fork()) == 0)
		serve();
	munmap(*room, ROOM);
	return (int)pid;
}

/* end has it end, and returns its status. */
static int end(int pid)
{
	message m;
	int status = 1;
	memset(&m, 0, sizeof m);
	m.what = END;
	all(line, &m, sizeof m, 0);
	return waitpid(pid, &status, 0) == pid ? status : 1;
}
#endif

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
		m.kind = kinds[i];
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

static int from_resolver(int a) { return a + (getpid() == a); }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text; /* the other process has the same addresses */
	if (strcmp(reference->name, "from_resolver") == 0)
		definition->address = (uintptr_t)from_resolver;
	if (strcmp(reference->name, "strlen") == 0)
		definition->address = (uintptr_t)strlen;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
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
	int pid;
	message m;
	use_heap();
#ifdef _WIN32
	if (argc == 2)
		return Sleep(60000), 0; /* until it is ended */
#endif
	if (argc < 3)
		return 2;
	pid = start(&there);

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
	m.argument = pid; /* that is where it runs */
	CHECK(ask(&m, NULL) == pid + 3 + pid + 1);
	OK(rtdyld_engine_remove(e, &user, 1, -1, &error));
	OK(rtdyld_engine_free(e, &error));
	OK(rtdyld_memory_free(memory, &error));
	CHECK(blocks == 0);
	CHECK(end(pid) == 0);
	return done("remote");
}
