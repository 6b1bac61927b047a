// Atomic operations of every kind, size and order, as calls of the compiler's library.
#include <stdint.h>

typedef unsigned __int128 u128;

// Each function tells how many operations went wrong.
#define CHECK(ok) bad += !(ok)

#define ORDERS(X, T) X(T, __ATOMIC_RELAXED) X(T, __ATOMIC_ACQUIRE) X(T, __ATOMIC_RELEASE) X(T, __ATOMIC_ACQ_REL) X(T, __ATOMIC_SEQ_CST)

#define TEST(T) \
static int test_##T(void) \
{ \
	static volatile struct { T before, at, after; } s = { (T)-1, 0, (T)-1 }; \
	int bad = 0; \
	static const uint64_t values[] = { 0, 1, 0x7f, 0x80, 0xff80, 0x80000000u, 0x123456789abcdef0u, ~0ull }; \
	for (int i = 0; i < 8; i++) \
		for (int j = 0; j < 8; j++) { \
			T x = (T)values[i], y = (T)values[j], e; \
			ORDERS(OPS, T) \
			s.at = x; CHECK(__sync_fetch_and_add(&s.at, y) == x && s.at == (T)(x + y)); \
			s.at = x; CHECK(__sync_fetch_and_or(&s.at, y) == x && s.at == (T)(x | y)); \
			s.at = x; CHECK(__sync_val_compare_and_swap(&s.at, y, (T)7) == x && s.at == (x == y ? (T)7 : x)); \
		} \
	CHECK(s.before == (T)-1 && s.after == (T)-1); \
	return bad; \
}

#define OPS(T, order) \
	s.at = x; CHECK(__atomic_fetch_add(&s.at, y, order) == x && s.at == (T)(x + y)); \
	s.at = x; CHECK(__atomic_fetch_sub(&s.at, y, order) == x && s.at == (T)(x - y)); \
	s.at = x; CHECK(__atomic_fetch_and(&s.at, y, order) == x && s.at == (T)(x & y)); \
	s.at = x; CHECK(__atomic_fetch_or(&s.at, y, order) == x && s.at == (T)(x | y)); \
	s.at = x; CHECK(__atomic_fetch_xor(&s.at, y, order) == x && s.at == (T)(x ^ y)); \
	s.at = x; CHECK(__atomic_exchange_n(&s.at, y, order) == x && s.at == y); \
	s.at = x; e = y; \
	CHECK(__atomic_compare_exchange_n(&s.at, &e, (T)(x + 5), 0, order, __ATOMIC_RELAXED) == (x == y) && e == x && \
		s.at == (x == y ? (T)(x + 5) : x));

TEST(uint8_t)
TEST(uint16_t)
TEST(uint32_t)
TEST(uint64_t)

extern u128 __aarch64_cas16_acq_rel(u128, u128, u128 *);
extern u128 __aarch64_cas16_sync(u128, u128, u128 *);
static int test_128(void)
{
	int bad = 0;
	static u128 s;
	u128 x = (u128)5 << 100 | 7;
	for (int i = 0; i < 3; i++) {
		u128 expect = i == 0 ? x : i == 1 ? x + 1 : x ^ (u128)1 << 90;
		s = x;
		CHECK(__aarch64_cas16_acq_rel(expect, x * 3, &s) == x && s == (i == 0 ? x * 3 : x));
		s = x;
		CHECK(__aarch64_cas16_sync(expect, x * 3, &s) == x && s == (i == 0 ? x * 3 : x));
	}
	return bad;
}

int atomics(void) { return test_uint8_t() + test_uint16_t() + test_uint32_t() + test_uint64_t() + test_128(); }

static uint64_t counters[4];
// bump adds to all counters in ways that lose nothing only if they are atomic.
int bump(int times)
{
	for (int i = 0; i < times; i++) {
		__atomic_fetch_add((uint8_t *)&counters[0], 1, __ATOMIC_RELAXED);
		__atomic_fetch_add((uint32_t *)&counters[1], 1, __ATOMIC_SEQ_CST);
		__sync_fetch_and_add(&counters[2], 1);
		uint64_t old = counters[3];
		while (!__atomic_compare_exchange_n(&counters[3], &old, old + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			;
	}
	return 0;
}
uint64_t count(int n) { return counters[n]; }
