/* The program of rtdyld.h: one object, one call. argv[1] is the object. */
#include "rtdyld.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	rtdyld_linker *linker;
	rtdyld_error *error = NULL;
	uint64_t address;
	if (argc < 2)
		return 2;
	if (rtdyld_linker_create(NULL, &linker, &error) ||
	    rtdyld_linker_add_object_file(linker, argv[1], NULL, &error) ||
	    rtdyld_linker_finalize(linker, NULL, 0, &error) ||
	    rtdyld_linker_address(linker, "sum", &address, &error)) {
		fprintf(stderr, "%s\n", rtdyld_error_message(error));
		rtdyld_error_free(error);
		return 1;
	}
	printf("%d\n", ((int (*)(int, int))(uintptr_t)address)(1, 2));
	rtdyld_linker_free(linker, NULL);
	return 0;
}
