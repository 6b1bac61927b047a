// mmap, mprotect, msync, mremap, shared memory.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char n[] = "/tmp/mapXXXXXX", b[6] = "";
	int fd = mkstemp(n);
	ftruncate(fd, 2 * page);
	char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), *q = mmap(NULL, page, PROT_READ, MAP_PRIVATE, fd, page);
	strcpy(p + page, "there"), pread(fd, b, 5, page), printf("%s %s\n", b, q);
	printf("%d %d\n", msync(p, page, MS_SYNC), mprotect(p, page, PROT_NONE));
	printf("%d %d\n", munmap(p, 2 * page), munmap(q, page));
	p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), strcpy(p, "moves");
	p = mremap(p, page, 4 * page, MREMAP_MAYMOVE), p[4 * page - 1] = 1, printf("%s %d\n", p, madvise(p, page, MADV_DONTNEED)), munmap(p, 4 * page);
	printf("%d", mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED), printf(" %d\n", errno == EINVAL);
	int m = memfd_create("name", MFD_CLOEXEC);
	printf("%zd %d\n", write(m, "abc", 3), close(m)), unlink(n);
	return 0;
}
