// A stream that cannot be written out.
#include <stdio.h>
static FILE *f;
int fill(void)
{
	f = fopen("/dev/full", "w");
	return f == NULL || fputs("something", f) < 0;
}
int drain(void) { return fclose(f); }
int main(void) { return fill() + 3; }
