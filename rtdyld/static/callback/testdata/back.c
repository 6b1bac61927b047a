/* What calls Go. It declares what it needs by itself, as static's scene.c does. */
typedef unsigned long word;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_key_create(unsigned *, void (*)(void *));
int pthread_key_delete(unsigned);
int pthread_setspecific(unsigned, const void *);
void *malloc(word);
void free(void *);
int *__errno_location(void);

word apply(word (*f)(word), word x) { return f(x) + 1; }

word sum(word (*f)(word), word n)
{
	word r = 0;
	for (word i = 0; i < n; i++)
		r += f(i);
	return r;
}

int mixed(signed char (*f)(word, signed char, double, float, word, word, word, word, int)) { return f(1, -2, 3, 4, 5, 6, 7, 8, -9); }

/* Tells the callback where C's stack is. */
word here(word (*f)(word))
{
	volatile char at = 0;
	return f((word)&at);
}

/* Uses n KiB of stack, then calls back. */
word deep(word (*f)(word), word n)
{
	volatile char room[1024];
	room[n & 1023] = 1;
	return (n ? deep(f, n - 1) : f(7)) + room[n & 1023];
}

static __thread int mine = 5;

/* Thread-locals and errno are the thread's when a callback has come back. */
int keeps(word (*f)(word), int n)
{
	mine += n;
	*__errno_location() = n;
	word r = f(n);
	int right = mine == 5 + n && *__errno_location() == n && r == (word)n;
	mine -= n;
	return right;
}

struct job { word (*f)(word); word n, got; pthread_t thread; };

static void *work(void *p)
{
	struct job *j = p;
	j->got = sum(j->f, j->n);
	return 0;
}

/* Has count threads call f n times each: how many of them sum up to want. */
int threads(word (*f)(word), word count, word n, word want)
{
	struct job *jobs = malloc(count * sizeof *jobs);
	int right = 0;
	for (word i = 0; i < count; i++) {
		jobs[i] = (struct job){f, n, 0, 0};
		if (pthread_create(&jobs[i].thread, 0, work, &jobs[i]))
			return -1;
	}
	for (word i = 0; i < count; i++) {
		pthread_join(jobs[i].thread, 0);
		right += jobs[i].got == want;
	}
	free(jobs);
	return right;
}

static unsigned key;

static void *ends(void *f)
{
	pthread_setspecific(key, f);
	((word (*)(word))f)(1);
	return 0;
}

static void at_end(void *f) { ((word (*)(word))f)(2); }

/* Has a thread call f(1), and at its end f(2). */
int ending(word (*f)(word))
{
	pthread_t thread;
	if (pthread_key_create(&key, at_end) || pthread_create(&thread, 0, ends, (void *)f))
		return -1;
	pthread_join(thread, 0);
	return pthread_key_delete(key);
}
