/* System calls of glibc's fortified headers. */
#include "c.h"

#define LIMITED(type, name, params, n, call) type __##name##_chk params { CHECK((size_t)(n) <= have); return call; }
ssize_t read(int, void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t readlink(const char *, char *, size_t);
ssize_t readlinkat(int, const char *, char *, size_t);
ssize_t recv(int, void *, size_t, int);
ssize_t recvfrom(int, void *, size_t, int, void *, void *);
char *getcwd(char *, size_t);
int gethostname(char *, size_t);
int getdomainname(char *, size_t);
int getgroups(int, unsigned *);
int getlogin_r(char *, size_t);
int ttyname_r(int, char *, size_t);
int ptsname_r(int, char *, size_t);
size_t confstr(int, char *, size_t);
int poll(void *, unsigned long, int);
int ppoll(void *, unsigned long, const struct timespec *, const sigset_t *);
char *realpath(const char *, char *);
int open(const char *, int, ...);
int openat(int, const char *, int, ...);

LIMITED(ssize_t, read, (int fd, void *b, size_t n, size_t have), n, read(fd, b, n))
LIMITED(ssize_t, pread, (int fd, void *b, size_t n, off_t at, size_t have), n, pread(fd, b, n, at))
LIMITED(ssize_t, pread64, (int fd, void *b, size_t n, off_t at, size_t have), n, pread(fd, b, n, at))
LIMITED(ssize_t, readlink, (const char *p, char *b, size_t n, size_t have), n, readlink(p, b, n))
LIMITED(ssize_t, readlinkat, (int fd, const char *p, char *b, size_t n, size_t have), n, readlinkat(fd, p, b, n))
LIMITED(ssize_t, recv, (int fd, void *b, size_t n, size_t have, int flags), n, recv(fd, b, n, flags))
LIMITED(ssize_t, recvfrom, (int fd, void *b, size_t n, size_t have, int flags, void *a, void *l), n, recvfrom(fd, b, n, flags, a, l))
LIMITED(char *, getcwd, (char *b, size_t n, size_t have), n, getcwd(b, n))
LIMITED(int, gethostname, (char *b, size_t n, size_t have), n, gethostname(b, n))
LIMITED(int, getdomainname, (char *b, size_t n, size_t have), n, getdomainname(b, n))
LIMITED(int, getlogin_r, (char *b, size_t n, size_t have), n, getlogin_r(b, n))
LIMITED(int, ttyname_r, (int fd, char *b, size_t n, size_t have), n, ttyname_r(fd, b, n))
LIMITED(int, ptsname_r, (int fd, char *b, size_t n, size_t have), n, ptsname_r(fd, b, n))
LIMITED(size_t, confstr, (int name, char *b, size_t n, size_t have), n, confstr(name, b, n))

int __getgroups_chk(int n, unsigned *ids, size_t have)
{
	CHECK(n < 0 || (size_t)n * sizeof *ids <= have);
	return getgroups(n, ids);
}

/* struct pollfd has 8 bytes. */
int __poll_chk(void *fds, unsigned long n, int timeout, size_t have)
{
	CHECK(n <= have / 8);
	return poll(fds, n, timeout);
}

int __ppoll_chk(void *fds, unsigned long n, const struct timespec *t, const sigset_t *s, size_t have)
{
	CHECK(n <= have / 8);
	return ppoll(fds, n, t, s);
}

/* The word of a descriptor in an fd_set. */
long __fdelt_chk(long fd)
{
	CHECK(fd >= 0 && fd < 1024);
	return fd / 64;
}

/* PATH_MAX is what realpath may write. */
char *__realpath_chk(const char *p, char *b, size_t have)
{
	CHECK(have >= 4096);
	return realpath(p, b);
}

char *__getwd_chk(char *b, size_t have)
{
	char *r = getcwd(b, have < 4096 ? have : 4096);
	CHECK(r || errno != ERANGE);
	return r;
}

/* open without a mode must not make a file: O_CREAT, or all bits of O_TMPFILE. */
static int makes(int flags) { return flags & 0100 || (flags & 020000000) == 020000000; }
int __open_2(const char *p, int flags) { CHECK(!makes(flags)); return open(p, flags); }
int __open64_2(const char *p, int flags) { CHECK(!makes(flags)); return open(p, flags); }
int __openat_2(int fd, const char *p, int flags) { CHECK(!makes(flags)); return openat(fd, p, flags); }
int __openat64_2(int fd, const char *p, int flags) { CHECK(!makes(flags)); return openat(fd, p, flags); }
