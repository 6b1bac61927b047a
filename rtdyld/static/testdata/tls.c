/* Thread-locals of one model, by the compiler's options. */
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

static __thread long zero[3];
static __thread long one = 11;
__thread long shared = 22;
__thread char aligned[64] __attribute__((aligned(64))) = "aligned";

#ifdef HUGE
__thread char huge[HUGE] = "huge";
#else
static __thread char huge[2] = "h";
#endif
#ifdef WIDE
__thread char wide[512] __attribute__((aligned(WIDE))) = "wide";
#else
#define WIDE 1
static __thread char wide[1] = "w";
#endif

long sum(void)
{
	long wrong = ((long)aligned & 63) | ((long)wide & (WIDE - 1)) | (huge[0] != 'h') | (wide[0] != 'w') | (huge[sizeof huge - 1] & 0xfe);
	return one + shared + zero[1] + aligned[0] + wrong * 1000000;
}
void add(long n)
{
	one += n;
	shared += 10 * n;
	zero[1] += 100 * n;
	if (sizeof huge > 2)
		huge[sizeof huge - 1] = 1;
}
static void *thread(void *argument)
{
	long before = sum();
	add(3);
	return (void *)(before * 100000 + sum());
}
long in_thread(void)
{
	pthread_t t;
	void *r = 0;
	return pthread_create(&t, 0, thread, 0) || pthread_join(t, &r) ? -1 : (long)r;
}
