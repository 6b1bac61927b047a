/*
 * Objects that are bound by themselves, each with a resolver of its own, and definitions that are taken from elsewhere.
 * argv: weak.o constructed.o handle.o
 */
#include "test.h"

static int asked;

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)text;
	asked++;
	if (strcmp(reference->name, "weak_one") && strcmp(reference->name, "__dso_handle"))
		return 0;
	definition->address = (uintptr_t)opaque;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return 1;
}

static int ten(void) { return 10; }
static int twenty(void) { return 20; }

/* address finds a name of an object. */
struct wanted {
	const char *name;
	uint64_t address;
};

static int symbol(void *opaque, const rtdyld_symbol *s)
{
	struct wanted *w = opaque;
	if (strcmp(s->name, w->name))
		return 0;
	w->address = s->address;
	return 1;
}

static int section(void *opaque, const rtdyld_section *s)
{
	if (strcmp(s->name, ".text") == 0)
		CHECK(s->size >= sizeof *s && s->number > s->id && s->number != RTDYLD_SECTION_NONE);
	++*(int *)opaque;
	return 0;
}

static int count(void *opaque, rtdyld_object *object)
{
	(void)object;
	++*(int *)opaque;
	return 0;
}

static int call_in(rtdyld_object *object, const char *name)
{
	struct wanted w;
	w.name = name, w.address = 0;
	OK(rtdyld_object_symbols(object, symbol, &w, &error));
	CHECK(w.address != 0);
	return w.address ? FUNCTION(int_fn, w.address)() : -1;
}

static void bind(char **argv, unsigned flags)
{
	rtdyld_linker *linker = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	rtdyld_input input;
	const rtdyld_input *inputs[1];
	rtdyld_object *object[4];
	const char *names[2];
	uint64_t address;
	int i, sections = 0, before = asked;
	inputs[0] = &input;
	RTDYLD_INIT(&options);
	options.flags = flags | RTDYLD_NO_PROCESS_NAMES | RTDYLD_NO_CONSTRUCTORS;
	OK(rtdyld_linker_create(&options, &linker, &error));
	RTDYLD_INIT(&input);
	input.path = argv[1];

	/* The same object three times: with its own definition, and with two from elsewhere. */
	names[0] = "weak_one", names[1] = "not_there";
	for (i = 0; i < 3; i++) {
		RTDYLD_INIT(&resolver);
		resolver.opaque = (void *)(uintptr_t)(i == 2 ? twenty : ten);
		resolver.find = find;
		input.external = i ? names : NULL;
		input.external_count = i ? 2 : 0;
		OK(rtdyld_linker_add_alone(linker, i ? &resolver : NULL, inputs, 1, &object[i], &error));
		memset(&resolver, 0xff, sizeof resolver); /* the library has a copy */
	}
	OK(rtdyld_linker_finalize(linker, NULL, 0, &error));
	CHECK(asked == 2 + before);
	CHECK(call_in(object[0], "use_weak") == 2);
	CHECK(call_in(object[1], "use_weak") == 11);
	CHECK(call_in(object[2], "use_weak") == 21);
	FAILS(rtdyld_linker_address(linker, "use_weak", &address, &error), RTDYLD_ERROR_NOT_FOUND, "use_weak");
	OK(rtdyld_object_sections(object[1], section, &sections, &error));
	CHECK(sections > 0);
	OK(rtdyld_linker_unload(linker, &object[1], 1, &error));
	CHECK(call_in(object[2], "use_weak") == 21);

	/* A strong definition is no other's, and what is asked of nobody is not found. */
	names[0] = "use_weak";
	FAILS(rtdyld_linker_add_alone(linker, NULL, inputs, 1, &object[3], &error), RTDYLD_ERROR_ARGUMENT, "use_weak");
	CHECK(object[3] == NULL);
	names[0] = "weak_one";
	OK(rtdyld_linker_add_alone(linker, NULL, inputs, 1, &object[3], &error));
	FAILS(rtdyld_linker_finalize(linker, &object[3], 1, &error), RTDYLD_ERROR_UNDEFINED, "weak_one");
	OK(rtdyld_linker_unload(linker, &object[3], 1, &error));
	input.external = NULL;
	FAILS(rtdyld_linker_add_alone(linker, NULL, inputs, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "external is NULL");
	input.external_count = 0;
	input.flags = RTDYLD_INPUT_ARCHIVE;
	FAILS(rtdyld_linker_add_alone(linker, NULL, inputs, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "only objects");
	FAILS(rtdyld_linker_add_alone(linker, NULL, NULL, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "inputs is NULL");
	input.flags = 0;
	RTDYLD_INIT(&resolver);
	FAILS(rtdyld_linker_add_alone(linker, &resolver, inputs, 1, NULL, &error), RTDYLD_ERROR_ARGUMENT, "find is NULL");

	/* __dso_handle is the object's own, or the resolver's. */
	input.path = argv[3];
	resolver.opaque = (void *)(uintptr_t)ten;
	resolver.find = find;
	names[0] = "__dso_handle";
	for (i = 0; i < 2; i++) {
		input.external = names;
		input.external_count = i;
		OK(rtdyld_linker_add_alone(linker, &resolver, inputs, 1, &object[3], &error));
		OK(rtdyld_linker_finalize(linker, &object[3], 1, &error));
		CHECK((call_in(object[3], "has_handle") == (int)(uintptr_t)ten) == i);
	}
	input.external_count = 0;

	/* Neither constructors nor destructors. */
	input.path = argv[2];
	OK(rtdyld_linker_add_alone(linker, NULL, inputs, 1, &object[3], &error));
	OK(rtdyld_linker_finalize(linker, &object[3], 1, &error));
	CHECK(call_in(object[3], "constructed") == 0);
	OK(rtdyld_linker_free(linker, &error));
}

/* Added and finalized in one call, which gives addresses, or nothing is there. */
static void link_alone(char **argv, unsigned flags)
{
	rtdyld_linker *linker = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	rtdyld_input input;
	const rtdyld_input *inputs[1];
	rtdyld_object *object;
	rtdyld_place places[4];
	const char *names[1];
	int i, visits = 0;
	inputs[0] = &input;
	RTDYLD_INIT(&options);
	options.flags = flags | RTDYLD_NO_PROCESS_NAMES | RTDYLD_NO_CONSTRUCTORS;
	OK(rtdyld_linker_create(&options, &linker, &error));
	RTDYLD_INIT(&resolver);
	resolver.opaque = (void *)(uintptr_t)ten;
	resolver.find = find;
	RTDYLD_INIT(&input);
	input.path = argv[1];
	input.places = places;

	/* In both orders of the names, one of them twice and one that is not there, and neither a beginning nor more than a name. */
	for (i = 0; i < 2; i++) {
		memset(places, 0xff, sizeof places);
		places[i].name = "weak_one", places[1 - i].name = "use_weak";
		places[2].name = "use_weak", places[3].name = i ? "use_wea" : "use_weak1";
		input.place_count = 4;
		OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 1, &object, &error));
		CHECK(places[0].found == 1 && places[1].found == 1 && places[2].found == 1);
		CHECK(places[3].found == 0 && places[3].address == 0);
		CHECK(places[2].address == places[1 - i].address && places[2].address != places[i].address);
		CHECK(FUNCTION(int_fn, places[2].address)() == 2);
		CHECK(call_in(object, "use_weak") == 2);
		OK(rtdyld_linker_unload(linker, &object, 1, &error));
	}
	/* What is from elsewhere is no definition of the object's; add_alone gives addresses, too. */
	names[0] = "weak_one";
	input.external = names;
	input.external_count = 1;
	places[0].name = "weak_one", places[1].name = "use_weak";
	input.place_count = 2;
	OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 1, &object, &error));
	CHECK(places[0].found == 0 && places[1].found == 1 && FUNCTION(int_fn, places[1].address)() == 11);
	OK(rtdyld_linker_add_alone(linker, &resolver, inputs, 1, &object, &error));
	CHECK(places[0].found == 0 && places[1].found == 1);
	OK(rtdyld_linker_finalize(linker, &object, 1, &error));
	CHECK(FUNCTION(int_fn, places[1].address)() == 11);

	/* After an error nothing is there but these two. */
	resolver.find = NULL;
	FAILS(rtdyld_linker_link_alone(linker, &resolver, inputs, 1, &object, &error), RTDYLD_ERROR_ARGUMENT, "find is NULL");
	FAILS(rtdyld_linker_link_alone(linker, NULL, inputs, 1, &object, &error), RTDYLD_ERROR_UNDEFINED, "weak_one");
	CHECK(object == NULL);
	OK(rtdyld_linker_objects(linker, count, &visits, &error));
	CHECK(visits == 2);
	input.external_count = 0;
	places[1].name = NULL;
	FAILS(rtdyld_linker_link_alone(linker, NULL, inputs, 1, &object, &error), RTDYLD_ERROR_ARGUMENT, "places[1] has no name");
	input.places = NULL;
	FAILS(rtdyld_linker_add_alone(linker, NULL, inputs, 1, &object, &error), RTDYLD_ERROR_ARGUMENT, "places is NULL");
	input.places = places;
	input.flags = RTDYLD_INPUT_ARCHIVE;
	FAILS(rtdyld_linker_add(linker, inputs, 1, &object, &error), RTDYLD_ERROR_ARGUMENT, "places are for objects");
	input.flags = 0;

	/* A caller that was compiled with a smaller struct, and rtdyld_linker_add. */
	input.size = offsetof(rtdyld_input, places);
	resolver.find = find;
	OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 1, &object, &error));
	OK(rtdyld_linker_unload(linker, &object, 1, &error));
	input.size = sizeof input;
	places[1].name = "use_weak";
	OK(rtdyld_linker_add(linker, inputs, 1, &object, &error));
	CHECK(places[0].found == 1 && places[1].found == 1);
	OK(rtdyld_linker_free(linker, &error));
}

/* Names that a resolver has looked up already are not asked for, in whatever order they are and however many. */
static void know(char **argv)
{
	static char text[40][8];
	rtdyld_known known[42];
	rtdyld_linker *linker = NULL;
	rtdyld_options options;
	rtdyld_resolver resolver;
	rtdyld_input input[2];
	const rtdyld_input *inputs[2];
	rtdyld_object *object[2];
	const char *names[2];
	int i, turn, before = asked;
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_NO_PROCESS_NAMES | RTDYLD_NO_CONSTRUCTORS;
	OK(rtdyld_linker_create(&options, &linker, &error));
	names[0] = "weak_one", names[1] = "__dso_handle";
	for (i = 0; i < 2; i++) {
		RTDYLD_INIT(&input[i]);
		input[i].path = argv[i ? 3 : 1];
		input[i].external = &names[i];
		input[i].external_count = 1;
		inputs[i] = &input[i];
	}
	RTDYLD_INIT(&resolver);
	resolver.opaque = (void *)(uintptr_t)ten;
	resolver.find = find;
	resolver.known = known;
	memset(known, 0, sizeof known);
	for (i = 0; i < 40; i++) {
		sprintf(text[i], "weak_%d", i);
		known[i].name = text[i];
	}
	/* Few and many, in both orders, and one that is not among them. */
	for (turn = 0; turn < 6; turn++) {
		int n = turn / 2 == 0 ? 0 : turn / 2 == 1 ? 14 : 40, last = turn & 1;
		resolver.known_count = n + 2;
		known[n].name = names[last], known[n + 1].name = names[1 - last];
		for (i = n; i < n + 2; i++)
			known[i].address = (uintptr_t)twenty, known[i].kind = RTDYLD_SYMBOL_FUNCTION;
		OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error));
		CHECK(asked == before);
		CHECK(call_in(object[0], "use_weak") == 21);
		CHECK(call_in(object[1], "has_handle") == (int)(uintptr_t)twenty);
		OK(rtdyld_linker_unload(linker, object, 2, &error));
		known[n + (last ? 0 : 1)].name = "weak_on"; /* instead of __dso_handle */
		OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error));
		CHECK(asked == before + 1);
		CHECK(call_in(object[0], "use_weak") == 21);
		CHECK(call_in(object[1], "has_handle") == (int)(uintptr_t)ten);
		OK(rtdyld_linker_unload(linker, object, 2, &error));
		if (n < 40)
			known[n].name = text[n], known[n + 1].name = text[n + 1];
		before = asked;
	}
	known[1].kind = (rtdyld_symbol_kind)99;
	FAILS(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error), RTDYLD_ERROR_ARGUMENT, "known[1]: there is no kind 99");
	known[1].kind = RTDYLD_SYMBOL_UNSPECIFIED, known[2].reserved = 1;
	FAILS(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error), RTDYLD_ERROR_VERSION, "known[2]: reserved");
	known[2].name = NULL;
	FAILS(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error), RTDYLD_ERROR_ARGUMENT, "known[2] has no name");
	resolver.known = NULL;
	FAILS(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error), RTDYLD_ERROR_ARGUMENT, "known is NULL");
	/* As a program has it that was compiled before there was `known`. */
	resolver.size = offsetof(rtdyld_resolver, known);
	OK(rtdyld_linker_link_alone(linker, &resolver, inputs, 2, object, &error));
	CHECK(asked == before + 2);
	OK(rtdyld_linker_free(linker, &error));
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 4)
		return 2;
	argv[0][1] = 0; /* as servers do that write there what they are doing */
	bind(argv, 0);
	bind(argv, RTDYLD_ALL_SECTIONS);
	link_alone(argv, 0);
	link_alone(argv, RTDYLD_ALL_SECTIONS);
	know(argv);
	return done("alone");
}
