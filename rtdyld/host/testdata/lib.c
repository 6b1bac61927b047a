// A shared library with a symbol of each kind.
#include <stdint.h>
int lib_func(int x) { return x + 1; }
int lib_data[5] = {1, 2, 3, 4, 5};
const char lib_ro[7] = "rodata";
__thread long lib_tls = 3;
static int chosen(int x) { return x + 100; }
static void *choose(void) { return (void *)chosen; }
int lib_ifunc(int) __attribute__((ifunc("choose")));
int old_name(int x) { return x + 10; }
int new_name(int x) { return x + 20; }
#ifdef VERSIONS
__asm__(".symver old_name, lib_versioned@LIB_1");
__asm__(".symver new_name, lib_versioned@@LIB_2");
#endif
