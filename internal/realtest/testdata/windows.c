/* What a C program for Windows asks of whoever loads it. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static jmp_buf away;

static void bye(void) { printf("bye\n"); }
static void bye2(void) { printf("bye, too\n"); }
__attribute__((constructor)) static void begin(void) { printf("constructor\n"); }
__attribute__((destructor)) static void end(void) { printf("destructor\n"); }

static int deep(int n)
{
	if (n == 0)
		longjmp(away, 42);
	return deep(n - 1) + 1;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static LONG WINAPI handler(EXCEPTION_POINTERS *p) { return EXCEPTION_CONTINUE_SEARCH; }

int main(int argc, char **argv)
{
	volatile char big[200000]; /* takes a probe of the stack */
	int v[] = { 5, 3, 9, -1, 4 }, e;
	memset((char *)big, 1, sizeof big);
	atexit(bye);
	atexit(bye2);
	qsort(v, 5, sizeof v[0], compare);
	double m = frexp(12.5, &e);
	printf("%d %s %f %lld %d\n", argc, argv[1], pow(2.5, 3.0), 1234567890123LL, big[199999]);
	printf("%d %d %d, %f %d %f\n", v[0], v[2], v[4], m, e, ldexp(0.75, 5));
	fprintf(stderr, "to stderr %ld\n", -5L);
	if (setjmp(away) == 0)
		deep(10);
	else
		printf("jumped\n");
	char name[100];
	HMODULE k = GetModuleHandleA("kernel32.dll");
	printf("%d %d\n", k != NULL, GetModuleFileNameA(k, name, sizeof name) > 0 && GetProcAddress(k, "Sleep") == (FARPROC)Sleep);
	void *h = AddVectoredExceptionHandler(0, handler);
	printf("%d\n", h != NULL && RemoveVectoredExceptionHandler(h));
	return argc;
}
