/* Maps a program that rtdyld link has laid out, and enters its main. The file is a list: an
 * address, a size and a file's name a line, then main's address. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int argc, char **argv)
{
	FILE *list = argc > 1 ? fopen(argv[1], "r") : 0, *f;
	char kind[8], name[4096];
	unsigned long long addr, size;
	while (list && fscanf(list, "%7s %llx %llu %4095s", kind, &addr, &size, name) == 4) {
		char *at = (char *)(unsigned long)addr;
		switch (kind[0]) {
		case 'm': /* memory */
			if (mmap(at, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != at)
				return perror("mmap"), 125;
			break;
		case 's': /* a section */
			if (!(f = fopen(name, "rb")) || fread(at, 1, size, f) != size)
				return perror(name), 125;
			fclose(f);
			__builtin___clear_cache(at, at + size);
			break;
		case 'e': /* the entry */
			return ((int (*)(int, char **))(unsigned long)addr)(argc - 1, argv + 1);
		}
	}
	return fprintf(stderr, "no list\n"), 125;
}
