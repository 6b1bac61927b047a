/*
 * A program with an allocator of its own: four functions over pages. It frees linker or
 * engine and manager, and goes on running the code that its allocator kept. argv: sum.o user.o
 */
#include "test.h"

static size_t longer(const char *s) { return strlen(s) + 4; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)text;
	CHECK(reference->size >= sizeof *reference && definition->size >= sizeof *definition);
	if (strcmp(reference->name, "strlen") == 0) /* the process has one, too */
		definition->address = (uintptr_t)longer;
	else if (strcmp(reference->name, "from_resolver") == 0)
		definition->address = (uintptr_t)opaque;
	else
		return 0;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return 1;
}

static int from_resolver(int a) { return 100 * a; }

int main(int argc, char **argv)
{
	heap h;
	rtdyld_memory *memory = NULL;
	rtdyld_linker *linker = NULL;
	rtdyld_engine *engine = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	uint64_t user = 0, calls = 0;
	size_t length;
	void *data;
	int by_library, round;
	use_heap();
	if (argc < 3)
		return 2;
	for (round = 0; round < 4; round++) {
		int with_engine = round / 2;
		by_library = round % 2;
		heap_open(&h);
		h.by_library = by_library;
		RTDYLD_INIT(&resolver);
		resolver.opaque = (void *)(uintptr_t)from_resolver;
		resolver.find = find;
		OK(rtdyld_memory_create_simple(&h, heap_code, heap_data, heap_finalize, heap_destroy, &memory, &error));
		RTDYLD_INIT(&options);
		options.memory = memory;
		options.resolver = &resolver;
		options.permissions = by_library ? RTDYLD_PERMISSIONS_LIBRARY : RTDYLD_PERMISSIONS_CALLER;
		if (with_engine)
			OK(rtdyld_engine_create(&options, &engine, &error));
		else
			OK(rtdyld_linker_create(&options, &linker, &error));
		OK(rtdyld_memory_free(memory, &error)); /* the linker still has it */
		memset(&options, 0xff, sizeof options); /* the library has a copy */
		memset(&resolver, 0xff, sizeof resolver);

		data = slurp(argv[1], &length);
		if (with_engine)
			OK(rtdyld_engine_add_object_memory(engine, "sum", data, length, NULL, &error));
		else
			OK(rtdyld_linker_add_object_memory(linker, "sum", data, length, NULL, &error));
		memset(data, 0xff, length); /* as well */
		free(data);
		if (with_engine) {
			OK(rtdyld_engine_add_object_file(engine, argv[2], NULL, &error));
			CHECK(h.given == 0);
			OK(rtdyld_engine_lookup(engine, "user", &user, &error));
			OK(rtdyld_engine_lookup(engine, "sum_calls", &calls, &error));
		} else {
			OK(rtdyld_linker_add_object_file(linker, argv[2], NULL, &error));
			CHECK(h.given > 2 && h.finalized == 0);
			OK(rtdyld_linker_finalize(linker, NULL, 0, &error));
			OK(rtdyld_linker_address(linker, "user", &user, &error));
			OK(rtdyld_linker_address(linker, "sum_calls", &calls, &error));
		}
		CHECK(FUNCTION(int (*)(int), user)(4) == 4 + 7 + 400);
		CHECK(h.finalized == 2 + COFF && /* jumps to what is far are a load of their own there */
		      h.destroyed == 0);
		if (with_engine)
			OK(rtdyld_engine_free(engine, &error));
		else
			OK(rtdyld_linker_free(linker, &error));
		CHECK(h.destroyed == 1);
		CHECK(FUNCTION(int (*)(int), user)(5) == 5 + 7 + 500);
		CHECK(FUNCTION(int_fn, calls)() == 2);
		CHECK(permitted((void *)(uintptr_t)user, "r-x"));
		CHECK(bad_pages() == 0);
		heap_close(&h);
	}
	return done("allocator");
}
