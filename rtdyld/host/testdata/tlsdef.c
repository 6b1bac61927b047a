// Thread-locals of every kind, and threads that look at them.
#include <pthread.h>
#include <stdint.h>
#include <string.h>

// What glibc grants to libraries that are loaded late.
#if defined __x86_64__ || defined __i386__
#define ALIGN 64
#else
#define ALIGN 16
#endif

static int target = 7;
static int answer(void) { return 42; }

__thread int counter = 5;
static __thread long inner = 11;
static __thread short other = -3;
__thread int *pointer = &target;
__thread int (*function)(void) = answer;
__thread char zero[24];
__thread int aligned __attribute__((aligned(ALIGN))) = 3;
__thread int shared __attribute__((visibility("hidden"))) = 17;

// fresh counts what differs from the initial values, then changes all of them.
int fresh(void)
{
	int bad = 0;
	bad += counter != 5;
	bad += inner != 11;
	bad += other != -3;
	bad += pointer != &target || *pointer != 7;
	bad += function != answer || function() != 42;
	for (unsigned i = 0; i < sizeof zero; i++)
		bad += zero[i] != 0;
	bad += aligned != 3 || (uintptr_t)&aligned % ALIGN != 0;
	bad += shared != 17;
	counter = 100;
	inner = other = 101;
	pointer = 0;
	function = 0;
	memset(zero, 0xff, sizeof zero);
	aligned = shared = 102;
	return bad;
}

int add(int n) { return counter += n; }
uintptr_t where(void) { return (uintptr_t)&counter; }

static void *thread(void *arg)
{
	(void)arg;
	int bad = fresh();
	bad += add(3) != 103;
	return (void *)(intptr_t)bad;
}

// threads has n threads look, at the same time, and counts what they find wrong.
int threads(int n)
{
	pthread_t t[64];
	int bad = 0, made = 0;
	for (; made < n && made < 64; made++)
		if (pthread_create(&t[made], 0, thread, 0))
			break;
	bad += made != n;
	for (int i = 0; i < made; i++) {
		void *r = 0;
		pthread_join(t[i], &r);
		bad += (int)(intptr_t)r;
	}
	return bad;
}
