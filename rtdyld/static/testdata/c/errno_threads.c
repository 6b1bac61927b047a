// errno is each thread's own.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *run(void *p)
{
	long bad = errno != 0;
	for (int i = 0; i < 500; i++) {
		if ((long)p % 2)
			bad += open("/nowhere", O_RDONLY) != -1 || errno != ENOENT;
		else
			bad += close(-1) != -1 || errno != EBADF;
	}
	return (void *)bad;
}
int main(void)
{
	pthread_t t[6];
	errno = 42;
	for (long i = 0; i < 6; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 6; i++) {
		void *r;
		pthread_join(t[i], &r), printf("%ld ", (long)r);
	}
	printf("%d\n", errno);
	return 0;
}
