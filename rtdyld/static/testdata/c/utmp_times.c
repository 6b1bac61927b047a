// times of files and processes, nice values.
#include <stdio.h>
#include <sys/times.h>
#include <sys/time.h>
#include <unistd.h>
int main(void)
{
	struct tms t;
	printf("%d\n", times(&t) != (clock_t)-1);
	struct itimerval i = {{0}};
	printf("%d %ld\n", getitimer(ITIMER_REAL, &i), (long)i.it_value.tv_sec);
	printf("%d %d\n", ftruncate(-1, 0), isatty(-1));
	return 0;
}
