// functions of math.h at many values, by their bits.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t h = 14695981039346656037u, x = 88172645463325252u;
static double next(void) { x ^= x << 13, x ^= x >> 7, x ^= x << 17; return ldexp((double)(int64_t)x, (int)(x >> 7 & 63) - 90); }
static void mix(double d) { uint64_t u; if (d != d) d = NAN; memcpy(&u, &d, 8); if (d != d) u = 1; h = (h ^ u) * 1099511628211u; }
#define F(f) for (int i = 0; i < 3000; i++) mix(f(next())); printf(#f " %016llx\n", (unsigned long long)h);
#define G(f) for (int i = 0; i < 3000; i++) { double a = next(); mix(f(a, next())); } printf(#f " %016llx\n", (unsigned long long)h);
int main(void)
{
	F(sin) F(cos) F(tan) F(asin) F(atan) F(exp) F(log) F(log2) F(log10) F(log1p) F(expm1) F(sqrt) F(cbrt) F(sinh) F(cosh) F(tanh) F(erf) F(tgamma) F(lgamma) F(floor) F(rint) F(exp2) F(j0) F(j1) F(y0)
	G(pow) G(fmod) G(remainder) G(atan2) G(hypot) G(fdim) G(fmax) G(fmin) G(copysign) G(nextafter)
	return 0;
}
