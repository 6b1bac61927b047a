// quick_exit, and _Exit, which writes nothing.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void quick(void) { write(1, "quick\n", 6); }
static void never(void) { write(1, "never\n", 6); }
int main(void)
{
	atexit(never), at_quick_exit(quick);
	setvbuf(stdout, NULL, _IOFBF, 1000);
	printf("lost");
	quick_exit(3);
}
