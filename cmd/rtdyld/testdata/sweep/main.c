// What compilers make relocations of: calls, addresses, tables, thread-locals in every place, in this object and in others.
#include <stdarg.h>
#include <stddef.h>
struct data { long n; int a[8]; char c[5]; const void *p; };
extern long f1(long); extern struct data d1; extern char e1; extern int (*fp)(int);
extern __thread int t1; __thread int t2 = 7; static __thread long t3[40] = {1}; __thread char t4[70000]; static __thread int t5;
extern __thread int th __attribute__((visibility("hidden"))); extern struct data dh __attribute__((visibility("hidden"))); extern long fh(long) __attribute__((visibility("hidden")));
extern int weakv __attribute__((weak)); extern int weakf(void) __attribute__((weak));
static int table[300]; int common1; static char big[100000]; static struct data sd = {3, {1,2}, "ab", &sd};
const double k1 = 3.25; 
long double ld(long double a, double b) { return a * b + 1.0L; }
long tl(int i) { return t1 + t2 + t3[i] + t4[i] + th + t5++; }
int *ta(void) { return &t1; } long *tb(int i) { return &t3[i]; } char *tc(void) { return &t4[60000]; } int *td(void) { return &th; }
static __attribute__((noinline)) long near_(long x) { return x * 77 + f1(x); }
long tail(long x) { return f1(x + 1); } long tailh(long x) { return fh(x); } long tailp(int x) { return fp(x); }
long g(long x) { return near_(x) + near_(x + 1) + d1.n + e1 + dh.a[2] + table[x & 255] + common1 + big[x]; }
double fl(double x, float y) { return x * 11.37e5 + y / 12.25f + (x > 9.5 ? 1e-9 : 3.0e11) + k1; }
int sw(int x) { switch (x) { case 0: return f1(x); case 1: return x * 5; case 2: x ^= f1(2); break; case 3: return -x; case 4: x += g(x); case 5: return x / 3; case 6: return g(x); case 7: x <<= 2; break; case 9: return f1(9) * 7; case 10: return sw(3); case 11: return e1; } return x + 1; }
const char *const names[] = {"one of", "two", "three", "four"}; const char *nm(int x) { return x < 0 ? "less" : names[x % 4]; }
static long (*const way[])(long) = {near_, tail, f1, fh}; long ptr(long x) { return way[x & 3](x) + (long)&weakv + (weakf ? weakf() : 0); }
void *into[] = {&d1.a[3], &e1, &into[2], (char *)&d1 - 8, big + 70000, &sd, ptr, near_};
void *addr(int i) { switch (i) { case 0: return ptr; case 1: return near_; case 2: return f1; case 3: return &sd; case 4: return &d1.c; case 5: return big + 5000; case 6: return fh; case 7: return &dh; case 8: return (void*)tail; } return into; }
long lab(long x) { static const int to[] = {&&a - &&a, &&b - &&a, &&c - &&a}; static void *const at[] = {&&c, &&b, &&a}; long n = 0; if (x & 1) goto *at[x % 3]; goto *(&&a + to[x % 3]); a: n += 4; b: n ^= x + 5; c: return n * 3; }
long va(int n, ...) { va_list l; va_start(l, n); long s = 0; while (n--) s += va_arg(l, long) + va_arg(l, double); va_end(l); return s; }
long callva(void) { return va(3, 1L, 2.0, 3L, 4.0, 5L, 6.0); }
typedef int four __attribute__((vector_size(16))); four v4 = {1,2,3,4}; four vec(four a) { return a * v4 + (four){5, 6, 7, 8}; }
long long mul(long long a, long long b) { return a * b / (b + 3) % 1001; }
struct big { char x[300]; }; extern struct big bigf(struct big, int); struct big usebig(struct big b) { b.x[3] = 4; return bigf(b, 4); }
char *vla(int n) { char s[n]; for (int i = 0; i < n; i++) s[i] = f1(i); return (char *)f1((long)s); }
__attribute__((constructor)) static void ctor(void) { common1 = 4; } __attribute__((destructor)) static void dtor(void) { common1 = 5; }
_Atomic int at1; long long at2; int atomic(int x) { __atomic_fetch_add(&at2, x, __ATOMIC_SEQ_CST); at1 += x; return 0; }
void *copy(void *a, const void *b, size_t n) { __builtin_memcpy(a, b, n); __builtin_memset(a, 3, 1000); return a; }
__attribute__((section(".mysec"))) int insec = 5; extern int __start_mysec[], __stop_mysec[]; long secs(void) { return __stop_mysec - __start_mysec; }
