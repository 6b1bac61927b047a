// functions of math.h at special values.
#include <math.h>
#include <stdio.h>
#define F(f) for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf(#f "(%a) %a\n", v[i], f(v[i]));
int main(void)
{
	double v[] = {0.0, -0.0, 1, -1, 0.5, -0.5, INFINITY, -INFINITY, 0x1p-1074, 0x1.fffffffffffffp1023, 3, -3};
	F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(exp) F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sqrt) F(cbrt) F(ceil) F(floor) F(trunc) F(round) F(rint) F(nearbyint) F(erf) F(erfc) F(tgamma) F(lgamma) F(asinh) F(acosh) F(atanh) F(logb)
	return 0;
}
