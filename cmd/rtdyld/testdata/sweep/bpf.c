// What clang makes relocations of for BPF: maps, calls, tables.
extern long f1(long); extern int map1; struct data { long n; int a[8]; const void *p; }; extern struct data d1;
static int table[300]; int common1; static struct data sd = {3, {1, 2}, &sd}; const char *const names[] = {"one", "two", "three"};
static __attribute__((noinline)) long here(long x) { return x * 77; }
long g(long x) { return here(x) + here(x + 1) + d1.n + table[x & 255] + common1 + sd.a[x & 7]; }
long call(long x) { return f1(x) + f1((long)&map1); }
const char *name(int x) { return names[x & 1]; }
void *into[] = {&d1.a[3], &into[2], (char *)&d1 - 8, &sd, g, here};
__attribute__((section("xdp"))) int prog(void *ctx) { return g((long)ctx) + (int)(long)&d1.a[2]; }
int sw(int x) { switch (x) { case 0: return g(x); case 1: return x * 5; case 2: return x ^ 7; case 3: return -x; case 4: x += 9; case 5: return x / 3u; case 6: return g(x + 1); } return x + 1; }
