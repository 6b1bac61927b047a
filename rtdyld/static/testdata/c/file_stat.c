// files: stat, chmod, link, symlink, truncate, times.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	char d[] = "/tmp/statXXXXXX", b[100] = "";
	struct stat s;
	mkdtemp(d), chdir(d), umask(022);
	int fd = open("f", O_RDWR | O_CREAT | O_EXCL, 0666);
	write(fd, "12345", 5), fstat(fd, &s), printf("%ld %o %d %ld\n", (long)s.st_size, s.st_mode, S_ISREG(s.st_mode), (long)s.st_nlink);
	printf("%d", open("f", O_CREAT | O_EXCL, 0600)), printf(" %d\n", errno == EEXIST);
	chmod("f", 0640), link("f", "g"), symlink("f", "l"), stat("l", &s), printf("%o %ld\n", s.st_mode & 07777, (long)s.st_nlink);
	lstat("l", &s), printf("%d %zd %s\n", S_ISLNK(s.st_mode), readlink("l", b, sizeof b), b);
	ftruncate(fd, 100), truncate("f", 50), stat("g", &s), printf("%ld\n", (long)s.st_size);
	struct timespec t[2] = {{1000, 5}, {2000, 6}};
	futimens(fd, t), fstat(fd, &s), printf("%ld %ld %ld\n", (long)s.st_atime, (long)s.st_mtime, s.st_mtim.tv_nsec);
	printf("%d %d %d\n", access("f", R_OK), access("none", F_OK), faccessat(AT_FDCWD, "f", X_OK, 0));
	printf("%ld %ld\n", (long)lseek(fd, -10, SEEK_END), (long)lseek(fd, 5, SEEK_CUR));
	printf("%s\n", strcmp(realpath("l", NULL) + strlen(d), "/f") ? "other" : "real");
	mkdir("sub", 0777), stat("sub", &s), printf("%o %d\n", s.st_mode & 0777, rmdir("sub"));
	mkfifo("p", 0600), stat("p", &s), printf("%d\n", S_ISFIFO(s.st_mode));
	unlink("f"), unlink("g"), unlink("l"), unlink("p"), chdir("/"), printf("%d\n", rmdir(d));
	return 0;
}
