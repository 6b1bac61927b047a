/* Modules whose objects the program makes when something needs them. argv: sum.o n1.o */
#include "test.h"

static int made, fail, failed_calls, cached;

static int make(void *opaque, const char *name, void **data, size_t *length, char **text)
{
	made++;
	CHECK(strncmp(name, "made ", 5) == 0);
	if (fail == 1)
		return *text = strdup("on purpose"), 1;
	if (fail == 2)
		return 0; /* and no object */
	*data = slurp((const char *)opaque, length);
	return 0;
}

static int compile(void *opaque, const rtdyld_source *source, void **data, size_t *length, char **text)
{
	(void)opaque, (void)text;
	made += 100;
	*data = slurp(source->text, length);
	return 0;
}

static int get(void *opaque, const unsigned char *key, void **data, size_t *length, char **text)
{
	(void)opaque, (void)key, (void)data, (void)length, (void)text;
	cached++;
	return 0;
}

static int put(void *opaque, const unsigned char *key, const char *name, const void *data, size_t length, char **text)
{
	(void)opaque, (void)key, (void)name, (void)data, (void)length, (void)text;
	cached++;
	return 0;
}

static void failed(void *opaque, const char *function, const char *text)
{
	(void)opaque;
	CHECK(strcmp(function, "number_1") == 0 && strstr(text, fail == 1 ? "on purpose" : "gave no object"));
	failed_calls++;
}

static rtdyld_engine *engine(int with_compiler)
{
	rtdyld_engine *e = NULL;
	rtdyld_options options;
	rtdyld_listener listener;
	rtdyld_compiler compiler;
	rtdyld_cache cache;
	const rtdyld_listener *listeners[1];
	RTDYLD_INIT(&listener);
	listener.failed = failed;
	listeners[0] = &listener;
	RTDYLD_INIT(&options);
	options.listeners = listeners, options.listener_count = 1;
	if (with_compiler) {
		RTDYLD_INIT(&compiler);
		compiler.name = "none";
		compiler.compile = compile;
		RTDYLD_INIT(&cache);
		cache.get = get, cache.put = put;
		options.compiler = &compiler, options.cache = &cache;
	}
	OK(rtdyld_engine_create(&options, &e, &error));
	made = cached = failed_calls = 0;
	return e;
}

static rtdyld_input input(const char *name, char *object)
{
	rtdyld_input in;
	RTDYLD_INIT(&in);
	in.name = name;
	in.flags = RTDYLD_INPUT_MADE;
	in.make = make;
	in.make_opaque = object;
	return in;
}

static void needed(char **argv)
{
	rtdyld_engine *e = engine(1);
	rtdyld_input sum = input("made sum", argv[1]), number = input("made number", argv[2]), source;
	rtdyld_module *m = NULL;
	rtdyld_state state = RTDYLD_STATE_FAILED;
	const char *function = "number_1", *both[2];
	uint64_t f = 0;
	both[0] = "sum", both[1] = "sum_calls";
	number.functions = &function, number.function_count = 1;
	sum.defines = both, sum.define_count = 2;
	OK(rtdyld_engine_add(e, &number, &m, &error));
	OK(rtdyld_engine_add(e, &sum, NULL, &error));

	/* By a call of its function. */
	OK(rtdyld_engine_lookup(e, "number_1", &f, &error));
	OK(rtdyld_module_state(m, &state, NULL, &error));
	CHECK(made == 0 && state == RTDYLD_STATE_ADDED);
	CHECK(FUNCTION(int_fn, f)() == 1 && FUNCTION(int_fn, f)() == 1);
	OK(rtdyld_module_state(m, &state, NULL, &error));
	CHECK(made == 1 && state == RTDYLD_STATE_FINALIZED);

	/* By a look-up of a name. */
	OK(rtdyld_engine_lookup(e, "sum", &f, &error));
	CHECK(made == 2 && FUNCTION(int2_fn, f)(20, 22) == 42);
	OK(rtdyld_engine_lookup(e, "sum_calls", &f, &error));
	CHECK(made == 2 && FUNCTION(int_fn, f)() == 1 && cached == 0);
	OK(rtdyld_engine_remove(e, &m, 1, -1, &error));

	/* Sources may name what they define, too, and have the compiler and the cache. */
	RTDYLD_INIT(&source);
	source.name = "source", source.flags = RTDYLD_INPUT_SOURCE;
	source.data = argv[2], source.length = strlen(argv[2]);
	source.defines = &function, source.define_count = 1;
	OK(rtdyld_engine_add(e, &source, NULL, &error));
	FAILS(rtdyld_engine_lookup(e, "no_such_name_at_all", &f, &error), RTDYLD_ERROR_NOT_FOUND, "no_such_name_at_all");
	CHECK(made == 2);
	OK(rtdyld_engine_lookup(e, "number_1", &f, &error));
	CHECK(made == 102 && cached == 2 && FUNCTION(int_fn, f)() == 1);
	OK(rtdyld_engine_free(e, &error));
}

static void failing(char **argv)
{
	rtdyld_engine *e;
	rtdyld_input in;
	const char *function = "number_1";
	uint64_t f = 0;
	int behind;
	for (fail = 1; fail < 3; fail++)
		for (behind = 0; behind < 2; behind++) {
			e = engine(0);
			in = input("made number", argv[2]);
			if (behind)
				in.functions = &function, in.function_count = 1;
			else
				in.defines = &function, in.define_count = 1;
			OK(rtdyld_engine_add(e, &in, NULL, &error));
			if (behind) {
				OK(rtdyld_engine_lookup(e, "number_1", &f, &error));
				CHECK(FUNCTION(int_fn, f)() == 0 && failed_calls == 1);
			} else if (fail == 1) {
				FAILS(rtdyld_engine_lookup(e, "number_1", &f, &error), RTDYLD_ERROR_COMPILER, "on purpose");
			} else {
				FAILS(rtdyld_engine_lookup(e, "number_1", &f, &error), RTDYLD_ERROR_CALLBACK, "gave no object");
			}
			CHECK(made == 1);
			OK(rtdyld_engine_free(e, &error));
		}
	fail = 0;
}

static void misuse(char **argv)
{
	rtdyld_engine *e = engine(0);
	rtdyld_linker *l = NULL;
	const char *function = "number_1";
	const rtdyld_input *ins[1];
	rtdyld_input in = input("made number", argv[2]);
	ins[0] = &in;
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "name nothing that it defines");
	in.defines = &function;
	in.define_count = 1;
	in.path = argv[2];
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "neither path nor data");
	in.path = NULL;
	OK(rtdyld_linker_create(NULL, &l, &error));
	FAILS(rtdyld_linker_add(l, ins, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "for modules of an engine");
	OK(rtdyld_linker_free(l, &error));
	in.make = NULL;
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "make is NULL");
	in.flags = RTDYLD_INPUT_MADE | RTDYLD_INPUT_ARCHIVE;
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "is neither");
	in.flags = 0;
	in.path = argv[2];
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_ARGUMENT, "defines is for");
	CHECK(made == 0);
	OK(rtdyld_engine_free(e, &error));
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 3)
		return 2;
	needed(argv);
	failing(argv);
	misuse(argv);
	return done("make");
}
