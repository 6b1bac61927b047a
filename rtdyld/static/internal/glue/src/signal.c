/* Signals in a process whose handlers are Go's.

   A thread of C's must not run them: it has no goroutine. It is born with all signals blocked but those for which C has a
   handler, and those for which package static has one in front of Go's (faults.go there); it cannot unblock others: mask.c.

   A handler of C's runs on threads of C's and on those of Go's that are adopted: there on the stack that Go has made for
   signals, since the goroutine's has no room. A thread that is not adopted has no thread-locals: it passes the signal
   on to a thread of C's that waits for such. */
#include "glue.h"

enum { EAGAIN = 11, EINVAL = 22, ENOSYS = 38 };
enum { BLOCK, UNBLOCK, SETMASK };
enum { ONSTACK = 0x08000000, NODEFER = 0x40000000, SIGINFO = 4 };

/* struct sigaction as musl's headers have it. */
struct action {
	union { void (*plain)(int); void (*full)(int, void *, void *); } run;
	word mask, mask_rest[15];
	int flags;
	void (*restorer)(void);
};

int real_action(int, const struct action *, struct action *) __asm__("__libc_sigaction");

/* What is blocked while code of C's runs on a thread of Go's of arm64, where a handler of Go's would look for the goroutine in a
   register that C uses: all but what C has handlers for, and what package static has its own for, which it takes out before
   libc starts. On threads of C's those in rtdyld_threads are not blocked. */
word rtdyld_blocked = ~0UL, rtdyld_threads;

static struct action actions[65]; /* of C's handlers */
word handled;
static int lock, helper; /* helper is the number of the thread that runs handlers for others */

static word mask(int how, const word *set)
{
	word old = 0;
	system4(SYS_SIGPROCMASK, how, (word)set, (word)&old, 8);
	return old;
}

struct begin { void *(*run)(void *); void *argument; word blocked; };

static void *begin(void *p)
{
	struct begin b = *(struct begin *)p;
	SLOT(POINTER(self()), SLOT_C) = 1;
	SLOT(POINTER(self()), SLOT_BLOCKED) = b.blocked;
	word musl = MUSL; /* musl has let 33 through, by which it cancels and Go reaches its own threads */
	mask(BLOCK, &musl);
	free(p);
	return b.run(b.argument);
}

static int make_thread(void *thread, const void *attributes, void *(*run)(void *), void *argument)
{
	struct begin *b = calloc(1, sizeof *b);
	if (!b)
		return EAGAIN;
	*b = (struct begin){run, argument, asked_mask()};
	word all = ~0UL, before = mask(SETMASK, &all), child = b->blocked | ~(__atomic_load_n(&handled, __ATOMIC_RELAXED) | rtdyld_threads);
	mask(SETMASK, &child);
	take(&making);
	int r = create_thread(thread, attributes, begin, b);
	give(&making);
	mask(SETMASK, &before);
	if (r)
		free(b);
	return r;
}

int pthread_create(void *thread, const void *attributes, void *(*run)(void *), void *argument)
{
	return make_thread(thread, attributes, run, argument);
}

/* siginfo_t of the kernel. */
struct info { int number, error, code, rest[29]; };

/* Runs handlers in place of threads that cannot. */
static void *wait_for_others(void *unused)
{
	word all = ~0UL;
	mask(SETMASK, &all);
	struct info info;
	__atomic_store_n(&helper, (int)system4(SYS_GETTID, 0, 0, 0, 0), __ATOMIC_RELEASE);
	for (;;) {
		word set = ~MUSL;
		long s = system4(SYS_SIGTIMEDWAIT, (word)&set, (word)&info, 0, 8);
		if (s <= 0)
			continue;
		struct action a = actions[s];
		if (a.flags & SIGINFO)
			a.run.full(s, &info, 0);
		else if (a.run.plain)
			a.run.plain(s);
	}
}

/* Reports that the calling thread has what C needs. On arm64 a thread that is not adopted has the thread pointer of the one that made it. */
static int is_known(void)
{
#ifdef __aarch64__
	char *p;
	__asm__("mrs %0, tpidr_el0" : "=r"(p));
	return p && (SLOT(p, SLOT_ADOPTED) || SLOT(p, SLOT_C)) && self()->tid == (int)system4(SYS_GETTID, 0, 0, 0, 0);
#else
	return self() != 0;
#endif
}

static void deliver(int s, void *info, void *context)
{
	if (!is_known()) {
		struct info pass = *(struct info *)info;
		pass.code = -1; /* SI_QUEUE: the kernel takes no other's words for its own */
		system4(SYS_TGSIGQUEUEINFO, system4(SYS_GETPID, 0, 0, 0, 0), helper, s, (word)&pass);
		return;
	}
	int error = *errno_location();
	struct action a = actions[s];
	word *blocked = &SLOT(POINTER(self()), SLOT_BLOCKED), before = *blocked;
	*blocked |= a.mask | (a.flags & NODEFER ? 0 : BIT(s));
	if (a.flags & SIGINFO)
		a.run.full(s, info, context);
	else if (a.run.plain)
		a.run.plain(s);
	*blocked = before;
	*errno_location() = error;
}

static int fail(int error)
{
	*errno_location() = error;
	return -1;
}

int sigaction(int s, const struct action *new, struct action *old)
{
	if (s < 1 || s > 64 || BIT(s) & MUSL)
		return fail(EINVAL);
	if (new && BIT(s) & GO)
		return fail(ENOSYS);
	struct action before = {0}, mine;
	int had, r;
	/* Who asks for the handler before puts it back later, as system does. */
	struct action go, in_front;
	real_action(23, 0, &go);
	real_action(11, 0, &in_front);
	word is_handler = new && (word)new->run.plain > 1 && new->run.full != go.run.full && new->run.full != in_front.run.full;
	take(&lock);
	if (is_handler && !helper) {
		word thread;
		if ((r = make_thread(&thread, 0, wait_for_others, 0))) {
			give(&lock);
			return fail(r);
		}
		while (!__atomic_load_n(&helper, __ATOMIC_ACQUIRE))
			system4(SYS_SCHED_YIELD, 0, 0, 0, 0);
	}
	before = actions[s];
	had = (handled & BIT(s)) != 0;
	if (is_handler) {
		mine = *new;
		mine.run.full = deliver;
		mine.flags |= SIGINFO | ONSTACK;
		actions[s] = *new;
		new = &mine;
	}
	r = real_action(s, new, had ? 0 : &before);
	if (!r && is_handler) {
		__atomic_or_fetch(&handled, BIT(s), __ATOMIC_RELAXED);
		__atomic_and_fetch(&rtdyld_blocked, ~BIT(s), __ATOMIC_RELAXED);
	} else if (!r && new) {
		__atomic_and_fetch(&handled, ~BIT(s), __ATOMIC_RELAXED);
		if (new->run.full != in_front.run.full)
			__atomic_or_fetch(&rtdyld_blocked, BIT(s), __ATOMIC_RELAXED);
	} else if (r && is_handler) {
		actions[s] = before;
	}
	give(&lock);
	if (old)
		*old = before;
	return r;
}

void (*signal(int s, void (*run)(int)))(int)
{
	struct action new = {{run}, 0, {0}, 0x10000000 /* SA_RESTART */, 0}, old;
	return sigaction(s, &new, &old) ? (void (*)(int))-1 : old.run.plain;
}
void (*bsd_signal(int s, void (*run)(int)))(int) { return signal(s, run); }
void (*__sysv_signal(int s, void (*run)(int)))(int) { return signal(s, run); }

/* A thread of Go's has a stack for signals, which is Go's. */
int sigaltstack(const void *new, void *old)
{
	if (new && is_adopted())
		return fail(ENOSYS);
	long r = system4(SYS_SIGALTSTACK, (word)new, (word)old, 0, 0);
	return r < 0 ? fail(-r) : 0;
}
