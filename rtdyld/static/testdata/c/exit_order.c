// functions of atexit and destructors, in order, and streams that are written at the end.
#include <stdio.h>
#include <stdlib.h>
static void one(void) { puts("one"); }
static void late(void) { puts("late"); }
static void two(void) { puts("two"), atexit(late); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }
__attribute__((constructor)) static void first(void) { puts("constructor"); }
__attribute__((constructor(200))) static void early(void) { puts("early"); }
int main(void)
{
	for (int i = 0; i < 40; i++)
		if (atexit(one))
			return 1;
	atexit(two);
	printf("no line end");
	return 0;
}
