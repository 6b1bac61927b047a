/*
 * How names got their addresses, and why nobody defines one. argv: sum.o user.o open.o weak.o
 */
#include "test.h"

typedef struct told {
	int shown;
	const char *words; /* that the text must have */
	rtdyld_origin origin;
	rtdyld_object *defines, *user;
	size_t uses, others;
	rtdyld_lost lost;
	rtdyld_linker *again; /* asked from inside */
} told;

static void show(void *opaque, const rtdyld_explanation *x)
{
	told *t = opaque;
	t->shown++;
	CHECK(x->size >= sizeof *x && x->name && x->library && x->made);
	if (!strstr(x->text, t->words))
		fprintf(stderr, "%s", x->text), failures++;
	t->origin = x->origin;
	t->uses = x->use_count;
	t->others = x->other_count;
	t->defines = x->definition ? x->definition->object : NULL;
	if (x->definition)
		CHECK(COFF || (strcmp(x->definition->section, ".text") == 0 && x->definition->bytes > 0 && x->kind == RTDYLD_SYMBOL_FUNCTION));
	if (x->use_count) {
		t->user = x->uses[0].object;
		CHECK(COFF || strcmp(x->uses[0].function, "user") == 0 || strcmp(x->uses[0].function, "use_weak") == 0);
		CHECK(strncmp(x->uses[0].relocation, COFF ? "IMAGE_REL_AMD64_" : "R_X86_64_", 9) == 0 && *x->uses[0].section);
	}
	if (x->other_count)
		t->lost = x->others[0].lost;
	if (t->again) {
		told inner;
		memset(&inner, 0, sizeof inner);
		inner.words = "";
		OK(rtdyld_linker_explain(t->again, "sum", show, &inner, &error));
		CHECK(inner.shown == 1);
	}
}

static int find(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **text)
{
	(void)text;
	definition->address = (uintptr_t)opaque;
	definition->kind = RTDYLD_SYMBOL_FUNCTION;
	return strcmp(reference->name, "from_resolver") == 0;
}

static void names(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_object *sum = NULL, *user = NULL, *weak[2];
	rtdyld_options options;
	rtdyld_resolver resolver;
	told t;
	memset(&t, 0, sizeof t);
	RTDYLD_INIT(&resolver);
	resolver.opaque = &t;
	resolver.find = find;
	RTDYLD_INIT(&options);
	options.resolver = &resolver;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], &sum, &error));
	OK(rtdyld_linker_add_object_file(l, argv[2], &user, &error));
	OK(rtdyld_linker_add_object_file(l, argv[4], &weak[0], &error));
	OK(rtdyld_linker_finalize(l, NULL, 0, &error));

	t.words = "referred to by ";
	t.again = l;
	OK(rtdyld_linker_explain(l, "sum", show, &t, &error));
	CHECK(t.shown == 1 && t.origin == RTDYLD_ORIGIN_OBJECT && t.defines == sum && (COFF || (t.uses == 1 && t.user == user)) && /* its table of functions, too */
	      t.others == 0);
	t.again = NULL;
	OK(rtdyld_object_explain(user, "sum", show, &t, &error));
	CHECK(t.shown == 2 && t.defines == sum);
	t.words = "the resolver was asked for it";
	OK(rtdyld_linker_explain(l, "from_resolver", show, &t, &error));
	CHECK(t.shown == 3 && t.origin == RTDYLD_ORIGIN_RESOLVER && t.defines == NULL);
	t.words = COFF ? "is undefined" : "is undefined: what refers to it is weak";
	OK(rtdyld_linker_explain(l, "nobody_has_it", show, &t, &error));
	CHECK(t.shown == 4 && t.origin == RTDYLD_ORIGIN_UNDEFINED);
	FAILS(rtdyld_linker_explain(l, "no_such_name", show, &t, &error), RTDYLD_ERROR_UNDEFINED, "no_such_name");
	FAILS(rtdyld_linker_explain(l, NULL, show, &t, &error), RTDYLD_ERROR_ARGUMENT, "name is NULL");
	FAILS(rtdyld_linker_explain(l, "sum", NULL, &t, &error), RTDYLD_ERROR_ARGUMENT, "show is NULL");
	FAILS(rtdyld_linker_explain(NULL, "sum", show, &t, &error), RTDYLD_ERROR_HANDLE, "linker is NULL");
	FAILS(rtdyld_engine_explain((rtdyld_engine *)l, "sum", show, &t, &error), RTDYLD_ERROR_HANDLE, "not of an engine");
	CHECK(t.shown == 4);
	OK(rtdyld_linker_unload(l, &weak[0], 1, &error));
	FAILS(rtdyld_object_explain(weak[0], "weak_one", show, &t, &error), RTDYLD_ERROR_HANDLE, "not in use");
	OK(rtdyld_linker_free(l, &error));
}

/* Two definitions, of an engine's modules. */
static void modules(char **argv)
{
	rtdyld_engine *e = NULL;
	uint64_t f = 0;
	told t;
	memset(&t, 0, sizeof t);
	t.words = "not second:";
	OK(rtdyld_engine_create(NULL, &e, &error));
	FAILS(rtdyld_engine_explain(e, "use_weak", show, &t, &error), RTDYLD_ERROR_UNDEFINED, "use_weak");
	OK(rtdyld_engine_add_object_file(e, argv[4], NULL, &error));
	OK(rtdyld_engine_lookup(e, "use_weak", &f, &error));
	t.words = "weak_one is at 0x";
	OK(rtdyld_engine_explain(e, "weak_one", show, &t, &error));
	CHECK(t.shown == 1 && t.origin == RTDYLD_ORIGIN_OBJECT);
	OK(rtdyld_engine_free(e, &error));
}

/* Errors that tell more, if that is asked for. */
static void undefined(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	rtdyld_error *error;
	int i;
	RTDYLD_INIT(&options);
	for (i = 0; i < 2; i++) {
		options.flags = i ? RTDYLD_EXPLAIN : 0;
		error = NULL;
		OK(rtdyld_linker_create(&options, &l, &error));
		OK(rtdyld_linker_add_object_file(l, argv[3], NULL, &error));
		CHECK(rtdyld_linker_finalize(l, NULL, 0, &error) == RTDYLD_ERROR_UNDEFINED);
		CHECK((strstr(rtdyld_error_message(error), " in open_name") != NULL) == i);
		CHECK(strcmp(rtdyld_error_symbol(error), "nobody") == 0 && strstr(rtdyld_error_object(error), "open.o"));
		rtdyld_error_free(error);
		OK(rtdyld_linker_free(l, &error));
	}
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 5)
		return 2;
	names(argv);
	modules(argv);
	undefined(argv);
	return done("explain");
}
