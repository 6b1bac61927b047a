#include "calls.h"

#define SOMETHING __asm__ volatile("")

void *calls_pointer(void *p) { SOMETHING; return p; }
size_t calls_string(const char *s) { SOMETHING; return (size_t)s[0]; }
float calls_single(float a, float b) { SOMETHING; return a + b; }
signed char calls_small(signed char a, bool b, unsigned char c) { SOMETHING; return (signed char)(a + b - c); }
int calls_four(void *p, int n, long long v, int flags) { SOMETHING; return (p != 0) + n + (int)v + flags; }
long long calls_six(long long a, void *b, int c, unsigned d, long long e, int f) { SOMETHING; return a + c + d + e + f + (b != 0); }
double calls_back(double (*f)(signed char, float, long long, double, bool, short, unsigned), signed char a) {
	double s = 0;
	for (int i = 0; i < 10; i++)
		s += f(a, 1.5f, 4, 2.5, true, -5, 6);
	return s;
}
double calls_eight(double a, int b, double c, long long d, float e, short f, const double *g, unsigned h) { SOMETHING; return a + b + c + (double)d + e + f + *g + h; }
long long calls_twelve(void *a, int b, unsigned c, long long d, unsigned long long e, const void *f, double g, float h, signed char i, bool j, int k, short l) {
	SOMETHING;
	return (a != 0) + b + c + d + (long long)e + (f != 0) + (long long)g + (long long)h + i + j + k + l;
}
calls_pair calls_middle(calls_pair a, calls_pair b) { SOMETHING; return (calls_pair){(a.x + b.x) / 2, (a.y + b.y) / 2}; }
calls_large calls_turn(calls_large v, int by) { SOMETHING; return (calls_large){v.text, {v.v[1] + by, v.v[2], v.v[3], v.v[4], v.v[0]}}; }
