/*
 * Debuggers and profilers are told of code, when that is asked for. argv: sum.o n1.o libcollector.so folder. With one argument more the program is for a
 * debugger: it calls sum, which gdb is to find.
 */
#include "test.h"

#include <dlfcn.h>

static char map_path[64], dump_path[4096];

/* has counts how often words are in a file; -1: there is no file. */
static int has(const char *path, const char *words)
{
	size_t length, n = strlen(words), i;
	int count = 0;
	char *text;
	if (access(path, R_OK))
		return -1;
	text = (char *)slurp(path, &length);
	for (i = 0; i + n <= length; i++)
		count += memcmp(text + i, words, n) == 0;
	free(text);
	return count;
}

/* told is what the collector noted since the last time. */
static const char *told(const char *collector)
{
	static char text[1 << 16];
	void *lib = dlopen(collector, RTLD_NOW);
	char *all = lib ? (char *)dlsym(lib, "collector_text") : NULL;
	if (!all)
		return fprintf(stderr, "%s\n", dlerror()), exit(2), text;
	strcpy(text, all);
	all[0] = 0;
	return text;
}

/* How a collector hears of a function. */
static const char *load(const char *name, uint64_t address)
{
	static char line[128];
	sprintf(line, " %s %p ", name, (void *)(uintptr_t)address);
	return line;
}

static void linker(char **argv)
{
	rtdyld_options options;
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	uint64_t sum = 0, number = 0;
	const char *text;
	RTDYLD_INIT(&options);
	options.tools = RTDYLD_TOOL_PERF_MAP | RTDYLD_TOOL_VTUNE;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	CHECK(has(map_path, "sum\n") == 0 && has(dump_path, "sum") == -1);
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "sum", &sum, &error));
	text = told(argv[3]);
	CHECK(strstr(text, load("sum", sum)) && strstr(text, "load 1000 "));
	CHECK(has(map_path, " sum\n") == 1);

	/* One is taken away, and two come: they hear of what is there. */
	OK(rtdyld_linker_tools(l, RTDYLD_TOOL_PERF_MAP | RTDYLD_TOOL_JITDUMP | RTDYLD_TOOL_GDB, &error));
	CHECK(strstr(told(argv[3]), "event 14 1000\n"));
	CHECK(has(dump_path, "sum_calls") == 1 && has(dump_path, "number_1") == 0);
	OK(rtdyld_linker_add_object_file(l, argv[2], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "number_1", &number, &error));
	CHECK(told(argv[3])[0] == 0 && has(dump_path, "number_1") == 1 && has(map_path, " number_1\n") == 1);
	OK(rtdyld_linker_unload(l, &o, 1, &error));
	OK(rtdyld_linker_tools(l, RTDYLD_TOOL_VTUNE, &error));
	text = told(argv[3]);
	CHECK(strstr(text, load("number_1", number)) && !strstr(text, " sum "));

	FAILS(rtdyld_linker_tools(l, 32, &error), RTDYLD_ERROR_VERSION, "flags 0x20");
	setenv("JITDUMPDIR", "/nosuch", 1);
	FAILS(rtdyld_linker_tools(l, RTDYLD_TOOL_JITDUMP, &error), RTDYLD_ERROR_IO, "/nosuch");
	CHECK(told(argv[3])[0] == 0); /* the one that was on is on */
	setenv("JITDUMPDIR", argv[4], 1);
	OK(rtdyld_linker_free(l, &error));
	CHECK(strstr(told(argv[3]), "event 14 "));
}

static void engine(char **argv)
{
	rtdyld_options options;
	rtdyld_engine *e = NULL;
	rtdyld_linker *l = NULL;
	rtdyld_input in;
	uint64_t number = 0;
	RTDYLD_INIT(&options);
	OK(rtdyld_engine_create(&options, &e, &error));
	FAILS(rtdyld_engine_tools(e, RTDYLD_TOOL_GDB, &error), RTDYLD_ERROR_ARGUMENT, "without tools");
	OK(rtdyld_engine_free(e, &error));
	options.tools = RTDYLD_TOOLS_LATER;
	options.flags = RTDYLD_FOREIGN;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_ARGUMENT, "tools are for code of this process");
	options.flags = 0;
	OK(rtdyld_engine_create(&options, &e, &error));
	RTDYLD_INIT(&in);
	in.path = argv[2];
	in.flags = RTDYLD_INPUT_LAZY; /* it has a linker of its own, in which it is found, too */
	OK(rtdyld_engine_add(e, &in, NULL, &error));
	OK(rtdyld_engine_lookup(e, "number_1", &number, &error));
	OK(rtdyld_engine_tools(e, RTDYLD_TOOL_VTUNE, &error));
	CHECK(told(argv[3])[0] == 0);
	CHECK(FUNCTION(int_fn, number)() == 1);
	CHECK(strstr(told(argv[3]), " number_1 0x"));
	OK(rtdyld_engine_tools(e, 0, &error));
	CHECK(strstr(told(argv[3]), "event 14 "));
	OK(rtdyld_engine_tools(e, RTDYLD_TOOL_VTUNE, &error));
	CHECK(strstr(told(argv[3]), " number_1 0x"));
	OK(rtdyld_engine_free(e, &error));
	CHECK(strstr(told(argv[3]), "event 14 "));
}

/* Without a collector, with one that is idle, and with what is none. */
static void collectors(char **argv)
{
	rtdyld_options options;
	rtdyld_linker *l = NULL;
	int i;
	RTDYLD_INIT(&options);
	options.tools = RTDYLD_TOOL_VTUNE;
	setenv("COLLECTOR_IDLE", "1", 1);
	for (i = 0; i < 2; i++) {
		OK(rtdyld_linker_create(&options, &l, &error));
		OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
		OK(rtdyld_linker_finalize(l, NULL, 0, &error));
		OK(rtdyld_linker_free(l, &error));
		CHECK(told(argv[3])[0] == 0);
		unsetenv("INTEL_JIT_PROFILER64");
	}
	setenv("INTEL_LIBITTNOTIFY64", argv[1], 1);
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_IO, argv[1]);
	CHECK(!l);
}

static int debugged(char **argv)
{
	rtdyld_options options;
	rtdyld_linker *l = NULL;
	uint64_t sum = 0;
	RTDYLD_INIT(&options);
	options.tools = RTDYLD_TOOL_GDB;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "sum", &sum, &error));
	printf("sum: %d\n", FUNCTION(int2_fn, sum)(3, 4));
	OK(rtdyld_linker_free(l, &error));
	return failures;
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 5)
		return 2;
	if (argc > 5)
		return debugged(argv);
	sprintf(map_path, "/tmp/perf-%d.map", (int)getpid());
	sprintf(dump_path, "%s/jit-%d.dump", argv[4], (int)getpid());
	setenv("JITDUMPDIR", argv[4], 1);
	setenv("INTEL_JIT_PROFILER64", argv[3], 1); /* seen, though the library is loaded */
	linker(argv);
	engine(argv);
	collectors(argv);
	unlink(map_path);
	return done("tools");
}
