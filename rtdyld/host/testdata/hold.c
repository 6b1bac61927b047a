// Threads that are held at their birth or at their end: a thread of here is asked by the
// kernel for each call that makes or ends a thread (seccomp_unotify(2)).
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BIRTH, BIRTH_HERE, END, KINDS }; // of any thread, of a thread that lasting makes

static int asked, started, maker;
static int wanted[KINDS]; // how long the next of the kind is to be held, ms; 0: not at all
static int held[KINDS];   // who made the call that is held, 0: none is
static unsigned long long ids[KINDS];

static void answer(unsigned long long id)
{
	struct seccomp_notif_resp r = {.id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	ioctl(asked, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

static int kind_of(const struct seccomp_notif *n)
{
	if (n->data.nr == SYS_exit)
		return END;
	return (int)n->pid == __atomic_load_n(&maker, __ATOMIC_ACQUIRE) ? BIRTH_HERE : BIRTH;
}

static void take(void)
{
	struct seccomp_notif n;
	memset(&n, 0, sizeof n);
	if (ioctl(asked, SECCOMP_IOCTL_NOTIF_RECV, &n))
		return;
	int kind = kind_of(&n);
	if (__atomic_load_n(&wanted[kind], __ATOMIC_ACQUIRE) && !held[kind]) {
		ids[kind] = n.id;
		__atomic_store_n(&held[kind], (int)n.pid, __ATOMIC_RELEASE);
	} else {
		answer(n.id);
	}
}

static void *answers(void *arg)
{
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		usleep(1000);
	for (;;) {
		struct pollfd p = {.fd = asked, .events = POLLIN};
		if (poll(&p, 1, 1) == 1) {
			take();
			continue;
		}
		for (int kind = 0; kind < KINDS; kind++) {
			if (!held[kind])
				continue;
			int left = __atomic_load_n(&wanted[kind], __ATOMIC_ACQUIRE);
			if (left > 0) {
				__atomic_compare_exchange_n(&wanted[kind], &left, left - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
				continue;
			}
			__atomic_store_n(&held[kind], 0, __ATOMIC_RELEASE);
			answer(ids[kind]);
		}
	}
	return arg;
}

// hold_start has the kernel ask from now on. It returns an errno.
int hold_start(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
	};
	struct sock_fprog prog = {sizeof code / sizeof code[0], code};
	pthread_t t;
	int e = pthread_create(&t, 0, answers, 0);
	if (e)
		return e;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return errno;
	asked = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
		SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_TSYNC_ESRCH, &prog);
	if (asked < 0)
		return errno;
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	return 0;
}

// hold has the next call of the kind be held for so many milliseconds, or until 0 is asked.
void hold(int kind, int ms) { __atomic_store_n(&wanted[kind], ms, __ATOMIC_RELEASE); }

// holds is the number of the thread whose call is held, 0 if there is none of the kind.
int holds(int kind) { return __atomic_load_n(&held[kind], __ATOMIC_ACQUIRE); }

static void *nothing(void *arg) { return arg; }

static void *waits(void *arg)
{
	for (;;)
		pause();
	return arg;
}

// fleeting makes a thread that ends.
int fleeting(void)
{
	pthread_t t;
	int e = pthread_create(&t, 0, nothing, 0);
	return e ? e : pthread_detach(t);
}

// lasting makes a thread that stays.
int lasting(void)
{
	pthread_t t;
	__atomic_store_n(&maker, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	int e = pthread_create(&t, 0, waits, 0);
	__atomic_store_n(&maker, 0, __ATOMIC_RELEASE);
	return e;
}
