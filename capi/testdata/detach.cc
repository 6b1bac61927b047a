// Code that stays when its linker or engine is freed: exceptions go through it, and its thread-locals are there.
// argv: throw.o sum.o user.o begin.o n1.o
#include "test.h"

namespace {

int unloading;
heap h;

void gone(void *, rtdyld_module *module, rtdyld_object *const *, size_t count)
{
	CHECK(module == nullptr);
	unloading += int(count);
}

int from_resolver(int a) { return a; }

int find(void *, const rtdyld_reference *reference, rtdyld_definition *definition, char **)
{
	if (strcmp(reference->name, "from_resolver") == 0)
		definition->address = uintptr_t(from_resolver);
	if (strcmp(reference->name, "began") == 0)
		definition->address = uintptr_t(+[](const char *) {});
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return definition->address != 0;
}

int count_code(void *opaque, const rtdyld_block *block)
{
	CHECK(block->memory != nullptr && block->size > 0);
	if (permitted(block->memory, "r-x"))
		++*static_cast<int *>(opaque);
	return 0;
}

// Both functions of throw.o, as often as that was loaded.
void thrown(uint64_t inside, uint64_t outside, int depth)
{
	CHECK(FUNCTION(int (*)(int), inside)(1) == 1);
	CHECK(FUNCTION(int (*)(int), inside)(3) == 11 + depth + 40);
	int caught = 0;
	try {
		FUNCTION(void (*)(int), outside)(17);
	} catch (int n) {
		caught = n;
	}
	CHECK(caught == 17);
}

struct setup {
	rtdyld_memory_functions functions;
	rtdyld_resolver resolver;
	rtdyld_listener listener;
	const rtdyld_listener *listeners[1];
	rtdyld_options options;

	explicit setup(bool own)
	{
		RTDYLD_INIT(&resolver);
		resolver.find = find;
		RTDYLD_INIT(&listener);
		listener.unloading = gone;
		listeners[0] = &listener;
		RTDYLD_INIT(&options);
		options.listeners = listeners;
		options.listener_count = 1;
		options.resolver = &resolver;
		options.libraries = cxx_libraries;
		options.library_count = CXX_LIBRARIES;
		unloading = 0;
		heap_open(&h);
		heap_functions(&h, &functions);
		if (own) {
			h.by_library = 1;
			options.permissions = RTDYLD_PERMISSIONS_LIBRARY;
			OK(rtdyld_memory_create(&functions, &options.memory, &error));
		}
	}
};

void from_linker(char **argv, bool own)
{
	setup s(own);
	rtdyld_linker *l = nullptr;
	rtdyld_detached *code = nullptr, *both = nullptr;
	rtdyld_object *o = nullptr, *sum = nullptr, *user = nullptr, *begin = nullptr;
	uint64_t inside = 0, outside = 0, f = 0;
	OK(rtdyld_linker_create(&s.options, &l, &error));
	if (own)
		OK(rtdyld_memory_free(s.options.memory, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	FAILS(rtdyld_linker_detach(l, &o, 1, &code, &error), RTDYLD_ERROR_ARGUMENT, "not finalized");
	OK(rtdyld_linker_add_object_file(l, argv[2], &sum, &error));
	OK(rtdyld_linker_add_object_file(l, argv[3], &user, &error));
	OK(rtdyld_linker_add_object_file(l, argv[4], &begin, &error));
	OK(rtdyld_linker_finalize(l, nullptr, 0, &error));
	OK(rtdyld_linker_address(l, "inside", &inside, &error));
	OK(rtdyld_linker_address(l, "outside", &outside, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	thrown(inside, outside, 3);

	FAILS(rtdyld_linker_detach(l, nullptr, 0, &code, &error), RTDYLD_ERROR_ARGUMENT, "count is 0");
	FAILS(rtdyld_linker_detach(l, &o, 1, nullptr, &error), RTDYLD_ERROR_ARGUMENT, "detached is NULL");
	FAILS(rtdyld_linker_detach(l, &sum, 1, &both, &error), RTDYLD_ERROR_IN_USE, "sum");
	FAILS(rtdyld_linker_detach(l, &user, 1, &both, &error), RTDYLD_ERROR_IN_USE, "refers to");
	rtdyld_object *pair[] = {sum, user};
	OK(rtdyld_linker_detach(l, pair, 2, &both, &error));
	OK(rtdyld_linker_detach(l, &o, 1, &code, &error));
	FAILS(rtdyld_linker_detach(l, &o, 1, &code, &error), RTDYLD_ERROR_HANDLE, "not in use");
	OK(rtdyld_linker_detach(l, &begin, 1, &code, &error)); // never released, and the one before neither
	CHECK(unloading == 0);
	OK(rtdyld_linker_free(l, &error));

	CHECK(unloading == 0 && h.destroyed == 0);
	thrown(inside, outside, 4);
	CHECK(FUNCTION(int (*)(int), f)(9) == 9 + 3 + 9);
	int blocks = 0;
	OK(rtdyld_detached_blocks(both, count_code, &blocks, &error));
	CHECK(blocks >= 1);
	FAILS(rtdyld_detached_blocks(both, nullptr, nullptr, &error), RTDYLD_ERROR_ARGUMENT, "visit is NULL");
	int freed = h.freed;
	OK(rtdyld_detached_release(both, &error));
	CHECK(unloading == 2 && (!own || h.freed > freed));
	FAILS(rtdyld_detached_release(both, &error), RTDYLD_ERROR_HANDLE, "not in use");
	FAILS(rtdyld_detached_blocks(both, count_code, &blocks, &error), RTDYLD_ERROR_HANDLE, "not in use");
	thrown(inside, outside, 5);
	CHECK(h.destroyed == 0); // for what is not released
}

void from_engine(char **argv, bool own)
{
	setup s(own);
	rtdyld_engine *e = nullptr;
	rtdyld_module *m = nullptr, *lazy = nullptr;
	rtdyld_detached *code = nullptr;
	rtdyld_input in;
	uint64_t inside = 0, outside = 0;
	OK(rtdyld_engine_create(&s.options, &e, &error));
	if (own)
		OK(rtdyld_memory_free(s.options.memory, &error));
	OK(rtdyld_engine_add_object_file(e, argv[1], &m, &error));
	FAILS(rtdyld_engine_detach(e, &m, 1, &code, &error), RTDYLD_ERROR_ARGUMENT, "not finalized but added");
	OK(rtdyld_engine_lookup(e, "inside", &inside, &error));
	OK(rtdyld_engine_lookup(e, "outside", &outside, &error));
	thrown(inside, outside, 3);
	RTDYLD_INIT(&in);
	in.path = argv[5];
	in.flags = RTDYLD_INPUT_LAZY;
	OK(rtdyld_engine_add(e, &in, &lazy, &error));
	FAILS(rtdyld_engine_detach(e, &lazy, 1, &code, &error), RTDYLD_ERROR_UNSUPPORTED, "stubs, which go with the engine");
	FAILS(rtdyld_engine_detach(e, nullptr, 0, &code, &error), RTDYLD_ERROR_ARGUMENT, "count is 0");
	OK(rtdyld_engine_detach(e, &m, 1, &code, &error));
	rtdyld_detached *none = code;
	FAILS(rtdyld_engine_detach(e, &m, 1, &none, &error), RTDYLD_ERROR_HANDLE, "not in use");
	CHECK(none == nullptr);
	FAILS(rtdyld_engine_lookup(e, "inside", &inside, &error), RTDYLD_ERROR_NOT_FOUND, "inside");
	CHECK(inside == 0);
	OK(rtdyld_engine_free(e, &error));
	CHECK(unloading == 0 && h.destroyed == 0);
	int caught = 0;
	try {
		FUNCTION(void (*)(int), outside)(18);
	} catch (int n) {
		caught = n;
	}
	CHECK(caught == 18);
	OK(rtdyld_detached_release(code, &error));
	CHECK(unloading == 1 && h.given == h.freed && h.destroyed == int(own));
	CHECK(bad_pages() == 0);
	heap_close(&h);
}

} // namespace

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 6)
		return 2;
	for (int own = 0; own < 2; own++) {
		from_linker(argv, own);
		from_engine(argv, own);
	}
	return done("detach");
}
