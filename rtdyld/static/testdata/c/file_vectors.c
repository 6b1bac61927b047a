// readv, writev, pread, pwrite, copying, locks.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
	char n[] = "/tmp/vecXXXXXX", a[4] = "", b[8] = "";
	int fd = mkstemp(n), out = open("/dev/null", O_WRONLY);
	struct iovec w[3] = {{"one", 3}, {"", 0}, {"second", 6}}, r[2] = {{a, 3}, {b, 7}};
	printf("%zd\n", writev(fd, w, 3)), lseek(fd, 0, SEEK_SET);
	printf("%zd", readv(fd, r, 2)), printf(" %s %s\n", a, b);
	printf("%zd %zd", pwrite(fd, "XY", 2, 4), pread(fd, b, 4, 3)), printf(" %.4s\n", b);
	off_t at = 0;
	printf("%zd", sendfile(out, fd, &at, 100)), printf(" %ld\n", (long)at);
	struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	printf("%d", fcntl(fd, F_SETLK, &l)), printf(" %d", fcntl(fd, F_GETLK, &l)), printf(" %d %d\n", l.l_type, flock(fd, LOCK_EX | LOCK_NB));
	printf("%d %d %d\n", lockf(fd, F_TEST, 0), fsync(fd), fdatasync(fd));
	printf("%d %d\n", fcntl(fd, F_GETFL) & O_ACCMODE, fcntl(fcntl(fd, F_DUPFD_CLOEXEC, 100), F_GETFD));
	printf("%d", posix_fallocate(fd, 0, 1000)), printf(" %ld\n", (long)lseek(fd, 0, SEEK_END));
	unlink(n);
	return 0;
}
