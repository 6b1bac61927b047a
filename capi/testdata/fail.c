/*
 * Each call of each callback fails in turn, until nothing fails; after each everything that
 * was given has come back, once. argv: sum.o user.o throw.o
 */
#include "test.h"

enum { RESERVE = 1, ALLOCATE, FINALIZE, NOTIFY, FIND, REGISTER, RELEASE, DEREGISTER, WHATS };

static const char *const names[] = {"", "reserve", "allocate", "finalize", "notify_loaded", "find", "register", "release", "deregister"};

typedef struct state {
	heap h;
	int what, at, n; /* the n-th call of what fails at n == at */
	int frames;      /* registered */
	int with_text;
} state;

static int fails(state *s, int what, char **text)
{
	if (what != s->what || ++s->n != s->at)
		return 0;
	if (s->with_text)
		*text = strdup("on purpose");
	return 1;
}

static int reserve(void *opaque, const rtdyld_reserve *need, char **text)
{
	state *s = (state *)opaque;
	return fails(s, RESERVE, text) || heap_reserve(&s->h, need, text);
}

static int allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	state *s = (state *)opaque;
	return fails(s, ALLOCATE, text) || heap_allocate(&s->h, request, block, text);
}

static int finalize(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	state *s = (state *)opaque;
	return fails(s, FINALIZE, text) || heap_finalize(&s->h, blocks, kinds, count, text);
}

static int release(void *opaque, const rtdyld_block *blocks, size_t count, char **text)
{
	state *s = (state *)opaque;
	int failed = fails(s, RELEASE, text); /* that is told, and not tried again */
	return heap_release(&s->h, blocks, count, text) || failed;
}

static int notify(void *opaque, rtdyld_object *const *objects, void *const *modules, size_t count, char **text)
{
	CHECK(objects[0] != NULL && modules[0] == NULL && count > 0);
	return fails((state *)opaque, NOTIFY, text);
}

static void destroy(void *opaque) { ((state *)opaque)->h.destroyed++; }

static int from_resolver(int a) { return a; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	if (fails((state *)opaque, FIND, text))
		return -1;
	if (strcmp(reference->name, "from_resolver") == 0)
		definition->address = (uintptr_t)from_resolver;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return definition->address != 0;
}

static int register_frames(void *opaque, const rtdyld_block *frames, char **text)
{
	state *s = (state *)opaque;
	if (fails(s, REGISTER, text))
		return 1;
	CHECK(frames->size > 4);
	s->frames++;
	return 0;
}

static int deregister_frames(void *opaque, const rtdyld_block *frames, char **text)
{
	(void)frames;
	((state *)opaque)->frames--;
	return fails((state *)opaque, DEREGISTER, text);
}

/* run links three objects; 0 if all went well, else the status of the failure. */
static rtdyld_status run(state *s, char **argv, int engine, rtdyld_error **error)
{
	rtdyld_memory_functions f;
	rtdyld_memory *memory = NULL;
	rtdyld_resolver resolver;
	rtdyld_unwind unwind;
	rtdyld_options options;
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	uint64_t user = 0, inside;
	rtdyld_status status = RTDYLD_OK;
	int i;
	heap_functions(&s->h, &f);
	f.opaque = s;
	f.reserve = reserve;
	f.allocate = allocate;
	f.finalize = finalize;
	f.release = release;
	f.notify_loaded = notify;
	f.destroy = destroy;
	OK(rtdyld_memory_create(&f, &memory, &error));
	RTDYLD_INIT(&resolver);
	resolver.opaque = s;
	resolver.find = find;
	RTDYLD_INIT(&unwind);
	unwind.opaque = s;
	unwind.register_frames = register_frames;
	unwind.deregister_frames = deregister_frames;
	RTDYLD_INIT(&options);
	options.memory = memory;
	options.resolver = &resolver;
	options.unwind = &unwind;
	options.libraries = cxx_libraries;
	options.library_count = CXX_LIBRARIES;
	if (engine) {
		OK(rtdyld_engine_create(&options, &e, &error));
		for (i = 1; i <= 3; i++)
			OK(rtdyld_engine_add_object_file(e, argv[i], NULL, &error));
		status = rtdyld_engine_lookup(e, "user", &user, error);
		if (!status)
			status = rtdyld_engine_lookup(e, "inside", &inside, error);
	} else {
		OK(rtdyld_linker_create(&options, &l, &error));
		for (i = 1; i <= 3 && !status; i++)
			status = rtdyld_linker_add_object_file(l, argv[i], NULL, error);
		if (!status)
			status = rtdyld_linker_finalize(l, NULL, 0, error);
		if (!status)
			status = rtdyld_linker_address(l, "user", &user, error);
	}
	if (!status)
		CHECK(FUNCTION(int (*)(int), user)(4) == 4 + 3 + 4);
	CHECK(rtdyld_memory_free(memory, NULL) == RTDYLD_OK);
	CHECK(s->h.destroyed == 0);
	if (s->what >= RELEASE) /* freeing tells what failed, and goes on */
		status = engine ? rtdyld_engine_free(e, error) : rtdyld_linker_free(l, error);
	else if (engine)
		OK(rtdyld_engine_free(e, &error));
	else
		OK(rtdyld_linker_free(l, &error));
	CHECK(s->h.destroyed == 1);
	CHECK(s->h.freed == s->h.given);
	CHECK(s->frames == 0);
	return status;
}

/* simple: four functions, whose memory goes with destroy. */
static int simple(char **argv, int fail_at)
{
	heap h;
	rtdyld_memory *memory = NULL;
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	rtdyld_error *error = NULL;
	rtdyld_status status;
	heap_open(&h);
	h.fail_at = fail_at;
	OK(rtdyld_memory_create_simple(&h, heap_code, heap_data, heap_finalize, heap_destroy, &memory, &error));
	RTDYLD_INIT(&options);
	options.memory = memory;
	OK(rtdyld_linker_create(&options, &l, &error));
	status = rtdyld_linker_add_object_file(l, argv[1], NULL, &error);
	if (!status)
		status = rtdyld_linker_finalize(l, NULL, 0, &error);
	if (status)
		CHECK(status == RTDYLD_ERROR_CALLBACK && strstr(rtdyld_error_message(error), "allocate "));
	rtdyld_error_free(error);
	CHECK(rtdyld_linker_free(l, NULL) == 0 && h.destroyed == 0);
	CHECK(rtdyld_memory_free(memory, NULL) == 0 && h.destroyed == 1);
	CHECK(h.given == h.asked - (status != 0));
	heap_close(&h);
	return status == 0;
}

static int fail_once;

static int finalize_later(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	CHECK(heap_finalize(opaque, blocks, kinds, count, text) == 0);
	return fail_once-- > 0;
}

static int map_text(void *opaque, const rtdyld_section *s)
{
	if (strcmp(s->name, ".text") == 0)
		OK(rtdyld_object_map_section((rtdyld_object *)opaque, s->id, s->address, &error));
	return 0;
}

/* again: a finalize that fails after the library has changed permissions leaves memory that can be written. */
static void again(char **argv)
{
	heap h;
	rtdyld_memory *memory = NULL;
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	rtdyld_options options;
	uint64_t sum = 0;
	heap_open(&h);
	h.by_library = 1;
	fail_once = 1;
	OK(rtdyld_memory_create_simple(&h, heap_code, heap_data, finalize_later, heap_destroy, &memory, &error));
	RTDYLD_INIT(&options);
	options.memory = memory;
	options.permissions = RTDYLD_PERMISSIONS_LIBRARY;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	FAILS(rtdyld_linker_finalize(l, NULL, 0, &error), RTDYLD_ERROR_CALLBACK, "finalize of");
	OK(rtdyld_object_sections(o, map_text, o, &error)); /* all that refers to it is written again */
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "sum", &sum, &error));
	CHECK(sum && FUNCTION(int2_fn, sum)(3, 4) == 7);
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_memory_free(memory, &error));
	heap_close(&h);
}

int main(int argc, char **argv)
{
	int what, engine, at, total = 0;
	use_heap();
	if (argc < 4)
		return 2;
	for (engine = 0; engine < 2; engine++)
		for (what = RESERVE; what < WHATS; what++)
			for (at = 1;; at++) {
				rtdyld_error *error = NULL;
				rtdyld_status status;
				state s;
				memset(&s, 0, sizeof s);
				heap_open(&s.h);
				s.what = what, s.at = at, s.with_text = at % 2;
				status = run(&s, argv, engine, &error);
				CHECK(s.n == at || s.n == at - 1 || (what >= RELEASE && s.n > at)); /* those go on */
				if (status) {
					CHECK(status == RTDYLD_ERROR_CALLBACK);
					CHECK(strstr(rtdyld_error_message(error), at % 2 ? "on purpose" : "failed"));
					total++;
				}
				rtdyld_error_free(error);
				heap_close(&s.h);
				if (failures)
					return fprintf(stderr, "%s %s %d\n", engine ? "engine" : "linker", names[what], at), 1;
				if (!status) {
					CHECK(at > 1 || (COFF && (what == REGISTER || what == DEREGISTER))); /* whose tables are no call frames */
					break;
				}
			}
	CHECK(total > 20);
	for (at = 1; !simple(argv, at); at++)
		;
	CHECK(at > 2);
	again(argv);
	return done("fail");
}
