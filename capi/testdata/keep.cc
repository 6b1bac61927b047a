// A C++ program with a memory manager in full: reserve, each module's own heap, notify_loaded.
// It frees the engine and goes on running what it kept. argv: sum.o user.o throw.o begin.o
#include "test.h"

#include <map>
#include <string>
#include <vector>

namespace {

std::string happened;
rtdyld_engine *engine;
uint64_t seen_by_constructor;

struct Manager {
	std::map<void *, heap> heaps; // by module; nullptr: stubs and copies that several use
	std::vector<std::string> loaded;
	int destroyed = 0;

	heap &of(void *module)
	{
		if (!heaps.count(module))
			heap_open(&heaps[module]);
		return heaps[module];
	}
	static int allocate(void *self, const rtdyld_request *request, rtdyld_block *block, char **text)
	{
		heap &h = static_cast<Manager *>(self)->of(request->module);
		CHECK(request->code_model == RTDYLD_CODE_MODEL_MEDIUM);
		h.promised = size_t(-1);
		return heap_allocate(&h, request, block, text);
	}
	static int finalize(void *self, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
	{
		for (size_t i = 0; i < count; i++)
			heap_finalize(blocks[i].user, blocks + i, kinds + i, 1, text);
		(void)self;
		return 0;
	}
	static int release(void *self, const rtdyld_block *blocks, size_t count, char **text)
	{
		for (size_t i = 0; i < count; i++)
			heap_release(blocks[i].user, blocks + i, 1, text);
		(void)self;
		return 0;
	}
	static int notify(void *self, rtdyld_object *const *objects, void *const *modules, size_t count, char **)
	{
		for (size_t i = 0; i < count; i++) {
			char *name = nullptr;
			void *user = nullptr;
			rtdyld_state state = RTDYLD_STATE_UNLOADED;
			OK(rtdyld_object_name(objects[i], &name, &error));
			OK(rtdyld_object_user(objects[i], &user, &error));
			OK(rtdyld_object_state(objects[i], &state, &error));
			CHECK(state == RTDYLD_STATE_LOADED && user == modules[i]);
			static_cast<Manager *>(self)->loaded.push_back(name);
			rtdyld_free(name);
		}
		return 0;
	}
	static void destroy(void *self) { static_cast<Manager *>(self)->destroyed++; }
};

extern "C" void began(const char *what)
{
	happened += what;
	if (strcmp(what, "begin") == 0) // a constructor asks for the address of what it belongs to: it does not wait for itself
		OK(rtdyld_engine_lookup(engine, "begun", &seen_by_constructor, &error));
	FAILS(rtdyld_engine_free(engine, &error), RTDYLD_ERROR_REENTRANT, "cannot be freed");
}

int from_resolver(int a) { return -a; }

int find(void *, const rtdyld_reference *reference, rtdyld_definition *definition, char **)
{
	std::string name = reference->name;
	if (name == "from_resolver")
		definition->address = uintptr_t(from_resolver);
	else if (name == "began")
		definition->address = uintptr_t(began);
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return definition->address != 0;
}

rtdyld_module *add(const char *path, uintptr_t module)
{
	rtdyld_input input;
	rtdyld_module *m = nullptr;
	RTDYLD_INIT(&input);
	input.path = path;
	input.user = (void *)module; // no address at all
	OK(rtdyld_engine_add(engine, &input, &m, &error));
	return m;
}

int count_modules(void *opaque, rtdyld_module *) { return ++*static_cast<int *>(opaque), 0; }

} // namespace

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 5)
		return 2;
	Manager m;
	rtdyld_memory_functions functions;
	RTDYLD_INIT(&functions);
	functions.opaque = &m;
	functions.allocate = Manager::allocate;
	functions.finalize = Manager::finalize;
	functions.release = Manager::release;
	functions.notify_loaded = Manager::notify;
	functions.destroy = Manager::destroy;
	rtdyld_memory *memory = nullptr;
	OK(rtdyld_memory_create(&functions, &memory, &error));

	rtdyld_resolver resolver;
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	rtdyld_options options;
	RTDYLD_INIT(&options);
	options.version = RTDYLD_API_VERSION;
	options.memory = memory;
	options.resolver = &resolver;
	options.code_model = RTDYLD_CODE_MODEL_MEDIUM;
	options.libraries = cxx_libraries;
	options.library_count = CXX_LIBRARIES;
	OK(rtdyld_engine_create(&options, &engine, &error));
	OK(rtdyld_memory_free(memory, &error));

	rtdyld_module *sum = add(argv[1], 1), *user = add(argv[2], 2);
	add(argv[3], 3);
	rtdyld_module *begin = add(argv[4], 4);
	int modules = 0;
	OK(rtdyld_engine_modules(engine, count_modules, &modules, &error));
	CHECK(modules == 4);
	rtdyld_state state = RTDYLD_STATE_FAILED;
	OK(rtdyld_module_state(sum, &state, nullptr, &error));
	CHECK(state == RTDYLD_STATE_ADDED && m.heaps.empty());

	uint64_t f = 0, inside = 0, outside = 0, begun = 0;
	OK(rtdyld_engine_lookup(engine, "user", &f, &error));
	CHECK((FUNCTION(int (*)(int), f)(4) == 4 + 3 - 4));
	CHECK(m.loaded.size() == 2 && m.heaps.count((void *)1) && m.heaps.count((void *)2) && !m.heaps.count((void *)3));
	OK(rtdyld_module_state(sum, &state, nullptr, &error));
	CHECK(state == RTDYLD_STATE_FINALIZED);

	OK(rtdyld_engine_lookup(engine, "inside", &inside, &error));
	OK(rtdyld_engine_lookup(engine, "outside", &outside, &error));
	CHECK(FUNCTION(int (*)(int), inside)(1) == 1);
	CHECK(FUNCTION(int (*)(int), inside)(3) == 11 + 3 + 40);
	int caught = 0;
	try {
		FUNCTION(void (*)(int), outside)(17);
	} catch (int n) {
		caught = n;
	}
	CHECK(caught == 17);

	OK(rtdyld_engine_lookup(engine, "begun", &begun, &error));
	CHECK(happened == "begin" && begun == seen_by_constructor && FUNCTION(int_fn, begun)() == 5);
	FAILS(rtdyld_engine_remove(engine, &sum, 1, -1, &error), RTDYLD_ERROR_IN_USE, "in use by");
	uint64_t call = 0;
	OK(rtdyld_engine_enter(engine, &call, &error));
	FAILS(rtdyld_engine_remove(engine, &begin, 1, 0, &error), RTDYLD_ERROR_BUSY, "calls are inside");
	OK(rtdyld_engine_leave(engine, call, &error));
	FAILS(rtdyld_engine_leave(engine, call, &error), RTDYLD_ERROR_HANDLE, "not inside");
	OK(rtdyld_engine_remove(engine, &begin, 1, 10000, &error));
	CHECK(happened == "beginend" && m.heaps[(void *)4].freed == m.heaps[(void *)4].given && m.heaps[(void *)1].freed == 0);
	FAILS(rtdyld_engine_remove(engine, &begin, 1, 0, &error), RTDYLD_ERROR_HANDLE, "not in use");
	FAILS(rtdyld_engine_lookup(engine, "begun", &begun, &error), RTDYLD_ERROR_NOT_FOUND, "begun");

	for (auto &h : m.heaps)
		h.second.keep = 1;
	OK(rtdyld_engine_free(engine, &error));
	CHECK(m.destroyed == 1);
	for (auto &h : m.heaps)
		CHECK(h.second.given > 0 && h.second.freed == h.second.given);
	CHECK((FUNCTION(int (*)(int), f)(9) == 9 + 3 - 9));
	CHECK(bad_pages() == 0);
	FAILS(rtdyld_module_state(user, &state, nullptr, &error), RTDYLD_ERROR_HANDLE, "not in use");
	return done("keep");
}
