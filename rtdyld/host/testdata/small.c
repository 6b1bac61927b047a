// Small questions about how an object is bound to the process.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern int nobody_has_this(void) __attribute__((weak));
extern int nobody_has_that __attribute__((weak));
extern char **environ;

int table[4] = {1, 2, 3, 4};
int *const middle = &table[2];

FILE *get_stdout(void) { return stdout; }
FILE **addr_stdout(void) { return &stdout; }
char ***addr_environ(void) { return &environ; }
void *addr_puts(void) { return (void *)puts; }
void *addr_memcpy(void) { return (void *)memcpy; }
int bad_close(void)
{
	errno = 0;
	return close(-1) == -1 ? errno : 0;
}
int weak_func(void) { return nobody_has_this ? nobody_has_this() : 42; }
int weak_data(void) { return &nobody_has_that ? nobody_has_that : 43; }
int element(unsigned i) { return table[i] + *middle; }
