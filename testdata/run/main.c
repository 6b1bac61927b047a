/* Prints what the tests give in a native program. */
#include <stdio.h>
#include "run.h"

#define DECLARE(name) u64 test_##name(void);
TESTS(DECLARE)

#define PRINT(name) printf("%s %016llx\n", #name, test_##name());
int main(void)
{
	TESTS(PRINT)
	return 0;
}
