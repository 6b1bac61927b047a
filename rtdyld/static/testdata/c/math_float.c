// functions of float.
#include <math.h>
#include <stdio.h>
#define F(f) for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf(#f "(%a) %a\n", v[i], f(v[i]));
int main(void)
{
	float v[] = {0.0f, -0.0f, 1, 0.1f, 2.5f, -0.75f, 1e10f, INFINITY, -INFINITY, 1e-40f};
	F(sinf) F(cosf) F(tanf) F(expf) F(logf) F(sqrtf) F(cbrtf) F(floorf) F(roundf) F(atanf) F(exp2f) F(log2f) F(log10f) F(expm1f) F(tanhf) F(erff) F(tgammaf) F(lgammaf)
	printf("%a %a %a %a\n", powf(1.5f, 10.25f), fmodf(10.75f, 3), hypotf(3e20f, 4e20f), fmaf(1.5f, 2.5f, -3.75f));
	return 0;
}
