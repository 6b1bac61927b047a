/* What Go and this glue tell each other. Package static has the same structures. */
#include "musl.h"

/* Bytes of thread-locals in each thread, of which RESERVED next to the thread pointer are ours (see below), and their alignment. */
#define ROOM 1048576
#define RESERVED 64
#define ALIGN 4096

/* A thread of Go's that has been adopted: at the upper end of its C stack, the rest of the memory behind it. */
struct adopted {
	word stack_top, stack_size, guard_size;
	word owner;  /* of arm64: the thread's m, which package static compares */
	int alive;   /* the kernel writes 0 when the thread ends */
	int tid;     /* the thread's number */
	struct thread *thread; /* 0: memory that no thread has had yet */
};

/* Words next to the thread pointer, by their number from it: on x86-64 below, on arm64 above the two that the psABI reserves.
   Go's goroutine is the first, on arm64 if the program imports package callback, and the third is not 0 on threads of C's.
   There a thread of Go's has such words before it is adopted, too; the third and the fourth are 0 then. */
enum { SLOT_G = 1, SLOT_STACK = 2, SLOT_C = 3, SLOT_ADOPTED = 4, SLOT_BLOCKED = 5 };

#ifdef __aarch64__
#define SLOT(pointer, n) (((word *)(pointer))[1 + (n)])
#else
#define SLOT(pointer, n) (((word *)(pointer))[-(n)])
#endif

static inline struct thread *self(void)
{
#ifdef __aarch64__
	char *p;
	__asm__("mrs %0, tpidr_el0" : "=r"(p));
	return (struct thread *)(p - sizeof(struct thread));
#else
	struct thread *p;
	__asm__("mov %%fs:0, %0" : "=r"(p));
	return p;
#endif
}

/* Reports that the calling thread is one of Go's. */
static inline int is_adopted(void) { return SLOT(POINTER(self()), SLOT_ADOPTED) != 0; }

static inline long system6(long n, word a, word b, word c, word d, word e, word f)
{
#ifdef __aarch64__
	register long x8 __asm__("x8") = n;
	register word x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c, x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
	return x0;
#else
	long r;
	register word r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
#endif
}
static inline long system4(long n, word a, word b, word c, word d) { return system6(n, a, b, c, d, 0, 0); }

#ifdef __aarch64__
enum {
	SYS_EPOLL_CREATE1 = 20, SYS_EPOLL_CTL = 21, SYS_EPOLL_PWAIT = 22, SYS_WRITE = 64, SYS_PSELECT = 72, SYS_PPOLL = 73, SYS_EXIT_GROUP = 94, SYS_SET_TID_ADDRESS = 96,
	SYS_FUTEX = 98, SYS_SCHED_YIELD = 124, SYS_TGKILL = 131, SYS_SIGALTSTACK = 132, SYS_SIGSUSPEND = 133, SYS_SIGACTION = 134, SYS_SIGPROCMASK = 135, SYS_SIGTIMEDWAIT = 137,
	SYS_GETPID = 172, SYS_GETTID = 178, SYS_TGSIGQUEUEINFO = 240
};
#else
enum {
	SYS_WRITE = 1, SYS_SIGACTION = 13, SYS_SIGPROCMASK = 14, SYS_SCHED_YIELD = 24, SYS_GETPID = 39, SYS_SIGTIMEDWAIT = 128, SYS_SIGSUSPEND = 130, SYS_SIGALTSTACK = 131,
	SYS_ARCH_PRCTL = 158, SYS_GETTID = 186, SYS_FUTEX = 202, SYS_SET_TID_ADDRESS = 218, SYS_EXIT_GROUP = 231, SYS_EPOLL_CTL = 233, SYS_TGKILL = 234, SYS_PSELECT = 270, SYS_PPOLL = 271,
	SYS_EPOLL_PWAIT = 281, SYS_EPOLL_CREATE1 = 291, SYS_TGSIGQUEUEINFO = 297
};
#endif

#define BIT(s) (1UL << ((s) - 1))
/* musl's own signals. */
#define MUSL (BIT(32) | BIT(33) | BIT(34))
/* What Go cannot be without: SIGBUS, SIGFPE, SIGSEGV for its panics and reports, SIGURG to interrupt goroutines, SIGPROF. */
#define GO (BIT(7) | BIT(8) | BIT(11) | BIT(23) | BIT(27))

/* A lock for a few instructions: 0 free, 1 taken, 2 taken and somebody waits. It works on threads that are not adopted yet. */
static inline void take(int *lock)
{
	int free = 0;
	if (__atomic_compare_exchange_n(lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0)
		system4(SYS_FUTEX, (word)lock, 128 /* wait, private */, 2, 0);
}

static inline void give(int *lock)
{
	if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
		system4(SYS_FUTEX, (word)lock, 129 /* wake, private */, 1, 0);
}

extern word rtdyld_blocked, rtdyld_threads;
#pragma GCC visibility push(hidden)
extern int making; /* guards the template of thread-locals, and threads that are being made from it */
extern word handled; /* signals that C has a handler for */
void adopt(struct adopted *a);
int set_thread_pointer(word *p) __asm__("__set_thread_area");
word asked_mask(void);
#pragma GCC visibility pop
