// what dlopen says in a static program.
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	printf("%d\n", dlopen("libm.so.6", RTLD_NOW) == NULL), puts(dlerror());
	return 0;
}
