/*
 * Linked images: written, mapped, looked up, unloaded. argv: sum.o user.o constructed.o IMAGE (a file to write) BOUND (an image of sum.o and user.o)
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
	FAILS(rtdyld_linker_save(l, NULL, 0, NULL, "/nosuch/folder/image", &error), RTDYLD_ERROR_IO, "nosuch");
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

static int seen;

/* Each image of 3 objects has one segment of code, in which nothing is written. */
static void show(void *opaque, const rtdyld_image *x)
{
	size_t i, code = 0;
	uint64_t end = x->base;
	(void)opaque;
	seen++;
	CHECK(x->size >= sizeof *x && strcmp(x->name, "sum.image") == 0 && strncmp(x->triple, "x86_64-", 7) == 0 && x->base % 4096 == 0 && x->bytes > 4096);
	CHECK(!x->fixed && x->build_id_length == 20 && x->build_id && x->linker && x->symbol_count > 5 && x->import_count == 3);
	CHECK(x->input_count == 3 && strstr(x->inputs[1].name, "user.o") && memcmp(x->inputs[0].sha256, x->inputs[1].sha256, 32) != 0);
	for (i = 0; i < x->segment_count; i++) {
		const rtdyld_image_segment *s = &x->segments[i];
		CHECK(s->address >= end && s->file_bytes <= s->bytes);
		end = s->address + s->bytes;
		code += s->kind == RTDYLD_KIND_CODE;
		CHECK(s->kind != RTDYLD_KIND_CODE || !s->written);
	}
	CHECK(code == 1 && end <= x->base + x->bytes);
}

/* An image of sum.o and user.o that was bound to libraries, one known by its build id and one by its file. */
static void show_bound(void *opaque, const rtdyld_image *x)
{
	size_t i;
	int known = 0;
	(void)opaque;
	seen++;
	CHECK(*x->name == 0 && x->input_count == 2 && x->import_count == 3 && x->library_count == 2);
	if (x->library_count != 2)
		return;
	CHECK(strcmp(x->libraries[0].name, "liblength.so") == 0 && x->libraries[0].build_id_length == 3 && memcmp(x->libraries[0].build_id, "\1\2\3", 3) == 0);
	CHECK(x->libraries[0].sha256 == NULL && x->libraries[0].bytes == 5000);
	CHECK(strcmp(x->libraries[1].name, "libtotal.so") == 0 && x->libraries[1].build_id == NULL && x->libraries[1].build_id_length == 0);
	CHECK(x->libraries[1].sha256 && x->libraries[1].sha256[0] == 7 && x->libraries[1].sha256[31] == 9);
	for (i = 0; i < x->import_count; i++) {
		known += strcmp(x->imports[i].name, "strlen") == 0 && x->imports[i].library == &x->libraries[0];
		known += strcmp(x->imports[i].name, "from_resolver") == 0 && x->imports[i].library == &x->libraries[1];
		known += strcmp(x->imports[i].name, "nobody_has_it") == 0 && x->imports[i].library == NULL;
	}
	CHECK(known == 3);
}

/* What an image says of itself, and one in memory. */
static void describe(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *image = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	rtdyld_input in;
	uint64_t f = 0;
	size_t length;
	void *data = slurp(argv[4], &length);
	RTDYLD_INIT(&in);
	in.path = argv[4];
	OK(rtdyld_image_show(&in, show, NULL, &error));
	in.path = NULL, in.name = "memory", in.data = data, in.length = length;
	OK(rtdyld_image_show(&in, show, NULL, &error));
	in.path = argv[5], in.name = NULL, in.data = NULL;
	OK(rtdyld_image_show(&in, show_bound, NULL, &error));
	in.path = NULL, in.name = "memory", in.data = data;
	CHECK(seen == 3);
	FAILS(rtdyld_image_show(&in, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "show is NULL");
	in.flags = RTDYLD_INPUT_ARCHIVE;
	FAILS(rtdyld_image_show(&in, show, NULL, &error), RTDYLD_ERROR_ARGUMENT, "no archive");
	in.flags = 0, in.length = 100;
	CHECK(rtdyld_image_show(&in, show, NULL, NULL) != RTDYLD_OK);
	in.path = argv[1], in.data = NULL;
	FAILS(rtdyld_image_show(&in, show, NULL, &error), RTDYLD_ERROR_UNKNOWN_FORMAT, "memory");
	CHECK(seen == 3);
	RTDYLD_INIT(&resolver);
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	OK(rtdyld_linker_create(&options, &l, &error));
	FAILS(rtdyld_linker_map_image_memory(l, NULL, data, length, 0, &image, &error), RTDYLD_ERROR_ARGUMENT, "name is NULL");
	FAILS(rtdyld_linker_map_image_memory(l, "memory", NULL, length, 0, &image, &error), RTDYLD_ERROR_ARGUMENT, "data is NULL");
	OK(rtdyld_linker_map_image_memory(l, "memory", data, length, 0, &image, &error));
	memset(data, 0xff, length); /* the library has a copy */
	free(data);
	OK(rtdyld_linker_address(l, "user", &f, &error));
	CHECK(f && FUNCTION(int (*)(int), f)(4) == 4 + 3 + 400);
	OK(rtdyld_linker_unload(l, &image, 1, &error));
	OK(rtdyld_linker_free(l, &error));
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
	if (argc < 6)
		return 2;
	remove(argv[4]);
	save(argv);
	map(argv, 0);
	map(argv, RTDYLD_MAP_ELSEWHERE);
	map(argv, RTDYLD_MAP_TRUSTED | RTDYLD_MAP_ANY_LIBRARY);
	describe(argv);
	damage(argv);
	return done("image");
}
