// Fragments of .init and .fini, and what runs before them and after.
#define OBJECT one
#include "fragment.h"

static void preinit(void) { COUNT = 100; }
__attribute__((section(".preinit_array"), used)) static void (*pre)(void) = preinit;

int main(void)
{
	note("main: count %ld", COUNT);
	return 0;
}
