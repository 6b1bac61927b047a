// A thread-local of a library that each thread has elsewhere: it is too large for the room
// that glibc keeps in the static block.
#ifdef LIBRARY
#ifdef NEAR
__thread char pad[NEAR] = {NEAR}; // there is room
#else
__thread char pad[1 << 16];
#endif
__thread int theirs = 5;
int their_get(void) { return theirs; }
int their_add(int n) { return theirs += n; }
#else
extern __thread int theirs;

int get(void) { return theirs; }
int *where(void) { return &theirs; }

__attribute__((noinline)) void count(void) { theirs += 1; }

// keep looks at the thread-local while registers hold numbers, which code that goes by
// descriptors leaves there. It counts what is not as it was.
int keep(volatile double *floats)
{
	int bad = 0;
	double p = floats[0], q = floats[1], r = floats[2], s = floats[3], t = floats[4], u = floats[5], v = floats[6], w = floats[7];
#if defined(__x86_64__) && defined(DESCRIPTORS)
	register long r8 __asm__("r8") = 8, r9 __asm__("r9") = 9, r10 __asm__("r10") = 10, r11 __asm__("r11") = 11;
	register long rcx __asm__("rcx") = 1, rdx __asm__("rdx") = 2, rsi __asm__("rsi") = 3, rdi __asm__("rdi") = 4;
	__asm__ volatile("" : "+r"(r8), "+r"(r9), "+r"(r10), "+r"(r11), "+r"(rcx), "+r"(rdx), "+r"(rsi), "+r"(rdi));
	theirs += 1;
	__asm__ volatile("" : "+r"(r8), "+r"(r9), "+r"(r10), "+r"(r11), "+r"(rcx), "+r"(rdx), "+r"(rsi), "+r"(rdi));
	bad = (r8 != 8) + (r9 != 9) + (r10 != 10) + (r11 != 11) + (rcx != 1) + (rdx != 2) + (rsi != 3) + (rdi != 4);
#elif defined(__powerpc64__) && defined(__clang__)
	count(); // clang takes it that __tls_get_addr keeps floating point registers
#else
	theirs += 1;
#endif
	return bad + (p != floats[0]) + (q != floats[1]) + (r != floats[2]) + (s != floats[3]) + (t != floats[4]) + (u != floats[5]) + (v != floats[6]) + (w != floats[7]);
}

#ifdef __AVX__
#include <immintrin.h>
// wide is keep for whole vectors.
int wide(void)
{
	__m256d a = _mm256_set1_pd(1.5), b = _mm256_set1_pd(2.5);
	__asm__ volatile("" : "+x"(a), "+x"(b));
	theirs += 1;
	__asm__ volatile("" : "+x"(a), "+x"(b));
	__m256d c = _mm256_add_pd(a, b);
	return (c[0] != 4) + (c[1] != 4) + (c[2] != 4) + (c[3] != 4);
}
#else
int wide(void) { theirs += 1; return 0; }
#endif
#endif
