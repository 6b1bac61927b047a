/* The objects of layer.cc: each is this file compiled with a macro of its name. */
#ifdef WEAK1
__attribute__((weak)) int which(void) { return 1; }
int from1(void) { return which(); }
#elif defined WEAK2
__attribute__((weak)) int which(void) { return 2; }
int from2(void) { return which(); }
#elif defined STRONG
int which(void) { return 3; }
#elif defined COMMON1
int shared;
int *shared1(void) { return &shared; }
#elif defined COMMON2
int shared;
int *shared2(void) { return &shared; }
#elif defined EVEN
int odd(unsigned n);
int even(unsigned n) { return n == 0 || odd(n - 1); }
#elif defined ODD
int even(unsigned n);
int odd(unsigned n) { return n != 0 && even(n - 1); }
#elif defined OPEN
int nowhere(void);
int wants(void) { return nowhere(); }
#elif defined MAYBE
__attribute__((weak)) int nowhere(void);
int maybe(void) { return nowhere ? nowhere() : -1; }
#elif defined EXTRA
int first(void) { return 1; }
int second(void) { return first() + 1; }
#elif defined NUMBER
static int kept = NUMBER;
static int zero[3000];
int number(void) { return kept++ + zero[2999]; }
#elif defined HANDLE
extern int __dso_handle __attribute__((visibility("hidden")));
void *HANDLE(void) { return &__dso_handle; }
#elif defined LOCAL1
__thread int mine = 5;
static __thread int other = 1;
int local1(void) { return mine++ + 0 * other++; }
#elif defined LOCAL2
extern __thread int mine;
int local2(void) { return mine++; }
#elif defined LOCAL3
extern __thread int mine __attribute__((tls_model("initial-exec")));
int local3(void) { return mine++; }
#elif defined CONSTANT
extern const int constant;
const int constant = 42;
int reads(void) { return *(const volatile int *)&constant; }
#elif defined HIDDEN
__attribute__((weak, visibility("hidden"))) int inside(void) { return 7; }
int outside(void) { return inside(); }
#endif
