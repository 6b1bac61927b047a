// Indirect functions: global, local, variadic with arguments in every kind of
// register, and those that gcc makes for target_clones. The resolvers lie one behind the
// other.
#include <stdarg.h>

int resolved;

static double sum_of(int n, double x, ...) {
  va_list v;
  va_start(v, x);
  for (int i = 0; i < n; i++) x += i & 1 ? va_arg(v, int) : va_arg(v, double);
  va_end(v);
  return x;
}

static long many_of(long a, long b, long c, long d, long e, long f, long g, double x) {
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f + 1000000 * g + (long)x * 10000000;
}

static void *pick_sum(void) { resolved++; return (void *)sum_of; }
static void *pick_many(void) { resolved++; return (void *)many_of; }

double sum(int n, double x, ...) __attribute__((ifunc("pick_sum")));
static long many(long, long, long, long, long, long, long, double) __attribute__((ifunc("pick_many")));
double (*pointer)(int, double, ...) = sum;

#if !defined __clang__ && (defined __x86_64__ || defined __i386__)
__attribute__((target_clones("avx2", "default")))
#endif
int total(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

#ifdef __arm__ // clang 14 computes the address at -O0 without a relocation: the resolver's
#define SAME(p, f) 1
#else
#define SAME(p, f) ((p) == (f))
#endif

int use(void) {
  static const int t[4] = {1, 2, 3, 4};
  int ok = 0;
  ok |= (sum(3, 1.5, 2.5, 3, 4.0) == 11) << 0;
  ok |= (many(1, 2, 3, 4, 5, 6, 7, 8.0) == 87654321) << 1;
  ok |= (pointer(0, 9.5) == 9.5 && SAME(pointer, sum)) << 2;
  ok |= (total(t, 4) == 10) << 3;
  ok |= (resolved == 2) << 4; // each resolver once, though sum ran twice
  return ok;
}
