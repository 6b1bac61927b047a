// Names that musl does not have, or has in some versions only.
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/sendfile.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include <glob.h>
#include <ftw.h>
static int seen;
static int count(const char *p, const struct stat64 *s, int t, struct FTW *f) { seen++; return 0; }
int main(int argc, char **argv)
{
	char name[] = "/tmp/namesXXXXXX", path[64], buf[128];
	struct stat64 s;
	struct statx x;
	int result, fd = mkstemp64(name);
	printf("%d\n", fd >= 0);
	FILE *f = fopen64(name, "w+");
	fprintf(f, "%s\n", "0123456789");
	fseeko64(f, 3, SEEK_SET);
	printf("%d %ld\n", getc(f), (long)ftello64(f));
	fpos64_t at;
	fgetpos64(f, &at);
	getc(f);
	fsetpos64(f, &at);
	printf("%c\n", getc(f));
	fclose(f);
	s.st_size = 0;
	result = stat64(name, &s);
	printf("%d %ld\n", result, (long)s.st_size);
	s.st_size = 0;
	result = fstat64(fd, &s);
	printf("%d %ld\n", result, (long)s.st_size);
	s.st_size = 0;
	result = lstat64(name, &s);
	printf("%d %ld\n", result, (long)s.st_size);
	s.st_size = 0;
	result = fstatat64(AT_FDCWD, name, &s, 0);
	printf("%d %ld\n", result, (long)s.st_size);
	result = statx(AT_FDCWD, name, 0, STATX_SIZE, &x);
	printf("%d %ld\n", result, (long)x.stx_size);
	result = pread64(fd, buf, 4, 5);
	printf("%d %.4s\n", result, buf);
	result = pwrite64(fd, "xy", 2, 20);
	printf("%d %ld\n", result, (long)lseek64(fd, 0, SEEK_END));
	printf("%d %d\n", ftruncate64(fd, 5), posix_fallocate64(fd, 0, 10));
	struct iovec v = {buf, 3};
	printf("%zd\n", preadv64(fd, &v, 1, 1));
	printf("%zd\n", preadv2(fd, &v, 1, 1, 0));
	int other = open64("/dev/null", O_WRONLY);
	off64_t from = 0;
	result = sendfile64(other, fd, &from, 4);
	printf("%d %ld\n", result, (long)from);
	struct rlimit64 r;
	printf("%d\n", getrlimit64(RLIMIT_NOFILE, &r));
	struct statvfs64 vfs;
	printf("%d\n", statvfs64("/tmp", &vfs));
	snprintf(path, sizeof path, "%s.d", name);
	mkdir(path, 0700);
	chdir(path);
	close(creat64("b", 0600)), close(creat64("a", 0600));
	struct dirent64 **list;
	int n = scandir64(".", &list, NULL, alphasort64);
	for (int i = 0; i < n; i++)
		printf("%s ", list[i]->d_name);
	DIR *d = opendir(".");
	for (n = 0; readdir64(d);)
		n++;
	closedir(d);
	glob64_t g;
	result = glob64("*", 0, NULL, &g);
	printf("%d %d %zu\n", n, result, g.gl_pathc);
	nftw64(".", count, 5, FTW_PHYS);
	printf("%d\n", seen);
	printf("%d\n", renameat2(AT_FDCWD, "a", AT_FDCWD, "b", 1));
	unlink("a"), unlink("b"), chdir("/"), rmdir(path), unlink(name);

	cpu_set_t *set = CPU_ALLOC(2000);
	CPU_ZERO_S(CPU_ALLOC_SIZE(2000), set);
	CPU_SET_S(1999, CPU_ALLOC_SIZE(2000), set);
	printf("%d\n", CPU_COUNT_S(CPU_ALLOC_SIZE(2000), set));
	CPU_FREE(set);
	struct protoent p, *found;
	result = getprotobyname_r("tcp", &p, buf, sizeof buf, &found);
	if (!found) // glibc reads /etc/protocols, which need not be there
		p.p_proto = 6, p.p_name = "tcp";
	printf("%d %d %s\n", result, p.p_proto, p.p_name);
	result = getprotobyname_r("none", &p, buf, sizeof buf, &found);
	printf("%d %d\n", result, found == NULL);
	printf("%d\n", arc4random_uniform(1));
	unsigned many = 0;
	for (int i = 0; i < 1000; i++)
		many |= 1u << arc4random_uniform(10);
	printf("%x\n", many);
	close_range(other, other, 0);
	printf("%d\n", fcntl64(other, F_GETFD));

	pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, t = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
	int first = pthread_mutex_lock(&m), second = pthread_mutex_lock(&m), third = pthread_mutex_trylock(&m);
	printf("%d %d %d %d\n", first, second, third, pthread_mutex_unlock(&m));
	first = pthread_mutex_lock(&e), second = pthread_mutex_lock(&e);
	printf("%d %d\n", first, second == EDEADLK);
	first = pthread_mutex_lock(&t), second = pthread_mutex_trylock(&t);
	printf("%d %d\n", first, second == EBUSY);
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	now.tv_nsec += 1000000;
	if (now.tv_nsec >= 1000000000)
		now.tv_sec++, now.tv_nsec -= 1000000000;
	pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_mutex_lock(&plain);
	while ((result = pthread_cond_clockwait(&c, &plain, CLOCK_MONOTONIC, &now)) == 0)
		;
	struct timespec then;
	clock_gettime(CLOCK_MONOTONIC, &then);
	printf("%d %d\n", result == ETIMEDOUT, then.tv_sec > now.tv_sec || then.tv_sec == now.tv_sec && then.tv_nsec >= now.tv_nsec);
	printf("%d\n", pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &now) == ETIMEDOUT);
	pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
	first = pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &now), second = pthread_rwlock_clockrdlock(&rw, CLOCK_REALTIME, &now);
	printf("%d %d\n", first, second != 0);
	sem_t sem;
	sem_init(&sem, 0, 0);
	first = sem_clockwait(&sem, CLOCK_MONOTONIC, &now);
	printf("%d %d\n", first, errno == ETIMEDOUT);
	fflush(stdout);
	dup2(1, 2);
	error(0, ENOENT, "%s %d", "text", 3);
	error_at_line(0, 0, "file", 7, "at");
	error_one_per_line = 1;
	error_at_line(0, 0, "file", 8, "once");
	error_at_line(0, 0, "file", 8, "once");
	printf("%d\n", error_message_count);
	dev_t dev = makedev(0x98765432u + argc, 0xfedcba98u + argc);
	printf("%lx %x %x\n", (long)dev, major(dev), minor(dev));
	dev = makedev(argc, 255 + argc);
	printf("%lx %x %x\n", (long)dev, major(dev), minor(dev));
	error(3, EPERM, "end");
}
