/* System calls that musl 1.2.3 has no function for. */
#include "c.h"

long syscall(long, ...);
ssize_t readv(int, const void *, int);
ssize_t writev(int, const void *, int);
ssize_t preadv(int, const void *, int, off_t);
ssize_t pwritev(int, const void *, int, off_t);

#ifdef __x86_64__
enum { TGKILL = 234, PREADV2 = 327, PWRITEV2 = 328, STATX = 332, RENAMEAT2 = 316, CLOSE_RANGE = 436, PIDFD_OPEN = 434, EXECVEAT = 322 };
#else
enum { TGKILL = 131, PREADV2 = 286, PWRITEV2 = 287, STATX = 291, RENAMEAT2 = 276, CLOSE_RANGE = 436, PIDFD_OPEN = 434, EXECVEAT = 281 };
#endif

WEAK int tgkill(int group, int thread, int signal) { return syscall(TGKILL, group, thread, signal); }
WEAK int statx(int dir, const char *path, int flags, unsigned mask, void *to) { return syscall(STATX, dir, path, flags, mask, to); }
WEAK int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { return syscall(RENAMEAT2, from, old, to, new, flags); }
WEAK int close_range(unsigned first, unsigned last, int flags) { return syscall(CLOSE_RANGE, first, last, flags); }
WEAK int pidfd_open(int pid, unsigned flags) { return syscall(PIDFD_OPEN, pid, flags); }
WEAK int execveat(int dir, const char *path, char *const *argv, char *const *env, int flags) { return syscall(EXECVEAT, dir, path, argv, env, flags); }

/* An offset is one word, and half of a second that is 0 on these processors. Without flags an older kernel will do. */
WEAK ssize_t preadv2(int fd, const void *v, int n, off_t at, int flags)
{
	if (flags)
		return syscall(PREADV2, fd, v, n, at, 0, flags);
	return at == -1 ? readv(fd, v, n) : preadv(fd, v, n, at);
}

WEAK ssize_t pwritev2(int fd, const void *v, int n, off_t at, int flags)
{
	if (flags)
		return syscall(PWRITEV2, fd, v, n, at, 0, flags);
	return at == -1 ? writev(fd, v, n) : pwritev(fd, v, n, at);
}

WEAK ssize_t preadv64v2(int fd, const void *v, int n, off_t at, int flags) { return preadv2(fd, v, n, at, flags); }
WEAK ssize_t pwritev64v2(int fd, const void *v, int n, off_t at, int flags) { return pwritev2(fd, v, n, at, flags); }
