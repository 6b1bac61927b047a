// Uses sum of another object, strlen of the process, if no resolver has it, and what nobody
// but a resolver has.
#include <string.h>
int sum(int, int);
const char *sum_name(void);
extern int from_resolver(int);
extern int nobody_has_it(void) __attribute__((weak));
#ifdef _WIN32
__asm__(".weak nobody_has_it"); // which gcc leaves out
#endif
int user(int a) { return sum(a, (int)strlen(sum_name())) + from_resolver(a) + (nobody_has_it ? 1000 : 0); }
