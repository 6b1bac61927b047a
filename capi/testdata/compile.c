/*
 * An engine with a compiler and a cache of the program's, and with a folder as cache. The
 * compiler "compiles" the name of an object file. argv: sum.o folder
 */
#include "test.h"

static int compiled, got, put, told;
static int fail_compile, fail_get, fail_put, damage;
static unsigned char kept_key[RTDYLD_KEY_SIZE];
static void *kept;
static size_t kept_length;
static void *module_seen;

static int compile(void *opaque, const rtdyld_source *source, void **data, size_t *length, char **text)
{
	CHECK(opaque == (void *)7 && source->size >= sizeof *source && source->text[source->length] == 0);
	compiled++;
	if (fail_compile)
		return *text = strdup("line 1: no such thing"), 1;
	*data = slurp(source->text, length);
	return 0;
}

static int get(void *opaque, const unsigned char *key, void **data, size_t *length, char **text)
{
	(void)opaque;
	got++;
	if (fail_get)
		return *text = strdup("the cache burns"), -1;
	if (!kept || memcmp(key, kept_key, RTDYLD_KEY_SIZE) != 0)
		return 0;
	*data = rtdyld_alloc(kept_length);
	*length = kept_length;
	memcpy(*data, kept, kept_length);
	if (damage)
		((char *)*data)[0] = 0;
	return 1;
}

static int keep(void *opaque, const unsigned char *key, const char *name, const void *data, size_t length, char **text)
{
	(void)opaque;
	CHECK(*name && length > 0);
	put++;
	if (fail_put)
		return *text = strdup("the cache is full"), 1;
	free(kept);
	kept = malloc(length);
	memcpy(kept, data, length);
	kept_length = length;
	memcpy(kept_key, key, RTDYLD_KEY_SIZE);
	return 0;
}

static void failed(void *opaque, const char *name, const char *text)
{
	(void)opaque;
	CHECK(*name && (strstr(text, "the cache burns") || strstr(text, "the cache is full") || strstr(text, "cached object")));
	told++;
}

static int notify(void *opaque, rtdyld_object *const *objects, void *const *modules, size_t count, char **text)
{
	(void)opaque, (void)objects, (void)count, (void)text;
	module_seen = modules[0];
	return 0;
}

/* run compiles a source and calls it. */
static void run(rtdyld_options *options, const char *path, rtdyld_status want)
{
	rtdyld_engine *e = NULL;
	rtdyld_input in;
	uint64_t sum = 0;
	compiled = got = put = told = 0;
	module_seen = NULL;
	OK(rtdyld_engine_create(options, &e, &error));
	RTDYLD_INIT(&in);
	in.name = "source";
	in.data = path;
	in.length = strlen(path);
	in.flags = RTDYLD_INPUT_SOURCE;
	in.user = (void *)11;
	OK(rtdyld_engine_add(e, &in, NULL, &error));
	CHECK(compiled == 0);
	if (want) {
		FAILS(rtdyld_engine_lookup(e, "sum", &sum, &error), want, "line 1: no such thing");
	} else {
		OK(rtdyld_engine_lookup(e, "sum", &sum, &error));
		CHECK(sum && FUNCTION(int2_fn, sum)(1, 2) == 3);
		CHECK(module_seen == (void *)11);
	}
	OK(rtdyld_engine_free(e, &error));
}

int main(int argc, char **argv)
{
	heap h;
	rtdyld_memory_functions f;
	rtdyld_memory *memory = NULL;
	rtdyld_options o;
	rtdyld_compiler c;
	rtdyld_cache cache;
	use_heap();
	if (argc < 3)
		return 2;
	heap_open(&h);
	heap_functions(&h, &f);
	f.notify_loaded = notify;
	OK(rtdyld_memory_create(&f, &memory, &error));
	RTDYLD_INIT(&c);
	c.opaque = (void *)7;
	c.name = "test";
	c.version = "1";
	c.compile = compile;
	RTDYLD_INIT(&cache);
	cache.get = get;
	cache.put = keep;
	cache.failed = failed;
	RTDYLD_INIT(&o);
	o.memory = memory;
	o.compiler = &c;
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1 && got == 0);
	o.cache = &cache;
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1 && got == 1 && put == 1 && told == 0);
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 0 && got == 1 && put == 0);
	c.version = "2"; /* another key */
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1 && put == 1);
	damage = 1;
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1 && got == 1 && told == 1);
	damage = 0, fail_get = 1, fail_put = 1;
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1 && told == 2);
	fail_compile = 1;
	run(&o, argv[1], RTDYLD_ERROR_COMPILER);
	fail_compile = 0;
	o.cache = NULL;
	o.cache_directory = argv[2];
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 1);
	run(&o, argv[1], RTDYLD_OK);
	CHECK(compiled == 0 && got == 0);
	o.cache = &cache;
	{
		rtdyld_engine *e = NULL;
		FAILS(rtdyld_engine_create(&o, &e, &error), RTDYLD_ERROR_ARGUMENT, "exclude each other");
		c.compile = NULL;
		o.cache = NULL;
		FAILS(rtdyld_engine_create(&o, &e, &error), RTDYLD_ERROR_ARGUMENT, "compile or name is NULL");
	}
	OK(rtdyld_memory_free(memory, &error));
	CHECK(h.destroyed == 1 && h.given == h.freed);
	free(kept);
	heap_close(&h);
	return done("compile");
}
