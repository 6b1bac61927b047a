/* Thread-locals where the program has room for them, and each callback for them failing. argv: tls.o */
#include "test.h"

#include <pthread.h>

#ifdef _WIN32
#include "pages.h"
/* Windows copies all of section .tls for each thread. gcc's own thread-locals lie elsewhere. */
static char template[256] __attribute__((section(".tls$"), aligned(16), used));
extern ULONG _tls_index;
extern char *_tls_start;
#define MODULE_OFFSET (template - (char *)&_tls_start)

static char *my_room(void)
{
	char **blocks;
	__asm__("movq %%gs:0x58, %0" : "=r"(blocks));
	return blocks[_tls_index] + MODULE_OFFSET;
}

static void place(rtdyld_tls_block *block)
{
	block->module = _tls_index;
	block->module_offset = (uint64_t)MODULE_OFFSET;
}
#define THREAD_OFFSET 0
#else
static __thread char room[256] __attribute__((aligned(64)));
extern void *__tls_get_addr(size_t *pair);

static char *my_room(void) { return room; }

static void place(rtdyld_tls_block *block)
{
	size_t executable[2] = {1, 0}; /* as the C library numbers modules */
	block->module = executable[0];
	block->module_offset = (uint64_t)(room - (char *)__tls_get_addr(executable));
	block->thread_offset = room - (char *)__builtin_thread_pointer();
}
#define THREAD_OFFSET (room - (char *)__builtin_thread_pointer())
#endif

enum { ROOM = 256 };
static char initial[256];
static size_t initial_length;

static int defined, initialized, released, fail_define, fail_initialize, fail_release;

static int define(void *opaque, const rtdyld_tls_request *request, rtdyld_tls_block *block, char **text)
{
	CHECK(opaque == &defined && strstr(request->object, "tls.o") && request->size == sizeof *request && block->size == sizeof *block);
	CHECK(request->bytes >= 8 && request->bytes <= ROOM && request->alignment <= 64 && block->user == NULL);
	defined++;
	if (fail_define)
		return *text = strdup("on purpose"), 1;
	place(block);
	block->user = (void *)7;
	return 0;
}

static int initialize(void *opaque, const rtdyld_tls_block *block, const void *data, size_t length, char **text)
{
	CHECK(opaque == &defined && block->user == (void *)7 && length <= sizeof initial);
	CHECK(block->thread_offset == THREAD_OFFSET);
	initialized++;
	if (fail_initialize)
		return *text = strdup("on purpose"), 1;
	memcpy(initial, data, length);
	initial_length = length;
	return 0;
}

static int release(void *opaque, const rtdyld_tls_block *block, char **text)
{
	CHECK(opaque == &defined && block->user == (void *)7);
	released++;
	return fail_release ? *text = strdup("on purpose"), 1 : 0;
}

/* A thread starts with the initial contents, as the provider sees to. */
static void *run(void *f)
{
	char *room = my_room();
	memset(room, 0, ROOM);
	memcpy(room, initial, initial_length);
	CHECK(FUNCTION(int_fn, (uintptr_t)f)() == 42);
	CHECK(FUNCTION(int_fn, (uintptr_t)f)() == 45);
	return NULL;
}

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	definition->address = 0x10000;
	return strcmp(reference->name, "__tls_get_addr") == 0;
}

static rtdyld_options options;

/* with links the object, and unloads it. */
static rtdyld_status with(const char *path, rtdyld_error **error)
{
	rtdyld_linker *l = NULL;
	uint64_t f = 0;
	rtdyld_status status;
	pthread_t t;
	defined = initialized = released = 0;
	CHECK(rtdyld_linker_create(&options, &l, NULL) == RTDYLD_OK);
	status = rtdyld_linker_add_object_file(l, path, NULL, error);
	if (!status)
		status = rtdyld_linker_finalize(l, NULL, 0, error);
	if (!status) {
		rtdyld_linker_address(l, "next_local", &f, NULL);
		run((void *)(uintptr_t)f);
		if (pthread_create(&t, NULL, run, (void *)(uintptr_t)f))
			exit(2);
		pthread_join(t, NULL);
		status = rtdyld_linker_free(l, error);
	} else {
		rtdyld_linker_free(l, NULL);
	}
	return status;
}

int main(int argc, char **argv)
{
	rtdyld_tls tls;
	rtdyld_resolver resolver;
	rtdyld_linker *l = NULL;
	use_heap();
	if (argc < 2)
		return 2;
	RTDYLD_INIT(&tls);
	tls.opaque = &defined;
	tls.define = define;
	tls.initialize = initialize;
	RTDYLD_INIT(&options);
	options.tls = &tls;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "define, initialize or release is NULL");
	tls.release = release;
	OK(with(argv[1], &error));
	CHECK(defined == 1 && initialized == 1 && released == 1);
	fail_define = 1;
	FAILS(with(argv[1], &error), RTDYLD_ERROR_CALLBACK, "thread-locals for");
	CHECK(defined == 1 && released == 0);
	fail_define = 0, fail_initialize = 1;
	FAILS(with(argv[1], &error), RTDYLD_ERROR_CALLBACK, "on purpose");
	CHECK(initialized == 1 && released == 1);
	fail_initialize = 0, fail_release = 1;
	FAILS(with(argv[1], &error), RTDYLD_ERROR_CALLBACK, "release thread-locals: on purpose");
	CHECK(released == 1);
	fail_release = 0;
	/* Code that runs elsewhere has no thread-locals but by a provider. */
	options.flags = RTDYLD_FOREIGN;
	options.tls = NULL;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_add_object_file(l, argv[1], NULL, &error), RTDYLD_ERROR_TLS, "thread-local");
	OK(rtdyld_linker_free(l, &error));
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	options.resolver = &resolver;
	options.tls = &tls;
	defined = initialized = released = 0;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_free(l, &error));
	CHECK(defined == 1 && initialized == 1 && released == 1);
	return done("tls");
}
