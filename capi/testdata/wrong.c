/*
 * What valgrind must tell of: writing behind a block, the system and the library reading a
 * block that was freed, and a block that is lost. argv: sum.o
 */
#include "test.h"

int main(int argc, char **argv)
{
	void (*volatile release)(void *) = free; /* compilers know what free does */
	rtdyld_linker *l = NULL;
	char *p = (char *)malloc(3), *path;
	use_heap();
	if (argc < 2)
		return 2;
	((volatile char *)p)[4] = 1;
	p = NULL;
	path = (char *)malloc(strlen(argv[1]) + 1);
	strcpy(path, argv[1]);
	OK(rtdyld_linker_create(NULL, &l, &error));
	release(path);
	rtdyld_linker_add_object_file(l, path, NULL, NULL);
	CHECK(access(path, R_OK) == 0);
	OK(rtdyld_linker_free(l, &error));
	return done("wrong");
}
