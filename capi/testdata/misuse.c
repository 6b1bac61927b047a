/*
 * What callers do wrong: sizes, versions and flags of structs, NULL, handles of another kind,
 * closed twice or never made, calls from callbacks that may not, bad blocks of memory.
 * argv: sum.o begin.o lib.a wants1.o
 */
#include "test.h"

/* A later header's options. */
typedef struct newer_options {
	rtdyld_options now;
	uint64_t later[3];
} newer_options;

static void sizes(void)
{
	newer_options n;
	rtdyld_options o;
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_resolver r;
	rtdyld_memory_functions f;
	rtdyld_memory *m = (rtdyld_memory *)&n;
	size_t size;
	memset(&n, 0, sizeof n);
	n.now.size = sizeof n;
	OK(rtdyld_linker_create(&n.now, &l, &error)); /* what is new in it is not used */
	OK(rtdyld_linker_free(l, &error));
	n.later[2] = (uint64_t)1 << 63;
	l = (rtdyld_linker *)&n;
	FAILS(rtdyld_linker_create(&n.now, &l, &error), RTDYLD_ERROR_VERSION, "rtdyld_options asks for what this library, version 9, does not know");
	CHECK(l == NULL);
	FAILS(rtdyld_engine_create(&n.now, &e, &error), RTDYLD_ERROR_VERSION, "it is larger, and what is beyond is not 0");

	/* Every smaller size is an older caller's. What lies behind it is not looked at. */
	for (size = sizeof(size_t); size < sizeof o; size += 4) {
		memset(&o, 0xff, sizeof o);
		memset(&o, 0, size);
		o.size = size;
		l = NULL;
		OK(rtdyld_linker_create(&o, &l, &error));
		OK(rtdyld_linker_free(l, &error));
	}
	for (size = 0; size < sizeof(size_t); size++) {
		o.size = size;
		FAILS(rtdyld_linker_create(&o, &l, &error), RTDYLD_ERROR_ARGUMENT, "rtdyld_options: size is not set");
	}

#define REFUSED(set, status, words)                                       \
	do {                                                                  \
		RTDYLD_INIT(&o);                                                  \
		set;                                                              \
		FAILS(rtdyld_linker_create(&o, &l, &error), status, words);       \
		CHECK(l == NULL);                                                 \
	} while (0)
	REFUSED(o.version = RTDYLD_API_VERSION + 1, RTDYLD_ERROR_VERSION, "version 10 is newer");
	REFUSED(o.flags = 0x40000000, RTDYLD_ERROR_VERSION, "flags 0x40000000 are not known");
	REFUSED(o.flags = RTDYLD_NO_STUBS | RTDYLD_STUBS_BY_ADDRESS, RTDYLD_ERROR_ARGUMENT, "exclude each other");
	REFUSED(o.flags = RTDYLD_CONSTANTS_WITH_CODE | RTDYLD_FOREIGN, RTDYLD_ERROR_ARGUMENT, "own memory of this process");
	REFUSED(o.flags = RTDYLD_CONSTANTS_WITH_CODE | RTDYLD_IMAGE, RTDYLD_ERROR_ARGUMENT, "for no image");
	REFUSED(o.reserved = 1, RTDYLD_ERROR_ARGUMENT, "reserved is not 0");
	REFUSED(o.workers = -1, RTDYLD_ERROR_ARGUMENT, "workers is -1");
	REFUSED(o.code_model = (rtdyld_code_model)6, RTDYLD_ERROR_ARGUMENT, "no code model 6");
	REFUSED(o.permissions = (rtdyld_permissions)3, RTDYLD_ERROR_ARGUMENT, "no permissions 3");
	REFUSED(o.permissions = RTDYLD_PERMISSIONS_CALLER, RTDYLD_ERROR_ARGUMENT, "needs a memory manager");
	REFUSED(o.triple = "no-such-machine-at-all-really-none", RTDYLD_ERROR_TARGET, "triple");
	REFUSED(o.triple = "riscv64-unknown-linux-gnu", RTDYLD_ERROR_UNSUPPORTED, "riscv64");
	REFUSED(o.library_count = 1, RTDYLD_ERROR_ARGUMENT, "libraries is NULL");
	REFUSED(o.cache_directory = "/tmp", RTDYLD_ERROR_ARGUMENT, "for engines");
	REFUSED(o.memory = (rtdyld_memory *)(uintptr_t)12345, RTDYLD_ERROR_HANDLE, "memory manager");
	RTDYLD_INIT(&r);
	REFUSED(o.resolver = &r, RTDYLD_ERROR_ARGUMENT, "find is NULL");
	r.size = 0;
	REFUSED(o.resolver = &r, RTDYLD_ERROR_ARGUMENT, "rtdyld_resolver: size is not set");
	{
		const char *libraries[2] = {LIBM, NULL};
		REFUSED((o.libraries = libraries, o.library_count = 2), RTDYLD_ERROR_ARGUMENT, "libraries[1] is NULL");
		libraries[1] = "libnosuch.so.9";
		REFUSED((o.libraries = libraries, o.library_count = 2), RTDYLD_ERROR_IO, "libnosuch.so.9");
	}
	RTDYLD_INIT(&o);
	o.cache_directory = "/tmp";
	FAILS(rtdyld_engine_create(&o, &e, &error), RTDYLD_ERROR_ARGUMENT, "a cache keeps what a compiler made");

	FAILS(rtdyld_memory_create(NULL, &m, &error), RTDYLD_ERROR_ARGUMENT, "functions is NULL");
	CHECK(m == NULL);
	RTDYLD_INIT(&f);
	FAILS(rtdyld_memory_create(&f, &m, &error), RTDYLD_ERROR_ARGUMENT, "allocate is NULL");
	f.allocate = heap_allocate;
	f.finalize = heap_finalize;
	FAILS(rtdyld_memory_create(&f, &m, &error), RTDYLD_ERROR_ARGUMENT, "release is NULL");
	f.release = heap_release;
	FAILS(rtdyld_memory_create(&f, NULL, &error), RTDYLD_ERROR_ARGUMENT, "memory is NULL");
	f.flags = 2;
	FAILS(rtdyld_memory_create(&f, &m, &error), RTDYLD_ERROR_VERSION, "flags 0x2");
	FAILS(rtdyld_memory_create_simple(NULL, NULL, heap_data, heap_finalize, heap_destroy, &m, &error), RTDYLD_ERROR_ARGUMENT, "allocate_code is NULL");
	FAILS(rtdyld_memory_create_simple(NULL, heap_code, NULL, heap_finalize, heap_destroy, &m, &error), RTDYLD_ERROR_ARGUMENT, "allocate_data is NULL");
	FAILS(rtdyld_memory_create_simple(NULL, heap_code, heap_data, NULL, heap_destroy, &m, &error), RTDYLD_ERROR_ARGUMENT, "finalize is NULL");
	FAILS(rtdyld_memory_create_simple(NULL, heap_code, heap_data, heap_finalize, NULL, &m, &error), RTDYLD_ERROR_ARGUMENT, "destroy is NULL");
	FAILS(rtdyld_memory_create_simple(NULL, heap_code, heap_data, heap_finalize, heap_destroy, NULL, &error), RTDYLD_ERROR_ARGUMENT, "memory is NULL");
	CHECK(rtdyld_memory_create_simple(NULL, NULL, NULL, NULL, NULL, NULL, NULL) == RTDYLD_ERROR_ARGUMENT);
}

static int visit_object(void *opaque, rtdyld_object *o)
{
	*(rtdyld_object **)opaque = o;
	return 1;
}

static int visit_nothing(void *opaque, const rtdyld_section *s)
{
	(void)opaque, (void)s;
	CHECK(0);
	return 0;
}

/* calls makes every call that takes a handle with handles that are no good. */
static void calls(rtdyld_linker *l, rtdyld_engine *e, rtdyld_object *o, rtdyld_module *mod, rtdyld_memory *m, const char *words)
{
	uint64_t n = 1;
	void *user = &n;
	char *name = (char *)&n, buffer[4];
	rtdyld_state state;
	rtdyld_definition d;
	rtdyld_object *seen = NULL;
	rtdyld_input in;
	const rtdyld_input *ins[1];
	RTDYLD_INIT(&d);
	RTDYLD_INIT(&in);
	in.path = "x";
	ins[0] = &in;
#define BAD(call) FAILS(call, RTDYLD_ERROR_HANDLE, words)
	BAD(rtdyld_linker_add_object_memory(l, "x", "x", 1, &seen, &error));
	BAD(rtdyld_linker_add_object_file(l, "x", NULL, &error));
	BAD(rtdyld_linker_add_archive_memory(l, "x", "x", 1, &error));
	BAD(rtdyld_linker_add_archive_file(l, "x", &error));
	BAD(rtdyld_linker_add(l, ins, 1, &seen, &error));
	BAD(rtdyld_linker_need(l, "x", &error));
	BAD(rtdyld_linker_map_local(l, buffer, 0, &error));
	BAD(rtdyld_linker_resolve(l, NULL, 0, &error));
	BAD(rtdyld_linker_finalize(l, NULL, 0, &error));
	BAD(rtdyld_linker_address(l, "x", &n, &error));
	CHECK(n == 0);
	BAD(rtdyld_linker_lookup(l, "x", &d, &seen, &error));
	BAD(rtdyld_linker_unload(l, &o, 1, &error));
	BAD(rtdyld_linker_objects(l, visit_object, &seen, &error));
	BAD(rtdyld_linker_free(l, &error));
	BAD(rtdyld_object_name(o, &name, &error));
	CHECK(name == NULL);
	BAD(rtdyld_object_user(o, &user, &error));
	CHECK(user == NULL);
	BAD(rtdyld_object_state(o, &state, &error));
	BAD(rtdyld_object_map_section(o, 0, 0, &error));
	BAD(rtdyld_object_sections(o, visit_nothing, NULL, &error));
	BAD(rtdyld_object_read(o, 0, 0, buffer, 1, &error));
	BAD(rtdyld_object_symbols(o, NULL, NULL, &error));
	BAD(rtdyld_engine_add(e, &in, NULL, &error));
	BAD(rtdyld_engine_add_object_memory(e, "x", "x", 1, NULL, &error));
	BAD(rtdyld_engine_add_object_file(e, "x", NULL, &error));
	BAD(rtdyld_engine_add_archive_memory(e, "x", "x", 1, NULL, &error));
	BAD(rtdyld_engine_add_archive_file(e, "x", NULL, &error));
	BAD(rtdyld_engine_load(e, NULL, 0, &error));
	BAD(rtdyld_engine_finalize(e, NULL, 0, &error));
	BAD(rtdyld_engine_lookup(e, "x", &n, &error));
	BAD(rtdyld_engine_enter(e, &n, &error));
	BAD(rtdyld_engine_leave(e, 1, &error));
	BAD(rtdyld_engine_remove(e, &mod, 1, 0, &error));
	BAD(rtdyld_engine_modules(e, NULL, NULL, &error));
	BAD(rtdyld_engine_free(e, &error));
	BAD(rtdyld_module_name(mod, &name, &error));
	BAD(rtdyld_module_state(mod, &state, NULL, &error));
	BAD(rtdyld_module_objects(mod, visit_object, &seen, &error));
	BAD(rtdyld_memory_free(m, &error));
	CHECK(seen == NULL);
	/* Without an error object the status is all. */
	CHECK(rtdyld_linker_free(l, NULL) == RTDYLD_ERROR_HANDLE);
}

static void handles(const char *object)
{
	rtdyld_linker *l = NULL, *other = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_memory *m = NULL;
	rtdyld_object *o = NULL, *o2 = NULL;
	rtdyld_module *mod = NULL;
	heap h;
	int i;
	heap_open(&h);
	calls(NULL, NULL, NULL, NULL, NULL, "is NULL");
	calls((rtdyld_linker *)(uintptr_t)1, (rtdyld_engine *)(uintptr_t)4097, (rtdyld_object *)&h, (rtdyld_module *)(uintptr_t)-1,
	      (rtdyld_memory *)(uintptr_t)7, "is not in use");
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_linker_create(NULL, &other, &error));
	OK(rtdyld_engine_create(NULL, &e, &error));
	OK(rtdyld_memory_create_simple(&h, heap_code, heap_data, heap_finalize, heap_destroy, &m, &error));
	OK(rtdyld_linker_add_object_file(l, object, &o, &error));
	OK(rtdyld_engine_add_object_file(e, object, &mod, &error));
	calls((rtdyld_linker *)e, (rtdyld_engine *)l, (rtdyld_object *)mod, (rtdyld_module *)o, (rtdyld_memory *)l, "handle is of a"); /* linker, an engine */
	FAILS(rtdyld_linker_finalize(other, &o, 1, &error), RTDYLD_ERROR_HANDLE, "objects[0]: it is of another linker");
	FAILS(rtdyld_linker_unload(l, &o2, 1, &error), RTDYLD_ERROR_HANDLE, "objects[0]: object is NULL");
	FAILS(rtdyld_linker_unload(l, NULL, 1, &error), RTDYLD_ERROR_ARGUMENT, "objects is NULL");
	FAILS(rtdyld_linker_unload(l, NULL, 0, &error), RTDYLD_ERROR_ARGUMENT, "count is 0");
	OK(rtdyld_linker_unload(l, &o, 1, &error));
	FAILS(rtdyld_linker_unload(l, &o, 1, &error), RTDYLD_ERROR_HANDLE, "not in use");
	OK(rtdyld_linker_add_object_file(l, object, &o2, &error));
	CHECK(o2 != o);
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_linker_free(other, &error));
	OK(rtdyld_engine_free(e, &error));
	OK(rtdyld_memory_free(m, &error));
	CHECK(h.destroyed == 1);
	calls(l, e, o, mod, m, "not in use");
	calls(other, e, o2, mod, m, "not in use");
	CHECK(h.destroyed == 1);
	for (i = 0; i < 100; i++) { /* numbers are not used again */
		rtdyld_linker *next = NULL;
		OK(rtdyld_linker_create(NULL, &next, &error));
		CHECK(next != l && next != other);
		OK(rtdyld_linker_free(next, &error));
	}
	heap_close(&h);
}

static void arguments(const char *object)
{
	rtdyld_linker *l = NULL;
	rtdyld_engine *e = NULL;
	rtdyld_object *o = NULL;
	rtdyld_input in;
	const rtdyld_input *ins[2];
	rtdyld_definition d;
	uint64_t n = 0;
	char byte;
	FAILS(rtdyld_linker_create(NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "linker is NULL");
	FAILS(rtdyld_engine_create(NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "engine is NULL");
	OK(rtdyld_linker_create(NULL, &l, &error));
	OK(rtdyld_engine_create(NULL, &e, &error));
	FAILS(rtdyld_linker_add_object_memory(l, NULL, "x", 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "data has no name");
	FAILS(rtdyld_linker_add_object_memory(l, "x", NULL, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "one of path and data");
	FAILS(rtdyld_linker_add_object_memory(l, "x", "x", (size_t)-1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "bytes are more than there are");
	FAILS(rtdyld_linker_add_object_memory(l, "words", "some words that are no object", 20, NULL, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "words");
	FAILS(rtdyld_linker_add_object_memory(l, "nothing", "", 0, NULL, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "nothing");
	FAILS(rtdyld_linker_add_archive_memory(l, "nothing", "", 0, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "nothing");
	FAILS(rtdyld_linker_add_object_file(l, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "one of path and data");
	FAILS(rtdyld_linker_add_object_file(l, "/nosuch.o", NULL, &error), RTDYLD_ERROR_IO, "/nosuch.o");
	FAILS(rtdyld_linker_add(l, NULL, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "inputs is NULL");
	RTDYLD_INIT(&in);
	in.path = object;
	ins[0] = &in;
	ins[1] = NULL;
	FAILS(rtdyld_linker_add(l, ins, 2, NULL, &error), RTDYLD_ERROR_ARGUMENT, "input is NULL");
	FAILS(rtdyld_linker_address(l, "sum", &n, &error), RTDYLD_ERROR_NOT_FOUND, "sum"); /* all or nothing */
	OK(rtdyld_linker_add(l, ins, 0, NULL, &error));
	in.flags = 64;
	FAILS(rtdyld_linker_add(l, ins, 1, NULL, &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	in.flags = RTDYLD_INPUT_ARCHIVE | RTDYLD_INPUT_SOURCE;
	FAILS(rtdyld_linker_add(l, ins, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "an archive is no source");
	in.flags = RTDYLD_INPUT_SOURCE;
	FAILS(rtdyld_linker_add(l, ins, 1, NULL, &error), RTDYLD_ERROR_COMPILER, "no compiler");
	FAILS(rtdyld_engine_add(e, &in, NULL, &error), RTDYLD_ERROR_COMPILER, "no compiler");
	in.flags = 0;
	in.size = sizeof(size_t) - 1;
	FAILS(rtdyld_linker_add(l, ins, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "rtdyld_input: size is not set");
	in.size = sizeof in;
	in.name = "named";
	OK(rtdyld_linker_add(l, ins, 1, &o, &error));
	FAILS(rtdyld_linker_address(l, NULL, &n, &error), RTDYLD_ERROR_ARGUMENT, "name is NULL");
	FAILS(rtdyld_linker_address(l, "sum", NULL, &error), RTDYLD_ERROR_ARGUMENT, "address is NULL");
	memset(&d, 0, sizeof d);
	FAILS(rtdyld_linker_lookup(l, "sum", &d, NULL, &error), RTDYLD_ERROR_ARGUMENT, "size is not set");
	d.size = offsetof(rtdyld_definition, bytes); /* an older caller's */
	d.bytes = 77;
	OK(rtdyld_linker_lookup(l, "sum", &d, NULL, &error));
	CHECK(d.address != 0 && d.bytes == 77);
	FAILS(rtdyld_linker_map_local(l, NULL, 0, &error), RTDYLD_ERROR_ARGUMENT, "local is NULL");
	FAILS(rtdyld_linker_map_local(l, &n, 0, &error), RTDYLD_ERROR_ARGUMENT, "no section begins");
	FAILS(rtdyld_linker_objects(l, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "visit is NULL");
	FAILS(rtdyld_object_sections(o, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "visit is NULL");
	FAILS(rtdyld_object_symbols(o, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "visit is NULL");
	FAILS(rtdyld_object_name(o, NULL, &error), RTDYLD_ERROR_ARGUMENT, "name is NULL");
	FAILS(rtdyld_object_user(o, NULL, &error), RTDYLD_ERROR_ARGUMENT, "user is NULL");
	FAILS(rtdyld_object_state(o, NULL, &error), RTDYLD_ERROR_ARGUMENT, "state is NULL");
	FAILS(rtdyld_object_read(o, 99999, 0, &byte, 1, &error), RTDYLD_ERROR_ARGUMENT, "no section 99999");
	FAILS(rtdyld_object_read(o, 1, (uint64_t)-1, &byte, 1, &error), RTDYLD_ERROR_ARGUMENT, "section 1 has");
	FAILS(rtdyld_object_map_section(o, 99999, 0, &error), RTDYLD_ERROR_ARGUMENT, "no section 99999");
	FAILS(rtdyld_object_map_section(o, 0, 1, &error), RTDYLD_ERROR_ARGUMENT, "not aligned");
	FAILS(rtdyld_engine_lookup(e, NULL, &n, &error), RTDYLD_ERROR_ARGUMENT, "name is NULL");
	FAILS(rtdyld_engine_lookup(e, "sum", NULL, &error), RTDYLD_ERROR_ARGUMENT, "address is NULL");
	FAILS(rtdyld_engine_lookup(e, "no_such_name_anywhere", &n, &error), RTDYLD_ERROR_NOT_FOUND, "no_such_name_anywhere");
	FAILS(rtdyld_engine_remove(e, NULL, 0, 0, &error), RTDYLD_ERROR_ARGUMENT, "count is 0");
	FAILS(rtdyld_engine_load(e, NULL, 3, &error), RTDYLD_ERROR_ARGUMENT, "modules is NULL");
	FAILS(rtdyld_engine_enter(e, NULL, &error), RTDYLD_ERROR_ARGUMENT, "call is NULL");
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_engine_free(e, &error));
	rtdyld_error_free(NULL);
	rtdyld_free(NULL);
	rtdyld_free(rtdyld_alloc(10));
	CHECK(rtdyld_error_status(NULL) == RTDYLD_OK && !*rtdyld_error_message(NULL) && !*rtdyld_error_symbol(NULL) && rtdyld_error_offset(NULL) == 0);
	CHECK(rtdyld_api_version() == RTDYLD_API_VERSION);
	CHECK(strcmp(rtdyld_status_name(RTDYLD_ERROR_UNDEFINED), "undefined name") == 0 && strcmp(rtdyld_status_name((rtdyld_status)1000), "unknown status") == 0);
}

/* Calls from callbacks. */
static rtdyld_linker *inside, *elsewhere;
static int refused;

static void try_all(int locked)
{
	uint64_t n = 0;
	rtdyld_error *error = NULL;
	rtdyld_status status = rtdyld_linker_address(inside, "sum", &n, &error);
	if (locked) {
		CHECK(status == RTDYLD_ERROR_REENTRANT && strstr(rtdyld_error_message(error), "locked"));
		refused++;
	} else {
		CHECK(status == RTDYLD_OK || status == RTDYLD_ERROR_NOT_FOUND);
	}
	rtdyld_error_free(error);
	FAILS(rtdyld_linker_free(inside, &error), RTDYLD_ERROR_REENTRANT, "cannot be freed from a callback");
	FAILS(rtdyld_linker_address(elsewhere, "sum", &n, &error), RTDYLD_ERROR_NOT_FOUND, "sum"); /* another linker may be used */
}

static int reentrant_allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	try_all(1);
	return heap_allocate(opaque, request, block, text);
}

static int reentrant_finalize(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	try_all(1);
	return heap_finalize(opaque, blocks, kinds, count, text);
}

static int reentrant_notify(void *opaque, rtdyld_object *const *objects, void *const *modules, size_t count, char **text)
{
	(void)opaque, (void)objects, (void)modules, (void)count, (void)text;
	try_all(0);
	return 0;
}

static void began(const char *what)
{
	(void)what;
	try_all(0);
}

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	try_all(0);
	if (strcmp(reference->name, "began") == 0)
		definition->address = (uintptr_t)began, definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return definition->address != 0;
}

static void reentrant(const char *object, const char *begin)
{
	heap h;
	rtdyld_memory_functions f;
	rtdyld_memory *m = NULL;
	rtdyld_resolver r;
	rtdyld_options o;
	heap_open(&h);
	heap_functions(&h, &f);
	f.allocate = reentrant_allocate;
	f.finalize = reentrant_finalize;
	f.notify_loaded = reentrant_notify;
	OK(rtdyld_memory_create(&f, &m, &error));
	RTDYLD_INIT(&r);
	r.find = find;
	RTDYLD_INIT(&o);
	o.memory = m;
	o.resolver = &r;
	OK(rtdyld_linker_create(NULL, &elsewhere, &error));
	OK(rtdyld_linker_create(&o, &inside, &error));
	OK(rtdyld_linker_add_object_file(inside, object, NULL, &error));
	OK(rtdyld_linker_add_object_file(inside, begin, NULL, &error));
	OK(rtdyld_linker_finalize(inside, NULL, 0, &error));
	CHECK(refused > 3);
	OK(rtdyld_linker_free(inside, &error));
	OK(rtdyld_linker_free(elsewhere, &error));
	OK(rtdyld_memory_free(m, &error));
	heap_close(&h);
}

/* Blocks that are not what was asked for. */
static int how;

static int bad_allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	if (heap_allocate(opaque, request, block, text))
		return 1;
	switch (how) {
	case 0:
		block->memory = NULL;
		block->address = 0;
		break;
	case 1:
		block->size = request->bytes - 1;
		break;
	case 2:
		block->address++;
		break;
	case 3:
		block->address = (uint64_t)-4096;
		break;
	case 4:
		block->address += 0x100000;
		break;
	}
	return 0;
}

static int forget_release(void *opaque, const rtdyld_block *blocks, size_t count, char **text)
{
	(void)blocks, (void)text;
	((heap *)opaque)->freed += (int)count;
	return 0;
}

static void bad_blocks(const char *object)
{
	static const char *const words[] = {"the callback gave no memory", "the callback gave ", "alignment 4096 asked", "which wraps around", "permissions are the library's"};
	rtdyld_memory_functions f;
	rtdyld_memory *m;
	rtdyld_linker *l = NULL;
	rtdyld_options o;
	heap h;
	for (how = 0; how < 5; how++) {
		heap_open(&h);
		heap_functions(&h, &f);
		f.allocate = bad_allocate;
		f.release = forget_release;
		OK(rtdyld_memory_create(&f, &m, &error));
		RTDYLD_INIT(&o);
		o.memory = m;
		o.permissions = RTDYLD_PERMISSIONS_LIBRARY;
		OK(rtdyld_linker_create(&o, &l, &error));
		FAILS(rtdyld_linker_add_object_file(l, object, NULL, &error), RTDYLD_ERROR_CALLBACK, words[how]);
		CHECK(h.given == 1 && h.freed == 1);
		OK(rtdyld_linker_free(l, &error));
		OK(rtdyld_memory_free(m, &error));
		heap_close(&h);
	}
}

/* Members are loaded by those that are being loaded: refused. */
static int need_notify(void *opaque, rtdyld_object *const *objects, void *const *modules, size_t count, char **text)
{
	char *name = NULL;
	(void)opaque, (void)modules, (void)count, (void)text;
	OK(rtdyld_object_name(objects[0], &name, &error));
	if (strstr(name, "member1")) {
		FAILS(rtdyld_linker_need(inside, "member3", &error), RTDYLD_ERROR_REENTRANT, "members of archives are being loaded");
		refused++;
	}
	rtdyld_free(name);
	return 0;
}

static void members(const char *lib, const char *wants)
{
	rtdyld_memory_functions f;
	rtdyld_memory *m = NULL;
	rtdyld_options o;
	heap h;
	heap_open(&h);
	heap_functions(&h, &f);
	f.notify_loaded = need_notify;
	OK(rtdyld_memory_create(&f, &m, &error));
	RTDYLD_INIT(&o);
	o.memory = m;
	OK(rtdyld_linker_create(&o, &inside, &error));
	OK(rtdyld_linker_add_archive_file(inside, lib, &error));
	OK(rtdyld_linker_add_object_file(inside, wants, NULL, &error));
	refused = 0;
	OK(rtdyld_linker_finalize(inside, NULL, 0, &error));
	CHECK(refused == 1);
	OK(rtdyld_linker_need(inside, "member3", &error));
	OK(rtdyld_linker_free(inside, &error));
	OK(rtdyld_memory_free(m, &error));
	heap_close(&h);
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 5)
		return 2;
	sizes();
	handles(argv[1]);
	arguments(argv[1]);
	reentrant(argv[1], argv[2]);
	bad_blocks(argv[1]);
	members(argv[3], argv[4]);
	return done("misuse");
}
