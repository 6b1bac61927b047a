/*
 * Linked images: written, mapped, looked up, unloaded; and templates of objects.
 * argv: sum.o user.o constructed.o hole.o IMAGE (a file to write)
 */
#include "test.h"

static int total(int a) { return 100 * a; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "from_resolver") && strcmp(reference->name, "total"))
		return 0;
	definition->address = (uintptr_t)total;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return 1;
}

static void save(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *o[3];
	rtdyld_options options;
	rtdyld_save_options how;
	FILE *f;
	int i;
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_IMAGE;
	OK(rtdyld_linker_create(&options, &l, &error));
	for (i = 0; i < 3; i++)
		OK(rtdyld_linker_add_object_file(l, argv[i + 1], &o[i], &error));
	RTDYLD_INIT(&how);
	how.flags = RTDYLD_SAVE_KNOWN_ONLY;
	FAILS(rtdyld_linker_save(l, o, 3, &how, argv[5], &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	how.flags = 64;
	FAILS(rtdyld_linker_save(l, o, 3, &how, argv[5], &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	how.flags = 0;
	how.base = 1;
	FAILS(rtdyld_linker_save(l, NULL, 0, &how, argv[5], &error), RTDYLD_ERROR_UNSUPPORTED, "cannot be saved");
	how.size = 1;
	FAILS(rtdyld_linker_save(l, NULL, 0, &how, argv[5], &error), RTDYLD_ERROR_ARGUMENT, "size is not set");
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, "/nosuch/folder/image", &error), RTDYLD_ERROR_IO, "/nosuch/folder");
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "path is NULL");
	CHECK(fopen(argv[5], "rb") == NULL);
	RTDYLD_INIT(&how);
	how.name = "sum.image";
	OK(rtdyld_linker_save(l, NULL, 0, &how, argv[5], &error));
	f = fopen(argv[5], "rb");
	CHECK(f != NULL);
	if (f)
		fclose(f);
	OK(rtdyld_linker_finalize(l, o, 1, &error)); /* they are loaded as before */
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_linker_create(NULL, &l, &error));
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, argv[5], &error), RTDYLD_ERROR_ARGUMENT, "without RTDYLD_IMAGE");
	OK(rtdyld_linker_free(l, &error));
}

static int count_symbols(void *opaque, const rtdyld_symbol *s)
{
	(void)s;
	++*(int *)opaque;
	return 0;
}

static void map(char **argv, uint32_t flags)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *image = NULL, *none = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	rtdyld_state state = RTDYLD_STATE_ADDED;
	uint64_t f = 0, constructed = 0;
	char *name = NULL;
	int symbols = 0;
	RTDYLD_INIT(&options);
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[5], flags, &none, &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	CHECK(none == NULL);
	OK(rtdyld_linker_free(l, &error));
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	options.resolver = &resolver;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[1], flags, &none, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "sum.o");
	FAILS(rtdyld_linker_map_image(l, "/nosuch", flags, &none, &error), RTDYLD_ERROR_IO, "/nosuch");
	FAILS(rtdyld_linker_map_image(l, argv[5], 64, &none, &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	OK(rtdyld_linker_map_image(l, argv[5], flags, &image, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(f && FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	OK(rtdyld_linker_address(l, "constructed", &constructed, &error));
	CHECK(constructed && FUNCTION(int_fn, constructed)() == 1);
	OK(rtdyld_object_state(image, &state, &error));
	CHECK(state == RTDYLD_STATE_FINALIZED);
	OK(rtdyld_object_name(image, &name, &error));
	CHECK(name && strcmp(name, argv[5]) == 0);
	rtdyld_free(name);
	OK(rtdyld_object_symbols(image, count_symbols, &symbols, &error));
	CHECK(symbols > 5);
	CHECK(strncmp(permissions((void *)(uintptr_t)f), "r-x", 3) == 0 && bad_pages() == 0);
	OK(rtdyld_linker_unload(l, &image, 1, &error));
	FAILS(rtdyld_linker_address(l, "user", &f, &error), RTDYLD_ERROR_NOT_FOUND, "user");
	CHECK(*permissions((void *)(uintptr_t)constructed) == 0);
	OK(rtdyld_linker_free(l, &error));
}

/* A byte of an image that is not as it was. */
static void damage(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *image = NULL;
	rtdyld_options options;
	size_t length;
	char *data = slurp(argv[5], &length);
	FILE *f = fopen(argv[5], "wb");
	data[length / 2] ^= 1;
	CHECK(f && fwrite(data, 1, length, f) == length);
	fclose(f);
	free(data);
	RTDYLD_INIT(&options);
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[5], 0, &image, &error), RTDYLD_ERROR_FORMAT, argv[5]);
	OK(rtdyld_linker_free(l, &error));
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[5], RTDYLD_MAP_TRUSTED, &image, &error), RTDYLD_ERROR_UNSUPPORTED, "Config.Images");
	OK(rtdyld_linker_free(l, &error));
}

static void copies(char **argv, uint32_t flags)
{
	rtdyld_template *t = NULL;
	rtdyld_template_options options;
	rtdyld_resolver resolver;
	rtdyld_input input;
	rtdyld_instance in[3], all[20];
	const char *holes[1];
	uint64_t values[20], f = 0;
	int i;
	RTDYLD_INIT(&input);
	input.path = argv[4];
	RTDYLD_INIT(&options);
	options.flags = flags;
	FAILS(rtdyld_template_create(&input, &options, &t, &error), RTDYLD_ERROR_UNDEFINED, "total");
	holes[0] = "no_hole";
	options.holes = holes, options.hole_count = 1;
	FAILS(rtdyld_template_create(&input, &options, &t, &error), RTDYLD_ERROR_ARGUMENT, "no_hole");
	CHECK(t == NULL);
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	options.resolver = &resolver;
	holes[0] = "value";
	OK(rtdyld_template_create(&input, &options, &t, &error));
	for (i = 0; i < 20; i++)
		values[i] = ((uint64_t)1 << 40) + (uint64_t)i;
	OK(rtdyld_template_instantiate(t, values, 3, in, &error));
	for (i = 0; i < 3; i++) {
		OK(rtdyld_template_symbol(t, &in[i], "hole_add", &f, &error));
		CHECK(f >= in[i].address && f < in[i].address + in[i].bytes);
		CHECK(f && FUNCTION(long (*)(long), f)(1) == 1 + (long)values[i] + 200);
		OK(rtdyld_template_symbol(t, &in[i], "hole_text", &f, &error));
		CHECK(f && strcmp(FUNCTION(const char *(*)(void), f)(), "hole") == 0);
	}
	CHECK(in[0].address != in[1].address && bad_pages() == 0);
	OK(rtdyld_template_release(t, &in[1], 1, &error));
	FAILS(rtdyld_template_release(t, in, 3, &error), RTDYLD_ERROR_UNLOADED, "instances[1]");
	FAILS(rtdyld_template_symbol(t, &in[1], "hole_add", &f, &error), RTDYLD_ERROR_UNLOADED, "it was released");
	OK(rtdyld_template_symbol(t, &in[0], "hole_add", &f, &error)); /* not released by the call that failed */
	CHECK(FUNCTION(long (*)(long), f)(0) == (long)values[0] + 200);
	in[1] = in[0];
	FAILS(rtdyld_template_release(t, in, 2, &error), RTDYLD_ERROR_UNLOADED, "instances[1]"); /* twice */
	OK(rtdyld_template_instantiate(t, values, 20, all, &error));
	OK(rtdyld_template_symbol(t, &all[19], "hole_add", &f, &error));
	CHECK(FUNCTION(long (*)(long), f)(0) == (long)values[19] + 200);
	FAILS(rtdyld_template_symbol(t, &all[0], "value", &f, &error), RTDYLD_ERROR_NOT_FOUND, "value");
	FAILS(rtdyld_template_symbol(t, &all[0], "hole_add", NULL, &error), RTDYLD_ERROR_ARGUMENT, "address is NULL");
	FAILS(rtdyld_template_instantiate(t, NULL, 1, all, &error), RTDYLD_ERROR_ARGUMENT, "values is NULL, and there are 1 holes");
	FAILS(rtdyld_template_instantiate(t, values, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "instances is NULL");
	OK(rtdyld_template_instantiate(t, values, 0, NULL, &error));
	OK(rtdyld_template_free(t, &error)); /* with all that live */
	FAILS(rtdyld_template_free(t, &error), RTDYLD_ERROR_HANDLE, "template");
	FAILS(rtdyld_template_instantiate(t, values, 1, all, &error), RTDYLD_ERROR_HANDLE, "not in use");
	FAILS(rtdyld_template_release((rtdyld_template *)(uintptr_t)5, all, 1, &error), RTDYLD_ERROR_HANDLE, "not in use");
	FAILS(rtdyld_template_create(&input, &options, NULL, &error), RTDYLD_ERROR_ARGUMENT, "out is NULL");
	options.flags = 64;
	FAILS(rtdyld_template_create(&input, &options, &t, &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	options.flags = 0, options.holes = NULL;
	FAILS(rtdyld_template_create(&input, &options, &t, &error), RTDYLD_ERROR_ARGUMENT, "holes is NULL");
	input.flags = RTDYLD_INPUT_ARCHIVE;
	FAILS(rtdyld_template_create(&input, NULL, &t, &error), RTDYLD_ERROR_ARGUMENT, "a template is made of an object");
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 6)
		return 2;
	remove(argv[5]);
	save(argv);
	map(argv, 0);
	map(argv, RTDYLD_MAP_ELSEWHERE);
	map(argv, RTDYLD_MAP_TRUSTED | RTDYLD_MAP_ANY_LIBRARY);
	damage(argv);
	copies(argv, 0);
	copies(argv, RTDYLD_TEMPLATE_OPEN);
	return done("image");
}
