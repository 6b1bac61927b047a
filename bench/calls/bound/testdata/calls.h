/* What bench/calls calls, by cgo and by what rtdyld bind writes for it. */
#include <stdbool.h>
#include <stddef.h>

typedef struct calls_pair { double x, y; } calls_pair;
typedef struct calls_large { const char *text; long long v[5]; } calls_large;

void *calls_pointer(void *p);
size_t calls_string(const char *s);
float calls_single(float a, float b);
signed char calls_small(signed char a, bool b, unsigned char c);
int calls_four(void *p, int n, long long v, int flags);
long long calls_six(long long a, void *b, int c, unsigned d, long long e, int f);
double calls_back(double (*f)(signed char, float, long long, double, bool, short, unsigned), signed char a);
double calls_eight(double a, int b, double c, long long d, float e, short f, const double *g, unsigned h);
long long calls_twelve(void *a, int b, unsigned c, long long d, unsigned long long e, const void *f, double g, float h, signed char i, bool j, int k, short l);
calls_pair calls_middle(calls_pair a, calls_pair b);
calls_large calls_turn(calls_large v, int by);
