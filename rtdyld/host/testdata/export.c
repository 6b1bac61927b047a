// The program: names that a library finds which it opens.
#include <dlfcn.h>
#include <stddef.h>

int export_data[3] = {1, 2, 3};
int *export_pointer = &export_data[2];
int export_common;
int export_func(int x) { return x + export_data[0]; }
__attribute__((weak)) int export_weak(void) { return 5; }
__attribute__((visibility("hidden"))) int export_hidden(void) { return 6; }
static int export_local(void) { return 7; }
__thread int export_thread = 8;
__asm__(".globl export_label\n.data\nexport_label: .long 9\n.previous");

#ifdef IFUNC
static int chosen(void) { return 10; }
static int (*choose(void))(void) { return chosen; }
int export_ifunc(void) __attribute__((ifunc("choose")));
#else
int export_ifunc(void) { return 10; }
#endif

static int early; // what the constructor found
__attribute__((constructor)) static void first(void) { early = dlsym(RTLD_DEFAULT, "export_func") == (void *)export_func; }

// use_plugin has a library add all up, and returns -1 if it does not open.
int use_plugin(const char *path, int *sum)
{
	void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	int (*f)(void) = h ? (int (*)(void))dlsym(h, "plugin") : NULL;
	if (!f)
		return -1;
	*sum = f();
	return early + 2 * (export_local() == 7 && export_hidden() == 6 && export_thread == 8) + 4 * dlclose(h);
}
