/*
 * Threads use linkers and engines together, and one frees them meanwhile. argv: sum.o begin.o n1.o n2.o ...
 */
#include "test.h"

#include <pthread.h>
#include <sched.h>

enum { THREADS = 8, ROUNDS = 12 };

static rtdyld_engine *engine;
static rtdyld_linker *linker;
static int numbers;
static char **objects;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int constructed;

static int count_failures(int n)
{
	pthread_mutex_lock(&lock);
	failures += n;
	pthread_mutex_unlock(&lock);
	return n;
}

/* must is OK for threads: failures is one variable. */
static int must(rtdyld_status status, rtdyld_error *error, const char *what)
{
	if (status)
		fprintf(stderr, "%s: %d: %s\n", what, (int)status, rtdyld_error_message(error));
	rtdyld_error_free(error);
	return count_failures(status != 0) == 0;
}
#define MUST(call) \
	do { \
		rtdyld_error *error = NULL; \
		rtdyld_status st_ = (call); \
		must(st_, error, #call); \
	} while (0)

static void began(const char *what)
{
	(void)what;
	pthread_mutex_lock(&lock);
	constructed++;
	pthread_mutex_unlock(&lock);
}

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "began") == 0)
		definition->address = (uintptr_t)began, definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return definition->address != 0;
}

/* Everybody looks all names up: each module is loaded once. */
static void *look_up(void *argument)
{
	int i, me = (int)(intptr_t)argument;
	for (i = 0; i < numbers; i++) {
		char name[32];
		uint64_t f = 0, call = 0;
		int n = (i + me) % numbers + 1;
		sprintf(name, "number_%d", n);
		MUST(rtdyld_engine_enter(engine, &call, &error));
		MUST(rtdyld_engine_lookup(engine, name, &f, &error));
		count_failures(!f || FUNCTION(int_fn, f)() != n);
		MUST(rtdyld_engine_lookup(engine, "begun", &f, &error));
		count_failures(!f || FUNCTION(int_fn, f)() != 5);
		MUST(rtdyld_engine_leave(engine, call, &error));
	}
	return NULL;
}

/* Everybody loads, calls and unloads an object of its own in one linker. */
static void *come_and_go(void *argument)
{
	int i, n = (int)(intptr_t)argument % numbers + 1;
	for (i = 0; i < ROUNDS; i++) {
		char name[32];
		rtdyld_object *o = NULL;
		uint64_t f = 0;
		sprintf(name, "number_%d", n);
		MUST(rtdyld_linker_add_object_file(linker, objects[n - 1], &o, &error));
		MUST(rtdyld_linker_finalize(linker, &o, 1, &error));
		MUST(rtdyld_linker_address(linker, name, &f, &error));
		count_failures(!f || FUNCTION(int_fn, f)() != n);
		MUST(rtdyld_linker_unload(linker, &o, 1, &error));
	}
	return NULL;
}

/* Until the linker is freed; nothing worse than a bad handle may happen. */
static void *until_freed(void *argument)
{
	int n = (int)(intptr_t)argument % numbers + 1;
	for (;;) {
		rtdyld_object *o = NULL;
		rtdyld_error *error = NULL;
		rtdyld_status status = rtdyld_linker_add_object_file(linker, objects[n - 1], &o, &error);
		if (!status)
			status = rtdyld_linker_finalize(linker, &o, 1, &error);
		if (!status)
			status = rtdyld_linker_unload(linker, &o, 1, &error);
		if (status) {
			if (status != RTDYLD_ERROR_HANDLE)
				must(status, error, "until freed");
			else
				rtdyld_error_free(error);
			return NULL;
		}
	}
}

static void all(void *(*run)(void *))
{
	pthread_t t[THREADS];
	intptr_t i;
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, run, (void *)i))
			exit(2);
	for (i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
}

static pthread_t freed[THREADS];

/* A callback that goes on until its linker is being freed, and then some. */
static int waiting, left;

static int slow(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	uint64_t at;
	int i;
	(void)opaque, (void)reference, (void)definition, (void)text;
	__atomic_store_n(&waiting, 1, __ATOMIC_SEQ_CST);
	while (rtdyld_linker_address(linker, "begun", &at, NULL) != RTDYLD_ERROR_HANDLE)
		sched_yield();
	for (i = 0; i < 20000; i++)
		sched_yield();
	__atomic_store_n(&left, 1, __ATOMIC_SEQ_CST);
	return 0;
}

static void *finalize_slowly(void *argument)
{
	rtdyld_error *error = NULL;
	rtdyld_status status = rtdyld_linker_finalize(linker, NULL, 0, &error);
	(void)argument;
	if (status != RTDYLD_ERROR_UNDEFINED && status != RTDYLD_ERROR_HANDLE)
		must(status ? status : RTDYLD_ERROR_OTHER, error, "finalize slowly");
	else
		rtdyld_error_free(error);
	return NULL;
}

static void free_waits(char **argv)
{
	rtdyld_resolver resolver;
	rtdyld_options options;
	pthread_t t;
	RTDYLD_INIT(&resolver);
	resolver.find = slow;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	OK(rtdyld_linker_create(&options, &linker, &error));
	OK(rtdyld_linker_add_object_file(linker, argv[2], NULL, &error));
	if (pthread_create(&t, NULL, finalize_slowly, NULL))
		exit(2);
	while (!__atomic_load_n(&waiting, __ATOMIC_SEQ_CST))
		sched_yield();
	OK(rtdyld_linker_free(linker, &error));
	CHECK(__atomic_load_n(&left, __ATOMIC_SEQ_CST));
	pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
	rtdyld_resolver resolver;
	rtdyld_options options;
	rtdyld_memory *memory = NULL;
	rtdyld_memory_functions f;
	heap h;
	intptr_t i;
	int round;
	use_heap();
	if (argc < 5)
		return 2;
	objects = argv + 3;
	numbers = argc - 3;
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	for (round = 0; round < 4; round++) {
		constructed = 0;
		OK(rtdyld_engine_create(&options, &engine, &error));
		OK(rtdyld_engine_add_object_file(engine, argv[2], NULL, &error));
		for (i = 0; i < numbers; i++)
			OK(rtdyld_engine_add_object_file(engine, objects[i], NULL, &error));
		all(look_up);
		CHECK(constructed == 1);
		OK(rtdyld_engine_free(engine, &error));
	}
	OK(rtdyld_linker_create(&options, &linker, &error));
	all(come_and_go);
	OK(rtdyld_linker_free(linker, &error));

	for (round = 0; round < 6; round++) {
		heap_open(&h); /* its callbacks run for one load at a time: the linker is locked */
		h.promised = (size_t)-1;
		heap_functions(&h, &f);
		OK(rtdyld_memory_create(&f, &memory, &error));
		options.memory = memory;
		OK(rtdyld_linker_create(&options, &linker, &error));
		for (i = 0; i < THREADS; i++)
			if (pthread_create(&freed[i], NULL, until_freed, (void *)i))
				exit(2);
		usleep(1000 * round); /* sooner or later */
		OK(rtdyld_linker_free(linker, &error));
		CHECK(h.given == h.freed);
		OK(rtdyld_memory_free(memory, &error));
		CHECK(h.destroyed == 1); /* nobody calls back any more */
		heap_close(&h);
		for (i = 0; i < THREADS; i++)
			pthread_join(freed[i], NULL);
	}
	free_waits(argv);
	return done("threads");
}
