// Functions that are linked when they are called.
#include <stdarg.h>

typedef double vec __attribute__((vector_size(16)));
typedef struct { long long a, b, c; } big;

long long mix(long long a, int b, short c, char d, long long e, long long f, double g, float h, vec v, long long stack, double i, double j) {
	return a - 2*b + 3*c - 4*(signed char)d + 5*e + 6*f + (long long)(4*g) + (long long)(4*h) + (long long)(2*v[0] + v[1]) + 7*stack + (long long)(2*i) + (long long)(4*j);
}
big make(long long a, vec v) { big b = {a, (long long)v[0], (long long)v[1]}; return b; }
int many(const char *f, ...) {
	va_list l;
	double s = 0;
	va_start(l, f);
	for (; *f; f++) s += va_arg(l, double);
	va_end(l);
	return s;
}
