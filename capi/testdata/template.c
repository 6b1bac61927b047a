/*
 * Templates of objects: copied, patched and called. argv: hole.o
 */
#include "test.h"

static int total(int a) { return 100 * a; }

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)opaque, (void)text;
	if (strcmp(reference->name, "total"))
		return 0;
	definition->address = (uintptr_t)total;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return 1;
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
	input.path = argv[1];
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
		CHECK(f && FUNCTION(intptr_t (*)(intptr_t), f)(1) == 1 + (intptr_t)values[i] + 200);
		OK(rtdyld_template_symbol(t, &in[i], "hole_text", &f, &error));
		CHECK(f && strcmp(FUNCTION(const char *(*)(void), f)(), "hole") == 0);
	}
	CHECK(in[0].address != in[1].address && bad_pages() == 0);
	OK(rtdyld_template_release(t, &in[1], 1, &error));
	FAILS(rtdyld_template_release(t, in, 3, &error), RTDYLD_ERROR_UNLOADED, "instances[1]");
	FAILS(rtdyld_template_symbol(t, &in[1], "hole_add", &f, &error), RTDYLD_ERROR_UNLOADED, "it was released");
	OK(rtdyld_template_symbol(t, &in[0], "hole_add", &f, &error)); /* not released by the call that failed */
	CHECK(FUNCTION(intptr_t (*)(intptr_t), f)(0) == (intptr_t)values[0] + 200);
	in[1] = in[0];
	FAILS(rtdyld_template_release(t, in, 2, &error), RTDYLD_ERROR_UNLOADED, "instances[1]"); /* twice */
	OK(rtdyld_template_instantiate(t, values, 20, all, &error));
	OK(rtdyld_template_symbol(t, &all[19], "hole_add", &f, &error));
	CHECK(FUNCTION(intptr_t (*)(intptr_t), f)(0) == (intptr_t)values[19] + 200);
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
	if (argc < 2)
		return 2;
	copies(argv, 0);
	copies(argv, RTDYLD_TEMPLATE_OPEN);
	return done("template");
}
