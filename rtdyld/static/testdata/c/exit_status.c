// exit from deep down with a status.
#include <stdio.h>
#include <stdlib.h>
static void bye(void) { puts("bye"); }
static int deep(int n) { if (n == 0) exit(42); return deep(n - 1) + 1; }
int main(void)
{
	atexit(bye);
	return deep(100);
}
