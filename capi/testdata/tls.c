/* Thread-locals where the program has room for them, and each callback for them failing. argv: tls.o */
#include "test.h"

#include <pthread.h>

static __thread char room[256] __attribute__((aligned(64)));
static char initial[256];
static size_t initial_length;
extern void *__tls_get_addr(size_t *pair);

static int defined, initialized, released, fail_define, fail_initialize, fail_release;

static int define(void *opaque, const rtdyld_tls_request *request, rtdyld_tls_block *block, char **text)
{
	size_t executable[2] = {1, 0}; /* as the C library numbers modules */
	CHECK(opaque == &defined && strstr(request->object, "tls.o") && request->size == sizeof *request && block->size == sizeof *block);
	CHECK(request->bytes >= 16 && request->bytes <= sizeof room && request->alignment <= 64 && block->user == NULL);
	defined++;
	if (fail_define)
		return *text = strdup("on purpose"), 1;
	block->module = executable[0];
	block->module_offset = (uint64_t)(room - (char *)__tls_get_addr(executable));
	block->thread_offset = room - (char *)__builtin_thread_pointer();
	block->user = (void *)7;
	return 0;
}

static int initialize(void *opaque, const rtdyld_tls_block *block, const void *data, size_t length, char **text)
{
	CHECK(opaque == &defined && block->user == (void *)7 && length <= sizeof initial);
	CHECK(block->thread_offset == room - (char *)__builtin_thread_pointer());
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
	memset(room, 0, sizeof room);
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
