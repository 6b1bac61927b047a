/* What tests call. It declares what it needs by itself, so that compilers for all targets take it without musl's headers. */
typedef unsigned long size_t;
typedef unsigned long pthread_t;
typedef struct FILE FILE;

extern FILE *stdout;
int printf(const char *, ...);
int atexit(void (*)(void));
void exit(int);
char *getenv(const char *);
int *__errno_location(void);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_cancel(pthread_t);
void pthread_exit(void *);
int pthread_key_create(unsigned *, void (*)(void *));
int pthread_key_delete(unsigned);
int pthread_setspecific(unsigned, const void *);
void *pthread_getspecific(unsigned);
int setuid(unsigned);
int fork(void);
int raise(int);
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
int sched_yield(void);
int gettid(void);
int system(const char *);

/* Constructors, destructors, exit handlers. */

int order[8], steps, arguments;

static void at_exit(void) { printf("exit handler\n"); }
__attribute__((constructor(200))) static void second(void) { order[steps++] = 2; }
__attribute__((constructor(101))) static void construct(int argc, char **argv)
{
	order[steps++] = 1;
	arguments = argc;
	atexit(at_exit);
}
static void forget_keys(void);
__attribute__((destructor)) static void destruct(void)
{
	printf("destructor\n");
	forget_keys();
}
int step(int i) { return order[i]; }
int argument_count(void) { return arguments; }
void say(const char *text) { printf("%s", text); }
void leave(int status) { exit(status); }

/* Threads. */

static __thread int mine = 7;
static __thread char large[1000];
static unsigned key;
static int made, ended, count;

static void end(void *value) { __atomic_add_fetch(&ended, 1, __ATOMIC_RELAXED); }
static int has_key;
void keys(void) { has_key = !pthread_key_create(&key, end); }
static void forget_keys(void)
{
	if (has_key) /* whose destructor goes */
		pthread_key_delete(key);
}
int destructors(void) { return ended; }
void set_key(void) { pthread_setspecific(key, &key); }

/* Uses what a thread has, in the way of a thread that has just begun: 0, or the number of what is wrong. */
int begin(int n)
{
	if (mine != 7)
		return 1;
	for (int i = 0; i < 1000; i++)
		if (large[i])
			return 2;
	if (pthread_getspecific(key))
		return 4;
	mine = n;
	memset(large, n | 1, sizeof large);
	*__errno_location() = n;
	return 0;
}

/* Finds what begin(n) has left, and allocates. */
int go_on(int n)
{
	if (mine != n)
		return 5;
	if (*__errno_location() != n)
		return 6;
	char *p = malloc(100 + n % 1000);
	if (!p)
		return 7;
	memset(p, n, 100);
	free(p);
	__atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
	return 0;
}

static void *body(void *argument)
{
	int n = (int)(long)argument;
	long wrong = begin(n);
	pthread_setspecific(key, &key);
	for (int i = 0; i < 100 && !wrong; i++) {
		wrong = go_on(n);
		*__errno_location() = n;
		sched_yield();
	}
	return (void *)wrong;
}

/* Makes n threads and waits for them: what the first says that is wrong. */
int threads(int n)
{
	pthread_t t[64];
	long wrong = 0;
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], 0, body, (void *)(long)(1000 + i)))
			return 8;
	for (int i = 0; i < n; i++) {
		void *r = 0;
		if (pthread_join(t[i], &r))
			return 9;
		if (r && !wrong)
			wrong = (long)r;
	}
	return wrong;
}

/* A C thread that lives until it is told to end. */
static pthread_t waiting;
static int go;
static __thread int *place;
static void *wait(void *argument)
{
	while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
		sched_yield();
	return 0;
}
int start_waiting(void) { return pthread_create(&waiting, 0, wait, 0); }
int pthread_kill(pthread_t, int);
int send_waiting(int s) { return pthread_kill(waiting, s); }
int end_waiting(void)
{
	__atomic_store_n(&go, 1, __ATOMIC_RELEASE);
	return pthread_join(waiting, 0);
}

/* What is refused: errno. */

int refuse_cancel(void) { return pthread_cancel(waiting); }
int refuse_setuid(void) { return setuid(0) == -1 ? *__errno_location() : 0; }
int refuse_fork(void) { return fork() == -1 ? *__errno_location() : 0; }
void refuse_exit(void) { pthread_exit(0); }

int fault(void) { return *(volatile int *)16; }
int shell(const char *command) { return system(command); }
int deep(int n)
{
	volatile char room[1000];
	memset((char *)room, n, sizeof room);
	return n ? deep(n - 1) + room[5] - room[7] : 1;
}

/* Signals. */

struct sigset { unsigned long bits[16]; };
int pthread_kill(pthread_t, int);
int sigprocmask(int, const struct sigset *, struct sigset *);
int sigaltstack(const void *, void *);
void (*signal(int, void (*)(int)))(int);

static int caught[65], by_thread;
static __thread int is_thread;
static void handler(int s)
{
	if (is_thread)
		__atomic_add_fetch(&by_thread, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&caught[s], 1, __ATOMIC_RELAXED);
	*__errno_location() = 77; /* which whoever is interrupted must not see */
}
int install(int s) { return signal(s, handler) == (void (*)(int))-1 ? *__errno_location() : 0; }
int uninstall(int s) { return signal(s, 0) == handler; }
int raise_one(int s)
{
	int before = caught[s];
	*__errno_location() = 5;
	int r = raise(s);
	return r ? r : *__errno_location() != 5 ? 100 : caught[s] - before;
}
int times(int s) { return __atomic_load_n(&caught[s], __ATOMIC_RELAXED); }
int alternate(void)
{
	struct { void *at; int flags; size_t size; } s = {0, 2, 0};
	return sigaltstack(&s, 0) ? *__errno_location() : 0;
}

/* A thread that is sent a signal that has a handler, and all others, which it tries to unblock. */
static int ready;
static void *receiver(void *argument)
{
	struct sigset none = {{0}};
	is_thread = 1;
	sigprocmask(2, &none, 0);
	__atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&by_thread, __ATOMIC_ACQUIRE))
		sched_yield();
	return 0;
}
int send_all(int handled)
{
	pthread_t t;
	ready = by_thread = 0;
	if (pthread_create(&t, 0, receiver, 0))
		return 1;
	while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		sched_yield();
	for (int s = 1; s <= 64; s++)
		if (s != 9 && s != 19 && s != handled && pthread_kill(t, s) && s < 63) /* which emulators keep for themselves */
			return s;
	if (pthread_kill(t, handled))
		return 100;
	return pthread_join(t, 0);
}

/* Threads that any signal is sent to: each says its number, every other has all unblocked that it may, and uses what a thread has until it is told to end. */
static pthread_t targeted[16];
static int numbers[16], end_all;
static void *target(void *argument)
{
	struct sigset none = {{0}};
	int i = (int)(long)argument;
	long wrong = begin(2000 + i);
	if (i % 2)
		sigprocmask(2, &none, 0);
	__atomic_store_n(&numbers[i], gettid(), __ATOMIC_RELEASE);
	while (!wrong && !__atomic_load_n(&end_all, __ATOMIC_ACQUIRE)) {
		wrong = go_on(2000 + i);
		sched_yield();
	}
	return (void *)wrong;
}
int start_targets(int n)
{
	end_all = 0;
	for (int i = 0; i < n; i++) {
		numbers[i] = 0;
		if (pthread_create(&targeted[i], 0, target, (void *)(long)i))
			return 8;
	}
	return 0;
}
int target_number(int i)
{
	int number;
	while (!(number = __atomic_load_n(&numbers[i], __ATOMIC_ACQUIRE)))
		sched_yield();
	return number;
}
int end_targets(int n)
{
	long wrong = 0;
	__atomic_store_n(&end_all, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < n; i++) {
		void *r = 0;
		if (pthread_join(targeted[i], &r))
			return 9;
		if (r && !wrong)
			wrong = (long)r;
	}
	return wrong;
}
