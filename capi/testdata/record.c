/*
 * Sessions are written down. argv: sum.o user.o open.o throw.o weak.o wants1.o lib.a arm64.o n1.o r1.o, then files to write: FIRST ERROR ALONE
 * FOREIGN ENGINE RANGE IMAGES LACKS, and a linked image to write
 */
#include "test.h"

static int times(int a) { return 100 * a; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "from_resolver") && strcmp(reference->name, "weak_one"))
		return 0;
	definition->address = (uintptr_t)times;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return 1;
}

static rtdyld_options recorded(const char *file, uint32_t flags)
{
	static rtdyld_resolver resolver;
	rtdyld_options options;
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.flags = flags;
	if (!(flags & RTDYLD_FOREIGN)) {
		options.libraries = cxx_libraries, options.library_count = CXX_LIBRARIES;
		options.resolver = &resolver;
	}
	options.record = file;
	return options;
}

static rtdyld_linker *begin(const char *file, uint32_t flags)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options = recorded(file, flags);
	OK(rtdyld_linker_create(&options, &l, &error));
	return l;
}

static int map_text(void *opaque, const rtdyld_section *s)
{
	if (strcmp(s->name, ".text") == 0)
		OK(rtdyld_linker_map_local(opaque, s->memory, 0x40000000, &error));
	return 0;
}

static int map_callee(void *opaque, const rtdyld_section *s)
{
	if (strcmp(s->name, ".text.callee") == 0)
		OK(rtdyld_object_map_section(opaque, s->id, 0x70000000, &error));
	return 0;
}

/* Modules that are linked at once and when they are called, one that cannot be, one that takes another's place. */
static void engine(char **argv)
{
	rtdyld_options options = recorded(argv[15], 0);
	rtdyld_engine *e = NULL;
	rtdyld_module *sum, *open, *number, *other = NULL;
	rtdyld_input input;
	uint64_t f = 0;
	OK(rtdyld_engine_create(&options, &e, &error));
	OK(rtdyld_engine_add_object_file(e, argv[1], &sum, &error));
	OK(rtdyld_engine_add_object_file(e, argv[2], NULL, &error));
	OK(rtdyld_engine_add_object_file(e, argv[3], &open, &error));
	RTDYLD_INIT(&input);
	input.path = argv[9];
	input.flags = RTDYLD_INPUT_LAZY;
	OK(rtdyld_engine_add(e, &input, &number, &error));
	OK(rtdyld_engine_lookup(e, "user", &f, &error));
	CHECK(FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	FAILS(rtdyld_engine_lookup(e, "open_name", &f, &error), RTDYLD_ERROR_UNDEFINED, "nobody");
	OK(rtdyld_engine_lookup(e, "number_1", &f, &error));
	CHECK(FUNCTION(int (*)(void), f)() == 1);
	input.path = argv[10];
	OK(rtdyld_engine_replace(e, number, &input, &other, &error));
	CHECK(FUNCTION(int (*)(void), f)() == 100);
	OK(rtdyld_engine_remove(e, &open, 1, -1, &error));
	FAILS(rtdyld_engine_remove(e, &sum, 1, -1, &error), RTDYLD_ERROR_IN_USE, "user.o");
	OK(rtdyld_engine_free(e, &error));
}

static int far_away(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count, char **text)
{
	(void)opaque, (void)module, (void)text, (void)count;
	OK(rtdyld_object_sections(objects[0], map_callee, objects[0], &error));
	return 0;
}

/* An engine for another processor, whose listener maps a section out of reach. */
static void engine_range(char **argv)
{
	rtdyld_options options = recorded(argv[16], RTDYLD_FOREIGN);
	rtdyld_listener listener;
	const rtdyld_listener *listeners[1];
	rtdyld_engine *e = NULL;
	RTDYLD_INIT(&listener);
	listener.loaded = far_away;
	listeners[0] = &listener;
	options.listeners = listeners, options.listener_count = 1;
	options.flags |= RTDYLD_NO_STUBS;
	OK(rtdyld_engine_create(&options, &e, &error));
	OK(rtdyld_engine_add_object_file(e, argv[8], NULL, &error));
	FAILS(rtdyld_engine_finalize(e, NULL, 0, &error), RTDYLD_ERROR_RANGE, "R_AARCH64_CALL26 to callee");
	OK(rtdyld_engine_free(e, &error));
}

/* A linked image is written, and mapped at its base, at another and from memory; objects are bound to it. */
static void images(char **argv)
{
	rtdyld_linker *l = begin(NULL, RTDYLD_IMAGE);
	rtdyld_object *image = NULL, *other = NULL;
	rtdyld_options options;
	uint64_t f = 0;
	size_t length;
	void *data;
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_add_object_file(l, argv[2], NULL, &error));
	OK(rtdyld_linker_save(l, NULL, 0, NULL, argv[19], &error));
	OK(rtdyld_linker_free(l, &error));

	options = recorded(argv[18], 0);
	options.resolver = NULL;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[19], 0, &image, &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	OK(rtdyld_linker_free(l, &error));

	l = begin(argv[17], 0);
	FAILS(rtdyld_linker_map_image(l, argv[1], 0, NULL, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "sum.o");
	OK(rtdyld_linker_map_image(l, argv[19], 0, &image, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	data = slurp(argv[19], &length);
	OK(rtdyld_linker_map_image_memory(l, "memory", data, length, RTDYLD_MAP_ELSEWHERE | RTDYLD_MAP_TRUSTED, &other, &error));
	free(data);
	OK(rtdyld_linker_unload(l, &image, 1, &error));
	OK(rtdyld_linker_add_object_file(l, argv[2], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(FUNCTION(int (*)(int), f)(5) == 5 + 3 + 500);
	OK(rtdyld_linker_free(l, &error));
}

int main(int argc, char **argv)
{
	rtdyld_linker *l;
	rtdyld_object *o[2];
	rtdyld_input input;
	const rtdyld_input *inputs[1];
	rtdyld_resolver resolver;
	rtdyld_options options;
	const char *names[] = {"weak_one"};
	uint64_t f = 0;
	use_heap();
	if (argc < 20)
		return 2;

	/* Names of the process and of a library, thread-locals, members of an archive, constructors. */
	l = begin(argv[11], 0);
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_add_object_file(l, argv[2], &o[0], &error));
	OK(rtdyld_linker_add_archive_file(l, argv[7], &error));
	OK(rtdyld_linker_add_object_file(l, argv[6], NULL, &error));
	OK(rtdyld_linker_add_object_file(l, argv[4], NULL, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	OK(rtdyld_linker_address(l, "inside", &f, &error));
	CHECK(FUNCTION(int (*)(int), f)(3) > 40);
	FAILS(rtdyld_linker_address(l, "no_such_name", &f, &error), RTDYLD_ERROR_NOT_FOUND, "no_such_name");
	OK(rtdyld_linker_unload(l, &o[0], 1, &error));
	OK(rtdyld_linker_free(l, &error));

	/* An error; what was written is there although the linker is never freed. */
	l = begin(argv[12], 0);
	OK(rtdyld_linker_add_object_file(l, argv[3], NULL, &error));
	FAILS(rtdyld_linker_finalize(l, NULL, 0, &error), RTDYLD_ERROR_UNDEFINED, "nobody");

	/* An object by itself, that takes a name from elsewhere. */
	l = begin(argv[13], 0);
	RTDYLD_INIT(&input);
	input.path = argv[5];
	input.external = names, input.external_count = 1;
	inputs[0] = &input;
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	OK(rtdyld_linker_add_alone(l, &resolver, inputs, 1, o, &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));
	OK(rtdyld_linker_free(l, &error));

	/* Sections that are mapped out of reach, and then within it. */
	l = begin(argv[14], RTDYLD_FOREIGN);
	OK(rtdyld_linker_add_object_file(l, argv[8], &o[0], &error));
	OK(rtdyld_object_sections(o[0], map_text, l, &error));
	OK(rtdyld_object_sections(o[0], map_callee, o[0], &error));
	FAILS(rtdyld_linker_resolve(l, NULL, 0, &error), RTDYLD_ERROR_RANGE, "R_AARCH64_CALL26 to callee");
	OK(rtdyld_linker_free(l, &error));

	engine(argv);
	engine_range(argv);
	images(argv);

	RTDYLD_INIT(&options);
	options.record = "/nosuch/folder/record";
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_IO, "/nosuch/folder/record");
	return done("record");
}
