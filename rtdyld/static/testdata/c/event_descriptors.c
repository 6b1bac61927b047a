// epoll, eventfd, timerfd, inotify, signalfd.
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void)
{
	int e = epoll_create1(EPOLL_CLOEXEC), v = eventfd(0, EFD_SEMAPHORE), t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), i = inotify_init1(IN_NONBLOCK);
	struct epoll_event ev = {.events = EPOLLIN, .data.u32 = 7}, out[4];
	printf("%d", epoll_ctl(e, EPOLL_CTL_ADD, v, &ev)), printf(" %d\n", epoll_wait(e, out, 4, 0));
	eventfd_write(v, 3), printf("%d", epoll_wait(e, out, 4, 1000)), printf(" %u %d\n", out[0].data.u32, out[0].events == EPOLLIN);
	eventfd_t n;
	eventfd_read(v, &n), printf("%d", (int)n), eventfd_read(v, &n), eventfd_read(v, &n), printf(" %d\n", epoll_wait(e, out, 4, 0));
	struct itimerspec s = {.it_value.tv_nsec = 1000000};
	uint64_t times;
	printf("%d", timerfd_settime(t, 0, &s, NULL)), printf(" %zd", read(t, &times, 8)), printf(" %d\n", (int)times);
	printf("%d\n", i >= 0 && inotify_add_watch(i, "/tmp", IN_CREATE) >= 0);
	return 0;
}
