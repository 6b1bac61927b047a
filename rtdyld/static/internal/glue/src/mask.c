/* Signals that are blocked, as C sees them.

   Where more are blocked than C has asked for (on threads of C's, and while C runs on a thread of Go's of arm64), all but those
   that C has handlers for, what C has asked for is a word next to the thread pointer. C's functions for masks go by that, and so
   do children: posix_spawn's, system's and popen's begin with the mask that C knows of. */
#include "glue.h"

enum { EINVAL = 22 };
enum { UNBLOCK = 1, SETMASK = 2 };

struct timespec { long seconds, nanoseconds; };

/* 1 if package callback is there: Go's handlers find the goroutine without the register then, and nothing is blocked on threads of Go's. */
int rtdyld_callable;

static int is_forced(void)
{
#ifdef __aarch64__
	return !rtdyld_callable || !is_adopted();
#else
	return !is_adopted();
#endif
}

/* What the kernel blocks for what C asks for. */
static word real(word asked)
{
	asked &= ~MUSL;
	if (!is_adopted())
		return asked | ~(__atomic_load_n(&handled, __ATOMIC_RELAXED) | rtdyld_threads);
	asked &= ~GO;
	return is_forced() ? asked | __atomic_load_n(&rtdyld_blocked, __ATOMIC_RELAXED) : asked;
}

static word kernel_mask(int how, const word *set)
{
	word old = 0;
	system4(SYS_SIGPROCMASK, how, (word)set, (word)&old, 8);
	return old;
}

/* What C has blocked on this thread. */
word asked_mask(void)
{
	return (is_forced() ? SLOT(POINTER(self()), SLOT_BLOCKED) : kernel_mask(0, 0)) & ~MUSL;
}

static word combine(int how, word before, word set) { return how == SETMASK ? set : how == UNBLOCK ? before & ~set : before | set; }

/* A child that shares this memory until it runs a program: handlers of Go's must not run in it, and what it is to begin with is what
   it says. musl's posix_spawn says what it has found the kernel to block, which is known by musl's own signals in it. */
static void in_child(int how, word before, word set)
{
	struct { word handler, flags, restorer, mask; } a, none = {0, 0, 0, 0};
	word next = set & MUSL ? before : combine(how, before, set);
	for (int s = 1; s <= 64; s++)
		if (!(next & BIT(s)) && system4(SYS_SIGACTION, s, 0, (word)&a, 8) == 0 && a.handler > 1)
			system4(SYS_SIGACTION, s, (word)&none, 0, 8);
	kernel_mask(SETMASK, &next);
}

int pthread_sigmask(int how, const word *set, word *old)
{
	if (set && (unsigned)how > SETMASK)
		return EINVAL;
	word want = set ? *set : 0, before = asked_mask();
	if (old)
		*old = before;
	if (!set)
		return 0;
	if (self()->tid != (int)system4(SYS_GETTID, 0, 0, 0, 0)) {
		in_child(how, before, want);
		return 0;
	}
	if (is_forced()) {
		word next = combine(how, before, want & ~MUSL) & (is_adopted() ? ~GO : ~0UL);
		SLOT(POINTER(self()), SLOT_BLOCKED) = next;
		next = real(next);
		kernel_mask(SETMASK, &next);
	} else {
		want &= how == UNBLOCK ? ~MUSL : ~(MUSL | GO);
		kernel_mask(how, &want);
	}
	return 0;
}

/* What sigsetjmp with signals and siglongjmp go through, in the place of musl's. The set is behind the registers and a word. */
__attribute__((visibility("hidden"))) int jump_mask(word *jump, int value) __asm__("__sigsetjmp_tail");
int jump_mask(word *jump, int value)
{
#ifdef __aarch64__
	word *set = jump + 23;
#else
	word *set = jump + 9;
#endif
	pthread_sigmask(SETMASK, value ? set : 0, value ? 0 : set);
	return value;
}

/* Waits with another mask. */

int sigsuspend(const word *set)
{
	word blocked = real(*set);
	return result(system6(SYS_SIGSUSPEND, (word)&blocked, 8, 0, 0, 0, 0));
}

int ppoll(void *files, word n, const struct timespec *time, const word *set)
{
	word blocked = set ? real(*set) : 0;
	struct timespec left = time ? *time : (struct timespec){0, 0}; /* the kernel writes it */
	return result(system6(SYS_PPOLL, (word)files, n, (word)(time ? &left : 0), (word)(set ? &blocked : 0), 8, 0));
}

int pselect(int n, void *read, void *write, void *other, const struct timespec *time, const word *set)
{
	word blocked = set ? real(*set) : 0, data[2] = {set ? (word)&blocked : 0, 8};
	struct timespec left = time ? *time : (struct timespec){0, 0};
	return result(system6(SYS_PSELECT, n, (word)read, (word)write, (word)other, (word)(time ? &left : 0), (word)data));
}

int epoll_create1(int flags) { return result(system4(SYS_EPOLL_CREATE1, flags, 0, 0, 0)); }
int epoll_create(int size) { return result(size <= 0 ? -EINVAL : system4(SYS_EPOLL_CREATE1, 0, 0, 0, 0)); }
int epoll_ctl(int epoll, int operation, int file, void *event) { return result(system4(SYS_EPOLL_CTL, epoll, operation, file, (word)event)); }
int epoll_pwait(int epoll, void *events, int n, int time, const word *set)
{
	word blocked = set ? real(*set) : 0;
	return result(system6(SYS_EPOLL_PWAIT, epoll, (word)events, n, time, (word)(set ? &blocked : 0), 8));
}
int epoll_wait(int epoll, void *events, int n, int time) { return epoll_pwait(epoll, events, n, time, 0); }
