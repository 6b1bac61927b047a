/*
 * RTDYLD_FOREIGN for targets of 32 bits: objects are linked here for addresses that such a target can hold.
 * argv: abs32.o of ARM, word32.o of x86, abs.o of MIPS, which is big-endian
 */
#include "test.h"

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)text;
	++*(int *)opaque;
	definition->address = strcmp(reference->name, "high") == 0 ? 0xfffffff0u : strcmp(reference->name, "low") == 0 ? 0x10 : 0x12345678;
	return 1;
}

/* seen is what is looked for in an object. */
typedef struct seen {
	rtdyld_object *object;
	const char *name;
	uint64_t address, at; /* of the symbol, and in its section */
	uint32_t section;
	const void *memory; /* of that section */
	int sections;
} seen;

static int see_symbol(void *opaque, const rtdyld_symbol *s)
{
	seen *v = opaque;
	if (strcmp(s->name, v->name))
		return 0;
	v->address = s->address, v->section = s->section;
	return 1;
}

static int see_section(void *opaque, const rtdyld_section *s)
{
	seen *v = opaque;
	v->sections++;
	CHECK(s->address >= 0x10000000 && s->address + s->bytes <= (uint64_t)1 << 32);
	CHECK((uintptr_t)s->memory != s->address);
	if (s->id == v->section)
		v->at = v->address - s->address, v->memory = s->memory;
	return 0;
}

/* field is the word at a symbol. */
static uint32_t field(seen *v, const char *name, uint64_t offset, int big)
{
	unsigned char b[4] = {0};
	v->name = name;
	v->address = 0;
	OK(rtdyld_object_symbols(v->object, see_symbol, v, &error));
	CHECK(v->address != 0);
	OK(rtdyld_object_sections(v->object, see_section, v, &error));
	OK(rtdyld_object_read(v->object, v->section, v->at + offset, b, 4, &error));
	if (big)
		return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static void link32(const char *triple, const char *path, const char *name, uint64_t offset, uint32_t want, int own, int big)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	seen v;
	int asked = 0, named;
	RTDYLD_INIT(&resolver);
	resolver.opaque = &asked;
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	for (named = 0; named < 2; named++) {
		memset(&v, 0, sizeof v);
		options.triple = named ? triple : NULL; /* that of the first object */
		options.flags = RTDYLD_FOREIGN;
		OK(rtdyld_linker_create(&options, &l, &error));
		OK(rtdyld_linker_add_object_file(l, path, &v.object, &error));
		OK(rtdyld_linker_finalize(l, NULL, 0, &error));
		if (own) {
			uint32_t word = field(&v, name, offset, big);
			CHECK(word == v.address + want);
		} else {
			CHECK(field(&v, name, offset, big) == want);
		}
		CHECK(asked > 0 && v.sections > 0);
		OK(rtdyld_linker_free(l, &error));
	}
	options.flags = 0;
	FAILS(rtdyld_linker_create(&options, &l, &error), RTDYLD_ERROR_UNSUPPORTED, "host");
}

/* beyond: an address that the target cannot hold. */
static void beyond(const char *path)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	seen v;
	int asked = 0;
	memset(&v, 0, sizeof v);
	RTDYLD_INIT(&resolver);
	resolver.opaque = &asked;
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	options.flags = RTDYLD_FOREIGN;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, path, &v.object, &error));
	field(&v, "here", 0, 0);
	FAILS(rtdyld_object_map_section(v.object, v.section, (uint64_t)1 << 33, &error), RTDYLD_ERROR_ARGUMENT, "32 bits");
	FAILS(rtdyld_linker_map_local(l, v.memory, (uint64_t)1 << 33, &error), RTDYLD_ERROR_ARGUMENT, "32 bits");
	OK(rtdyld_object_map_section(v.object, v.section, 0xfffff000u, &error));
	OK(rtdyld_linker_free(l, &error));
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 4)
		return 2;
	link32("armv7-unknown-linux-gnueabihf", argv[1], "back", 0, 0x12345678 - 0x1000, 0, 0);
	link32("armv7-unknown-linux-gnueabihf", argv[1], "here", 0, 4, 1, 0);
	link32("i686-unknown-linux-gnu", argv[2], "inner", 0, 10, 1, 0); /* var, behind it */
	link32("mips-unknown-linux-gnu", argv[3], "word", 8, 0x12345678 + 0x11111111, 0, 1);
	beyond(argv[1]);
	return done("foreign");
}
