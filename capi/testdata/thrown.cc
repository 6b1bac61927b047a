/*
 * Exceptions through linked images, at their base and elsewhere. argv: throw.o IMAGE (a file to write)
 */
#include "test.h"

static void save(char **argv)
{
	rtdyld_linker *l = NULL;
	rtdyld_options options;
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_IMAGE;
	options.libraries = cxx_libraries;
	options.library_count = CXX_LIBRARIES;
	OK(rtdyld_linker_create(&options, &l, &error));
	OK(rtdyld_linker_add_object_file(l, argv[1], NULL, &error));
	OK(rtdyld_linker_save(l, NULL, 0, NULL, argv[2], &error));
	OK(rtdyld_linker_free(l, &error));
}

#ifdef _WIN32
/* The system has the frame of a function as long as the image is mapped. */
static bool described(uint64_t f)
{
	DWORD64 base = 0;
	return RtlLookupFunctionEntry(f, &base, NULL) != NULL;
}
#endif

/* Two images at a time, of which the first goes first. Valgrind, whose reader of symbols ends it for this file at another base, gets one after the other at its own. */
static void map(char **argv, uint32_t flags)
{
	rtdyld_linker *l[2] = {NULL, NULL};
	rtdyld_object *image[2];
	rtdyld_options options;
	uint64_t inside[2], outside[2];
	RTDYLD_INIT(&options);
	options.libraries = cxx_libraries;
	options.library_count = CXX_LIBRARIES;
	for (int i = 0; i < 2; i++) {
		if (i == 1 && getenv("TEST_VALGRIND")) {
			OK(rtdyld_linker_unload(l[0], &image[0], 1, &error));
			OK(rtdyld_linker_free(l[0], &error));
		}
		OK(rtdyld_linker_create(&options, &l[i], &error));
		OK(rtdyld_linker_map_image(l[i], argv[2], flags, &image[i], &error));
		OK(rtdyld_linker_address(l[i], "inside", &inside[i], &error));
		OK(rtdyld_linker_address(l[i], "outside", &outside[i], &error));
	}
	for (int k = 0; k < 4; k++) {
		int i = k % 2, caught = 0;
		if (i == 0 && getenv("TEST_VALGRIND"))
			continue;
		if (k == 2) {
			OK(rtdyld_linker_unload(l[0], &image[0], 1, &error));
			OK(rtdyld_linker_free(l[0], &error));
			continue;
		}
#ifdef _WIN32
		CHECK(described(inside[i]) && described(outside[i]));
#endif
		CHECK(FUNCTION(int (*)(int), inside[i])(1) == 1);
		CHECK(FUNCTION(int (*)(int), inside[i])(3) == 11 + 3 + k / 2 + 40);
		try {
			FUNCTION(void (*)(int), outside[i])(17);
		} catch (int n) {
			caught = n;
		}
		CHECK(caught == 17);
	}
	OK(rtdyld_linker_free(l[1], &error));
#ifdef _WIN32
	CHECK(!described(inside[0]) && !described(inside[1]));
#endif
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 3)
		return 2;
	save(argv);
	map(argv, 0);
	if (!getenv("TEST_VALGRIND"))
		map(argv, RTDYLD_MAP_ELSEWHERE);
	return done("thrown");
}
