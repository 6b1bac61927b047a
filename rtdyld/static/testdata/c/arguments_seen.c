// arguments, names of the program, the auxiliary vector.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	printf("%d", argc);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	printf(" %d\n", argv[argc] == NULL);
	printf("%d %d %d\n", getauxval(AT_PAGESZ) == (unsigned long)sysconf(_SC_PAGESIZE), getauxval(AT_RANDOM) != 0, getauxval(AT_SECURE) != 0);
	printf("%lu %d\n", getauxval(9999), errno == ENOENT);
	printf("%d %d\n", getpid() > 0, getppid() > 0);
	return 0;
}
