// A program that says all it was given and uses a good part of the C library.
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static jmp_buf back;
static char zeroes[100000];
static const char *const words[] = {"pear", "apple", "quince", "fig", "damson"};
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
__attribute__((noinline)) static void jump(int n)
{
	if (n == 0)
		longjmp(back, 5);
	jump(n - 1);
}
__attribute__((noinline)) static int choose(int n)
{
	switch (n) {
	case 0: return 11;
	case 1: return 7;
	case 2: return 5;
	case 3: return 3;
	case 4: return 2;
	case 5: return 13;
	}
	return n;
}
static void *run(void *p)
{
	*(int *)p += 1;
	return p;
}
static void farewell(void) { fputs("farewell", stdout); } // no newline: must be flushed

int main(int argc, char **argv, char **envp)
{
	printf("%d arguments:", argc);
	for (int i = 1; i < argc; i++)
		printf(" [%s]", argv[i]);
	printf("\nend %p\n", (void *)argv[argc]);
	for (char **e = envp; *e; e++)
		if (!strncmp(*e, "TOLD", 4))
			printf("%s\n", *e);
	printf("getenv %s\n", getenv("TOLD"));
	const char *sorted[5];
	memcpy(sorted, words, sizeof words);
	qsort(sorted, 5, sizeof *sorted, by_name);
	for (int i = 0; i < 5; i++)
		fprintf(stdout, "%s%c", sorted[i], i < 4 ? ' ' : '\n');
	printf("%.17g %.6Lf %x %lld\n", 1 / 3.0 + argc, 2.5L * argc, 0xbeefu + argc, -1LL << 40);
	int jumped = setjmp(back);
	if (!jumped)
		jump(10);
	printf("jumped %d, chose", jumped);
	for (int i = 0; i < 8; i++)
		printf(" %d", choose(i));
	int sum = 0;
	for (size_t i = 0; i < sizeof zeroes; i++)
		sum += zeroes[i];
	struct stat st;
	printf("\nsum %d, root is a directory %d\n", sum, stat("/", &st) == 0 && S_ISDIR(st.st_mode));
	pthread_t th[4];
	int n[4] = {10, 20, 30, 40};
	for (int i = 0; i < 4; i++)
		pthread_create(&th[i], NULL, run, &n[i]);
	for (int i = 0; i < 4; i++) {
		pthread_join(th[i], NULL);
		printf("%d ", n[i]);
	}
#ifdef __SIZEOF_INT128__
	__int128 wide = (__int128)argc << 90;
	printf("%llu\n", (unsigned long long)(wide / 12345 >> 40)); // __divti3
#else
	printf("%llu\n", (unsigned long long)((long long)argc << 40) / (unsigned)(argc + 12344)); // __udivdi3 or __aeabi_uldivmod
#endif
	if (fopen("/nonexistent/x", "r") == NULL)
		fprintf(stderr, "stderr: %s\n", strerror(errno));
	atexit(farewell);
	if (argc > 1 && !strcmp(argv[1], "exit"))
		exit(7);
	return 300;
}
