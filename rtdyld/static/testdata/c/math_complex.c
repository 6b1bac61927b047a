// functions of complex.h.
#include <complex.h>
#include <stdio.h>
#define P(z) do { double complex v = z; printf(#z " %a %a\n", creal(v), cimag(v)); } while (0)
int main(void)
{
	volatile double complex a = 1.5 + 2.25 * I, b = -0.5 + 3 * I;
	P(a * b); P(a / b); P(csqrt(a)); P(cexp(b)); P(clog(a)); P(cpow(a, b)); P(csin(a)); P(ccos(a)); P(ctan(a)); P(casin(b)); P(cacos(b)); P(catan(b)); P(csinh(a)); P(ccosh(a)); P(ctanh(a)); P(conj(a)); P(cproj(b));
	printf("%a %a\n", cabs(a), carg(b));
	volatile float complex f = 1 + 2 * I;
	float complex g = f * f / (f + 1);
	printf("%a %a\n", crealf(g), cimagf(g));
	volatile long double complex l = 1 + 2 * I;
	long double complex k = l * l / (l + 1);
	printf("%La %La\n", creall(k), cimagl(k));
	return 0;
}
