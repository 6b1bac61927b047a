// Random numbers with a state of the caller's are glibc's, of all types.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	static char state[5][256], more[64];
	int sizes[] = {8, 32, 64, 128, 256};
	for (int i = 0; i < 5; i++) {
		struct random_data r;
		memset(&r, 0, sizeof r);
		printf("%d:", initstate_r(i * 77, state[i], sizes[i], &r));
		int32_t v;
		for (int k = 0; k < 40; k++) {
			random_r(&r, &v);
			printf(" %d", v);
		}
		initstate_r(5, more, 64, &r);
		random_r(&r, &v);
		printf(" %d", v);
		setstate_r(state[i], &r);
		random_r(&r, &v);
		printf(" %d", v);
		srandom_r(99, &r);
		random_r(&r, &v);
		printf(" %d\n", v);
	}
	return 0;
}
