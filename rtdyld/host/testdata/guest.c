/* Code for another system that runs here: it calls C functions of every kind. */
typedef unsigned long long size;
typedef __builtin_va_list list;
int snprintf(char *, size, const char *, ...);
int vsnprintf(char *, size, const char *, list);
int sscanf(const char *, const char *, ...);
double pow(double, double), ldexp(double, int), frexp(double, int *), modf(double, double *);
float powf(float, float), ldexpf(float, int);
void *memset(void *, int, size), *memchr(const void *, int, size);
size strlen(const char *);
long strtol(const char *, char **, int);
double strtod(const char *, char **);
int atexit(void (*)(void));
extern char **environ;
double mixed(int, double, long long, float, double, double, int, int, double, const char *);

static int *where;
static void bye(void) { *where = *where * 10 + 1; }
static void bye2(void) { *where = *where * 10 + 2; }
int begun;
__attribute__((constructor)) static void begin(void) { begun = 7; }

int leave(int *p)
{
	where = p;
	return atexit(bye) + atexit(bye2);
}

int format(char *out, size n, int i, double d, const char *s, long long l)
{
	return snprintf(out, n, "%d %.3f %s %lld %c %g %x", i, d, s, l, 'c', 2.5, 255);
}

static int forward(char *out, size n, const char *f, ...)
{
	list ap;
	__builtin_va_start(ap, f);
	int r = vsnprintf(out, n, f, ap);
	__builtin_va_end(ap);
	return r;
}

int format2(char *out, size n, double d) { return forward(out, n, "%g %d %d %d %g", d, 1, 2, 3, d * 2); }
int scan(const char *s, int *i, double *d) { return sscanf(s, "%d %lf", i, d); }

double math(double x)
{
	int e;
	double whole, m = frexp(x, &e);
	return pow(x, 2) + ldexp(m, e) + modf(x, &whole) + whole + powf((float)x, 1) + ldexpf(0.5f, 3);
}

int text(const char *s, char **end)
{
	return (int)strtol(s, end, 10) + (int)strlen(s) + (memchr(s, '3', strlen(s)) != 0) + (strtod("2.5", 0) == 2.5);
}

double call_mixed(void) { return mixed(1, 2.5, 3, 4.5f, 5, 6, 7, 8, 9, "ten"); }
long long call_back(long long (*f)(int, const char *, long long), int n) { return f(n, "text", 1LL << 40) + 1; }
int has_environ(void) { return environ != 0; }
int big(int n)
{
	volatile char b[100000];
	memset((char *)b, n, sizeof b);
	return b[99999];
}
