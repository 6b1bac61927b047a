/*
 * Debug information that is compressed with zstd is read: an error names the source line. argv: packed.o
 */
#include "test.h"

int main(int argc, char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	rtdyld_error *error = NULL;
	use_heap();
	if (argc < 2)
		return 2;
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_EXPLAIN;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	CHECK(rtdyld_linker_finalize(l, NULL, 0, &error) == RTDYLD_ERROR_UNDEFINED);
	if (!strstr(rtdyld_error_message(error), "testdata/objects/open.c:3)"))
		fprintf(stderr, "%s\n", rtdyld_error_message(error)), failures++;
	rtdyld_error_free(error);
	OK(rtdyld_linker_free(l, &error));
	return done("packed");
}
