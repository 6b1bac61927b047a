/*
 * Linked images: written, mapped, looked up, unloaded. argv: sum.o user.o constructed.o IMAGE (a file to write)
 */
#include "test.h"

static int total(int a) { return 100 * a; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "from_resolver"))
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
	FAILS(rtdyld_linker_save(l, o, 3, &how, argv[4], &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	how.flags = 64;
	FAILS(rtdyld_linker_save(l, o, 3, &how, argv[4], &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	how.flags = 0;
	how.base = 1;
	FAILS(rtdyld_linker_save(l, NULL, 0, &how, argv[4], &error), RTDYLD_ERROR_UNSUPPORTED, "cannot be saved");
	how.size = 1;
	FAILS(rtdyld_linker_save(l, NULL, 0, &how, argv[4], &error), RTDYLD_ERROR_ARGUMENT, "size is not set");
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, "/nosuch/folder/image", &error), RTDYLD_ERROR_IO, "/nosuch/folder");
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "path is NULL");
	CHECK(fopen(argv[4], "rb") == NULL);
	RTDYLD_INIT(&how);
	how.name = "sum.image";
	OK(rtdyld_linker_save(l, NULL, 0, &how, argv[4], &error));
	f = fopen(argv[4], "rb");
	CHECK(f != NULL);
	if (f)
		fclose(f);
	OK(rtdyld_linker_finalize(l, o, 1, &error)); /* they are loaded as before */
	OK(rtdyld_linker_free(l, &error));
	OK(rtdyld_linker_create(NULL, &l, &error));
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, argv[4], &error), RTDYLD_ERROR_ARGUMENT, "without RTDYLD_IMAGE");
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
	FAILS(rtdyld_linker_map_image(l, argv[4], flags, &none, &error), RTDYLD_ERROR_UNDEFINED, "from_resolver");
	CHECK(none == NULL);
	OK(rtdyld_linker_free(l, &error));
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	options.resolver = &resolver;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[1], flags, &none, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "sum.o");
	FAILS(rtdyld_linker_map_image(l, "/nosuch", flags, &none, &error), RTDYLD_ERROR_IO, "/nosuch");
	FAILS(rtdyld_linker_map_image(l, argv[4], 64, &none, &error), RTDYLD_ERROR_VERSION, "flags 0x40");
	OK(rtdyld_linker_map_image(l, argv[4], flags, &image, &error));
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(f && FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	OK(rtdyld_linker_address(l, "constructed", &constructed, &error));
	CHECK(constructed && FUNCTION(int_fn, constructed)() == 1);
	OK(rtdyld_object_state(image, &state, &error));
	CHECK(state == RTDYLD_STATE_FINALIZED);
	OK(rtdyld_object_name(image, &name, &error));
	CHECK(name && strcmp(name, argv[4]) == 0);
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
	char *data = slurp(argv[4], &length);
	FILE *f = fopen(argv[4], "wb");
	data[length / 2] ^= 1;
	CHECK(f && fwrite(data, 1, length, f) == length);
	fclose(f);
	free(data);
	RTDYLD_INIT(&options);
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[4], 0, &image, &error), RTDYLD_ERROR_FORMAT, argv[4]);
	OK(rtdyld_linker_free(l, &error));
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image(l, argv[4], RTDYLD_MAP_TRUSTED, &image, &error), RTDYLD_ERROR_UNSUPPORTED, "Config.Images");
	OK(rtdyld_linker_free(l, &error));
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 5)
		return 2;
	remove(argv[4]);
	save(argv);
	map(argv, 0);
	map(argv, RTDYLD_MAP_ELSEWHERE);
	map(argv, RTDYLD_MAP_TRUSTED | RTDYLD_MAP_ANY_LIBRARY);
	damage(argv);
	return done("image");
}
