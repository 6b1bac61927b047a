/*
 * Functions that are linked when they are called, modules that take the place of others, their targets, and listeners.
 * argv: sum.o n1.o r1.o open.o begin.o lib.a
 */
#include "test.h"

#include <pthread.h>

#ifdef _WIN32
#define HERE "x86_64-pc-windows-msvc"
#elif defined __aarch64__
#define HERE "aarch64-unknown-linux-gnu"
#else
#define HERE "x86_64-unknown-linux-gnu"
#endif

enum { MOST = 64 };

/* What a listener was told: of objects by their handles, which are those of modules' objects. */
static struct {
	int loaded, finalized, unloading, failed;
	int fail; /* loaded fails */
	rtdyld_object *objects[MOST]; /* that are finalized */
	rtdyld_module *modules[MOST]; /* parallel */
	char function[64];
} told;

static int loaded(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count, char **text)
{
	rtdyld_state state = RTDYLD_STATE_FAILED;
	void *user = NULL;
	size_t i;
	CHECK(opaque == &told);
	told.loaded++;
	for (i = 0; i < count; i++) {
		OK(rtdyld_object_state(objects[i], &state, &error));
		CHECK(state == RTDYLD_STATE_LOADED);
	}
	if (module) {
		OK(rtdyld_module_user(module, &user, &error));
		CHECK(user == (void *)5);
	}
	if (told.fail)
		return *text = strdup("on purpose"), 1;
	return 0;
}

static void finalized(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count)
{
	size_t i;
	CHECK(opaque == &told);
	for (i = 0; i < count; i++) {
		told.objects[told.finalized % MOST] = objects[i];
		told.modules[told.finalized++ % MOST] = module;
	}
}

static void unloading(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count)
{
	size_t i;
	int k;
	CHECK(opaque == &told);
	for (i = 0; i < count; i++) {
		for (k = 0; k < MOST && (told.objects[k] != objects[i] || told.modules[k] != module); k++)
			;
		CHECK(k < MOST);
		told.unloading++;
	}
}

static void call_failed(void *opaque, const char *function, const char *text)
{
	CHECK(opaque == &told && strstr(text, "nobody"));
	strcpy(told.function, function);
	told.failed++;
}

static rtdyld_engine *engine;

/* add takes a module; the input's other fields are in `in`. */
static rtdyld_status add(const char *path, rtdyld_input *in, rtdyld_module **module, rtdyld_error **error)
{
	in->path = path;
	in->user = (void *)5;
	return rtdyld_engine_add(engine, in, module, error);
}

static rtdyld_input input(uint32_t flags)
{
	rtdyld_input in;
	RTDYLD_INIT(&in);
	in.flags = flags;
	return in;
}

/* What a listener does with a function that is called often: it puts another in its place. */
static const char *faster;
static int hots;

static void hot(void *opaque, rtdyld_module *module, const char *function)
{
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	rtdyld_module *other = NULL;
	CHECK(opaque == &told && strcmp(function, "number_1") == 0);
	hots++;
	in.path = faster;
	in.user = (void *)5;
	OK(rtdyld_engine_replace(engine, module, &in, &other, &error));
	CHECK(other != NULL && other != module);
}

static void *call(void *f) { return (void *)(intptr_t)FUNCTION(int_fn, (uintptr_t)f)(); }

static int instead(void) { return 42; }

static int count(void *opaque, rtdyld_object *object) { return (void)object, ++*(int *)opaque, 0; }

static void create(int with_failed, int hot_calls)
{
	static rtdyld_listener listener;
	static const rtdyld_listener *listeners[1] = {&listener};
	rtdyld_options options;
	memset(&told, 0, sizeof told);
	RTDYLD_INIT(&listener);
	listener.opaque = &told;
	listener.loaded = loaded;
	listener.finalized = finalized;
	listener.unloading = unloading;
	listener.failed = call_failed;
	listener.hot = hot;
	RTDYLD_INIT(&options);
	options.listeners = listeners;
	options.listener_count = 1;
	options.hot_calls = (uint32_t)hot_calls;
	if (with_failed)
		options.failed = (void (*)(void))instead;
	OK(rtdyld_engine_create(&options, &engine, &error));
	memset(&listener, 0, sizeof listener); /* it was copied */
}

/* A function is linked by the thread that calls it first, at an address that stays. */
static void lazy(char **argv)
{
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	rtdyld_module *m = NULL, *old;
	rtdyld_state state = RTDYLD_STATE_FAILED;
	uint64_t f = 0, again = 0, inside = 0;
	pthread_t t;
	void *got = NULL;
	int objects = 0;
	create(0, 0);
	OK(add(argv[2], &in, &m, &error));
	OK(rtdyld_engine_lookup(engine, "number_1", &f, &error));
	OK(rtdyld_module_state(m, &state, NULL, &error));
	CHECK(f && state == RTDYLD_STATE_ADDED && told.loaded == 0);
	if (pthread_create(&t, NULL, call, (void *)(uintptr_t)f))
		exit(2);
	pthread_join(t, &got);
	CHECK((intptr_t)got == 1 && FUNCTION(int_fn, f)() == 1);
	OK(rtdyld_module_objects(m, count, &objects, &error));
	CHECK(objects == 1 && told.loaded == 1 && told.finalized == 1 && told.modules[0] == m);

	old = m;
	told.fail = 1;
	in.path = argv[3];
	FAILS(rtdyld_engine_replace(engine, old, &in, &m, &error), RTDYLD_ERROR_CALLBACK, "on purpose");
	CHECK(!m && FUNCTION(int_fn, f)() == 1 && told.finalized == 1);
	told.fail = 0;
	in.path = argv[4];
	FAILS(rtdyld_engine_replace(engine, old, &in, &m, &error), RTDYLD_ERROR_ARGUMENT, "it has no number_1");
	OK(rtdyld_engine_enter(engine, &inside, &error));
	in.path = argv[3];
	m = old;
	OK(rtdyld_engine_replace(engine, m, &in, &m, &error)); /* into the same variable */
	OK(rtdyld_engine_lookup(engine, "number_1", &again, &error));
	CHECK(m && m != old && again == f && FUNCTION(int_fn, f)() == 100);
	CHECK(told.loaded == 3 && told.finalized == 2 && told.unloading == 0);
	FAILS(rtdyld_module_state(old, &state, NULL, &error), RTDYLD_ERROR_HANDLE, "not in use");
	FAILS(rtdyld_engine_replace(engine, old, &in, NULL, &error), RTDYLD_ERROR_HANDLE, "not in use");
	OK(rtdyld_engine_leave(engine, inside, &error));
	OK(rtdyld_engine_remove(engine, &m, 1, -1, &error));
	CHECK(told.unloading == 2);
	FAILS(rtdyld_engine_lookup(engine, "number_1", &f, &error), RTDYLD_ERROR_NOT_FOUND, "number_1");
	OK(rtdyld_engine_free(engine, &error));
	CHECK(told.unloading == told.finalized);
}

/* What cannot be linked is told when it is called. */
static void failing(char **argv)
{
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	uint64_t f = 0;
	int with;
	for (with = 0; with < 2; with++) {
		create(with, 0);
		OK(add(argv[4], &in, NULL, &error));
		OK(rtdyld_engine_lookup(engine, "open_name", &f, &error));
		CHECK(FUNCTION(int_fn, f)() == (with ? 42 : 0));
		CHECK(told.failed == 1 && strcmp(told.function, "open_name") == 0);
		OK(rtdyld_engine_free(engine, &error));
	}
}

/* Calls are counted, and the one that comes to the number goes to what took the function's place. */
static void often(char **argv)
{
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	uint64_t f = 0;
	int i;
	create(0, 10);
	faster = argv[3];
	OK(add(argv[2], &in, NULL, &error));
	OK(rtdyld_engine_lookup(engine, "number_1", &f, &error));
	for (i = 1; i < 10; i++)
		CHECK(FUNCTION(int_fn, f)() == 1 && hots == 0);
	for (i = 0; i < 20; i++)
		CHECK(FUNCTION(int_fn, f)() == 100 && hots == 1);
	OK(rtdyld_engine_free(engine, &error));
	CHECK(hots == 1 && told.unloading == 2);
}

/* A module shows the functions that it names. */
static void named(char **argv)
{
	const char *names[] = {"sum", NULL};
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	uint64_t f = 0;
	create(0, 0);
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "it defines calls, which is no function");
	in.functions = names;
	in.function_count = 1;
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "names all functions, and some are named");
	in.flags = RTDYLD_INPUT_ARCHIVE;
	FAILS(add(argv[6], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "an archive has no functions behind stubs");
	in.flags = RTDYLD_INPUT_LAZY | RTDYLD_INPUT_ARCHIVE;
	in.function_count = 0;
	FAILS(add(argv[6], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "LAZY is for objects");
	in.flags = 0;
	in.function_count = 2;
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "functions[1] is NULL");
	in.functions = NULL;
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "functions is NULL");
	in.functions = names;
	names[1] = "product";
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "product");
	names[1] = "calls";
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "calls is a variable");
	in.function_count = 1;
	OK(add(argv[1], &in, NULL, &error));
	FAILS(rtdyld_engine_lookup(engine, "sum_calls", &f, &error), RTDYLD_ERROR_NOT_FOUND, "sum_calls");
	OK(rtdyld_engine_lookup(engine, "sum", &f, &error));
	CHECK(FUNCTION(int2_fn, f)(2, 3) == 5);
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_DUPLICATE, "sum");
	OK(rtdyld_engine_free(engine, &error));
}

/* Each module may say what it is for. */
static void targets(char **argv)
{
	rtdyld_input in = input(0);
	rtdyld_options options;
	create(0, 0);
	in.triple = "riscv64-unknown-linux-gnu";
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_TARGET, "riscv64");
	in.triple = "nonsense";
	FAILS(add(argv[1], &in, NULL, &error), RTDYLD_ERROR_TARGET, "nonsense");
	in.triple = HERE;
	OK(add(argv[1], &in, NULL, &error));
	OK(rtdyld_engine_free(engine, &error));
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_engine_create(&options, &engine, &error));
	in.flags = RTDYLD_INPUT_LAZY;
	FAILS(add(argv[2], &in, NULL, &error), RTDYLD_ERROR_UNSUPPORTED, "no stubs");
	OK(rtdyld_engine_free(engine, &error));
}

/* Listeners of a linker, of which one fails. */
static void linker(char **argv)
{
	rtdyld_listener one;
	const rtdyld_listener *both[2];
	rtdyld_input in = input(RTDYLD_INPUT_LAZY);
	const rtdyld_input *inputs[1];
	rtdyld_options options;
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	memset(&told, 0, sizeof told);
	RTDYLD_INIT(&one);
	one.opaque = &told;
	one.loaded = loaded, one.finalized = finalized, one.unloading = unloading;
	both[0] = both[1] = &one;
	RTDYLD_INIT(&options);
	options.listener_count = 2;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "listeners is NULL");
	options.listeners = both;
	both[1] = NULL;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "listeners[1] is NULL");
	both[1] = &one;
	one.size = 0;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "rtdyld_listener: size is not set");
	one.size = sizeof one;
	options.failed = (void (*)(void))instead;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "failed and hot_calls are for engines");
	options.failed = NULL;
	OK(rtdyld_linker_create(&options, &l, &error));
	in.path = argv[1];
	inputs[0] = &in;
	FAILS(rtdyld_linker_add(l, inputs, 1, &o, &error), RTDYLD_ERROR_ARGUMENT, "are for modules");
	told.fail = 1;
	FAILS(rtdyld_linker_add_object_file(l, argv[1], &o, &error), RTDYLD_ERROR_CALLBACK, "on purpose");
	CHECK(told.loaded == 1 && !o);
	told.fail = 0;
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	CHECK(told.loaded == 3 && told.finalized == 2 && told.objects[0] == o && told.modules[0] == NULL);
	OK(rtdyld_linker_unload(l, &o, 1, &error));
	CHECK(told.unloading == 2);
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_free(l, &error));
	CHECK(told.unloading == 4);
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 7)
		return 2;
	lazy(argv);
	failing(argv);
	often(argv);
	named(argv);
	targets(argv);
	linker(argv);
	return done("modules");
}
