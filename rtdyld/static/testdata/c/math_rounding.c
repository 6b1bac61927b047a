// rounding modes and exceptions.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
int main(void)
{
	int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	volatile double one = 1, three = 3, v[] = {0.5, 1.5, 2.5, -0.5, -1.5, -2.7};
	for (int m = 0; m < 4; m++) {
		fesetround(modes[m]);
		printf("%d %a", fegetround() == modes[m], one / three);
		for (int i = 0; i < 6; i++)
			printf(" %g %g %ld", rint(v[i]), nearbyint(v[i]), lrint(v[i]));
		puts("");
	}
	fesetround(FE_TONEAREST);
	feclearexcept(FE_ALL_EXCEPT);
	volatile double zero = 0, x = one / zero;
	printf("%d %d", fetestexcept(FE_DIVBYZERO) != 0, fetestexcept(FE_INVALID) != 0);
	x = zero / zero;
	fenv_t env;
	printf(" %d", fetestexcept(FE_INVALID) != 0), feholdexcept(&env);
	printf(" %d", fetestexcept(FE_ALL_EXCEPT)), fesetenv(&env);
	printf(" %d %d\n", fetestexcept(FE_INVALID) != 0, x != x);
	return 0;
}
