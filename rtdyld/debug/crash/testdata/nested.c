/* Nested functions of GNU C that are called by their address. */
#define _GNU_SOURCE
#include <complex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define noinline __attribute__((noinline))

static noinline int sorted(int n)
{
	int compared = 0, v[n];
	int compare(const void *a, const void *b)
	{
		compared++;
		return *(const int *)a - *(const int *)b;
	}
	for (int i = 0; i < n; i++)
		v[i] = i * 7919 % n;
	qsort(v, n, sizeof *v, compare);
	for (int i = 1; i < n; i++)
		if (v[i - 1] > v[i])
			return -1;
	return compared >= n - 1;
}

/* Knuth's test of a compiler: many frames of one function are alive, and their nested functions are called by one another. */
static int man_or_boy(int k, int (*a)(void), int (*b)(void), int (*c)(void), int (*d)(void), int (*e)(void))
{
	int next(void) { return man_or_boy(--k, next, a, b, c, d); }
	return k <= 0 ? d() + e() : next();
}
static int one(void) { return 1; }
static int less(void) { return -1; }
static int none(void) { return 0; }

struct big { long v[5]; };

/* No register but that of the frame is lost. */
static noinline double passed(double (*f)(int, double, long, float, long, double, long, long, long, double, struct big),
			      struct big (*g)(struct big, long), _Complex double (*h)(_Complex double))
{
	struct big b = g((struct big){{1, 2, 3, 4, 5}}, 7);
	return f(1, 2.5, 3, 4.5f, 5, 6.5, 7, 8, 9, 10.5, b) + creal(h(3 + 4 * I));
}
static noinline double passes(long frame)
{
	double f(int a, double b, long c, float d, long e, double x, long g, long h, long i, double j, struct big k)
	{
		return frame + a + b * c + d * e + x * g + h * i + j * k.v[4] + k.v[0];
	}
	struct big g(struct big b, long n)
	{
		for (int i = 0; i < 5; i++)
			b.v[i] = b.v[i] * n + frame;
		return b;
	}
	_Complex double h(_Complex double z) { return z * z * frame; }
	return passed(f, g, h);
}

/* A goto out of a nested function, and of what has called it. */
static noinline int leaves(int n)
{
	__label__ out;
	int v[8] = {8, 7, 6, 5, 4, 3, 2, 1}, seen = 0;
	int compare(const void *a, const void *b)
	{
		if (++seen == n)
			goto out;
		return *(const int *)a - *(const int *)b;
	}
	qsort(v, 8, sizeof *v, compare);
	return -1;
out:
	return seen;
}

static noinline long threads(int n)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_t t[n];
	long sum = 0;
	void *run(void *p)
	{
		long own = 0;
		void add(long v) { own += v; }
		void (*volatile call)(long) = add;
		for (long i = 0; i < 200; i++)
			call(i * (long)p);
		pthread_mutex_lock(&m);
		sum += own;
		pthread_mutex_unlock(&m);
		return (void *)own;
	}
	for (long i = 0; i < n; i++)
		if (pthread_create(&t[i], NULL, run, (void *)i))
			return -1;
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	return sum;
}

static noinline int forked(void)
{
	int status, n = 5;
	int more(int i) { return n + i; }
	int (*volatile call)(int) = more;
	if (fork() == 0)
		_exit(call(6));
	return wait(&status) > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static noinline int handled(void)
{
	volatile int got = 0;
	void handle(int s) { got += s; }
	struct sigaction a = {.sa_handler = handle};
	sigfillset(&a.sa_mask);
	sigdelset(&a.sa_mask, SIGSEGV);
	sigaction(SIGUSR1, &a, NULL);
	raise(SIGUSR1);
	signal(SIGUSR1, SIG_IGN);
	return got;
}

int main(void)
{
	printf("sorted %d\n", sorted(200));
	printf("man or boy %d\n", man_or_boy(10, one, less, less, one, none));
	printf("passed %g\n", passes(100));
	printf("left at %d\n", leaves(3));
	printf("threads %ld\n", threads(8));
	printf("handled %d\n", handled());
	fflush(stdout);
	printf("forked %d\n", forked());
	fflush(stdout);
	return 0;
}
