/*
 * Calls are cancelled, by others and by timeouts, and the next ones do what these were to do. argv: begin.o big.o
 */
#include "test.h"

#include <pthread.h>
#include <time.h>

static rtdyld_linker *linker;
static rtdyld_engine *engine;
static int cancelling; /* what find does: it cancels calls for the linker, or for the engine */
static int asked, answer, found; /* a slow find has begun, may go on, and has ended */

enum { NEITHER, LINKER, ENGINE, SLOW };

/* A thread waits in begin.o's constructor. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int inside, let_go;

static void began(const char *what)
{
	(void)what;
	pthread_mutex_lock(&lock);
	inside = 1;
	pthread_cond_broadcast(&changed);
	while (!let_go)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

static void set(int *what)
{
	pthread_mutex_lock(&lock);
	*what = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

/* await waits for what is set, though not for ever. */
static void await(int *what)
{
	struct timespec end;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 120;
	pthread_mutex_lock(&lock);
	while (!*what && pthread_cond_timedwait(&changed, &lock, &end) == 0)
		;
	pthread_mutex_unlock(&lock);
}

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "began") == 0)
		definition->address = (uintptr_t)began, definition->kind = RTDYLD_SYMBOL_FUNCTION;
	if (strcmp(reference->name, "far") != 0)
		return definition->address != 0;
	definition->address = 0x1234;
	switch (cancelling) {
	case LINKER:
		OK(rtdyld_linker_cancel(linker, &error));
		break;
	case ENGINE:
		OK(rtdyld_engine_cancel(engine, &error));
		break;
	case SLOW:
		set(&asked);
		await(&answer);
		usleep(50000); /* so that who does not wait is seen not to */
		set(&found);
		break;
	}
	return 1;
}

static rtdyld_resolver resolver;

static rtdyld_options *options(uint32_t flags, int64_t timeout)
{
	static rtdyld_options o;
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	RTDYLD_INIT(&o);
	o.flags = flags;
	o.resolver = &resolver;
	o.timeout = timeout;
	return &o;
}

static int count_object(void *opaque, rtdyld_object *object)
{
	(void)object;
	++*(int *)opaque;
	return 0;
}

static int count_module(void *opaque, rtdyld_module *module)
{
	(void)module;
	++*(int *)opaque;
	return 0;
}

static void of_linkers(const char *big)
{
	int n = 0;
	rtdyld_object *object;
	uint64_t address;
	OK(rtdyld_linker_create(options(0, 0), &linker, &error));
	FAILS(rtdyld_linker_cancel(linker, &error), RTDYLD_ERROR_ARGUMENT, "RTDYLD_CANCELLABLE");
	OK(rtdyld_linker_free(linker, &error));
	FAILS(rtdyld_linker_create(options(0, 1), &linker, &error), RTDYLD_ERROR_ARGUMENT, "RTDYLD_CANCELLABLE");
	FAILS(rtdyld_linker_create(options(RTDYLD_CANCELLABLE, -1), &linker, &error), RTDYLD_ERROR_ARGUMENT, "timeout is -1");
	FAILS(rtdyld_linker_cancel(NULL, &error), RTDYLD_ERROR_HANDLE, "NULL");

	OK(rtdyld_linker_create(options(RTDYLD_CANCELLABLE, 1), &linker, &error));
	FAILS(rtdyld_linker_add_object_file(linker, big, &object, &error), RTDYLD_ERROR_CANCELLED, "deadline");
	OK(rtdyld_linker_objects(linker, count_object, &n, &error));
	CHECK(n == 0 && object == NULL);
	OK(rtdyld_linker_free(linker, &error));

	OK(rtdyld_linker_create(options(RTDYLD_CANCELLABLE, 0), &linker, &error));
	OK(rtdyld_linker_cancel(linker, &error)); /* nothing is under way */
	OK(rtdyld_linker_add_object_file(linker, big, &object, &error));
	cancelling = LINKER;
	FAILS(rtdyld_linker_finalize(linker, NULL, 0, &error), RTDYLD_ERROR_CANCELLED, "canceled");
	cancelling = NEITHER;
	OK(rtdyld_linker_finalize(linker, NULL, 0, &error));
	OK(rtdyld_linker_address(linker, "big7", &address, &error));
	OK(rtdyld_linker_unload(linker, &object, 1, &error));
	OK(rtdyld_linker_free(linker, &error));
}

static void *cancel_inside(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!inside)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	OK(rtdyld_engine_cancel(engine, &error));
	return unused;
}

static void of_engines(const char *begin, const char *big)
{
	int n = 0;
	uint64_t address;
	rtdyld_module *module;
	pthread_t thread;
	OK(rtdyld_engine_create(options(0, 0), &engine, &error));
	FAILS(rtdyld_engine_cancel(engine, &error), RTDYLD_ERROR_ARGUMENT, "RTDYLD_CANCELLABLE");
	OK(rtdyld_engine_free(engine, &error));

	OK(rtdyld_engine_create(options(RTDYLD_CANCELLABLE, 1), &engine, &error));
	FAILS(rtdyld_engine_add_object_file(engine, big, &module, &error), RTDYLD_ERROR_CANCELLED, "deadline");
	OK(rtdyld_engine_modules(engine, count_module, &n, &error));
	CHECK(n == 0 && module == NULL);
	OK(rtdyld_engine_free(engine, &error));

	/* It does not wait for a resolver. */
	OK(rtdyld_engine_create(options(RTDYLD_CANCELLABLE, 20), &engine, &error));
	cancelling = SLOW;
	FAILS(rtdyld_engine_lookup(engine, "far", &address, &error), RTDYLD_ERROR_CANCELLED, "deadline");
	CHECK(address == 0);
	pthread_mutex_lock(&lock);
	CHECK(!found);
	pthread_mutex_unlock(&lock);
	set(&answer);
	OK(rtdyld_engine_free(engine, &error)); /* which does */
	CHECK(found == asked); /* it is not asked if the time is over before */

	OK(rtdyld_engine_create(options(RTDYLD_CANCELLABLE, 0), &engine, &error));
	OK(rtdyld_engine_add_object_file(engine, big, NULL, &error));
	cancelling = ENGINE;
	FAILS(rtdyld_engine_lookup(engine, "big7", &address, &error), RTDYLD_ERROR_CANCELLED, "canceled");
	cancelling = NEITHER;
	OK(rtdyld_engine_lookup(engine, "big7", &address, &error));
	/* Nor for a constructor. */
	OK(rtdyld_engine_add_object_file(engine, begin, &module, &error));
	CHECK(pthread_create(&thread, NULL, cancel_inside, NULL) == 0);
	FAILS(rtdyld_engine_finalize(engine, &module, 1, &error), RTDYLD_ERROR_CANCELLED, "canceled");
	pthread_join(thread, NULL);
	set(&let_go);
	OK(rtdyld_engine_free(engine, &error));
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	CHECK(rtdyld_api_version() == RTDYLD_API_VERSION && RTDYLD_API_VERSION >= 3);
	use_heap();
	of_linkers(argv[2]);
	of_engines(argv[1], argv[2]);
	return done("cancel");
}
