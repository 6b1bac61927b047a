// What calls functions that are linked when they are called.
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef double vec __attribute__((vector_size(16)));
typedef struct { long long a, b, c; } big;

long long mix(long long a, int b, short c, char d, long long e, long long f, double g, float h, vec v, long long stack, double i, double j);
big make(long long a, vec v);
int many(const char *, ...);
int one(int);
int outer(int);

static void *run(void *arg) {
	vec v = {1, 2};
	big b = make(7, v);
	*(long long *)arg = mix(1, -2, 3, -4, 5, 6, 7.5, -8.25f, v, 9, 10.5, 11.25) + b.a * 1000 + b.b * 100000 + b.c * 10000000
		+ many("dd", 1.5, 2.5) * 1000000000LL;
	return 0;
}

long long direct(void) { long long r; run(&r); return r; }

// Many threads call the same functions at once.
enum { THREADS = 16 };
static pthread_barrier_t barrier;
static void *storm(void *arg) {
	pthread_barrier_wait(&barrier);
	return run(arg);
}
long long threads(void) {
	pthread_t t[THREADS];
	long long r[THREADS];
	pthread_barrier_init(&barrier, 0, THREADS);
	for (int i = 0; i < THREADS; i++) if (pthread_create(&t[i], 0, storm, &r[i])) return -1;
	for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
	for (int i = 1; i < THREADS; i++) if (r[i] != r[0]) return -2;
	return r[0];
}

int often(int n) {
	int sum = 0;
	for (int i = 0; i < n; i++) sum += one(i & 1);
	return sum;
}

int nested(int n) { return outer(n); }

// The signal that ends a child which calls one, or the status that it ends with.
int forks(int n) {
	pid_t p = fork();
	if (p == 0) _exit(one(n));
	int status;
	if (p < 0 || waitpid(p, &status, 0) != p) return -1;
	return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}
