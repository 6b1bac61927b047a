/*
 * Sections, symbols, addresses that are mapped, archives, batches, code for elsewhere, and the
 * places that errors tell.
 * argv: sum.o user.o open.o lib.a wants1.o member1.o member2.o arm64.o
 */
#include "test.h"

#include <math.h>

typedef const char *(*text_fn)(void);

typedef struct seen {
	int sections, symbols, objects;
	uint32_t text, data, callee;
	uint64_t text_at, text_size, sum_at, sum_size, calls_at;
	const unsigned char *text_memory;
	rtdyld_object *last;
} seen;

static int see_section(void *opaque, const rtdyld_section *s)
{
	seen *v = (seen *)opaque;
	v->sections++;
	CHECK(s->size >= sizeof *s && s->alignment > 0 && s->kind >= RTDYLD_KIND_CODE);
	if (strcmp(s->name, ".text") == 0) {
		CHECK(s->kind == RTDYLD_KIND_CODE && s->memory != NULL);
		v->text = s->id;
		v->text_at = s->address;
		v->text_size = s->bytes;
		v->text_memory = (const unsigned char *)s->memory;
	}
	if (strcmp(s->name, ".text.callee") == 0)
		v->callee = s->id;
	if (strcmp(s->name, ".bss") == 0) {
		CHECK(s->kind == RTDYLD_KIND_WRITABLE);
		v->data = s->id;
	}
	return 0;
}

static int see_symbol(void *opaque, const rtdyld_symbol *s)
{
	seen *v = (seen *)opaque;
	v->symbols++;
	CHECK(s->size >= sizeof *s);
	if (strcmp(s->name, "sum") == 0) {
		CHECK(s->kind == RTDYLD_SYMBOL_FUNCTION && s->binding == RTDYLD_BINDING_GLOBAL && !s->hidden && s->section == v->text);
		v->sum_at = s->address;
		v->sum_size = s->bytes;
	}
	if (strcmp(s->name, "calls") == 0) {
		CHECK(COFF || (s->kind == RTDYLD_SYMBOL_DATA && s->bytes == 4));
		v->calls_at = s->address;
	}
	if (strcmp(s->name, "text") == 0)
		CHECK(s->binding == RTDYLD_BINDING_LOCAL && s->hidden);
	return 0;
}

static int see_object(void *opaque, rtdyld_object *o)
{
	((seen *)opaque)->objects++;
	((seen *)opaque)->last = o;
	return 0;
}

static int stop(void *opaque, const rtdyld_symbol *s)
{
	(void)s;
	return ++*(int *)opaque == 2;
}

static void look(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL, *of = NULL;
	rtdyld_definition d;
	unsigned char text[16];
	seen v;
	int count = 0;
	uint64_t sum = 0;
	char *name = NULL;
	memset(&v, 0, sizeof v);
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
	OK(rtdyld_object_name(o, &name, &error));
	CHECK(name && strcmp(name, argv[1]) == 0);
	rtdyld_free(name);
	OK(rtdyld_object_sections(o, see_section, &v, &error));
	OK(rtdyld_object_symbols(o, see_symbol, &v, &error));
	CHECK(v.sections > 2 && v.symbols >= 5 && v.text_size > 0);
	CHECK(v.sum_at >= v.text_at && v.sum_at + v.sum_size <= v.text_at + v.text_size);
	OK(rtdyld_object_symbols(o, stop, &count, &error));
	CHECK(count == 2);
	OK(rtdyld_object_read(o, v.text, 0, text, sizeof text, &error));
	CHECK(memcmp(text, v.text_memory, sizeof text) == 0);
	FAILS(rtdyld_object_read(o, v.text, v.text_size - 3, text, 4, &error), RTDYLD_ERROR_ARGUMENT, "has ");
	OK(rtdyld_linker_finalize(l, &o, 1, &error));
	RTDYLD_INIT(&d);
	OK(rtdyld_linker_lookup(l, "sum", &d, &of, &error));
	CHECK(d.address == v.sum_at && d.bytes == v.sum_size && d.kind == RTDYLD_SYMBOL_FUNCTION && of == o);
	OK(rtdyld_linker_address(l, "sum", &sum, &error));
	CHECK(FUNCTION(int2_fn, sum)(20, 22) == 42);
	CHECK(*(int *)(uintptr_t)v.calls_at == 1);
	CHECK(strncmp(permissions((void *)(uintptr_t)sum), "r-x", 3) == 0);
	FAILS(rtdyld_object_map_section(o, v.text, 4096, &error), RTDYLD_ERROR_FINALIZED, "finalized");
	OK(rtdyld_linker_objects(l, see_object, &v, &error));
	CHECK(v.objects == 1 && v.last == o);
	OK(rtdyld_linker_unload(l, &o, 1, &error));
	FAILS(rtdyld_linker_address(l, "sum", &sum, &error), RTDYLD_ERROR_NOT_FOUND, "sum");
	FAILS(rtdyld_object_sections(o, see_section, &v, &error), RTDYLD_ERROR_HANDLE, "not in use");
	OK(rtdyld_linker_free(l, &error));
}

/* Constants are read-only, and may be run only where they may lie with code. */
static void constants(char **argv)
{
	static const uint32_t flags[] = {0, RTDYLD_CONSTANTS_WITH_CODE};
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	rtdyld_options options;
	uint64_t name = 0;
	const char *text, *want;
	int i;
	for (i = 0; i < 2; i++) {
		RTDYLD_INIT(&options);
		options.flags = flags[i];
		OK(rtdyld_linker_create(&options, &l, &error));
		OK(rtdyld_linker_add_object_file(l, argv[1], &o, &error));
		OK(rtdyld_linker_finalize(l, NULL, 0, &error));
		OK(rtdyld_linker_address(l, "sum_name", &name, &error));
		text = FUNCTION(text_fn, name)();
		want = flags[i] && !COFF ? "r-x" : "r--";
		CHECK(strcmp(text, "sum") == 0 && strncmp(permissions(text), want, 3) == 0 && bad_pages() == 0);
		OK(rtdyld_linker_free(l, &error));
	}
}

/* Sections that run elsewhere: another machine's code, with addresses that nothing here has. */
static void elsewhere(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	rtdyld_options options;
	rtdyld_definition d;
	unsigned char code[4];
	uint32_t word;
	int64_t distance;
	seen v;
	RTDYLD_INIT(&options);
	options.triple = "aarch64-unknown-linux-gnu";
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_UNSUPPORTED, "aarch64");
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_add_object_file(l, argv[1], &o, &error), RTDYLD_ERROR_TARGET, "another architecture");
	OK(rtdyld_linker_add_object_file(l, argv[8], &o, &error)); /* code that calls code in another section */
	memset(&v, 0, sizeof v);
	OK(rtdyld_object_sections(o, see_section, &v, &error));
	CHECK(v.text_at < (uint64_t)1 << 31 && v.text_at != (uint64_t)(uintptr_t)v.text_memory);
	OK(rtdyld_object_map_section(o, v.callee, 0x40000000, &error));
	FAILS(rtdyld_linker_resolve(l, NULL, 0, &error), RTDYLD_ERROR_RANGE, "R_AARCH64_CALL26 to callee");
	OK(rtdyld_object_map_section(o, v.callee, 0x400000, &error));
	OK(rtdyld_linker_map_local(l, v.text_memory, 0x10000, &error));
	OK(rtdyld_linker_resolve(l, NULL, 0, &error));
	RTDYLD_INIT(&d);
	OK(rtdyld_linker_lookup(l, "start", &d, NULL, &error));
	CHECK(d.address == 0x10000);
	OK(rtdyld_linker_lookup(l, "callee", &d, NULL, &error));
	OK(rtdyld_object_read(o, v.text, 0, code, 4, &error));
	word = code[0] | code[1] << 8 | code[2] << 16 | (uint32_t)code[3] << 24;
	distance = (int64_t)((word & 0x3ffffff) ^ 0x2000000) - 0x2000000;
	CHECK(word >> 26 == 0x25); /* bl */
	CHECK(0x10000 + 4 * distance == (int64_t)d.address);
	OK(rtdyld_object_map_section(o, v.text, 0x20000, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_lookup(l, "start", &d, NULL, &error));
	CHECK(d.address == 0x20000);
	CHECK(strncmp(permissions(v.text_memory), "r--", 3) == 0); /* no code for here */
	OK(rtdyld_linker_free(l, &error));
}

/* apart gives memory at addresses that are made up; stubs lie where they have to, or 4 GiB behind that. */
typedef struct apart {
	heap h;
	uint64_t next;
	int islands, away;
} apart;

static int apart_allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	apart *a = (apart *)opaque;
	if (heap_allocate(&a->h, request, block, text))
		return 1;
	block->address = a->next;
	a->next += 0x100000;
	if (request->within_last) {
		CHECK(request->within_first < request->within_last && !strcmp(request->section, "<stubs>"));
		block->address = (request->within_first + request->alignment) & ~(request->alignment - 1);
		if (a->away)
			block->address = request->within_last + ((uint64_t)1 << 32) - (request->within_last & 0xfff);
		a->islands++;
	}
	return 0;
}

static int apart_finalize(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	(void)opaque, (void)blocks, (void)kinds, (void)count, (void)text;
	return 0; /* it does not run here */
}

static void stubs(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *o = NULL;
	rtdyld_memory *memory = NULL;
	rtdyld_memory_functions f;
	rtdyld_options options;
	apart a;
	seen v;
	unsigned char code[4];
	uint32_t word;
	int64_t distance;
	memset(&a, 0, sizeof a);
	a.next = 0x10000000;
	heap_open(&a.h);
	heap_functions(&a.h, &f);
	f.opaque = &a;
	f.allocate = apart_allocate;
	f.finalize = apart_finalize;
	OK(rtdyld_memory_create(&f, &memory, &error));
	RTDYLD_INIT(&options);
	options.triple = "aarch64-unknown-linux-gnu";
	options.flags = RTDYLD_FOREIGN | RTDYLD_STUBS_BY_ADDRESS;
	options.permissions = RTDYLD_PERMISSIONS_CALLER;
	options.memory = memory;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[8], &o, &error));
	memset(&v, 0, sizeof v);
	OK(rtdyld_object_sections(o, see_section, &v, &error));
	OK(rtdyld_object_map_section(o, v.text, 0x30000000, &error));
	OK(rtdyld_object_map_section(o, v.callee, 0x40000000, &error));
	a.away = 1;
	FAILS(rtdyld_linker_resolve(l, NULL, 0, &error), RTDYLD_ERROR_RANGE, "R_AARCH64_CALL26 to callee");
	a.away = a.islands = 0;
	OK(rtdyld_linker_resolve(l, NULL, 0, &error));
	CHECK(a.islands == 1);
	OK(rtdyld_object_read(o, v.text, 0, code, 4, &error));
	word = code[0] | code[1] << 8 | code[2] << 16 | (uint32_t)code[3] << 24;
	distance = 4 * ((int64_t)((word & 0x3ffffff) ^ 0x2000000) - 0x2000000);
	CHECK(word >> 26 == 0x25 && distance < -0x7f00000 && distance >= -0x8000000); /* the lowest that it reaches */
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_memory_free(memory, &error));
	heap_close(&a.h);
}

static void archives(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_module *lib = NULL;
	rtdyld_object *two[2];
	rtdyld_input in[2];
	const rtdyld_input *ins[2];
	uint64_t f = 0;
	size_t length;
	void *data, *user = NULL;
	seen v;
	memset(&v, 0, sizeof v);
	/* Members come when names are open, with what they need by hidden names. */
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_archive_file(l, argv[4], &error));
	FAILS(rtdyld_linker_address(l, "member1", &f, &error), RTDYLD_ERROR_NOT_FOUND, "member1");
	OK(rtdyld_linker_add_object_file(l, argv[5], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "wants1", &f, &error));
	CHECK(FUNCTION(int_fn, f)() == 42);
	OK(rtdyld_linker_objects(l, see_object, &v, &error));
	CHECK(v.objects == 3); /* member3 is not needed */
	OK(rtdyld_linker_need(l, "member3", &error));
	OK(rtdyld_linker_need(l, "member3", &error));
	FAILS(rtdyld_linker_need(l, "member4", &error), RTDYLD_ERROR_NOT_FOUND, "member4: no archive");
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "member3", &f, &error));
	CHECK(FUNCTION(int_fn, f)() == 7);
	OK(rtdyld_linker_free(l, &error));

	/* Objects with hidden names for each other, one by one and together. */
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[7], NULL, &error));
	OK(rtdyld_linker_add_object_file(l, argv[6], NULL, &error));
	if (!COFF) /* which has no such names */
		FAILS(rtdyld_linker_finalize(l, NULL, 0, &error), RTDYLD_ERROR_UNDEFINED, "hidden_in_member2");
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_linker_create(NULL, &l, &error));
	RTDYLD_INIT(&in[0]);
	RTDYLD_INIT(&in[1]);
	data = slurp(argv[6], &length);
	in[0].data = data, in[0].length = length, in[0].name = "one", in[0].user = (void *)1, in[0].flags = RTDYLD_INPUT_BORROW;
	in[1].path = argv[7], in[1].name = "two", in[1].user = &v;
	ins[0] = &in[0], ins[1] = &in[1];
	OK(rtdyld_linker_add(l, ins, 2, two, &error));
	OK(rtdyld_object_user(two[0], &user, &error));
	CHECK(user == (void *)1);
	OK(rtdyld_object_user(two[1], &user, &error));
	CHECK(user == &v);
	OK(rtdyld_linker_finalize(l, two, 2, &error));
	OK(rtdyld_linker_address(l, "member1", &f, &error));
	CHECK(FUNCTION(int_fn, f)() == 42);
	FAILS(rtdyld_linker_unload(l, &two[1], 1, &error), RTDYLD_ERROR_IN_USE, "two: in use by one");
	OK(rtdyld_linker_unload(l, two, 2, &error));
	OK(rtdyld_linker_free(l, &error));
	free(data);

	/* An object with its archive in one call; then an engine with it. */
	OK(rtdyld_linker_create(NULL, &l, &error));
	RTDYLD_INIT(&in[0]);
	RTDYLD_INIT(&in[1]);
	in[0].path = argv[5];
	in[1].path = argv[4], in[1].flags = RTDYLD_INPUT_ARCHIVE, in[1].user = (void *)3;
	OK(rtdyld_linker_add(l, ins, 2, two, &error));
	CHECK(two[0] != NULL && two[1] == NULL);
	v.objects = 0;
	OK(rtdyld_linker_objects(l, see_object, &v, &error));
	CHECK(v.objects == 3);
	OK(rtdyld_object_user(v.last, &user, &error));
	CHECK(user == (void *)3);
	OK(rtdyld_linker_free(l, &error));

	OK(rtdyld_engine_create(NULL, &e, &error));
	data = slurp(argv[4], &length);
	OK(rtdyld_engine_add_archive_memory(e, "lib", data, length, &lib, &error));
	free(data);
	OK(rtdyld_engine_lookup(e, "member3", &f, &error));
	CHECK(FUNCTION(int_fn, f)() == 7);
	v.objects = 0;
	OK(rtdyld_module_objects(lib, see_object, &v, &error));
	CHECK(v.objects == 1);
	{
		rtdyld_engine_free(e, NULL);
		FAILS(rtdyld_module_objects(lib, see_object, &v, &error), RTDYLD_ERROR_HANDLE, "not in use");
	}
}

/* Errors say where. */
static void places(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_module *m = NULL;
	rtdyld_error *error = NULL, *reason = NULL;
	rtdyld_state state = RTDYLD_STATE_ADDED;
	rtdyld_object *sum = NULL, *user = NULL;
	rtdyld_options options;
	uint64_t f = 0;
	size_t length;
	unsigned char *data;
	seen v;
	(void)options, (void)v;
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[3], NULL, &error));
	CHECK(rtdyld_linker_finalize(l, NULL, 0, &error) == RTDYLD_ERROR_UNDEFINED);
	CHECK(strcmp(rtdyld_error_symbol(error), "nobody") == 0 && strstr(rtdyld_error_object(error), "open.o"));
	CHECK(strcmp(rtdyld_error_section(error), ".text") == 0 && rtdyld_error_offset(error) > 0);
	CHECK(strstr(rtdyld_error_message(error), "undefined: nobody, referenced by "));
	rtdyld_error_free(error);
	error = NULL;
	OK(rtdyld_linker_free(l, &error));

#ifdef __x86_64__
	/* Too far: code at an address that does not reach its data. */
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &sum, &error));
	memset(&v, 0, sizeof v);
	OK(rtdyld_object_sections(sum, see_section, &v, &error));
	OK(rtdyld_object_map_section(sum, v.text, (uint64_t)1 << 46, &error));
	error = NULL;
	if (rtdyld_linker_resolve(l, NULL, 0, &error)) {
		CHECK(rtdyld_error_status(error) == RTDYLD_ERROR_RANGE && strstr(rtdyld_error_relocation(error), COFF ? "REL32" : "PC32"));
		CHECK(strcmp(rtdyld_error_section(error), ".text") == 0 && *rtdyld_error_symbol(error));
		CHECK(strstr(rtdyld_error_message(error), "does not fit"));
	} else {
		CHECK(!"out of range");
	}
	rtdyld_error_free(error);
	OK(rtdyld_linker_free(l, &error));

#endif
	/* Twice, in use, damaged. */
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &sum, &error));
	error = NULL;
	CHECK(rtdyld_linker_add_object_file(l, argv[1], &user, &error) == RTDYLD_ERROR_DUPLICATE && user == NULL);
	CHECK(*rtdyld_error_symbol(error) && strstr(rtdyld_error_object(error), "sum.o"));
	rtdyld_error_free(error);
	OK(rtdyld_linker_add_object_file(l, argv[2], &user, &error));
	FAILS(rtdyld_linker_finalize(l, &user, 1, &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	data = (unsigned char *)slurp(argv[1], &length);
	FAILS(rtdyld_linker_add_object_memory(l, "cut", data, length - 1, NULL, &error), RTDYLD_ERROR_FORMAT, "cut: offset");
	OK(rtdyld_linker_free(l, &error));

	/* A module that fails stays and says why. */
	OK(rtdyld_engine_create(NULL, &e, &error));
	OK(rtdyld_engine_add_object_file(e, argv[3], &m, &error));
	OK(rtdyld_engine_add_object_memory(e, "sum one", data, length, NULL, &error));
	OK(rtdyld_engine_lookup(e, "sum", &f, &error));
	FAILS(rtdyld_engine_add_object_memory(e, "cut", data, length - 1, NULL, &error), RTDYLD_ERROR_FORMAT, "module cut: add:");
	FAILS(rtdyld_engine_lookup(e, "open_name", &f, &error), RTDYLD_ERROR_UNDEFINED, "open_name");
	CHECK(f == 0);
	OK(rtdyld_engine_add_object_memory(e, "sum two", data, length, &m, &error));
	FAILS(rtdyld_engine_finalize(e, &m, 1, &error), RTDYLD_ERROR_DUPLICATE, "sum two");
	OK(rtdyld_module_state(m, &state, &reason, &error));
	CHECK(state == RTDYLD_STATE_FAILED && rtdyld_error_status(reason) == RTDYLD_ERROR_DUPLICATE);
	rtdyld_error_free(reason);
	free(data);
	OK(rtdyld_engine_free(e, &error));
}

/* Names of the process and of libraries, and without them. */
static void libraries(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_options options;
	const char *libs[1];
	uint64_t f = 0;
	(void)argv;
	libs[0] = LIBM;
	RTDYLD_INIT(&options);
	options.libraries = libs;
	options.library_count = 1;
	OK(rtdyld_engine_create(&options, &e, &error));
	OK(rtdyld_engine_lookup(e, "cosh", &f, &error));
	CHECK(f != 0);
	OK(rtdyld_engine_free(e, &error));
	options.flags = RTDYLD_NO_PROCESS_NAMES;
	OK(rtdyld_engine_create(&options, &e, &error));
	FAILS(rtdyld_engine_lookup(e, "strlen", &f, &error), RTDYLD_ERROR_NOT_FOUND, "strlen");
	OK(rtdyld_engine_free(e, &error));
	(void)l;
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 9)
		return 2;
	look(argv);
	constants(argv);
	elsewhere(argv);
	stubs(argv);
	archives(argv);
	places(argv);
	libraries(argv);
	return done("inspect");
}
