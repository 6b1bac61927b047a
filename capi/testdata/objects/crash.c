// Ways to end a process, a constructor and a function of the C library.
#include <stdlib.h>
#include <string.h>
int ready;
__attribute__((constructor)) static void begin(void) { ready = 40; }
int is_ready(int a) { return ready + a; }
double half(double x, float y) { return x / 2 + y; }
long length(const char *s) { return (long)strlen(s); }
int crash(int *p) { return *p + 1; }
void leave(int status) { exit(status); }
void spin(void)
{
	for (;;)
		__asm__ volatile("");
}
int program(int argc, char **argv) { return argc == 2 ? (int)strlen(argv[1]) : -1; }
char memory[64];
