/* A program without headers, that any target's compiler takes. */
typedef unsigned long long size;
typedef __builtin_va_list list;
int printf(const char *, ...);
int vprintf(const char *, list);
int puts(const char *);
int sscanf(const char *, const char *, ...);
int sprintf(char *, const char *, ...);
int atoi(const char *);
int atexit(void (*)(void));
void *malloc(size);
void free(void *);
void *memset(void *, int, size);
double pow(double, double), frexp(double, int *), ldexp(double, int), fabs(double), fmod(double, double);

static void bye(void) { puts("bye"); }
__attribute__((constructor)) static void begin(void) { puts("constructor"); }

static int show(const char *format, ...)
{
	list ap;
	__builtin_va_start(ap, format);
	int n = vprintf(format, ap);
	__builtin_va_end(ap);
	return n;
}

static double sum(int n, ...)
{
	double s = 0;
	list ap;
	__builtin_va_start(ap, n);
	for (int i = 0; i < n; i++)
		s += i % 2 ? __builtin_va_arg(ap, double) : __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return s;
}

int main(int argc, char **argv)
{
	volatile char big[200000]; /* takes a probe of the stack on Windows */
	char text[100], *p = malloc(10);
	int e, a;
	double b, m = frexp(12.5, &e);
	memset((char *)big, 1, sizeof big);
	memset(p, 0, 10);
	p[0] = 'a';
	atexit(bye);
	printf("%d %s %f %d %s\n", argc, argv[1], pow(2.5, 3.0), big[199999], p);
	printf("%f %d %f %f\n", m, e, ldexp(0.75, 5), fmod(fabs(-7.5), 2.0));
	if (sscanf("12 2.5", "%d %lf", &a, &b) == 2)
		show("%d %g %d %d %d %g %lld\n", a, b, 1, 2, 3, 1.5, 1LL << 40);
	sprintf(text, "%s-%c-%5.2f-%x", "text", 'c', 3.14159, 255);
	puts(text);
	printf("%g\n", sum(6, 1, 2.5, 3, 4.5, 5, 6.5));
	free(p);
	return atoi("3");
}
